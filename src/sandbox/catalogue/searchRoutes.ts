import { type Context, Hono } from 'hono';
import { isRecord } from '../../base/fields.ts';
import type { AccountState } from '../accounts/state.ts';
import { type Env, requestJson } from '../http/env.ts';
import { createLongWork, runPiece } from '../http/longWork.ts';
import { invalid, type Service } from '../http/service.ts';
import { type Results, search } from './search.ts';
import { maxResults, readSearch, type SearchRequest } from './searchRequest.ts';

/**
 * Searches are kept for so long, so that the pages of one fit together although images are published in the meantime,
 * and so that pages asked for side by side share the work.
 */
const keptMs = 30_000;
const searchesKept = 4;

/** A search that goes on, in turns, only while somebody waits for it. All who ask the same share it. */
interface KeptSearch {
  /** Epoch ms. */
  readonly at: number;
  readonly steps: ReturnType<typeof search>;
  end?: { results: Results } | { failure: unknown };
}

/** Specification: Search. */
export function searchRoutes(service: Service): Hono<Env> {
  const kept = new Map<string, KeptSearch>();
  const { turn } = createLongWork();

  function keptSearch(account: AccountState, request: SearchRequest): KeptSearch {
    // Which page is asked for makes no difference. Infinity is no JSON: numbers are spelled out.
    const question = JSON.stringify({ ...request, itemsPerPage: 0, startPage: 0 }, (_key, value: unknown) =>
      typeof value === 'number' ? String(value) : value,
    );
    const name = `${account.userId} ${deliveredTo(account)} ${question}`;
    const now = service.now();
    const known = kept.get(name);
    if (known && now >= known.at && now < known.at + keptMs) return known;
    const begun = { at: now, steps: search(service, account, request) };
    const [oldest = ''] = kept.keys();
    if (kept.size >= searchesKept) kept.delete(oldest);
    kept.set(name, begun);
    return begun;
  }

  /** @throws Refusal of the search itself; the reason of the signal where that is aborted */
  async function searchResults(search: KeptSearch, signal: AbortSignal): Promise<Results> {
    while (!search.end) {
      signal.throwIfAborted();
      await turn();
      goOn(search);
    }
    if ('failure' in search.end) throw search.end.failure;
    return search.end.results;
  }

  async function answer(context: Context<Env>, parameters: Record<string, unknown>): Promise<Response> {
    const request = readSearch(parameters, service.dialect);
    const { startPage, itemsPerPage } = request;
    const account = context.get('account');
    const search = keptSearch(account, request);
    const { results, complete } = await searchResults(search, context.req.raw.signal);
    // Five hundred features take as long as a turn.
    await turn();
    const startIndex = (startPage - 1) * itemsPerPage;
    const answers = context.get('answers');
    const features = results
      .slice(startIndex, startIndex + itemsPerPage)
      .map(({ capture, item }) => (item ? answers.item(account, item) : answers.image(capture)));
    const total = complete ? results.length : maxResults;
    return context.json(answers.found({ features, startIndex, itemsPerPage, total }));
  }

  const routes = new Hono<Env>();
  for (const path of ['/api/v2/opensearch', '/api/v1/opensearch']) {
    routes.get(path, context => answer(context, context.req.query()));
    routes.post(path, async context => {
      const body = await requestJson(context);
      if (!isRecord(body)) throw invalid('The body must be a JSON object');
      return answer(context, { ...context.req.query(), ...body });
    });
  }
  return routes;
}

/** Runs a piece of it, unless somebody else who waits for it has run the last one. */
function goOn(search: KeptSearch): void {
  if (search.end) return;
  try {
    const step = runPiece(search.steps);
    if (step.done) search.end = { results: step.value };
  } catch (failure) {
    search.end = { failure };
  }
}

/** Counts what lies in the private workspace: a delivery is found at once. */
function deliveredTo({ orders }: AccountState): number {
  return orders.flatMap(({ deliveries }) => deliveries).filter(({ status }) => status === 'delivered').length;
}
