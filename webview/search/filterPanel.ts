import * as l10n from '@vscode/l10n';
import { element } from '../element.ts';
import type { FieldGroup } from './fieldGroup.ts';
import type { FilterFields, FilterProblems } from './filterFields.ts';
import { createPlaceGroup } from './placeGroup.ts';
import { createQualityGroup } from './qualityGroup.ts';
import { createScopeField } from './scopeField.ts';
import { createSensorGroup } from './sensorGroup.ts';
import { createSortField } from './sortField.ts';
import { createWhenGroup } from './whenGroup.ts';

export interface FilterPanel extends Omit<FieldGroup, 'elements'> {
  element: HTMLElement;
  offerWorkspace: (workspaceId: string | undefined) => void;
  offerArea: (name: string | undefined) => void;
  showProblems(problems: FilterProblems): void;
  unfinished(): readonly (keyof FilterFields)[];
  /** Puts the focus on the first field that has a problem. */
  focusProblem(): void;
}

/** All criteria of a search. */
export function createFilterPanel(
  id: string,
  onInput: () => void,
  follow: { on: boolean; set: (on: boolean) => void },
): FilterPanel {
  const scope = createScopeField(onInput);
  const place = createPlaceGroup(onInput, follow);
  const groups: readonly FieldGroup[] = [
    createWhenGroup(onInput),
    createQualityGroup(onInput),
    createSensorGroup(onInput),
    scope,
    createSortField(onInput),
    place,
  ];
  const panel = element(
    'div',
    { id, class: 'search-panel', role: 'group', 'aria-label': l10n.t('All filters') },
    ...groups.flatMap(({ elements }) => elements),
  );

  return {
    element: panel,
    read: () => Object.assign({}, ...groups.map(group => group.read())) as Partial<FilterFields>,
    show: fields => groups.forEach(group => group.show(fields)),
    showProblems: problems => groups.forEach(group => group.showProblems?.(problems)),
    unfinished: () => groups.flatMap(group => group.unfinished?.() ?? []),
    offerWorkspace: scope.offerWorkspace,
    offerArea: place.offerArea,
    focusProblem: () => panel.querySelector<HTMLElement>('[aria-invalid]')?.focus(),
  };
}
