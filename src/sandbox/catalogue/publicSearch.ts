import { areaSetOf } from './areaSet.ts';
import type { Capture } from './world.ts';
import type { Effort } from './effort.ts';
import type { Found } from './imageFeature.ts';
import { imageFilter, spacecraftFor, type PublicName } from './imageFilter.ts';
import { captureById } from './imageId.ts';
import { Match } from './match.ts';
import type { Ranking } from './ranking.ts';
import { relationTo } from './relation.ts';
import type { SearchRequest } from './searchRequest.ts';
import type { Service } from '../http/service.ts';
import { sightOf } from './sight.ts';
import { boundsOf, directionOf, isSettled } from './sortOrder.ts';
import { sweep, type Outcome } from './sweep.ts';

export interface PublicSearch {
  request: SearchRequest;
  /** The catalogues that are searched. */
  names: readonly PublicName[];
  /** Epoch ms; what is published later is not found. */
  now: number;
  /** Work after which the search gives up. */
  mostEffort: number;
}

/** Ranks the public images that a request asks for. Yields where it may rest. */
export function* searchPublic(
  service: Service,
  { request, names, now, mostEffort }: PublicSearch,
  ranking: Ranking<Found>,
): Generator<void, Outcome, undefined> {
  const effort: Effort = { spent: 0 };
  const { ids, sort, acquired } = request;
  const spacecraft = spacecraftFor(request, names);
  const accepts = imageFilter(service, request, now);
  const areas = request.areas && areaSetOf(request.areas);
  const related = areas && relationTo(areas, request.relation, effort);
  const rank = (capture: Capture): void => {
    const match = new Match(service, capture);
    // An outline is the dearest thing to look at, and most images come too late for the ranking.
    if (ranking.admits(match) && (related?.(capture.footprint()) ?? true)) ranking.add(match);
  };

  for (const id of new Set(ids)) {
    const capture = captureById(service.world, id);
    if (capture && spacecraft.includes(capture.spacecraft) && accepts(capture)) rank(capture);
    yield;
  }
  if (ids || spacecraft.length === 0) return 'complete';

  // What is disjoint from an area lies anywhere.
  const places = request.relation === 'disjoint' ? undefined : areas;
  const direction = directionOf(sort);
  const bounds = boundsOf(request, spacecraft);
  return yield* sweep(
    service.world,
    {
      from: Math.max(acquired.min, Math.min(...spacecraft.map(({ since }) => since))),
      to: Math.min(acquired.max, now),
      direction,
      ...(yield* sightOf(spacecraft, places, effort)),
      accepts,
      take: rank,
      settle: edge => ranking.settle(found => isSettled(found, sort, bounds, direction, edge)),
    },
    effort,
    mostEffort,
  );
}
