/** Searches the public catalogues, which are drawn as they are asked for, and the private workspace. */
import type { Capture } from './capture.ts';
import { foundCapture, foundItem, productTypeOf, publicWorkspaceOf, type Found } from './imageFeature.ts';
import { captureById } from './imageId.ts';
import { uuidOf } from './random.ts';
import { invalid } from './refusal.ts';
import { scan } from './scan.ts';
import { inRange, mostResults, type SearchRequest, type SortKey } from './searchRequest.ts';
import type { Service } from './service.ts';
import { covers, meets, type Area } from './shapes.ts';
import type { AccountState } from './state.ts';
import { itemsOf, type WorkspaceItem } from './workspaceItems.ts';

export interface Results {
  /** Sorted, at most the 10,000 that can be reached. */
  results: Found[];
  /** False if there are more than can be reached. */
  complete: boolean;
}

/** All results of a search that can be reached, sorted. */
export function search(service: Service, account: AccountState, request: SearchRequest): Results {
  const open = publicResults(service, account, request);
  const all = [...open.results, ...privateResults(service, account, request)];
  all.sort(comparator(request.sort));
  return { results: all.slice(0, mostResults), complete: open.complete && all.length <= mostResults };
}

function publicResults(service: Service, account: AccountState, request: SearchRequest): Results {
  const names = publicNames(service, account, request.workspaces);
  if (names.size === 0) return { results: [], complete: true };
  const accepts = (capture: Capture): boolean =>
    capture.published <= service.now() &&
    inRange(capture.time, request.acquired) &&
    inRange(capture.cloud, request.cloud) &&
    (request.levels?.includes(capture.level) ?? true) &&
    (request.productTypes?.includes(productTypeOf(service, capture)) ?? true) &&
    names.has(publicWorkspaceOf(capture)) &&
    listed(request.constellations, capture.spacecraft.instrument.constellation) &&
    listed(request.platforms, capture.spacecraft.platform) &&
    related(request, capture.footprint());
  if (request.ids) {
    const found = [...new Set(request.ids)].flatMap(id => {
      const capture = captureById(service.world, id);
      return capture && accepts(capture) ? [foundCapture(service, capture)] : [];
    });
    return { results: found, complete: true };
  }
  const [first] = request.sort;
  const { captures, complete } = scan(service.world, {
    // What is disjoint from an area lies anywhere.
    areas: request.relation === 'disjoint' ? undefined : request.areas,
    from: Math.max(request.acquired.min, 0),
    to: Math.min(request.acquired.max, service.now()),
    // Any other order than by date sorts the newest that can be reached.
    direction: first?.field === 'acquisitionDate' && !first.descending ? 'oldestFirst' : 'newestFirst',
    spacecraft: ({ instrument, platform }) =>
      listed(request.constellations, instrument.constellation) &&
      listed(request.platforms, platform) &&
      names.has(instrument.constellation === 'PNEO' ? 'public-pneo' : 'public'),
    accepts,
    enough: mostResults + 1,
  });
  return { results: captures.map(capture => foundCapture(service, capture)), complete };
}

function listed(allowed: readonly string[] | undefined, value: string): boolean {
  return allowed?.includes(value) ?? true;
}

/** Specification: Search scope. With no criterion it is the public scope and the caller's private workspace. */
function publicNames(
  service: Service,
  account: AccountState,
  workspaces: readonly string[] | undefined,
): Set<'public' | 'public-pneo'> {
  const all = ['public', 'public-pneo'] as const;
  if (!workspaces) return new Set(all);
  const own = [account.workspaceId, account.workspaceName];
  const names = all.filter(
    name => workspaces.includes(name) || workspaces.includes(uuidOf(service.seed, name)),
  );
  const unknown = workspaces.find(
    name => !own.includes(name) && !all.some(open => isNamed(service, open, name)),
  );
  if (unknown !== undefined) throw invalid(`There is no workspace ${unknown} for this account`);
  return new Set(names);
}

function isNamed(service: Service, name: string, given: string): boolean {
  return given === name || given === uuidOf(service.seed, name);
}

function privateResults(service: Service, account: AccountState, request: SearchRequest): Found[] {
  const { workspaces } = request;
  if (workspaces && !workspaces.includes(account.workspaceId) && !workspaces.includes(account.workspaceName))
    return [];
  return itemsOf(service, account).flatMap(item => {
    const found = foundItem(service, account, item);
    const wanted =
      listed(request.ids, item.id) &&
      inRange(found.acquisitionDate, request.acquired) &&
      inRange(found.cloudCover, request.cloud) &&
      listed(request.levels, found.processingLevel) &&
      listed(request.productTypes, cataloguedType(item)) &&
      listed(request.constellations, found.constellation) &&
      listed(request.platforms, found.platform) &&
      related(request, item.area);
    return wanted ? [found] : [];
  });
}

function related({ areas, relation }: SearchRequest, footprint: Area): boolean {
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

/** Ties are broken by id, so that pages never overlap. */
function comparator(sort: readonly SortKey[]): (a: Found, b: Found) => number {
  return (a, b) => {
    for (const { field, descending } of sort) {
      const order = compare(a[field as keyof Found], b[field as keyof Found]);
      if (order !== 0) return descending ? -order : order;
    }
    return compare(a.id, b.id);
  };
}

function compare(a: Found[keyof Found], b: Found[keyof Found]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders spell `multiSpectral`, the catalogue `multispectral`. */
function cataloguedType({ delivery }: WorkspaceItem): string {
  const ordered = delivery.datas['productType'];
  return typeof ordered === 'string' ? ordered.toLowerCase() : 'vector';
}
