/**
 * Searches the public catalogs and the private workspace. Public images are drawn day by day from the cells that the
 * areas can touch, newest or oldest first, until the first 10,000 of the order are certain. A search that would have to
 * look at too many cells is refused, so that an answer is always complete.
 */
import { dayMs } from '../../base/words/moment.ts';
import { degree } from '../../geo/sphere.ts';
import { type WorkspaceItem, workspaceItems } from '../orders/orderBook.ts';
import type { AccountState } from '../accounts/state.ts';
import { seededUuid } from '../http/random.ts';
import { invalid, type Refusal, type Service } from '../http/service.ts';
import {
  type Capture,
  captureById,
  captureFootprint,
  capturesIn,
  dayInUtc,
  encodeImageId,
  fleet,
  gridRow,
  reachKm,
  rowCount,
  type Spacecraft,
} from './capture.ts';
import { listedProductType, listedResolution, publicWorkspace } from './imageFeature.ts';
import { inRange, maxResults, type SearchRequest, type SortKey } from './searchRequest.ts';
import { type Area, type Box, covers, kmPerDegree, meets } from './shapes.ts';

/** A public image, or what was delivered to the private workspace with the image that it was made from. */
export interface Found {
  capture: Capture;
  item?: WorkspaceItem;
  /** Worked out where the order asks for it. */
  id?: string;
}

export interface Results {
  /** Sorted, at most the 10,000 that can be reached. */
  results: readonly Found[];
  /** False if there are more than can be reached. */
  complete: boolean;
}

/** Yields where it may rest. Throws a refusal where the search is too broad, or names an unknown workspace. */
export function* search(
  service: Service,
  account: AccountState,
  request: SearchRequest,
): Generator<void, Results, undefined> {
  const compare = comparator(service, request);
  let found: Found[] = [];
  /** The last that can be of use: one more than can be reached shows that there are more. */
  let last: Found | undefined;
  const keepBest = (): void => {
    found = found.sort(compare).slice(0, maxResults + 1);
    last = found[maxResults];
  };
  const now = service.now();
  const take = (capture: Capture): void => {
    if (capture.published > now) return;
    if (!hasAttributes(request, capture, () => listedProductType(service, capture))) return;
    const match: Found = { capture };
    if ((last && compare(match, last) > 0) || !isRelated(request, captureFootprint(capture))) return;
    found.push(match);
    if (found.length > 2 * maxResults) keepBest();
  };

  const spacecraft = spacecraftFor(service, account, request);
  if (request.ids) {
    for (const id of new Set(request.ids)) {
      const capture = captureById(service.world, id);
      if (capture && spacecraft.includes(capture.spacecraft)) take(capture);
      yield;
    }
  } else {
    yield* takeDays(service, request, spacecraft, take, () => found.length > maxResults);
  }
  found.push(...privateResults(service, account, request));
  keepBest();
  return { results: found.slice(0, maxResults), complete: last === undefined };
}

/** Takes the images of one day after another, as far as the order needs them. */
function* takeDays(
  service: Service,
  request: SearchRequest,
  spacecraft: readonly Spacecraft[],
  take: (capture: Capture) => void,
  isEnough: () => boolean,
): Generator<void, void, undefined> {
  const { acquired, areas, relation, sort } = request;
  // What is disjoint from an area lies anywhere.
  const boxes = areas && relation !== 'disjoint' ? areas.map(({ box }) => box) : [wholeEarth];
  const tracks: { craft: Spacecraft; spans: Span[] }[] = [];
  for (const craft of spacecraft) tracks.push({ craft, spans: yield* reachingSpans(craft, boxes) });
  const spans = tracks.flatMap(track => track.spans);
  const looksPerDay = spans.reduce((sum, { first, end }) => sum + end - first, 0);

  const since = Math.min(...spacecraft.map(({ instrument }) => instrument.since));
  const firstDay = Math.ceil(Math.max(since, acquired.min - dayInUtc.to) / dayMs);
  const lastDay = Math.floor((Math.min(service.now(), acquired.max) - dayInUtc.from) / dayMs);
  const byDate = sort.find(({ field }) => field === 'acquisitionDate' || field === 'publicationDate');
  const canEndEarly = byDate !== undefined && byDate === sort[0];
  let days = Math.max(0, lastDay - firstDay + 1);
  if (!canEndEarly && looksPerDay * days > service.searchLooks) throw tooBroad();
  for (let step = 0; step < days; step++) {
    if (looksPerDay * step > service.searchLooks) throw tooBroad();
    const day = byDate?.descending === false ? firstDay + step : lastDay - step;
    for (const { craft, spans } of tracks) {
      for (const { row, first, end } of spans) {
        for (let column = first; column < end; column++) {
          for (const capture of capturesIn(service.world, craft, day, row, column)) take(capture);
        }
        yield;
      }
    }
    // All images of a day are taken, and published, before those of the next day but one.
    if (canEndEarly && isEnough()) days = Math.min(days, step + 2);
  }
}

const wholeEarth: Box = { west: -180, south: -90, east: 180, north: 90 };

/** Cells side by side in one row of a satellite's grid. */
interface Span {
  row: number;
  first: number;
  /** Without this one. */
  end: number;
}

