import * as l10n from '@vscode/l10n';
import { numberText } from '../../base/words/displayLanguage.ts';
import { dayMs, parseMoment } from '../../base/words/moment.ts';
import { acquiredWithin, closedInterval, type Interval, isoTime } from '../rules/acquisitionInterval.ts';
import type { Image } from '../rules/imagery.ts';
import type { SearchCriteria } from '../rules/searchCriteria.ts';
import { searchLimits } from '../rules/searchQuery.ts';
import { newestFirst } from '../rules/serviceRequest.ts';
import { byNewest, criteriaOfSides, type SearchPage, type SearchPageOf } from './catalog.ts';
import { ApiError } from './errors.ts';
import { NotAllFound } from './listed.ts';
import { readList } from './listReading.ts';

/** The order is that of the iterator: newest first. */
export type SearchAllCriteria = Omit<SearchCriteria, 'sortBy'>;

export interface SearchAllProgress {
  images: number;
  /** Features so far that aren't images; each is in the log. */
  unreadable: number;
  /** The part of the acquisition interval that has been read, 0 to 1; never decreases. */
  covered: number;
}

export interface SearchAllOptions {
  /** Images per request; by default the maximum, 500. Small in tests. */
  pageSize?: number;
  onProgress?: (progress: SearchAllProgress) => void;
  /** Epoch ms; the end of a search without an end date. */
  now?: () => number;
  /** Matches that one search can reach. */
  reachable?: number;
  signal?: AbortSignal;
}

/** Thrown if so many images were acquired within one millisecond that no search reaches all of them. */
export class TooManyAtOnce extends Error {
  constructor({ from, to }: Interval, reachable: number) {
    super(
      l10n.t(
        'From {0} to {1}, more than {2} images match, the maximum of one search. Add another filter.',
        isoTime(from),
        isoTime(to),
        numberText(reachable),
      ),
    );
    this.name = 'TooManyAtOnce';
  }
}

/**
 * All matches, newest first, each once, also beyond the 10,000 that one search reaches. Only the ids of the images are
 * kept. Leaving the loop, or the signal, ends pending requests.
 *
 * @throws ApiError if a request fails or the signal ends the search; the images before it have been returned
 * @throws NotAllFound at the end, if there are more
 * @throws TooManyAtOnce if one millisecond has more images than a search reaches
 * @throws RangeError if criteria contradict each other
 */
export async function* searchAll(
  search: SearchPageOf,
  criteria: SearchAllCriteria,
  options: SearchAllOptions = {},
): AsyncGenerator<Image, void, undefined> {
  const sides = await criteriaOfSides(criteria);
  if (sides.length === 1) yield* searchSide(search, criteria, options);
  else yield* searchSides(search, sides, options);
}

/** The sides of an AOI across the antimeridian together: newest first, each image once. */
async function* searchSides(
  search: SearchPageOf,
  sides: readonly SearchAllCriteria[],
  options: SearchAllOptions,
): AsyncGenerator<Image, void, undefined> {
  const seen = new Set<string>();
  const progress = sides.map((): SearchAllProgress => ({ images: 0, unreadable: 0, covered: 0 }));
  const readers = sides.map((side, index) => {
    const onProgress = (now: SearchAllProgress) => {
      progress[index] = now;
      options.onProgress?.({
        images: seen.size,
        unreadable: progress.reduce((sum, part) => sum + part.unreadable, 0),
        covered: Math.min(...progress.map(part => part.covered)),
      });
    };
    return searchSide(search, side, { ...options, onProgress });
  });
  let missing: NotAllFound | undefined;
  const readNext = (reader: (typeof readers)[number]) =>
    reader.next().catch((error: unknown) => {
      if (!(error instanceof NotAllFound)) throw error;
      // The other side is read to its end.
      missing = error;
      return { done: true as const, value: undefined };
    });
  try {
    const heads = await Promise.all(readers.map(async reader => ({ reader, next: await readNext(reader) })));
    for (;;) {
      const open = heads.flatMap(head => (head.next.done ? [] : [{ head, image: head.next.value }]));
      const [newest] = open.toSorted((a, b) => byNewest(a.image, b.image));
      if (!newest) break;
      const { head, image } = newest;
      if (!seen.has(image.id)) {
        seen.add(image.id);
        yield image;
      }
      head.next = await readNext(head.reader);
    }
    // Images on both sides count twice in the totals.
    if (missing) throw new NotAllFound(seen.size, undefined);
  } finally {
    await Promise.allSettled(readers.map(reader => reader.return()));
  }
}

