import type { AreaModel } from '../features/areas/index.ts';
import type { ImageStore, ResultsModel } from '../features/images/index.ts';
import type { PictureModel } from '../features/pictures/index.ts';
import type { ProductModel } from '../features/products/index.ts';
import type { ReportModel, SideTabs } from '../features/reports/index.ts';
import type { Host } from '../ground/host.ts';
import type { ViewStore } from '../ground/viewStore.ts';
import type { Say } from '../ui/announcer.ts';
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
