import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { polygon, positions } from '../../geo/polygons.ts';
import type { Image } from '../../../../src/service/rules/imagery.ts';
import type { SearchCriteria } from '../../../../src/service/rules/searchCriteria.ts';
import { searchAcross, type SearchPageOf } from '../../../../src/service/wire/catalog.ts';
import { ApiError } from '../../../../src/service/wire/errors.ts';
import {
  searchAll,
  type SearchAllOptions,
  type SearchAllProgress,
  TooManyAtOnce,
} from '../../../../src/service/wire/searchAll.ts';
import { runs } from '../../../randomRuns.ts';
import { bareImage } from '../../fixtures.ts';

/** What the fake knows of an image. */
interface Entry {
  id: string;
  /** Epoch ms, with a fraction where the service knows the time better than the wire. */
  time: number;
  cloud: number;
}

interface Asked {
  criteria: SearchCriteria;
  page: number;
  size: number;
  signal: AbortSignal | undefined;
}

interface Rules {
  /** Matches that one search reaches. */
  cap: number;
  /** Whether a total is told, which stops at the cap. */
  hasTotal?: boolean;
  /** Images that the service puts on a page at most, whatever is asked for. */
  maxPerPage?: number;
  /** Turns of the event queue that the answers take, one after another and over again. */
  delays?: readonly number[];
  /** Those that come in a shape that no image has. */
  isBroken?: (entry: Entry) => boolean;
  /** In place of the page. */
  instead?: (request: Asked, matches: readonly Entry[]) => number | undefined;
}

const start = Date.UTC(2020, 0, 1);
const now = Date.UTC(2026, 2, 31, 12);

/** A service with inclusive intervals and the limits of the specification in small. */
function fakeCatalogue(
  entries: readonly Entry[],
  { cap, hasTotal = true, maxPerPage, delays = [0], isBroken = () => false, instead }: Rules,
) {
  const all = [...entries];
  const requests: Asked[] = [];
  const unreachable: Asked[] = [];
  let underWay = 0;

  const search: SearchPageOf = async (criteria, page, size, signal) => {
    const request = { criteria, page, size, signal };
    const turns = delays[requests.length % delays.length] ?? 0;
    requests.push(request);
    if (page * size > cap) unreachable.push(request);
    underWay += 1;
    try {
      for (let turn = 0; turn <= turns; turn++) await Promise.resolve();
      if (signal?.aborted) throw new ApiError('aborted', { request: 'search' });
      const from = Date.parse(criteria.acquiredAfter ?? '');
      const to = Date.parse(criteria.acquiredBefore ?? '');
      const matches = inOrder(all.filter(({ time }) => time >= from && time <= to));
      const step = Math.min(size, maxPerPage ?? size);
      const images = matches.slice(0, cap).slice((page - 1) * step, page * step);
      const total = hasTotal ? (instead?.(request, matches) ?? Math.min(matches.length, cap)) : undefined;
      const readable = images.filter(entry => !isBroken(entry));
      const unreadable = images.filter(isBroken).map(({ id }) => id);
      return { images: readable.map(imageOf), received: images.length, total, unreadable };
    } finally {
      underWay -= 1;
    }
  };
  return {
    search,
    requests,
    unreachable,
    all,
    underWay: () => underWay,
  };
}

function inOrder(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => b.time - a.time || a.cloud - b.cloud || (a.id < b.id ? -1 : 1));
}

function imageOf({ id, time, cloud }: Entry): Image {
  return bareImage({ id, acquisitionDate: new Date(time).toISOString(), cloudCover: cloud });
}

/** As many images, a second apart. */
function series(count: number): Entry[] {
  return Array.from({ length: count }, (_none, index) => ({
    id: `i${index}`,
    time: start + index * 1000,
    cloud: 0,
  }));
}

const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

/** Runs to the end, or to the error that it ends with. */
async function run(search: SearchPageOf, criteria: SearchCriteria, options: SearchAllOptions) {
  const ids: string[] = [];
  try {
    for await (const { id } of searchAll(search, criteria, { now: () => now, ...options })) ids.push(id);
    return { ids, error: undefined };
  } catch (error) {
    return { ids, error };
  }
}