/** One reading of an interval of acquisition, newest first. */
interface Side {
  search: SearchPageOf;
  criteria: SearchAllCriteria;
  pageSize: number;
  /** Matches that one search reaches. */
  reachable: number;
  signal: AbortSignal;
  /** Ids of the images so far, and what distinguishes the features that aren't images. */
  seen: Set<string>;
  unreadable: Set<string>;
  /** A part was read in pages that never agreed. */
  isUncertain: boolean;
  /** The request that was sent before its turn. */
  pending: Promise<unknown> | undefined;
}

async function* searchSide(
  search: SearchPageOf,
  criteria: SearchAllCriteria,
  options: SearchAllOptions,
): AsyncGenerator<Image, void, undefined> {
  const { reachable = searchLimits.reachable, now = Date.now, signal, onProgress } = options;
  const { pageSize = Math.min(searchLimits.maximumPageSize, reachable) } = options;
  const whole = closedInterval(criteria, now());
  const leave = new AbortController();
  const side: Side = {
    search,
    criteria,
    pageSize,
    reachable,
    signal: signal ? AbortSignal.any([signal, leave.signal]) : leave.signal,
    seen: new Set(),
    unreadable: new Set(),
    isUncertain: false,
    pending: undefined,
  };
  const count = () => side.seen.size + side.unreadable.size;
  let total: number | undefined;
  let covered = 0;
  const report = (share: number) => {
    covered = Math.max(covered, Math.min(1, share));
    onProgress?.({ images: side.seen.size, unreadable: side.unreadable.size, covered });
  };
  try {
    let first = await ask(side, whole, 1);
    for (let reading = 1; ; reading++) {
      total = countIn(first, reachable);
      for await (const { images, to } of readDown(side, whole, first)) {
        for (const image of images) {
          refuseAborted(signal);
          yield image;
        }
        report(total ? count() / total : coverage(whole, to));
      }
      // What was there when the reading began can be gone by now, so a total that wasn't reached is requested again.
      const isReached = total === undefined ? !side.isUncertain : count() >= total;
      if (isReached) break;
      first = await ask(side, whole, 1);
      yield* fresh(side, first);
      total = countIn(first, reachable);
      if (total !== undefined && count() >= total) break;
      if (reading === maxReadings) throw new NotAllFound(side.seen.size, total);
      side.isUncertain = false;
    }
    report(1);
  } finally {
    leave.abort();
    await side.pending;
  }
}

/** Readings of a search whose total wasn't reached. */
const maxReadings = 2;
/** Passes over pages of one moment, whose order can differ from request to request. */
const maxPasses = 8;

async function ask(
  { search, criteria, pageSize, signal }: Side,
  part: Interval,
  page: number,
  size = pageSize,
) {
  refuseAborted(signal);
  const asked = acquiredWithin({ ...criteria, sortBy: newestFirst }, part);
  return search(asked, page, size, signal);
}

/** How many images match; at the cap it is no longer a count. */
function countIn({ total }: SearchPage, reachable: number): number | undefined {
  return total !== undefined && total < reachable ? total : undefined;
}

