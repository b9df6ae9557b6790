import type { Image } from '../../src/service/rules/imagery.ts';
import type { SearchCriteria } from '../../src/service/rules/searchCriteria.ts';
import type { AnalyticOrderBody } from '../../src/features/orders/rules/batchDrafts.ts';
import { placeOrder } from './placeOrder.ts';
import { quay } from './places.ts';
import type { ReadingClient, SandboxService } from './service.ts';
import type { Lacking } from './testService.ts';

export const analyticKind = 'order.analytics-toolbox.archive';

/** An analytic of the sandbox that runs on one PHR image. */
export const cars = 'analytic.orbitalinsight.cars-detection';

/** The newest images of the quay that analytics run on. */
export async function imagesOfQuay(
  client: ReadingClient,
  constellation: 'PHR' | 'SPOT' | 'PNEO',
  count: number,
  lacking: Lacking,
): Promise<Image[]> {
  // What lies in the private workspace was delivered, and is not ordered again.
  const workspace = constellation === 'PNEO' ? 'public-pneo' : 'public';
  const criteria: SearchCriteria = { aoi: quay, constellation, processingLevel: 'SENSOR', workspace };
  const { images } = await client.search(criteria, 1, count);
  if (images.length < count) return lacking(`The catalogue has too few ${constellation} images of the quay.`);
  return images;
}

/** An order of one credit. */
export async function carsOrder(client: ReadingClient, lacking: Lacking): Promise<AnalyticOrderBody> {
  const images = await imagesOfQuay(client, 'PHR', 1, lacking);
  return {
    kind: analyticKind,
    title: 'Quay cars',
    analytic: cars,
    resolution: 0.5,
    imageIds: images.map(image => image.id),
    aoi: quay,
  };
}

export const balanceOf = async (client: ReadingClient) =>
  (await client.profile()).contract.balance?.value ?? Number.NaN;

/** The link to what an order delivers, after the time that production takes. */
export async function deliveredLink({ client, clock }: SandboxService, body: unknown): Promise<string> {
  const { id } = await placeOrder(client, body);
  clock.now += 900_000;
  const link = (await client.order(id)).deliveries[0]?.download;
  if (link === undefined) throw new Error('Nothing is delivered.');
  return link;
}