/** The cells whose images can reach into any of the boxes, each once. */
function* reachingSpans(spacecraft: Spacecraft, boxes: readonly Box[]): Generator<void, Span[], undefined> {
  const spans: Span[] = [];
  const high = reachKm(spacecraft) / kmPerDegree;
  for (let row = 0; row < rowCount(spacecraft); row++) {
    const { south, north, columns } = gridRow(spacecraft, row);
    const wide = high / Math.cos((Math.max(-south, north) + high) * degree);
    const gridColumn = (longitude: number): number => Math.floor(((longitude + 180) / 360) * columns);
    const near = boxes
      .filter(box => box.south <= north + high && box.north >= south - high)
      .flatMap(({ west, east }): [first: number, end: number][] => {
        const first = gridColumn(west - wide);
        const count = Math.min(columns, gridColumn(east + wide) + 1 - first);
        const start = ((first % columns) + columns) % columns;
        // A box that crosses the antimeridian has cells at both ends of the row.
        return [
          [start, Math.min(columns, start + count)],
          [0, start + count - columns],
        ];
      })
      .sort(([a], [b]) => a - b);
    let next = 0;
    for (const [first, end] of near) {
      if (end <= next) continue;
      spans.push({ row, first: Math.max(first, next), end });
      next = end;
    }
    yield;
  }
  return spans;
}

/** The catalogs that everybody can search. */
const publicNames = ['public', 'public-pneo'] as const;

/**
 * The satellites whose images a search can find. Specification: Search scope. With no criterion it is the public scope
 * and the caller's private workspace.
 */
function spacecraftFor(
  { seed }: Service,
  account: AccountState,
  { workspaces, constellations, platforms }: SearchRequest,
): Spacecraft[] {
  const privateNames = [account.workspaceId, account.workspaceName];
  const isNamed = (name: string, value: string): boolean =>
    value === name || value === seededUuid(seed, name);
  const unknown = workspaces?.find(
    workspace => !privateNames.includes(workspace) && !publicNames.some(name => isNamed(name, workspace)),
  );
  if (unknown !== undefined) throw invalid(`There is no workspace ${unknown} for this account`);
  return fleet.filter(
    ({ platform, instrument: { constellation } }) =>
      listed(constellations, constellation) &&
      listed(platforms, platform) &&
      (workspaces?.some(workspace => isNamed(publicWorkspace(constellation), workspace)) ?? true),
  );
}

function listed(allowed: readonly string[] | undefined, value: string): boolean {
  return allowed?.includes(value) ?? true;
}

/** Tests the attributes of an image; its satellite and its footprint are left to others. */
function hasAttributes(
  { acquired, cloud, levels, productTypes }: SearchRequest,
  capture: Capture,
  productType: () => string,
): boolean {
  return (
    inRange(capture.time, acquired) &&
    inRange(capture.cloud, cloud) &&
    listed(levels, capture.level) &&
    (productTypes === undefined || productTypes.includes(productType()))
  );
}

function isRelated({ areas, relation }: SearchRequest, footprint: Area): boolean {
  if (!areas) return true;
  switch (relation) {
    case 'intersects':
      return areas.some(area => meets(footprint, area));
    case 'contains':
      return areas.every(area => covers(footprint, area));
    case 'within':
      return areas.some(area => covers(area, footprint));
    case 'disjoint':
      return !areas.some(area => meets(footprint, area));
  }
}

function privateResults(service: Service, account: AccountState, request: SearchRequest): Found[] {
  const { workspaces } = request;
  if (workspaces && !workspaces.includes(account.workspaceId) && !workspaces.includes(account.workspaceName))
    return [];
  return workspaceItems(service, account).flatMap(item => {
    const capture = item.source;
    const isMatch =
      listed(request.ids, item.id) &&
      hasAttributes(request, capture, () => catalogedType(item)) &&
      listed(request.constellations, capture.spacecraft.instrument.constellation) &&
      listed(request.platforms, capture.spacecraft.platform) &&
      isRelated(request, item.area);
    return isMatch ? [{ capture, item }] : [];
  });
}

/** Orders spell `multiSpectral`, the catalog `multispectral`. */
function catalogedType({ delivery }: WorkspaceItem): string {
  const ordered = delivery.datas['productType'];
  return typeof ordered === 'string' ? ordered.toLowerCase() : 'vector';
}

function comparator(service: Service, { sort }: SearchRequest): (a: Found, b: Found) => number {
  const values: Record<SortKey['field'], (found: Found) => number | string> = {
    id: found => (found.id ??= found.item?.id ?? encodeImageId(service.world, found.capture)),
    acquisitionDate: ({ capture }) => capture.time,
    publicationDate: ({ capture, item }) => item?.delivery.updatedAt ?? capture.published,
    cloudCover: ({ capture }) => capture.cloud,
    snowCover: ({ capture }) => capture.snow,
    incidenceAngle: ({ capture }) => capture.incidence,
    illuminationElevationAngle: ({ capture }) => capture.sun.elevation,
    resolution: ({ capture }) => listedResolution(service, capture),
    constellation: ({ capture }) => capture.spacecraft.instrument.constellation,
    platform: ({ capture }) => capture.spacecraft.platform,
    processingLevel: ({ capture }) => capture.level,
  };
  // Ties are broken by date and id, so that pages never overlap.
  const ties: SortKey[] = [
    { field: 'acquisitionDate', descending: true },
    { field: 'id', descending: false },
  ];
  const keys = [...sort, ...ties].map(({ field, descending }) => ({
    sortValue: values[field],
    sign: descending ? -1 : 1,
  }));
  return (a, b) => {
    for (const { sortValue, sign } of keys) {
      const left = sortValue(a);
      const right = sortValue(b);
      if (left !== right) return left < right ? -sign : sign;
    }
    return 0;
  };
}

function tooBroad(): Refusal {
  return invalid(
    'The search is too broad: it would have to look at too many images. Narrow it by an area to intersect (geometry, bbox or lat, lon and radius), an acquisitionDate or a constellation, or sort it by -acquisitionDate.',
  );
}
