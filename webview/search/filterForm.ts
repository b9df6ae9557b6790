import { batch, effect, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { element } from '../ui/element.ts';
import type { PageModel } from '../app/pageModel.ts';
import { chipsOf, withoutChip, type FilterChip } from './filterChips.ts';
import { readFilters, type Filters } from './filterFields.ts';
import { createFilterPanel } from './filterPanel.ts';
import {
  expectedFilters,
  receivedFilters,
  isUnsearched,
  noDraft,
  savedDraft,
  searchedFor,
  tookOff,
  type FormDraft,
} from './formDraft.ts';
import { firstDay } from './quickSpans.ts';
import { onRest } from './searchOnMove.ts';
import { createSearchRow } from './searchRow.ts';

const panelId = 'filter-panel';

/**
 * The criteria of the next search. What a person typed is kept until the host puts other criteria in force.
 *
 * @param mapSize the same text for the same size of the map
 */
export function createFilterForm(model: PageModel, mapSize: () => string): HTMLElement {
  const { post, savedView: saved, saveView } = model;
  const draft = signal(noDraft);
  const isOpen = signal(saved.filtersOpen ?? false);
  const follows = signal(saved.searchOnMove ?? false);

  const panel = createFilterPanel(panelId, readControls, {
    on: follows.peek(),
    set: on => {
      follows.value = on;
      saveView({ searchOnMove: on });
    },
  });
  const row = createSearchRow(panelId, {
    search: () => search(),
    cancel: () => post({ kind: 'cancelSearch' }),
    toggle: () => open(!isOpen.peek()),
    chooseSpan: (span, today) => {
      readControls();
      const fields = { ...draft.peek().fields, from: firstDay(span, today), to: '', after: '', before: '' };
      become({ ...draft.peek(), fields });
    },
    remove: takeOff,
  });
  const form = element(
    'div',
    { class: 'filters', role: 'search', 'aria-label': l10n.t('Image filters') },
    row.element,
    panel.element,
  );
  form.addEventListener('keydown', event => {
    const isText = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key === 'Enter' && isText) search();
    if (event.key === 'Escape' && isOpen.peek() && !event.defaultPrevented) {
      open(false);
      row.focusToggle();
    }
  });

  function open(shown: boolean): void {
    isOpen.value = shown;
    saveView({ filtersOpen: shown });
  }

  /** Keeps what the controls say; they are not written to, so that nobody's typing is disturbed. */
  function readControls(): void {
    const { fields } = draft.peek();
    const read = { ...fields, ...panel.read() };
    // A day takes the place of a moment for good.
    if (read.from !== '') read.after = '';
    if (read.to !== '') read.before = '';
    keep({ ...draft.peek(), fields: read });
  }

  function become(next: FormDraft): void {
    panel.show(next.fields);
    keep(next);
  }

  function keep(next: FormDraft): void {
    draft.value = next;
    const kept = savedDraft(next);
    if (kept) saveView({ draft: kept });
  }

  function search(isQuiet = false): void {
    if (missingForSearch(model, draft.peek().fields.where === '') !== undefined) return;
    const reading = readFilters(draft.peek().fields, model.bounds.peek(), new Set(panel.unfinished()));
    if (reading.kind === 'problems') {
      if (isQuiet) return;
      open(true);
      panel.showProblems(reading.problems);
      panel.focusProblem();
      return;
    }
    panel.showProblems({});
    become(searchedFor(draft.peek(), reading.filters));
    post({ kind: 'search', filters: reading.filters });
  }

  function takeOff(chip: FilterChip): void {
    // A chip can be pressed before it shows that it is fixed.
    if (whyKept(chip) !== undefined) return;
    become(tookOff(draft.peek(), chip));
    post({ kind: 'search', filters: expectedFilters(draft.peek()) });
  }

  /** Why a chip cannot be taken off: what is left must be something to search for. */
  function whyKept(chip: FilterChip): string | undefined {
    return missingForSearch(model, takesArea(withoutChip(expectedFilters(draft.value), chip)));
  }

  onRest(
    model.bounds,
    mapSize,
    () => follows.peek() && draft.peek().fields.where === 'box',
    () => search(true),
  );

  effect(() => {
    const state = model.state.value;
    if (state === undefined) return;
    const received = receivedFilters(draft.peek(), state.filters, saved.draft);
    if (received === draft.peek()) return;
    // Only what somebody else put in force is shown: the form has its own already.
    if (received.fields === draft.peek().fields) draft.value = received;
    else
      batch(() => {
        panel.show(received.fields);
        draft.value = received;
      });
  });
  effect(() => panel.offerWorkspace(model.state.value?.workspaceId));
  effect(() => panel.offerArea(model.state.value?.aoi?.name));
  effect(() => {
    panel.element.hidden = !isOpen.value;
  });
  effect(() => {
    const { fields } = draft.value;
    const chips = chipsOf(expectedFilters(draft.value));
    const fixed = new Map<string, string>();
    for (const chip of chips) {
      const why = whyKept(chip);
      if (why !== undefined) fixed.set(chip.key, why);
    }
    row.show({
      isSearching: model.state.value?.phase.kind === 'searching',
      missing: missingForSearch(model, fields.where === ''),
      isOpen: isOpen.value,
      isUnsearched: draft.value.inForce !== undefined && isUnsearched(draft.value),
      days: fields,
      chips,
      fixed,
    });
  });

  return form;
}

function takesArea(filters: Filters): boolean {
  return filters.bounds === undefined && filters.circle === undefined;
}

function missingForSearch(model: PageModel, takesAoi: boolean): string | undefined {
  const state = model.state.value;
  if (state?.connection === undefined) return l10n.t('Sign in to search.');
  if (takesAoi && state.aoi === undefined) return l10n.t('Choose an area of interest to search.');
  return undefined;
}
