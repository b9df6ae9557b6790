import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { ImageRow, MapState, ToHost } from '../../src/shared/protocol.ts';
import type { ImageCollection } from '../app/imageCollection.ts';
import type { PageModel } from '../app/pageModel.ts';
import type { SavedView } from '../app/savedView.ts';
import { arrange, isSliver, type Arrangement, type Span } from './arrangement.ts';
import { availabilityOf, type Availability } from './availability.ts';
import { createCoverage, type Coverage } from './coverage.ts';
import { dependOn } from '../ui/dependOn.ts';
import { firstLook, type ResultsLook } from './resultsLook.ts';
import { acquiredAt } from './rowTime.ts';

/** What the results are made of, beside what the host told. */
export interface ResultsModel {
  look: ReadonlySignal<ResultsLook>;
  change: (change: Partial<ResultsLook>) => void;
  /** Percent of the AOI; 0 hides none. */
  minCover: ReadonlySignal<number>;
  setMinCover: (percent: number) => void;
  /** Only images of this time are shown; ends with the search. */
  span: Signal<Span | undefined>;
  clearFilters: () => void;
  /** All that the search found, where only some of it was listed: of the same time still. */
  widen: () => void;
  /** Those that arrived, some times a second while many do. */
  images: ReadonlySignal<ImageCollection>;
  coverage: Coverage;
  arrangement: ReadonlySignal<Arrangement>;
  availability: ReadonlySignal<Availability>;
  /** Ids of images that were found a second time, at a lower level. */
  haveTwins: ReadonlySignal<ReadonlySet<string>>;
  more: () => void;
  /** All matches, beyond those that one search reaches. */
  all: () => void;
}

/** So few are arranged anew at once. */
const fewImages = 2000;
const arrivalMs = 200;

export function createResultsModel(
  model: PageModel,
  post: (message: ToHost) => void,
  saved: SavedView,
  saveView: (change: Partial<SavedView>) => void,
): ResultsModel {
  const look = signal(saved.results ?? firstLook);
  const minCover = signal(saved.minCover ?? 0);
  const span = signal<Span | undefined>(undefined);
  const coverage = createCoverage(
    run => setTimeout(run),
    () => performance.now(),
  );
  const images = settled(
    model.images,
    (next, shown) =>
      next.rows.length > fewImages && next.searchId === shown.searchId && areMoreToCome(next, model),
    arrivalMs,
    (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  );

  const sort = computed(() => look.value.sort);
  const group = computed(() => look.value.group);
  const showsTwins = computed(() => look.value.showsTwins);
  const hasArea = computed(() => model.state.value?.aoi !== undefined);
  // The slider keeps its place without an AOI, and hides nothing.
  const least = computed(() => (hasArea.value ? minCover.value : 0));
  /** Grows with what is known of the shares, for those to whom they matter. */
  const sharesSeen = computed(() =>
    least.value > 0 || sort.value?.by === 'cover' ? coverage.version.value : 0,
  );

  const arrangement = computed(() => {
    dependOn(sharesSeen);
    return arrange(images.value.rows, {
      sort: sort.value,
      group: group.value,
      showsTwins: showsTwins.value,
      minCover: least.value,
      span: span.value,
      shareOf: coverage.shareOf,
    });
  });

  // The span does not change them: who chooses another one must see what there is.
  const availability = computed(() => {
    dependOn(sharesSeen);
    const [duplicates, cover] = [showsTwins.value, least.value];
    const counts = (row: ImageRow) =>
      (row.twinOf === undefined || duplicates) &&
      !isSliver(row, { minCover: cover, shareOf: coverage.shareOf });
    const times: number[] = [];
    for (const row of images.value.rows) if (counts(row)) times.push(acquiredAt(row));
    return availabilityOf(times);
  });

  let timesRead = 0;
  effect(() => {
    const { rows } = model.images.value;
    // With each chunk as it comes: to read all of them when the last one is there would hold up the page.
    if (rows.length < timesRead) timesRead = 0;
    for (; timesRead < rows.length; timesRead += 1) {
      const row = rows[timesRead];
      if (row) acquiredAt(row);
    }
  });
  effect(() => coverage.follow(model.state.value?.aoi?.polygon, images.value.rows));
  effect(() => {
    const { hidden } = arrangement.value;
    if (!isSameSet(hidden, model.hidden.peek())) model.hidden.value = hidden;
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
  /** Once for each word of the host: what was asked for is not told at once. */
  const askFor = (kind: 'more' | 'all') => {
    const state = model.state.peek();
    if (state === undefined || state === askedUnder || state.phase.kind === 'searching') return;
    askedUnder = state;
    post({ kind });
  };
  const setMinCover = (percent: number) => {
    minCover.value = percent;
    saveView({ minCover: percent });
  };
  return {
    look,
    change: change => {
      look.value = { ...look.peek(), ...change };
      saveView({ results: look.peek() });
    },
    minCover,
    setMinCover,
    span,
    clearFilters: () => {
      span.value = undefined;
      if (minCover.peek() > 0) setMinCover(0);
    },
    widen: () => {
      isWidening = true;
      post({ kind: 'showAll' });
    },
    images,
    coverage,
    arrangement,
    availability,
    haveTwins: computed(() => {
      const ids = new Set<string>();
      for (const { twinOf } of images.value.rows) if (twinOf !== undefined) ids.add(twinOf);
      return ids;
    }),
    more: () => askFor('more'),
    all: () => askFor('all'),
  };
}

/** Also after a whole page of them, while the host gets the next one. */
function areMoreToCome({ rows }: ImageCollection, { state }: PageModel): boolean {
  const { phase, imageCount } = state.peek() ?? {};
  return phase?.kind === 'searching' || rows.length !== imageCount;
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every(id => other.has(id));
}

/**
 * Follows a value that changes in quick succession, so that what is costly is done some times a second: the last value
 * is always reached.
 *
 * @param mayWait whether a change may be seen a little later
 * @param later runs something after some ms, and gives back how to prevent it
 */
export function settled<T>(
  source: ReadonlySignal<T>,
  mayWait: (next: T, shown: T) => boolean,
  delayMs: number,
  later: (run: () => void, ms: number) => () => void,
): ReadonlySignal<T> {
  const shown = signal(source.peek());
  let prevent: (() => void) | undefined;
  effect(() => {
    const next = source.value;
    if (next === shown.peek()) return;
    if (mayWait(next, shown.peek())) {
      prevent ??= later(() => {
        prevent = undefined;
        shown.value = source.peek();
      }, delayMs);
      return;
    }
    prevent?.();
    prevent = undefined;
    shown.value = next;
  });
  return shown;
}