/** The images of a page that haven't been found yet. */
function fresh({ seen, unreadable }: Side, page: SearchPage): Image[] {
  for (const key of page.unreadable ?? []) unreadable.add(key);
  return page.images.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Images, and how far the interval has been read, epoch ms. */
interface Found {
  images: Image[];
  to: number;
}

/**
 * The images of an interval, newest first. The page after one isn't requested by its number: the search goes on at the
 * time of the oldest image. Each answer has everything of its part of the interval then, so images that appear,
 * disappear or change places between two requests hide none of the others, and no limit is reached.
 *
 * @param first page of the interval
 */
async function* readDown(
  side: Side,
  whole: Interval,
  first: SearchPage,
): AsyncGenerator<Found, void, undefined> {
  let part = whole;
  let page = first;
  for (;;) {
    const { received } = page;
    const total = countIn(page, side.reachable);
    const isAll = received === 0 || (total !== undefined && received >= total);
    const isShort = received < side.pageSize;
    // Without a total, only the next page shows whether a short one is the last.
    const isOpen = isShort && page.total === undefined;
    const hasNext = 2 * side.pageSize <= side.reachable;
    if (isAll || (isOpen && (!hasNext || (await ask(side, part, 2)).received === 0))) {
      yield { images: fresh(side, page), to: part.from };
      return;
    }
    const oldest = oldestTime(page.images);
    const to = oldest && Math.min(part.to, oldest.time + oldest.precision);
    if (to === undefined || (to === part.to && isShort)) {
      // Not in order, or a rest that is shorter than a page.
      yield* readInPages(side, part, page);
      return;
    }
    let rest = { from: part.from, to };
    if (to === part.to) {
      // More images of one moment than a page has.
      rest = { from: part.from, to: Math.max(part.from, to - 2 * (oldest?.precision ?? 1)) };
      yield* readInPages(side, { from: rest.to, to });
    }
    if (rest.to < part.from || (rest.to === part.from && to === part.to)) return;
    const next = ask(side, rest, 1);
    // A failure is thrown when its turn comes, or not at all.
    side.pending = next.catch(() => undefined);
    yield { images: fresh(side, page), to: rest.to };
    part = rest;
    page = await next;
  }
}

/**
 * The images of an interval by the numbers of the pages, until the passes agree. An interval with more than one search
 * reaches is halved.
 */
async function* readInPages(
  side: Side,
  part: Interval,
  first?: SearchPage,
): AsyncGenerator<Found, void, undefined> {
  const { pageSize, reachable } = side;
  const opened = first ?? (await ask(side, part, 1));
  // Pages can be smaller than requested: then they are numbered by their own size.
  const size = opened.received > 0 ? Math.min(pageSize, opened.received) : pageSize;
  let isTooLong = (opened.total ?? 0) >= reachable;
  const found = new Map<string, Image>();
  let last = opened;
  if (!isTooLong) {
    const reading = await readList<Image>(
      async page => {
        if (page > Math.floor(reachable / size)) {
          isTooLong ||= last.received >= size;
          return { items: [], total: undefined, isLast: true };
        }
        last = page === 1 && found.size === 0 ? opened : await ask(side, part, page, size);
        const { images, total, received, unreadable = [] } = last;
        for (const image of images) found.set(image.id, image);
        for (const key of unreadable) side.unreadable.add(key);
        return { items: images, total, isLast: received === 0, unreadable, isFull: received === size };
      },
      { itemKey: ({ id }) => id, passLimit: maxPasses },
    );
    side.isUncertain ||= reading.state() !== 'whole';
  }
  if (isTooLong) {
    for (const half of halves(part, reachable).toReversed())
      yield* readDown(side, half, await ask(side, half, 1));
    return;
  }
  const images = fresh(side, { images: [...found.values()], total: undefined, received: found.size });
  yield { images: images.sort(byNewest), to: part.from };
}

/** The time of the last image, and how exact it is, in ms; `undefined` if the images aren't in order. */
function oldestTime(images: readonly Image[]): { time: number; precision: number } | undefined {
  let time = Infinity;
  for (const { acquisitionDate } of images) {
    const moment = parseMoment(acquisitionDate);
    if (!moment || moment.time > time) return undefined;
    time = moment.time;
  }
  if (time === Infinity) return undefined;
  // The service can know the time better than it says.
  const text = images.at(-1)?.acquisitionDate ?? '';
  const precision = text.includes('T') || text.includes(' ') ? (text.includes('.') ? 1 : 1000) : dayMs;
  return { time, precision };
}

/**
 * The older and the newer half. They share the millisecond between them, because the service counts both ends in and
 * knows shorter times than the wire carries: an image within that millisecond would otherwise belong to neither.
 */
function halves(part: Interval, reachable: number): [Interval, Interval] {
  const { from, to } = part;
  if (to - from <= 1) throw new TooManyAtOnce(part, reachable);
  const middle = from + Math.floor((to - from) / 2);
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}

/** How much of the whole interval has been read, 0 to 1. */
function coverage({ from, to }: Interval, readTo: number): number {
  return from === to ? 1 : (to - readTo) / (to - from);
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ApiError('aborted', { request: 'search' });
}
