import { Hono, type Context } from 'hono';
import { jsonOf } from '../http/jsonBody.ts';
import { readLand } from './land.ts';
import { LruMap } from '../http/lruMap.ts';
import { isRecord } from './polygon.ts';
import { invalid } from '../http/refusal.ts';
import { searchRun } from './search.ts';
import { mostResults, readSearch, type SearchRequest } from './searchRequest.ts';
import type { Results, SearchRun } from './searchRun.ts';
import type { Env, Service } from '../http/service.ts';
import type { AccountState } from '../accounts/state.ts';
import { Turns } from '../http/turns.ts';

/**
 * Searches are kept for so long after their first answer, so that the pages of one fit together although images are
 * published in the meantime, so that the twentieth page costs no more than its own features, and so that pages asked
 * for side by side share the work. One that was never answered waits as long to be asked for again.
 */
const keptMs = 30_000;
const searchesKept = 4;

interface KeptSearch {
  run: SearchRun;
  isAnswered: boolean;
  /** Epoch ms of the first answer; until then, of the last question. */
  at: number;
}

/** Specification: Search. */
export function searchRoutes(service: Service): Hono<Env> {
  const kept = new LruMap<string, KeptSearch>(searchesKept);
  const turns = new Turns();

  function keptSearch(account: AccountState, request: SearchRequest): KeptSearch {
    // Which page is asked for makes no difference. Infinity is no JSON: numbers are spelled out.
    const question = JSON.stringify({ ...request, itemsPerPage: 0, startPage: 0 }, (_key, value: unknown) =>
      typeof value === 'number' ? String(value) : value,
    );
    const name = `${account.userId} ${deliveredTo(account)} ${question}`;
    const now = service.now();
    const known = kept.get(name);
    if (known && now >= known.at && now < known.at + keptMs) return known;
    return kept.set(name, { run: searchRun(service, account, request, turns), at: now, isAnswered: false });
  }

  async function reach(kept: KeptSearch, count: number, signal: AbortSignal): Promise<Results> {
    if (!kept.isAnswered) kept.at = service.now();
    const results = await kept.run.reach(count, signal);
    if (!kept.isAnswered) kept.at = service.now();
    kept.isAnswered = true;
    return results;
  }

  async function answer(context: Context<Env>, parameters: Record<string, unknown>): Promise<Response> {
    const request = readSearch(parameters, service.dialect);
    const { startPage, itemsPerPage } = request;
    const startIndex = (startPage - 1) * itemsPerPage;
    // The specification has no totals: nothing beyond the page is told.
    const needed = service.dialect === 'specification' ? startIndex + itemsPerPage : mostResults + 1;
    await readLand(turns);
    const search = keptSearch(context.get('account'), request);
    const { results, complete } = await reach(search, needed, context.req.raw.signal);
    // Five hundred features take as long as a turn.
    await turns.next();
    const features = results.slice(startIndex, startIndex + itemsPerPage).map(found => found.feature());
    return service.dialect === 'specification'
      ? context.json({ type: 'FeatureCollection', features })
      : context.json({
          type: 'FeatureCollection',
          error: false,
          totalResults: complete ? results.length : mostResults,
          startIndex,
          itemsPerPage,
          features,
        });
  }

  const routes = new Hono<Env>();
  for (const path of ['/api/v2/opensearch', '/api/v1/opensearch']) {
    routes.get(path, context => answer(context, context.req.query()));
    routes.post(path, async context => {
      const body = await jsonOf(context);
      if (!isRecord(body)) throw invalid('The body must be a JSON object');
      return answer(context, { ...context.req.query(), ...body });
    });
  }
  return routes;
}

/** Counts what lies in the private workspace: a delivery is found at once. */
function deliveredTo({ orders }: AccountState): number {
  return orders.flatMap(({ deliveries }) => deliveries).filter(({ status }) => status === 'delivered').length;
}
