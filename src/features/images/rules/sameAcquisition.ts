/** Finds acquisitions that are listed more than once, as SENSOR and as ALBUM. */
import { parseMoment } from '../../../base/words/moment.ts';
import { coveredShare } from '../../../geo/coverage.ts';
import { sizeOfParts } from '../../../geo/flatRing.ts';
import { polygonParts } from '../../../geo/geometryTypes.ts';
import { sameCoordinates } from '../../../geo/sameCoordinates.ts';
import type { Image } from '../../../service/rules/imagery.ts';

/** Times of one acquisition can differ in their fractions of a second, which not every listing has. */
const reachMs = 2000;
/** Minimum overlap of each of the two footprints, if only time and place are known. */
const minOverlap = 0.9;
/** Minimum overlap of each if the service gives both the same identifier: parts of a long strip can share it. */
const minNamedOverlap = 0.5;
/** An identifier applies to a few images. If a service gives one to thousands, time and place decide. */
const maxPerIdentifier = 8;

export type Acquired = Pick<
  Image,
  'id' | 'footprint' | 'platform' | 'acquisitionDate' | 'acquisitionIdentifier' | 'processingLevel'
>;

interface Group {
  /** From the first member that has an identifier, otherwise from the first. */
  taking: Taking;
  first: Acquired;
  members: Acquired[];
}

/**
 * The ids of each acquisition that occurs more than once, the SENSOR image first. The identifier of the service decides
 * first: images with the same one match unless time, platform or place contradict it; images with different ones never
 * match. If one of them has none, they match by platform, times within two seconds, and footprints that overlap by nine
 * tenths; such an image without a platform or a time of day matches no other.
 */
export function sameAcquisition(images: readonly Acquired[]): string[][] {
  const named = new Map<string, Group[]>();
  const slots = new Map<string, Group[]>();
  const groups: Group[] = [];
  for (const image of images) {
    const taking = imageTaking(image);
    const { platform, clock, identifier } = taking;
    if (identifier === undefined && (clock === undefined || platform === undefined)) continue;
    const known = sameName(named, taking, image) ?? sameMoment(slots, taking, image);
    const group = known ?? { taking, first: image, members: [] };
    group.members.push(image);
    if (identifier !== undefined && (!known || known.taking.identifier === undefined)) {
      group.taking = { ...group.taking, identifier };
      addTo(named, identifier, group);
    }
    if (known) continue;
    groups.push(group);
    if (clock !== undefined && platform !== undefined) addTo(slots, timeSlot(platform, clock), group);
  }
  return groups.filter(({ members }) => members.length > 1).map(({ members }) => sensorsFirst(members));
}

function sameName(named: ReadonlyMap<string, Group[]>, taking: Taking, image: Acquired): Group | undefined {
  const groups = taking.identifier === undefined ? undefined : named.get(taking.identifier);
  return groups
    ?.slice(-maxPerIdentifier)
    .find(group => !contradicts(group.taking, taking) && overlaps(group.first, image, minNamedOverlap));
}

function sameMoment(slots: ReadonlyMap<string, Group[]>, taking: Taking, image: Acquired): Group | undefined {
  const { platform, clock } = taking;
  if (platform === undefined || clock === undefined) return undefined;
  return [-reachMs, 0, reachMs]
    .flatMap(shift => slots.get(timeSlot(platform, clock + shift)) ?? [])
    .find(
      group =>
        !isOther(group.taking.identifier, taking.identifier) &&
        isSameTaking(group.taking, taking) &&
        overlaps(group.first, image, minOverlap),
    );
}

function timeSlot(platform: string, clock: number): string {
  return `${platform} ${Math.floor(clock / reachMs)}`;
}

function addTo(lists: Map<string, Group[]>, key: string, group: Group): void {
  const list = lists.get(key);
  if (list) list.push(group);
  else lists.set(key, [group]);
}

export interface Taking {
  /** Uppercase. */
  platform: string | undefined;
  /** Epoch ms; `undefined` if the service reports only the day, or nothing. */
  clock: number | undefined;
  identifier: string | undefined;
}

export function imageTaking({
  platform,
  acquisitionDate,
  acquisitionIdentifier,
}: Pick<Image, 'platform' | 'acquisitionDate' | 'acquisitionIdentifier'>): Taking {
  const moment = parseMoment(acquisitionDate);
  return {
    platform: platform?.toUpperCase(),
    clock: moment && !moment.isDay ? moment.time : undefined,
    // An empty text identifies nothing.
    identifier: acquisitionIdentifier?.trim() || undefined,
  };
}

/** Whether two images were taken by the same platform at the same time, wherever they are. */
export function isSameTaking(a: Taking, b: Taking): boolean {
  if (contradicts(a, b)) return false;
  if (a.identifier !== undefined && a.identifier === b.identifier) return true;
  return [a, b].every(({ platform, clock }) => platform !== undefined && clock !== undefined);
}

/** Whether the platforms or times differ, if both have them. */
function contradicts(a: Taking, b: Taking): boolean {
  const time = a.clock;
  const otherTime = b.clock;
  if (time !== undefined && otherTime !== undefined && Math.abs(time - otherTime) > reachMs) return true;
  return isOther(a.platform, b.platform);
}

/** Whether both are known and different. */
function isOther(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

/** @param minShare minimum overlap of each of the two, 0 to 1 */
function overlaps(a: Acquired, b: Acquired, minShare: number): boolean {
  // The usual case: both are listed with the same outline.
  if (sameCoordinates(a.footprint.coordinates, b.footprint.coordinates)) return true;
  const parts = polygonParts(a.footprint);
  const common = parts.reduce(
    (sum, coordinates) =>
      sum + coveredShare({ type: 'Polygon', coordinates }, b.footprint) * sizeOfParts([coordinates]),
    0,
  );
  const greater = Math.max(sizeOfParts(parts), sizeOfParts(polygonParts(b.footprint)));
  return greater > 0 && common >= minShare * greater;
}

function sensorsFirst(members: readonly Acquired[]): string[] {
  const isSensor = ({ processingLevel }: Acquired) => processingLevel?.toUpperCase() === 'SENSOR';
  return members.toSorted((a, b) => Number(isSensor(b)) - Number(isSensor(a))).map(({ id }) => id);
}
