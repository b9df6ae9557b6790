/** The order of results, and how much of it is certain before all images were looked at. */
import type { Spacecraft } from './fleet.ts';
import type { Found } from './imageFeature.ts';
import { publishedAfter } from './look.ts';
import type { sortFields, Range, SearchRequest, SortKey } from './searchRequest.ts';

/** Ties are broken by date and id, so that pages never overlap. */
const tieBreakers: readonly SortKey[] = [
  { field: 'acquisitionDate', descending: true },
  { field: 'id', descending: false },
];

export function comparator(sort: readonly SortKey[]): (a: Found, b: Found) => number {
  return [...sort, ...tieBreakers].reduceRight<(a: Found, b: Found) => number>(
    (otherwise, { field, descending }) => {
      const valueOf = valueOfField[field as SortField];
      const before = descending ? 1 : -1;
      return (a, b) => {
        const [left, right] = [valueOf(a), valueOf(b)];
        return left < right ? before : left > right ? -before : otherwise(a, b);
      };
    },
    () => 0,
  );
}

type SortField = (typeof sortFields)[number];

/** A property that is named in the code is read several times faster than one that is looked up by its name. */
const valueOfField: Readonly<Record<SortField, (found: Found) => number | string>> = {
  id: found => found.id,
  acquisitionDate: found => found.acquisitionDate,
  publicationDate: found => found.publicationDate,
  cloudCover: found => found.cloudCover,
  snowCover: found => found.snowCover,
  incidenceAngle: found => found.incidenceAngle,
  illuminationElevationAngle: found => found.illuminationElevationAngle,
  resolution: found => found.resolution,
  constellation: found => found.constellation,
  platform: found => found.platform,
  processingLevel: found => found.processingLevel,
};

export type Direction = 'newestFirst' | 'oldestFirst';

/** The direction in time in which the first results come first. */
export function directionOf(sort: readonly SortKey[]): Direction {
  const byDate = sort.find(({ field }) => field === 'acquisitionDate' || field === 'publicationDate');
  return byDate?.descending === false ? 'oldestFirst' : 'newestFirst';
}

/** The least and the largest value that a field can have in any result. */
export type Bounds = Readonly<Record<string, readonly [least: unknown, most: unknown]>>;

export function boundsOf({ cloud, levels }: SearchRequest, spacecraft: readonly Spacecraft[]): Bounds {
  return {
    cloudCover: within(cloud, 0, 100),
    snowCover: [0, 100],
    processingLevel: endsOf(levels ?? ['ALBUM', 'SENSOR']),
    constellation: endsOf(spacecraft.map(({ instrument }) => instrument.constellation)),
    platform: endsOf(spacecraft.map(({ platform }) => platform)),
  };
}

function within({ min, max }: Range, least: number, most: number): [number, number] {
  return [Math.max(min, least), Math.min(max, most)];
}

function endsOf(names: readonly string[]): [string | undefined, string | undefined] {
  const sorted = names.toSorted();
  return [sorted[0], sorted.at(-1)];
}

/**
 * True if no image can come before this result that was acquired beyond `edge`, epoch ms: before it if the newest
 * are looked at first, from it on if the oldest are.
 */
export function isSettled(
  result: Found,
  sort: readonly SortKey[],
  bounds: Bounds,
  direction: Direction,
  edge: number,
): boolean {
  const hour = 3_600_000;
  const agrees = ({ descending }: SortKey): boolean => descending === (direction === 'newestFirst');
  for (const key of [...sort, ...tieBreakers]) {
    switch (key.field) {
      case 'acquisitionDate':
        return agrees(key);
      case 'publicationDate':
        if (!agrees(key)) return false;
        return key.descending
          ? result.publicationDate >= edge + publishedAfter.most * hour
          : result.publicationDate < edge + publishedAfter.least * hour;
      default: {
        // Where the result has the best value that there is, the next field decides.
        const best = bounds[key.field]?.[key.descending ? 1 : 0];
        if (best === undefined || valueOfField[key.field as SortField](result) !== best) return false;
      }
    }
  }
  return true;
}