const span = 40;
const wholeSpan = {
  acquiredAfter: new Date(start).toISOString(),
  acquiredBefore: new Date(start + span).toISOString(),
};

/** Few moments and many images: bursts at one time, images at the seams, and times between two milliseconds. */
const anyEntries = fc
  .array(
    fc.record({
      offset: fc.oneof(fc.integer({ min: -2, max: span + 2 }), fc.constantFrom(0, 10, 20, 30, span)),
      fraction: fc.constantFrom(0, 0, 0.25, 0.5),
      cloud: fc.nat(3),
    }),
    { maxLength: 120, size: 'max' },
  )
  .map(list =>
    list.map(({ offset, fraction, cloud }, index): Entry => ({
      id: `i${index}`,
      time: start + offset + fraction,
      cloud,
    })),
  );

const anyCase = fc
  .record({
    entries: anyEntries,
    cap: fc.integer({ min: 4, max: 40 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    hasTotal: fc.boolean(),
    delays: fc.array(fc.nat(12), { minLength: 1, maxLength: 7 }),
  })
  .map(({ share, ...rest }) => ({ ...rest, pageSize: Math.max(1, Math.round(share * rest.cap)) }));

/** Whether one millisecond, both ends included, holds more than the pages of one search. */
function isTooDense(entries: readonly Entry[], cap: number, pageSize: number, hasTotal: boolean): boolean {
  const reached = Math.floor(cap / pageSize) * pageSize;
  const max = hasTotal ? Math.min(cap - 1, reached) : reached - 1;
  return Array.from({ length: span }, (_none, offset) => start + offset).some(
    from => entries.filter(({ time }) => time >= from && time <= from + 1).length > max,
  );
}

describe('all matches of a search, over random catalogues', () => {
  it('come whole, once and in order, or end with the millisecond that holds too many', async () => {
    let finished = 0;
    let halved = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ entries, cap, pageSize, hasTotal, delays }) => {
        const service = fakeCatalogue(entries, { cap, hasTotal, delays });
        const { ids, error } = await run(service.search, wholeSpan, { reachable: cap, pageSize });
        const expected = idsOf(inOrder(entries.filter(({ time }) => time >= start && time <= start + span)));
        if (isTooDense(entries, cap, pageSize, hasTotal)) {
          refused += 1;
          expect(error).toBeInstanceOf(TooManyAtOnce);
          expect(ids).toEqual(expected.slice(0, ids.length));
        } else {
          finished += 1;
          if (entries.length > cap) halved += 1;
          expect(error).toBeUndefined();
          expect(ids).toEqual(expected);
        }
      }),
      runs({ quick: 150, full: 2_000 }),
    );
    // The catalogues are of every kind.
    expect(Math.min(finished - halved, halved, refused)).toBeGreaterThan(20);
  });

  it('stop where they are when the search is cancelled, and nothing is sent any more', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, fc.nat(60), async ({ entries, cap, hasTotal, delays }, after) => {
        const service = fakeCatalogue(entries, { cap, hasTotal, delays });
        const abort = new AbortController();
        const search: SearchPageOf = (...request) => {
          expect(abort.signal.aborted).toBe(false);
          return service.search(...request);
        };
        const ids: string[] = [];
        const options = { reachable: cap, pageSize: 2, signal: abort.signal };
        try {
          if (after === 0) abort.abort();
          for await (const { id } of searchAll(search, wholeSpan, options)) {
            expect(abort.signal.aborted).toBe(false);
            ids.push(id);
            if (ids.length === after) abort.abort();
          }
          expect(ids.length).toBeLessThanOrEqual(after);
        } catch (error) {
          if (!(error instanceof TooManyAtOnce))
            expect(error instanceof ApiError && error.kind).toBe('aborted');
        }
        expect(ids.length).toBeLessThanOrEqual(after);
        expect(service.underWay()).toBe(0);
      }),
    );
  });

  it('tell their progress: it never falls, and ends with everything', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ entries, cap, pageSize, hasTotal }) => {
        fc.pre(!isTooDense(entries, cap, pageSize, hasTotal));
        const service = fakeCatalogue(entries, { cap, hasTotal });
        const progress: SearchAllProgress[] = [];
        const { ids } = await run(service.search, wholeSpan, {
          reachable: cap,
          pageSize,
          onProgress: step => progress.push(step),
        });
        const covered = progress.map(step => step.covered);
        expect(covered).toEqual(covered.toSorted((a, b) => a - b));
        expect(progress.at(-1)).toEqual({ images: ids.length, unreadable: 0, covered: 1 });
      }),
    );
  });
});

