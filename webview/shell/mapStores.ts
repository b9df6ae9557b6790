import type { ReportModel } from '../../report/reportModel.ts';
import type { SideTabs } from '../../report/sideTabs.ts';
import type { ImageStore } from '../../results/imageStore.ts';
import type { ResultsModel } from '../../results/resultsModel.ts';
import type { Say } from '../../ui/announcer.ts';
import type { AreaModel } from '../areas/areaModel.ts';
import type { Host } from '../base/host.ts';
import type { ViewStore } from '../base/viewStore.ts';
import type { PictureModel } from '../pictures/pictureModel.ts';
import type { ProductModel } from '../products/productModel.ts';
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
