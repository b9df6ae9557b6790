import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { MapState } from '../../src/shared/protocol.ts';
import type { ImageCollection } from '../app/imageCollection.ts';
import type { PageModel } from '../app/pageModel.ts';
import { arrange, coversTooLittle, type Span } from './arrangement.ts';
import { availabilityOf } from './availability.ts';
import { acquiredAt } from './columns.ts';
import { createCoverage, type Coverage } from './coverage.ts';
import { isSameSet } from '../app/selectionEcho.ts';
import { firstLook, type ResultsLook } from './resultsLook.ts';

export type ResultsModel = ReturnType<typeof createResultsModel>;

/** So few are arranged anew at once. */
const fewImages = 2000;
const arrivalMs = 200;

/** What the results are made of, beside what the host told. */
export function createResultsModel(page: PageModel) {
  const { post, savedView, saveView } = page;
  const look = signal(savedView.results ?? firstLook);
  /** Percent of the AOI; 0 hides none. */
  const minCover = signal(savedView.minCover ?? 0);
  /** Only images of this time are shown; ends with the search. */
  const span = signal<Span | undefined>(undefined);
  const coverage = createCoverage();
  /** Those that arrived, some times a second while many do. */
  const images = settled(
    page.images,
    (next, shown) =>
      next.rows.length > fewImages && next.searchId === shown.searchId && areMoreToCome(next, page),
    arrivalMs,
  );

  const sort = computed(() => look.value.sort);
  const group = computed(() => look.value.group);
  const showsDuplicates = computed(() => look.value.showsDuplicates);
  // The slider keeps its place without an AOI, and hides nothing.
  const least = computed(() => (page.state.value?.aoi === undefined ? 0 : minCover.value));
  /** Where they decide what is shown it is another function as soon as more of them are known. */
  const shareOf = computed<Coverage['shareOf']>(() => {
    const decides = least.value > 0 || sort.value?.by === 'cover';
    return decides && coverage.version.value > 0 ? row => coverage.shareOf(row) : coverage.shareOf;
  });

  const arrangement = computed(() =>
    arrange(images.value.rows, {
      sort: sort.value,
      group: group.value,
      showsDuplicates: showsDuplicates.value,
      minCover: least.value,
      span: span.value,
      shareOf: shareOf.value,
    }),
  );

  // The span does not change them: who chooses another one must see what there is.
  const availability = computed(() => {
    const [duplicates, cover] = [showsDuplicates.value, { minCover: least.value, shareOf: shareOf.value }];
    const counted = images.value.rows.filter(
      row => (row.twinOf === undefined || duplicates) && !coversTooLittle(row, cover),
    );
    return availabilityOf(counted.map(acquiredAt));
  });

  let timesRead = 0;
  effect(() => {
    const { rows } = page.images.value;
    // With each chunk as it comes: to read all of them when the last one is there would hold up the page.
    if (rows.length < timesRead) timesRead = 0;
    rows.slice(timesRead).forEach(acquiredAt);
    timesRead = rows.length;
  });
  effect(() => coverage.follow(page.state.value?.aoi?.polygon, images.value.rows));
  effect(() => {
    const { hidden } = arrangement.value;
    if (!isSameSet(hidden, page.hidden.peek())) page.hidden.value = hidden;
  });
  let spanOf = images.peek().searchId;
  /** The host tells it as another search. */
  let isWidening = false;
  effect(() => {
    const { searchId } = images.value;
    if (searchId === spanOf) return;
    if (!isWidening) span.value = undefined;
    isWidening = false;
    spanOf = searchId;
  });

  let askedUnder: MapState | undefined;
  const setMinCover = (percent: number): void => {
    minCover.value = percent;
    saveView({ minCover: percent });
  };
  return {
    ...{ look, minCover, setMinCover, span, images, coverage, arrangement, availability },
    change: (change: Partial<ResultsLook>): void => {
      look.value = { ...look.peek(), ...change };
      saveView({ results: look.peek() });
    },
    clearFilters: (): void => {
      span.value = undefined;
      if (minCover.peek() > 0) setMinCover(0);
    },
    /** All that the search found, where only some of it was listed: of the same time still. */
    widen: (): void => {
      isWidening = true;
      post({ kind: 'showAll' });
    },
    /** Ids of images that were found a second time, at a lower level. */
    haveDuplicates: computed<ReadonlySet<string>>(() => {
      const ids = new Set<string>();
      for (const { twinOf } of images.value.rows) if (twinOf !== undefined) ids.add(twinOf);
      return ids;
    }),
    /** The next page of matches, or all of them, beyond those that one search reaches. */
    load: (kind: 'more' | 'all'): void => {
      const state = page.state.peek();
      // Once for each word of the host: what was asked for is not told at once.
      if (state === undefined || state === askedUnder || state.phase.kind === 'searching') return;
      askedUnder = state;
      post({ kind });
    },
  };
}

/** Also after a whole page of them, while the host gets the next one. */
function areMoreToCome({ rows }: ImageCollection, { state }: PageModel): boolean {
  const { phase, imageCount } = state.peek() ?? {};
  return phase?.kind === 'searching' || rows.length !== imageCount;
}

/**
 * Follows a value that changes in quick succession, so that what is costly is done some times a second: the last value
 * is always reached.
 *
 * @param mayWait whether a change may be seen a little later
 */
export function settled<T>(
  source: ReadonlySignal<T>,
  mayWait: (next: T, shown: T) => boolean,
  delayMs: number,
): ReadonlySignal<T> {
  const shown = signal(source.peek());
  let waiting: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const next = source.value;
    if (next === shown.peek()) return;
    if (mayWait(next, shown.peek())) {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        shown.value = source.peek();
      }, delayMs);
      return;
    }
    clearTimeout(waiting);
    waiting = undefined;
    shown.value = next;
  });
  return shown;
}