describe('what is no image', () => {
  it.each<[string, Rules]>([
    ['on one page', { cap: 500 }],
    ['where parts are halved', { cap: 40 }],
    ['where a part turns out to be too long when it is read', { cap: 40, instead: () => 30 }],
  ])('is counted once: %s', async (_where, rules) => {
    const entries = series(100);
    const service = fakeCatalogue(entries, { ...rules, isBroken: ({ time }) => (time / 1000) % 7 === 0 });
    let last: SearchAllProgress | undefined;
    const onProgress = (step: SearchAllProgress) => (last = step);
    const { ids } = await run(service.search, {}, { reachable: rules.cap, pageSize: 10, onProgress });
    expect(last).toEqual({ images: ids.length, unreadable: entries.length - ids.length, covered: 1 });
    expect(ids.length).toBeLessThan(entries.length);
  });
});

describe('the requests for all matches', () => {
  it('are one where one page holds everything, and name newest first', async () => {
    const service = fakeCatalogue(series(3), { cap: 10_000 });
    const { ids } = await run(service.search, { constellation: 'PHR' }, {});
    expect(ids).toEqual(['i2', 'i1', 'i0']);
    expect(service.requests.map(({ criteria, page, size }) => ({ criteria, page, size }))).toEqual([
      {
        criteria: {
          constellation: 'PHR',
          acquiredAfter: '2000-01-01T00:00:00.000Z',
          acquiredBefore: '2026-03-31T12:00:00.000Z',
          sortBy: '-acquisitionDate',
        },
        page: 1,
        size: 500,
      },
    ]);
  });

  it('go one page ahead of the images that are taken, and end with the loop', async () => {
    const service = fakeCatalogue(series(50), { cap: 100, delays: [9, 0, 3] });
    const images = searchAll(service.search, {}, { reachable: 100, pageSize: 5 });
    await images.next();
    expect(service.requests).toHaveLength(2);
    await images.return();
    expect(service.requests).toHaveLength(2);
    expect(service.underWay()).toBe(0);
    expect(service.requests[1]?.signal?.aborted).toBe(true);
  });

  it('are hardly more than there are pages, whatever the pages are numbered', async () => {
    const service = fakeCatalogue(series(95), { cap: 10_000 });
    const { ids } = await run(service.search, {}, { pageSize: 10 });
    expect([ids.length, service.requests.length]).toEqual([95, 11]);
    expect(service.requests.every(({ page }) => page === 1)).toBe(true);
  });

  it('go on beyond a total that is too low, up to a page that is not full', async () => {
    const service = fakeCatalogue(series(23), { cap: 100, instead: () => 10 });
    const { ids } = await run(service.search, {}, { reachable: 100, pageSize: 5 });
    expect(ids).toHaveLength(23);
  });

  it('end at an empty page, and say so if the total promises more', async () => {
    const service = fakeCatalogue(series(10), { cap: 100, instead: () => 60 });
    const { ids, error } = await run(service.search, {}, { reachable: 100, pageSize: 5 });
    expect([ids.length, error]).toMatchObject([10, { name: 'NotAllFound', found: 10, total: 60 }]);
    expect(service.requests.length).toBeLessThan(30);
  });

  it('go on where the service puts fewer images on a page than were asked for', async () => {
    const service = fakeCatalogue(series(23), { cap: 100, maxPerPage: 4 });
    const { ids } = await run(service.search, {}, { reachable: 100, pageSize: 10 });
    expect(ids).toEqual(idsOf(inOrder(series(23))));
  });

  it('bring each image once from a catalogue that grows meanwhile', async () => {
    const service = fakeCatalogue(series(60), { cap: 200 });
    const ids: string[] = [];
    for await (const { id } of searchAll(
      service.search,
      {},
      { reachable: 200, pageSize: 5, now: () => now },
    )) {
      ids.push(id);
      if (ids.length % 7 === 0)
        service.all.push({ id: `late${ids.length}`, time: now - 1000 + ids.length, cloud: 0 });
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter(id => id.startsWith('i'))).toEqual(idsOf(inOrder(series(60))));
  });
});

