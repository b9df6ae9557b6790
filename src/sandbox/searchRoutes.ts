import { Hono, type Context } from 'hono';
import { jsonOf } from './jsonBody.ts';
import { LruMap } from './lruMap.ts';
import { isRecord } from './polygon.ts';
import { invalid } from './refusal.ts';
import { search, type Results } from './search.ts';
import { mostResults, readSearch, type SearchRequest } from './searchRequest.ts';
import type { Env, Service } from './service.ts';
import type { AccountState } from './state.ts';

/**
 * Results are kept for so long, so that the pages of one search fit together although images are
 * published in the meantime, and so that the twentieth page costs no more than its own features.
 */
const keptMs = 30_000;
const searchesKept = 4;

/** Specification: Search. */
export function searchRoutes(service: Service): Hono<Env> {
  const kept = new LruMap<string, Results & { at: number }>(searchesKept);

  function resultsOf(account: AccountState, request: SearchRequest): Results {
    // Which page is asked for makes no difference. Infinity is no JSON: numbers are spelled out.
    const question = JSON.stringify({ ...request, itemsPerPage: 0, startPage: 0 }, (_key, value: unknown) =>
      typeof value === 'number' ? String(value) : value,
    );
    const name = `${account.userId} ${deliveredTo(account)} ${question}`;
    const now = service.now();
    const known = kept.get(name);
    if (known && now >= known.at && now < known.at + keptMs) return known;
    return kept.set(name, { ...search(service, account, request), at: now });
  }

  function answer(context: Context<Env>, parameters: Record<string, unknown>): Response {
    const request = readSearch(parameters, service.dialect);
    const { results, complete } = resultsOf(context.get('account'), request);
    const startIndex = (request.startPage - 1) * request.itemsPerPage;
    const features = results
      .slice(startIndex, startIndex + request.itemsPerPage)
      .map(found => found.feature());
    return service.dialect === 'specification'
      ? context.json({ type: 'FeatureCollection', features })
      : context.json({
          type: 'FeatureCollection',
          error: false,
          totalResults: complete ? results.length : mostResults,
          startIndex,
          itemsPerPage: request.itemsPerPage,
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
