/** What a new account has from earlier: reports of one area at several dates, to compare and to review. */
import { wktToGeoJSON } from '@terraformer/wkt';
import { imageIdOf, type Capture } from '../catalogue/capture.ts';
import { search } from '../catalogue/search.ts';
import { readSearch } from '../catalogue/searchRequest.ts';
import type { AccountState } from '../accounts/state.ts';
import { iso, type Service } from '../http/service.ts';
import { dayMs } from '../../model/words/moment.ts';
import { readOrder } from './orderBody.ts';
import { placeOrder } from './orderBook.ts';

/** The sample of the same name. */
const harbour =
  'POLYGON((3.993 51.948,4.021 51.931,4.072 51.936,4.081 51.962,4.032 51.976,3.998 51.967,3.993 51.948))';

/** Orders reports of three images at least three weeks apart, a day after each came. The balance stays the same. */
export function orderPastReports(service: Service, account: AccountState): void {
  const aoi = wktToGeoJSON(harbour);
  const past = [service.now() - 400 * dayMs, service.now() - 3 * dayMs].map(iso);
  const place = { geometry: harbour, relation: 'contains' };
  const clear = { constellation: 'PHR', processingLevel: 'SENSOR', cloudCover: '[0,20]' };
  const request = readSearch({ ...place, ...clear, acquisitionDate: `[${past.join(',')}]` }, service.dialect);
  const steps = search(service, account, request);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const images: Capture[] = [];
  for (const { capture } of step.value.results) {
    const latest = (images[0]?.time ?? Infinity) - 21 * dayMs;
    if (images.length < 3 && capture.time < latest) images.unshift(capture);
  }
  const [credit] = account.payments;
  const { balance } = account;
  for (const image of images) {
    const then = { ...service, now: () => image.published + dayMs };
    const order = {
      kind: 'order.analytics-toolbox.archive',
      aoi,
      analytic: 'analytic.orbitalinsight.cars-detection',
      resolution: 0.5,
      imageIds: [imageIdOf(service.world, image)],
      title: `Harbour cars ${iso(image.time).slice(0, 10)}`,
    };
    placeOrder(then, account, readOrder(then, account, order));
  }
  if (credit) credit.creditAmount += balance - account.balance;
  account.balance = balance;
}