describe('an AOI across the antimeridian', () => {
  const aoi = polygon(positions('179 10, -179 10, -179 11, 179 11, 179 10'));
  /** Every second image is only on one side, every third on both. */
  const service = (cap: number) => {
    const west = fakeCatalogue(
      series(40).filter((_one, index) => index % 2 === 0 || index % 3 === 0),
      { cap },
    );
    const east = fakeCatalogue(
      series(40).filter((_one, index) => index % 2 === 1 || index % 3 === 0),
      { cap },
    );
    const requested: SearchCriteria[] = [];
    const search: SearchPageOf = (criteria, ...rest) => {
      requested.push(criteria);
      const isWest = criteria.aoi?.coordinates.flat().every(([x]) => x > 0);
      return (isWest ? west : east).search(criteria, ...rest);
    };
    return { requested, search };
  };
  const newestFirst = idsOf(inOrder(series(40)));

  it('is read to the end on both sides: each image once, newest first', async () => {
    const progress: SearchAllProgress[] = [];
    const { search, requested } = service(10);
    const criteria = { aoi, acquiredFrom: '2020-01-01', acquiredTo: '2020-01-01' };
    const onProgress = (step: SearchAllProgress) => progress.push(step);
    const { ids } = await run(search, criteria, { reachable: 10, pageSize: 5, onProgress });
    expect(ids).toEqual(newestFirst);
    expect(progress.at(-1)?.covered).toBe(1);
    expect(
      requested.every(request => request.aoi?.coordinates.flat().every(([x]) => Math.abs(x) >= 179)),
    ).toBe(true);
  });

  it('is searched page by page, with a total only when everything is there', async () => {
    const { search, requested } = service(10_000);
    const day = { acquiredAfter: '2020-01-01T00:00:00.000Z', acquiredBefore: '2020-01-02T00:00:00.000Z' };
    const both = searchAcross(search);
    const page = await both({ ...day, aoi }, 1, 50);
    expect([idsOf(page.images), page.total, page.hasMore, requested.length]).toEqual([
      newestFirst,
      40,
      false,
      2,
    ]);
    const pages = await Promise.all([1, 2, 3].map(number => both({ ...day, aoi }, number, 20)));
    expect(pages.map(({ total, hasMore }) => [total, hasMore])).toEqual([
      [undefined, true],
      // Pages can be shorter than requested, so only an empty one is the end.
      [undefined, true],
      [undefined, false],
    ]);
    expect(new Set(pages.flatMap(({ images }) => idsOf(images))).size).toBe(40);
  });

  it('is searched once for another relation, which its parts would not have', async () => {
    const { search, requested } = service(10_000);
    await run(search, { aoi, relation: 'contains', ...wholeSpan }, {});
    expect(requested).toMatchObject([{ aoi }]);
  });
});

describe('what keeps a search from bringing everything', () => {
  it('is named: the millisecond that holds too many', async () => {
    const burst = series(12).map(entry => ({ ...entry, time: start + 20 }));
    const { error } = await run(fakeCatalogue(burst, { cap: 10 }).search, wholeSpan, { reachable: 10 });
    expect(String(error)).toBe(
      'TooManyAtOnce: From 2020-01-01T00:00:00.020Z to 2020-01-01T00:00:00.021Z, more than 10 images match, the maximum of one search. Add another filter.',
    );
  });

  it('ends, also with a service that knows no dates', async () => {
    const deaf: SearchPageOf = () => Promise.resolve({ images: [], received: 500, total: 10_000 });
    expect((await run(deaf, {}, {})).error).toBeInstanceOf(TooManyAtOnce);
  });

  it('is said before anything is sent: an end before the start', async () => {
    const service = fakeCatalogue([], { cap: 10 });
    const criteria = { acquiredFrom: '2021-01-01', acquiredTo: '2020-01-01' };
    expect((await run(service.search, criteria, {})).error).toBeInstanceOf(RangeError);
    expect(service.requests).toEqual([]);
  });
});
