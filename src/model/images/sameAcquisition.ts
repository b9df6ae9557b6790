/** Finds acquisitions that are listed more than once, as SENSOR and as ALBUM. */
import type { MultiPolygon, Polygon } from 'geojson';
import { prepareAoi } from '../geometry/coverage.ts';
import { flatRing, sphereArea } from '../geometry/flatRing.ts';
import type { Image } from './imagery.ts';
import { momentOf } from '../words/moment.ts';

/** Times of one acquisition differ by their fractions of a second, which not every listing has. */
const reachMs = 2000;
/** Of each of the two footprints. */
const leastOverlap = 0.9;

export type Acquired = Pick<Image, 'id' | 'footprint' | 'platform' | 'acquisitionDate' | 'processingLevel'>;

interface Group {
  time: number;
  members: Acquired[];
}

/**
 * The ids of each acquisition that occurs more than once, the SENSOR image first: same platform, times within two
 * seconds, footprints that overlap by nine tenths. Without a platform or a time of day images are the same as no other.
 */
export function sameAcquisition(images: readonly Acquired[]): string[][] {
  const slots = new Map<string, Group[]>();
  const groups: Group[] = [];
  for (const image of images) {
    const { platform, clock: time } = takingOf(image);
    if (time === undefined || platform === undefined) continue;
    const slot = Math.floor(time / reachMs);
    const known = [slot - 1, slot, slot + 1]
      .flatMap(one => slots.get(`${platform} ${one}`) ?? [])
      .find(group => isNear(group.time, time) && overlaps(group.members[0], image));
    if (known) {
      known.members.push(image);
      continue;
    }
    const group = { time, members: [image] };
    groups.push(group);
    const key = `${platform} ${slot}`;
    const here = slots.get(key);
    if (here) here.push(group);
    else slots.set(key, [group]);
  }
  return groups.filter(({ members }) => members.length > 1).map(({ members }) => sensorsFirst(members));
}

/** When and by what an image was taken. */
export interface Taking {
  /** In capitals. */
  platform: string | undefined;
  /** Epoch ms; `undefined` when the service tells the day alone, or nothing. */
  clock: number | undefined;
}

export function takingOf({ platform, acquisitionDate }: Pick<Image, 'platform' | 'acquisitionDate'>): Taking {
  const moment = momentOf(acquisitionDate);
  return { platform: platform?.toUpperCase(), clock: moment && !moment.isDay ? moment.time : undefined };
}

/** Whether two images were taken by the same platform at the same time, wherever they lie. */
export function isSameTaking(one: Taking, other: Taking): boolean {
  if (one.platform === undefined || one.platform !== other.platform) return false;
  return one.clock !== undefined && other.clock !== undefined && isNear(one.clock, other.clock);
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= reachMs;
}

function overlaps(one: Acquired | undefined, other: Acquired): boolean {
  if (!one) return false;
  // Nearly always: both are listed with the same outline.
  if (isSameOutline(one.footprint, other.footprint)) return true;
  const common = polygonsOf(one.footprint).reduce(
    (sum, polygon) => sum + prepareAoi(polygon)(other.footprint) * sizeOf(polygon),
    0,
  );
  const greater = Math.max(footprintSize(one.footprint), footprintSize(other.footprint));
  return greater > 0 && common >= leastOverlap * greater;
}

function isSameOutline(one: Polygon | MultiPolygon, other: Polygon | MultiPolygon): boolean {
  if (one.type !== other.type) return false;
  const [a, b] = [one.coordinates.flat(3), other.coordinates.flat(3)] as [number[], number[]];
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

function polygonsOf(footprint: Polygon | MultiPolygon): Polygon[] {
  if (footprint.type === 'Polygon') return [footprint];
  return footprint.coordinates.map(coordinates => ({ type: 'Polygon', coordinates }));
}

function footprintSize(footprint: Polygon | MultiPolygon): number {
  return polygonsOf(footprint).reduce((sum, polygon) => sum + sizeOf(polygon), 0);
}

/** On the unit sphere, holes taken out. */
function sizeOf({ coordinates }: Polygon): number {
  const [outer = 0, ...holes] = coordinates.map(ring => Math.abs(sphereArea(flatRing(ring))));
  return holes.reduce((left, hole) => left - hole, outer);
}

function sensorsFirst(members: readonly Acquired[]): string[] {
  const isSensor = ({ processingLevel }: Acquired) => processingLevel?.toUpperCase() === 'SENSOR';
  return members
    .toSorted((one, other) => Number(isSensor(other)) - Number(isSensor(one)))
    .map(({ id }) => id);
}
