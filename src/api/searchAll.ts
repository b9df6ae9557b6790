import * as l10n from '@vscode/l10n';
import {
  acquiredWithin,
  closedInterval,
  type Interval,
  isoTime,
} from '../model/images/acquisitionInterval.ts';
import type { Image } from '../model/images/imagery.ts';
import { type SearchCriteria, searchLimits } from '../model/images/searchQuery.ts';
import { newestFirst } from '../model/request/serviceRequest.ts';
import { byNewest, criteriaOfSides, type SearchPage, type SearchPageOf } from './catalog.ts';
import { ApiError } from './errors.ts';

/** The order is that of the iterator: newest first. */
export type SearchAllCriteria = Omit<SearchCriteria, 'sortBy'>;

export interface SearchAllProgress {
  images: number;
  /**
   * Features so far that aren't images; each is in the log. One that was acquired in the millisecond at which a part
   * was halved counts in both halves.
   */
  unreadable: number;
  /** The part of the acquisition interval that has been read, 0 to 1; never decreases. */
  covered: number;
}

export interface SearchAllOptions {
  /** Images per request; by default the maximum, 500. Small in tests, like the next two. */
  pageSize?: number;
  /** Pages in progress or waiting for their turn at once; default 3. */
  parallel?: number;
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
        reachable,
      ),
    );
    this.name = 'TooManyAtOnce';
  }
}

/**
 * All matches, newest first, each once, also beyond the 10,000 that one search reaches: the acquisition interval is
 * halved until each part fits. Pages are fetched in parallel and returned in order; only the ids of the images are
 * kept. Leaving the loop, or the signal, ends pending requests.
 *
 * @throws ApiError if a request fails or the signal ends the search; the images before it have been returned
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
  try {
    const heads = await Promise.all(readers.map(async reader => ({ reader, next: await reader.next() })));
    for (;;) {
      const open = heads.flatMap(head => (head.next.done ? [] : [{ head, image: head.next.value }]));
      const [newest] = open.toSorted((a, b) => byNewest(a.image, b.image));
      if (!newest) return;
      const { head, image } = newest;
      if (!seen.has(image.id)) {
        seen.add(image.id);
        yield image;
      }
      head.next = await head.reader.next();
    }
  } finally {
    await Promise.allSettled(readers.map(reader => reader.return()));
  }
}

async function* searchSide(
  search: SearchPageOf,
  criteria: SearchAllCriteria,
  options: SearchAllOptions,
): AsyncGenerator<Image, void, undefined> {
  const { reachable = searchLimits.reachable, parallel = 3, now = Date.now, signal, onProgress } = options;
  const { pageSize = Math.min(searchLimits.maximumPageSize, reachable) } = options;
  const whole = closedInterval(criteria, now());
  const seen = new Set<string>();
  let covered = 0;
  let unreadable = 0;
  /** Newest last. */
  const parts = [whole];

  for (let part = parts.pop(); part; part = parts.pop()) {
    const partCriteria = acquiredWithin({ ...criteria, sortBy: newestFirst }, part);
    const ask: Ask = async (page, until = signal) => {
      refuseAborted(signal);
      return search(partCriteria, page, pageSize, until);
    };
    const opened = await openPart(ask, pageSize, reachable);
    let isWhole = opened.fits;
    if (opened.fits) {
      let read = 0;
      let unreadableHere = 0;
      for await (const page of readPages(ask, opened, parallel, signal)) {
        for (const image of page.images) {
          refuseAborted(signal);
          if (seen.has(image.id)) continue;
          seen.add(image.id);
          yield image;
        }
        read += 1;
        unreadableHere += page.received - page.images.length;
        const isLast = page.received < opened.step;
        isWhole = isLast || read < opened.maxPages || opened.total === read * opened.step;
        const share = isLast ? 1 : Math.min(1, read / opened.expected);
        covered = Math.max(covered, coverage(whole, part, share));
        onProgress?.({ images: seen.size, unreadable: unreadable + unreadableHere, covered });
      }
      // A part that isn't complete is read again, in halves.
      if (isWhole) unreadable += unreadableHere;
    }
    if (!isWhole) parts.push(...halves(part, reachable));
  }
}

type Ask = (page: number, until?: AbortSignal) => Promise<SearchPage>;

/** A part of the acquisition interval, of which the first page is read. */
interface Part {
  /** Whether all its matches can be reached. */
  fits: boolean;
  first: SearchPage;
  total: number | undefined;
  /** Images on a full page. */
  step: number;
  /** Expected number of pages. */
  expected: number;
  /** Pages that can be reached. */
  maxPages: number;
}

async function openPart(ask: Ask, pageSize: number, reachable: number): Promise<Part> {
  const first = await ask(1);
  const { total, received } = first;
  // A service may put fewer images on a page than requested: then the first page is not the last one.
  const step =
    total !== undefined && total > received && received > 0 ? Math.min(pageSize, received) : pageSize;
  const maxPages = Math.floor(reachable / step);
  const part = { first, total, step, maxPages };
  if (total !== undefined) {
    // At the cap it is no longer a count: there may be any number of matches.
    const fits = total < reachable && total <= maxPages * step;
    return { ...part, fits, expected: Math.max(1, Math.ceil(total / step)) };
  }
  // Without a total, the last page that can be reached shows whether there is more.
  const last = received < step || maxPages === 1 ? first : await ask(maxPages);
  return { ...part, fits: last.received < step, expected: maxPages };
}

/** The pages in order, up to the first one that is not full. At most `parallel` are in progress or waiting. */
async function* readPages(
  ask: Ask,
  { first, step, expected, maxPages }: Part,
  parallel: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<SearchPage, void, undefined> {
  const leave = new AbortController();
  const until = signal ? AbortSignal.any([signal, leave.signal]) : leave.signal;
  const ahead: Promise<SearchPage>[] = [];
  let next = 2;
  try {
    for (let page: SearchPage | undefined = first; page; page = await ahead.shift()) {
      const isLast = page.received < step;
      // A total isn't reliable: if the last page that it promises is full, one more is requested.
      while (!isLast && ahead.length < parallel && next <= (ahead.length > 0 ? expected : maxPages)) {
        const coming = ask(next++, until);
        // A failure is thrown when its turn comes, or not at all.
        coming.catch(() => undefined);
        ahead.push(coming);
      }
      yield page;
      if (isLast) return;
    }
  } finally {
    leave.abort();
    await Promise.allSettled(ahead);
  }
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

/** How much of the whole interval has been read if a share of this part and everything newer has. */
function coverage(whole: Interval, part: Interval, share: number): number {
  if (whole.from === whole.to) return share;
  return (whole.to - part.to + share * (part.to - part.from)) / (whole.to - whole.from);
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ApiError('aborted', { request: 'search' });
}
