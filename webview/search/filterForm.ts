import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { constellationCodes, constellations } from '../../src/model/imagery.ts';
import type { ToHost } from '../../src/shared/protocol.ts';
import { element } from '../element.ts';
import type { PageModel } from '../pageModel.ts';
import type { SavedView } from '../savedView.ts';
import { choice, pushButton } from '../toolkit.ts';
import { fieldsOf, readFilters, type FilterFields } from './filterFields.ts';
import { inputField, labelled } from './inputField.ts';

/** The criteria of the next search. What a person typed is kept until the host puts other criteria in force. */
export function createFilterForm(
  model: PageModel,
  post: (message: ToHost) => void,
  saved: SavedView,
  saveView: (change: Partial<SavedView>) => void,
): HTMLElement {
  const dayLimits = { type: 'date', min: '2000-01-01', max: '9999-12-31' };
  const from = inputField('filter-from', l10n.t('From'), dayLimits, saveDraft);
  const to = inputField('filter-to', l10n.t('To'), dayLimits, saveDraft);
  const cloud = inputField(
    'filter-cloud',
    l10n.t('Max cloud %'),
    { type: 'text', inputmode: 'decimal', placeholder: l10n.t('Any'), autocomplete: 'off', size: '6' },
    saveDraft,
  );
  const constellation = choice('filter-constellation-label', constellationOptions(), saveDraft);
  const level = choice(
    'filter-level-label',
    [
      ['', l10n.t('Any')],
      ['SENSOR', 'SENSOR'],
      ['ALBUM', 'ALBUM'],
    ],
    saveDraft,
  );
  const action = pushButton(l10n.t('Search'), true, event => {
    // The second press of a double click must not cancel what the first one began.
    if (isSearching() && event.detail <= 1) post({ kind: 'cancelSearch' });
    else if (!isSearching()) search();
  });
  action.element.classList.add('search-action');

  const form = element(
    'div',
    { class: 'filters', role: 'search', 'aria-label': l10n.t('Image filters') },
    from.element,
    to.element,
    cloud.element,
    labelled('filter-constellation-label', l10n.t('Constellation'), constellation.element),
    labelled('filter-level-label', l10n.t('Processing level'), level.element),
    action.element,
  );
  form.addEventListener('keydown', event => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) search();
  });

  /** The criteria in force, as they were shown last. */
  let basis: string | undefined;

  function isSearching(): boolean {
    return model.state.value?.phase.kind === 'searching';
  }

  function currentFields(): FilterFields {
    return {
      from: from.value(),
      to: to.value(),
      cloud: cloud.value(),
      constellation: constellation.value(),
      level: level.value(),
    };
  }

  function showFields(fields: FilterFields): void {
    from.set(fields.from);
    to.set(fields.to);
    cloud.set(fields.cloud);
    constellation.set(fields.constellation);
    level.set(fields.level);
  }

  function saveDraft(): void {
    if (basis !== undefined) saveView({ draft: { fields: currentFields(), basis } });
  }

  function search(): void {
    if (missingForSearch(model) !== undefined) return;
    const unfinished = new Set<keyof FilterFields>();
    if (from.isUnfinished()) unfinished.add('from');
    if (to.isUnfinished()) unfinished.add('to');
    const reading = readFilters(currentFields(), unfinished);
    const problems = reading.kind === 'problems' ? reading.problems : {};
    from.showProblem(problems.from);
    to.showProblem(problems.to);
    cloud.showProblem(problems.cloud);
    if (reading.kind === 'filters') post({ kind: 'search', filters: reading.filters });
    else [from, to, cloud].find(field => field.hasProblem())?.focus();
  }

  effect(() => {
    const state = model.state.value;
    if (state === undefined) return;
    const inForce = JSON.stringify(fieldsOf(state.filters));
    if (inForce === basis) return;
    const draft = basis === undefined && saved.draft?.basis === inForce ? saved.draft.fields : undefined;
    basis = inForce;
    showFields(draft ?? fieldsOf(state.filters));
  });

  effect(() => {
    if (isSearching()) action.set({ label: l10n.t('Cancel'), primary: false });
    else action.set({ label: l10n.t('Search'), primary: true, disabledBecause: missingForSearch(model) });
  });

  return form;
}

function constellationOptions(): [string, string][] {
  const named = constellationCodes.map((code): [string, string] => [
    code,
    l10n.t('{0} {1} m', code, constellations[code].gsd),
  ]);
  return [['', l10n.t('Any')], ...named];
}

function missingForSearch(model: PageModel): string | undefined {
  const state = model.state.value;
  if (state?.connection === undefined) return l10n.t('Sign in to search.');
  if (state.aoi === undefined) return l10n.t('Choose an area of interest to search.');
  return undefined;
}
