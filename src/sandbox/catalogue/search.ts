/** Searches the public catalogues, which are drawn as they are asked for, and the private workspace. */
import { areaSetOf } from './areaSet.ts';
import { foundItem, type Found } from './imageFeature.ts';
import { listed, publicNames, type PublicName } from './imageFilter.ts';
import { searchPublic } from './publicSearch.ts';
import { uuidOf } from '../http/random.ts';
import { Ranking } from './ranking.ts';
import { invalid, type Refusal } from '../http/refusal.ts';
import { relationTo } from './relation.ts';
import { inRange, mostResults, type SearchRequest } from './searchRequest.ts';
import { SearchRun } from './searchRun.ts';
import type { Service } from '../http/service.ts';
import { comparator } from './sortOrder.ts';
import type { AccountState } from '../accounts/state.ts';
import type { Turns } from '../http/turns.ts';
import { itemsOf, type WorkspaceItem } from '../orders/workspaceItems.ts';
import { itemAt } from '../../model/itemAt.ts';

/** A search as of now, which starts when its results are asked for. */
export function searchRun(
  service: Service,
  account: AccountState,
  request: SearchRequest,
  turns: Turns,
): SearchRun {
  const names = namesIn(service, account, request.workspaces);
  const compare = comparator(request.sort);
  // One more than can be reached tells that there are more.
  const ranking = new Ranking(compare, mostResults + 1);
  const now = service.now();
  return new SearchRun(
    {
      steps: searchPublic(service, { request, names, now, mostEffort: service.searchEffort }, ranking),
      ranking,
      others: privateResults(service, account, request),
      compare,
      tooBroad: tooBroad(request),
    },
    turns,
  );
}

/** Specification: Search scope. With no criterion it is the public scope and the caller's private workspace. */
function namesIn(
  service: Service,
  account: AccountState,
  workspaces: readonly string[] | undefined,
): readonly PublicName[] {
  if (!workspaces) return publicNames;
  const own = [account.workspaceId, account.workspaceName];
  const isNamed = (name: PublicName, given: string): boolean =>
    given === name || given === uuidOf(service.seed, name);
  const unknown = workspaces.find(
    given => !own.includes(given) && !publicNames.some(name => isNamed(name, given)),
  );
  if (unknown !== undefined) throw invalid(`There is no workspace ${unknown} for this account`);
  return publicNames.filter(name => workspaces.some(given => isNamed(name, given)));
}

function privateResults(service: Service, account: AccountState, request: SearchRequest): Found[] {
  const { workspaces } = request;
  if (workspaces && !workspaces.includes(account.workspaceId) && !workspaces.includes(account.workspaceName))
    return [];
  const related = request.areas && relationTo(areaSetOf(request.areas), request.relation);
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
      (related?.(item.area) ?? true);
    return wanted ? [found] : [];
  });
}

/** Orders spell `multiSpectral`, the catalogue `multispectral`. */
function cataloguedType({ delivery }: WorkspaceItem): string {
  const ordered = delivery.datas['productType'];
  return typeof ordered === 'string' ? ordered.toLowerCase() : 'vector';
}

/** Names what of the request can be narrowed: the words are all that a user gets in both dialects. */
function tooBroad({ areas, relation, acquired, constellations, sort }: SearchRequest): Refusal {
  const isEverywhere = !areas || relation === 'disjoint';
  const ways = [
    isEverywhere ? 'an area to intersect (geometry, bbox or lat, lon and radius)' : 'a smaller area',
    Number.isFinite(acquired.min) ? 'a shorter acquisitionDate' : 'an acquisitionDate',
    ...(constellations ? [] : ['a constellation']),
    ...(/Date$/.test(sort[0]?.field ?? '') ? [] : ['sortBy=-acquisitionDate']),
  ];
  return invalid(
    `The search is too broad: it would have to look at too many images. Narrow it by ${ways.slice(0, -1).join(', ')} or ${itemAt(ways, ways.length - 1)}.`,
  );
}
