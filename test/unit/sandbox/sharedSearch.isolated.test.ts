import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as PublicSearch from '../../../src/sandbox/catalogue/publicSearch.ts';
import { sandboxOrigin } from '../../../src/sandbox/sandbox.ts';
import { find, harness, type Harness, type Results } from './harness.ts';

// Worlds are searched here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

/** What was begun, and how many steps all of it took. */
const work = vi.hoisted(() => ({ searches: 0, steps: 0 }));
vi.mock(import('../../../src/sandbox/catalogue/publicSearch.ts'), async original => {
  const { searchPublic } = await original();
  function* counted(...parameters: Parameters<typeof PublicSearch.searchPublic>) {
    work.searches++;
    const steps = searchPublic(...parameters);
    for (;;) {
      work.steps++;
      const step = steps.next();
      if (step.done) return step.value;
      yield;
    }
  }
  return { searchPublic: counted };
});
beforeEach(() => Object.assign(work, { searches: 0, steps: 0 }));

/** Takes some tenths of a second. */
const rare = { bbox: '0,43,4,47', cloudCover: '[0,1]', itemsPerPage: '100' };
/** Takes about a second, little of it before the first results. */
const long = { bbox: '-5,42,8,51', cloudCover: '[0,1]', itemsPerPage: '500' };

const idsOf = ({ features }: Results): string[] => features.map(({ properties }) => properties.id);

async function asked(h: Harness, parameters: Record<string, string>, signal?: AbortSignal): Promise<Results> {
  const response = await h.sandbox.fetch(
    new Request(`${sandboxOrigin}/api/v2/opensearch?${new URLSearchParams(parameters)}`, {
      headers: { Authorization: `Bearer ${await h.token('IDP')}` },
      ...(signal ? { signal } : {}),
    }),
  );
  return (await response.json()) as Results;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(resolve => setImmediate(resolve));
}

/** Waits until a search has begun its work. */
async function underWay(): Promise<void> {
  await vi.waitFor(() => expect(work.steps).toBeGreaterThan(100), { interval: 1 });
}

describe('one search', () => {
  test('serves pages that are asked for side by side', async () => {
    const h = harness();
    const pages = await Promise.all(
      Array.from({ length: 14 }, (_, at) => find(h, { ...rare, startPage: String(at + 1) })),
    );
    expect(work.searches).toBe(1);
    const ids = pages.flatMap(idsOf);
    expect(ids.length).toBeGreaterThan(1_000);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(pages[0]?.totalResults ?? 0);
  });

  test('serves later pages too, for half a minute from its first answer', async () => {
    const h = harness();
    await find(h, rare);
    h.clock.now += 29_000;
    await find(h, { ...rare, startPage: '2' });
    expect(work.searches).toBe(1);
    h.clock.now += 2_000;
    await find(h, { ...rare, startPage: '3' });
    expect(work.searches).toBe(2);
  });

  test('is another one for other words, and for another account', async () => {
    const h = harness();
    await Promise.all([find(h, rare), find(h, { ...rare, cloudCover: '[0,0.5]' })]);
    expect(work.searches).toBe(2);
    const stranger = harness({}, sandbox => sandbox.evaluationKey);
    expect(idsOf(await find(stranger, rare))).toEqual(idsOf(await find(h, rare)));
  });
});

describe('a request that is aborted', () => {
  test('and its pages end the work, which goes on where it was when it is asked for again', async () => {
    const h = harness();
    const abort = new AbortController();
    const answers = Array.from({ length: 14 }, (_, at) =>
      asked(h, { ...rare, startPage: String(at + 1) }, abort.signal),
    );
    const ends = Promise.allSettled(answers);
    await underWay();
    abort.abort();
    for (const end of await ends) expect(end).toMatchObject({ reason: { name: 'AbortError' } });
    await turns(3);
    const steps = work.steps;
    await turns(20);
    expect(work.steps).toBe(steps);

    const resumed = idsOf(await asked(h, rare));
    expect(work.searches).toBe(1);
    expect(work.steps).toBeGreaterThan(steps);
    expect(resumed).toEqual(idsOf(await asked(harness(), rare)));
  });

  test('leaves the answer to others who ask the same', async () => {
    const h = harness();
    const abort = new AbortController();
    const [first, second] = [asked(h, rare, abort.signal), asked(h, rare)];
    await underWay();
    abort.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect((await second).features).toHaveLength(100);
    expect(work.searches).toBe(1);
  });
});

describe('specification', () => {
  test('only what comes before the end of the page is searched', async () => {
    const h = harness({ dialect: 'specification' });
    const first = await find(h, { ...long, itemsPerPage: '50' });
    const stepsOfFirst = work.steps;
    const last = await find(h, { ...long, startPage: '12' });
    expect(stepsOfFirst).toBeLessThan(work.steps / 5);
    // The page size is no part of the search: both come from one.
    expect(work.searches).toBe(1);
    expect(last.features.length).toBeGreaterThan(0);
    const again = await find(harness({ dialect: 'specification' }), { ...long, startPage: '12' });
    expect(idsOf(again)).toEqual(idsOf(last));
    expect(idsOf(await find(h, long)).slice(0, 50)).toEqual(idsOf(first));
  });
});
