import { Hono, type Context } from 'hono';
import { isRecord } from '../../model/fields.ts';
import type { AccountState } from '../accounts/state.ts';
import { jsonOf } from '../http/jsonBody.ts';
import { LruMap } from '../http/lruMap.ts';
import { invalid } from '../http/refusal.ts';
import type { Env, Service } from '../http/service.ts';
import { Turns } from '../http/turns.ts';
import { captureFeature, itemFeature } from './imageFeature.ts';
import { readLand } from './land.ts';
import { search, type Results } from './search.ts';
import { mostResults, readSearch, type SearchRequest } from './searchRequest.ts';

/**
 * Searches are kept for so long, so that the pages of one fit together although images are published in the meantime,
 * and so that pages asked for side by side share the work.
 */
const keptMs = 30_000;
const searchesKept = 4;

/** A search that goes on, in turns, only while somebody waits for it. All who ask the same share it. */
class KeptSearch {
  /** Epoch ms. */
  readonly at: number;
  private readonly steps: ReturnType<typeof search>;
  private readonly turns: Turns;
  private end: { results: Results } | { failure: unknown } | undefined;
  private turn: Promise<void> | undefined;

  constructor(steps: ReturnType<typeof search>, turns: Turns, at: number) {
    this.steps = steps;
    this.turns = turns;
    this.at = at;
  }

  /** @throws Refusal of the search itself; the reason of the signal where that is aborted */
  async results(signal: AbortSignal): Promise<Results> {
    while (!this.end) {
      signal.throwIfAborted();
      await (this.turn ??= this.takeTurn());
    }
    if ('failure' in this.end) throw this.end.failure;
    return this.end.results;
  }

  private async takeTurn(): Promise<void> {
    const until = await this.turns.next();
    this.turn = undefined;
    try {
      while (!this.end && performance.now() < until) {
        const step = this.steps.next();
        if (step.done) this.end = { results: step.value };
      }
    } catch (failure) {
      this.end = { failure };
    }
  }
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
    return kept.set(name, new KeptSearch(search(service, account, request), turns, now));
  }

  async function answer(context: Context<Env>, parameters: Record<string, unknown>): Promise<Response> {
    const request = readSearch(parameters, service.dialect);
    const { startPage, itemsPerPage } = request;
    const account = context.get('account');
    await readLand(turns);
    const { results, complete } = await keptSearch(account, request).results(context.req.raw.signal);
    // Five hundred features take as long as a turn.
    await turns.next();
    const startIndex = (startPage - 1) * itemsPerPage;
    const features = results
      .slice(startIndex, startIndex + itemsPerPage)
      .map(({ capture, item }) =>
        item ? itemFeature(service, account, item) : captureFeature(service, capture),
      );
    // The specification has no totals.
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
