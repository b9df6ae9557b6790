import type { Capture } from './world.ts';
import { fleet, type Spacecraft } from './fleet.ts';
import { productTypeOf } from './imageFeature.ts';
import { inRange, type SearchRequest } from './searchRequest.ts';
import type { Service } from '../http/service.ts';

/** The catalogues that everybody can search. */
export const publicNames = ['public', 'public-pneo'] as const;
export type PublicName = (typeof publicNames)[number];

export function listed(allowed: readonly string[] | undefined, value: string): boolean {
  return allowed?.includes(value) ?? true;
}

/** The satellites whose images a search can find in these catalogues. */
export function spacecraftFor(
  { constellations, platforms }: SearchRequest,
  names: readonly PublicName[],
): Spacecraft[] {
  return fleet.filter(
    ({ instrument: { constellation }, platform }) =>
      listed(constellations, constellation) &&
      listed(platforms, platform) &&
      names.includes(constellation === 'PNEO' ? 'public-pneo' : 'public'),
  );
}

/** Tests the attributes of an image, the cheap ones first; its satellite and its outline are left to others. */
export function imageFilter(
  service: Service,
  { acquired, cloud, levels, productTypes }: SearchRequest,
  now: number,
): (capture: Capture) => boolean {
  return capture =>
    inRange(capture.time, acquired) &&
    inRange(capture.cloud, cloud) &&
    listed(levels, capture.level) &&
    // The type is reckoned from the level and more.
    (productTypes === undefined || productTypes.includes(productTypeOf(service, capture))) &&
    capture.published <= now;
}
