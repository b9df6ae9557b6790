import * as l10n from '@vscode/l10n';
import { choiceOrText } from './choiceField.ts';
import type { FieldGroup } from './fieldGroup.ts';
import { sortOrders } from './filterWords.ts';

export function createSortField(onInput: () => void): FieldGroup {
  const names = [
    l10n.t('Oldest'),
    l10n.t('Least cloud'),
    l10n.t('Smallest incidence angle'),
    l10n.t('Highest resolution'),
  ];
  const sort = choiceOrText(
    'filter-sort',
    l10n.t('Sort'),
    [['', l10n.t('Newest')], ...sortOrders.map((order, index) => [order, names[index] ?? order] as const)],
    onInput,
  );
  return {
    elements: [sort.element],
    read: () => ({ sort: sort.value() }),
    show: fields => sort.set(fields.sort),
    showProblems: problems => sort.showProblem(problems.sort),
  };
}
