import { geojsonToWKT } from '@terraformer/wkt';
import { withoutAltitude } from '../aoi/aoi.ts';
import type { Bounds, Circle, SearchCriteria } from './searchQuery.ts';

/** The catalogue's own history starts well after this moment; it stands in for an open start of an interval. */
const beforeAllAcquisitions = Date.UTC(2000, 0, 1);

const millisecondsOfDay = 86_400_000;

/**
 * The default order is documented as newest first, then least cloudy, but it is not reliable on deployed
 * services: so it is always sent.
 */
export const newestThenClearest = '-acquisitionDate,cloudCover';

/**
 * The wire form of a search (specification: Search, query parameters): ranges as `[a,b]` without blanks, times in
 * UTC with milliseconds and `Z`, the polygon as WKT with capital keywords.
 *
 * @param page counts from 1
 * @param today `YYYY-MM-DD`, closes an interval of which only the start is set
 * @throws RangeError where criteria contradict each other, or where one of them has no meaning on the wire
 */
export function searchParameters(
  criteria: SearchCriteria,
  page: number,
  itemsPerPage: number,
  today: string,
): Record<string, string> {
  const interval = acquisitionInterval(criteria, endOfDay(today));
  return {
    ...areaParameters(criteria),
    ...(interval && { acquisitionDate: `[${isoTime(interval.from)},${isoTime(interval.to)}]` }),
    ...cloudParameters(criteria),
    ...textParameter('constellation', criteria.constellation),
    ...textParameter('processingLevel', criteria.processingLevel),
    ...textParameter('productType', criteria.productType),
    ...textParameter('workspace', criteria.workspace),
    ...textParameter('workspaceid', criteria.workspaceId),
    sortBy: sortParameter(criteria.sortBy),
    itemsPerPage: String(itemsPerPage),
    startPage: String(page),
  };
}

/** Epoch ms, both ends included. */
export interface Interval {
  from: number;
  to: number;
}

/**
 * The acquisition interval that the criteria ask for; `undefined` where they set neither end.
 *
 * @param openEnd epoch ms, closes an interval of which only the start is set
 * @throws RangeError where an end is set twice or is no time, or where the interval ends before it begins
 */
export function acquisitionInterval(criteria: SearchCriteria, openEnd: number): Interval | undefined {
  const { acquiredFrom, acquiredTo, acquiredAfter, acquiredBefore } = criteria;
  refuseBoth({ acquiredFrom, acquiredAfter });
  refuseBoth({ acquiredTo, acquiredBefore });
  const from = timeOf(acquiredFrom, startOfDay) ?? timeOf(acquiredAfter, momentOf);
  const to = timeOf(acquiredTo, endOfDay) ?? timeOf(acquiredBefore, momentOf);
  if (from === undefined && to === undefined) return undefined;
  // An open end never makes an interval of no length: a start in the future finds nothing, and is no mistake.
  const interval = {
    from: from ?? Math.min(beforeAllAcquisitions, to ?? Infinity),
    to: to ?? Math.max(openEnd, from ?? -Infinity),
  };
  if (interval.from > interval.to)
    throw new RangeError(
      `The acquisition interval ends at ${isoTime(interval.to)}, before it begins at ${isoTime(interval.from)}.`,
    );
  return interval;
}

/** {@link acquisitionInterval}, or all the time up to now where the criteria set neither end. */
export function closedInterval(criteria: SearchCriteria, now: number): Interval {
  return acquisitionInterval(criteria, now) ?? { from: beforeAllAcquisitions, to: now };
}

/** The criteria with this interval in place of their own. */
export function acquiredWithin(criteria: SearchCriteria, { from, to }: Interval): SearchCriteria {
  const within: SearchCriteria = { ...criteria, acquiredAfter: isoTime(from), acquiredBefore: isoTime(to) };
  delete within.acquiredFrom;
  delete within.acquiredTo;
  return within;
}

/** UTC with milliseconds and `Z`. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

function startOfDay(day: string): number {
  const start = Date.parse(`${day}T00:00:00.000Z`);
  // A 30th of February is read as the 2nd of March.
  return Number.isNaN(start) || isoTime(start).startsWith(`${day}T`) ? start : Number.NaN;
}

function endOfDay(day: string): number {
  return startOfDay(day) + millisecondsOfDay - 1;
}

/** A moment without a zone would be one of this machine's zone. */
function momentOf(text: string): number {
  return /T.*(Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
}

function timeOf(text: string | undefined, read: (text: string) => number): number | undefined {
  if (text === undefined) return undefined;
  const time = read(text);
  if (Number.isNaN(time)) throw new RangeError(`"${text}" is not a date that can be searched for.`);
  return time;
}

function areaParameters({ aoi, relation, circle, bounds }: SearchCriteria): Record<string, string> {
  refuseBoth({ aoi, circle, bounds });
  if (relation !== undefined && !aoi)
    throw new RangeError(`The relation "${relation}" needs a polygon: set aoi.`);
  if (aoi) return { relation: relation ?? 'intersects', geometry: geojsonToWKT(withoutAltitude(aoi)) };
  if (circle) return circleParameters(circle);
  return bounds ? { bbox: boxParameter(bounds) } : {};
}

function circleParameters({ longitude, latitude, radius }: Circle): Record<string, string> {
  checkPosition(longitude, latitude);
  if (!(radius > 0 && Number.isFinite(radius)))
    throw new RangeError(`The radius of a circle must be more than 0 metres, not ${radius}.`);
  return { lat: String(latitude), lon: String(longitude), radius: String(radius) };
}

function boxParameter(bounds: Bounds): string {
  const [west, south, east, north] = bounds;
  checkPosition(west, south);
  checkPosition(east, north);
  if (south > north)
    throw new RangeError(`The south of the box, ${south}, lies north of its north, ${north}.`);
  return bounds.join(',');
}

function checkPosition(longitude: number, latitude: number): void {
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90))
    throw new RangeError(`${longitude}, ${latitude} is outside ±180 longitude and ±90 latitude.`);
}

function cloudParameters({ minCloudCover, maxCloudCover }: SearchCriteria): Record<string, string> {
  if (minCloudCover === undefined && maxCloudCover === undefined) return {};
  const [min, max] = [minCloudCover ?? 0, maxCloudCover ?? 100];
  if (!(min >= 0 && min <= max && max <= 100))
    throw new RangeError(`Cloud cover must be a range within 0 to 100 percent, not ${min} to ${max}.`);
  return { cloudCover: `[${min},${max}]` };
}

function sortParameter(sortBy = newestThenClearest): string {
  if (!/^-?\w+(,-?\w+)*$/.test(sortBy))
    throw new RangeError(`"${sortBy}" is not a list of fields such as "${newestThenClearest}".`);
  return sortBy;
}

function textParameter(name: string, value: string | undefined): Record<string, string> {
  if (value === undefined) return {};
  // An empty parameter would find nothing on one service and everything on another.
  if (value === '') throw new RangeError(`The criterion ${name} is empty.`);
  return { [name]: value };
}

/** At most one of these can be asked for at once. */
function refuseBoth(criteria: Record<string, unknown>): void {
  const set = Object.keys(criteria).filter(name => criteria[name] !== undefined);
  if (set.length > 1) throw new RangeError(`A search takes one of ${set.join(' and ')}, not both.`);
}
