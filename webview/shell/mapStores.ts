import type { ReportModel } from '../features/reports/reportModel.ts';
import type { SideTabs } from '../features/reports/sideTabs.ts';
import type { ImageStore } from '../features/images/imageStore.ts';
import type { ResultsModel } from '../features/images/resultsModel.ts';
import type { Say } from '../ui/announcer.ts';
import type { AreaModel } from '../features/areas/areaModel.ts';
import type { Host } from '../ground/host.ts';
import type { ViewStore } from '../ground/viewStore.ts';
import type { PictureModel } from '../features/pictures/pictureModel.ts';
import type { ProductModel } from '../features/products/productModel.ts';
import type { ModeStore } from './mode.ts';
import type { PlaceStore } from './placeStore.ts';
import type { TimeModel } from './timeModel.ts';

/** The features that the map shows: each of its parts takes the stores that it needs. */
export interface MapStores {
  host: Host;
  view: ViewStore;
  areas: AreaModel;
  found: ImageStore;
  results: ResultsModel;
  pictures: PictureModel;
  products: ProductModel;
  report: ReportModel;
  tabs: SideTabs;
  places: PlaceStore;
  mode: ModeStore;
  time: TimeModel;
  say: Say;
}
