import { batch, computed, effect, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { firstDaysUntil, isoDay } from '../../../src/base/words/moment.ts';
import type { Host } from '../../ground/host.ts';
import type { ViewStore } from '../../ground/viewStore.ts';
import { createEvent } from '../../ui/event.ts';
import {
  type FieldName,
  type FilterChip,
  filterChips,
  type FilterProblems,
  readFilters,
  withoutChip,
} from './filterFields.ts';
import {
  chipRemoved,
  expectedFilters,
  type FormDraft,
  isUnsearched,
  noDraft,
  receivedFilters,
  type SavedDraft,
  savedDraft,
  searchedFor,
  spanChosen,
} from './formDraft.ts';

export type SearchModel = ReturnType<typeof createSearchModel>;

/** What is kept of the form while the page is hidden. */
export interface SavedForm {
  /** What was typed but not searched yet, with the criteria that were active then. */
  draft?: SavedDraft;
  filtersOpen?: boolean;
  searchOnMove?: boolean;
}

/** The criteria of the next search. What the user typed is kept until the host activates other criteria. */
export function createSearchModel(
  { state, post }: Pick<Host, 'state' | 'post'>,
  { bounds }: Pick<ViewStore, 'bounds'>,
  saved: SavedForm,
  save: (change: SavedForm) => void,
) {
  const draft = signal(noDraft);
  /** Increases when the fields get texts that the user didn't type. */
  const filled = signal(0);
  const problems = signal<FilterProblems>({});
  const refusals = signal(0);
  const isOpen = signal(saved.filtersOpen ?? false);
  const followsMap = signal(saved.searchOnMove ?? false);
  const asked = createEvent<[isHere: boolean]>();
  const missing = computed(() => missingFor(draft.value.fields.where === ''));

  function missingFor(takesAoi: boolean): string | undefined {
    if (state.value?.connection === undefined) return l10n.t('Sign in to search.');
    if (takesAoi && state.value.aoi === undefined) return l10n.t('Select an area of interest first.');
    return undefined;
  }

  /** Why a chip can't be removed: the remaining criteria must still define a place to search. */
  function whyKept(chip: FilterChip): string | undefined {
    const { bounds: box, circle } = withoutChip(expectedFilters(draft.value), chip);
    return missingFor(box === undefined && circle === undefined);
  }

  function fill(next: FormDraft): void {
    batch(() => {
      draft.value = next;
      problems.value = {};
      filled.value = filled.peek() + 1;
    });
  }

  function removeChip(chip: FilterChip): void {
    fill(chipRemoved(draft.peek(), chip));
    post({ kind: 'search', filters: expectedFilters(draft.peek()) });
  }

  effect(() => {
    if (state.value === undefined) return;
    const before = draft.peek();
    const received = receivedFilters(before, state.value.filters, saved.draft);
    // Only criteria that were set elsewhere are filled in: the form already has its own.
    if (received.fields === before.fields) draft.value = received;
    else fill(received);
  });
  /** The area that was active; `null` until the host's first message. */
  let lastArea: string | undefined | null = null;
  effect(() => {
    if (state.value === undefined) return;
    const { aoi, document } = state.value;
    const area = aoi && JSON.stringify([document?.name, document?.current ?? aoi.name]);
    const isOther = lastArea !== null && area !== lastArea;
    lastArea = area;
    if (!isOther || area === undefined || followsMap.peek()) return;
    // What was just chosen or made is what the next search is of.
    const { fields } = draft.peek();
    if (fields.where !== '') fill({ ...draft.peek(), fields: { ...fields, where: '', place: '' } });
  });
  effect(() => {
    const kept = savedDraft(draft.value);
    if (kept) save({ draft: kept });
  });
  effect(() => save({ filtersOpen: isOpen.value, searchOnMove: followsMap.value }));

  return {
    /** A search of the map view, which the form makes: it knows what is unfinished. */
    /** Asks the form to search with what is typed in it. `isHere`: what the map shows. */
    askSearch: (isHere: boolean): void => asked.happen(isHere),
    onAsked: asked.listen,
    filled,
    problems,
    refusals,
    isOpen,
    followsMap,
    missing,
    fields: computed(() => draft.value.fields),
    isUnsearched: computed(() => draft.value.active !== undefined && isUnsearched(draft.value)),
    chips: computed(() =>
      filterChips(expectedFilters(draft.value)).map(chip => ({
        ...chip,
        whyKept: whyKept(chip),
        remove: () => removeChip(chip),
      })),
    ),
    /** `YYYY-MM-DD`, UTC, by the clock of the service. */
    today: () => isoDay(Date.now() + (state.value?.clockAheadMs ?? 0)),
    edit: (name: FieldName, text: string): void => {
      const fields = { ...draft.peek().fields, [name]: text };
      // A day permanently replaces a time.
      if (fields.from !== '') fields.after = '';
      if (fields.to !== '') fields.before = '';
      batch(() => {
        draft.value = { ...draft.peek(), fields };
        const { [name]: _solved, ...others } = problems.peek();
        problems.value = others;
      });
    },
    /** @param firstDay of a span that lasts until now, `YYYY-MM-DD`; empty for any time */
    chooseSpan: (firstDay: string): void => {
      const { bounds: box, circle } = expectedFilters(draft.peek());
      const isSearched = missingFor(box === undefined && circle === undefined) === undefined;
      fill(spanChosen(draft.peek(), firstDay, isSearched));
      if (isSearched) post({ kind: 'search', filters: expectedFilters(draft.peek()) });
    },
    /**
     * @param unfinished fields that contain an incomplete value, such as half a date
     * @param isQuiet whether it is automatic, as the map moves: problems are hidden, and an open panel stays
     */
    search: (unfinished: ReadonlySet<FieldName>, isQuiet = false): void => {
      if (missing.peek() !== undefined) return;
      const reading = readFilters(draft.peek().fields, bounds.peek(), unfinished);
      if (reading.kind === 'filters') {
        fill(searchedFor(draft.peek(), reading.filters));
        if (!isQuiet) isOpen.value = false;
        post({ kind: 'search', filters: reading.filters });
      } else if (!isQuiet) {
        batch(() => {
          isOpen.value = true;
          problems.value = reading.problems;
          refusals.value += 1;
        });
      }
    },
  };
}

/**
 * Spans that last until now. A span of days includes today; that of any time has no first day.
 *
 * @param today `YYYY-MM-DD`, UTC, like the first days
 */
export function quickSpans(today: string) {
  const first = firstDaysUntil(today);
  return [
    { id: 'any', name: l10n.t('Any time'), firstDay: '' },
    { id: '7d', name: l10n.t('7 days'), firstDay: first['7d'] },
    { id: '30d', name: l10n.t('30 days'), firstDay: first['30d'] },
    { id: '60d', name: l10n.t('60 days'), firstDay: first['60d'] },
    { id: '3m', name: l10n.t('3 months'), firstDay: first['3m'] },
    { id: '1y', name: l10n.t('1 year'), firstDay: first['1y'] },
    { id: 'year', name: l10n.t('This year'), firstDay: `${today.slice(0, 4)}-01-01` },
  ];
}

/** How long the map must stand still to be at rest, ms. */
const restTime = 600;

/**
 * Calls back each time the map was moved and came to rest. The initial position isn't a move, and neither is a change
 * of its size: the view resizes with the form above it.
 */
export function onRest(
  { bounds, size: mapSize }: Pick<ViewStore, 'bounds' | 'size'>,
  callBack: () => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: { place: string; size: string } | undefined;

  effect(() => {
    const place = bounds.value?.join();
    if (place === undefined || place === last?.place) return;
    const size = mapSize.peek();
    const isMove = last?.size === size;
    last = { place, size };
    if (!isMove) return;
    clearTimeout(timer);
    timer = setTimeout(callBack, restTime);
  });
}
