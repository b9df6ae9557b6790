import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { element } from '../element.ts';
import { columnOf, type ColumnId } from './columns.ts';
import { nextSort, type Sort } from './resultsLook.ts';
import type { ResultsModel } from './resultsModel.ts';

/** The headers of the table's columns; a press sorts. */
export function createTableHead({ look, change }: ResultsModel): HTMLElement {
  const head = element('div', { class: 'table-head', role: 'row', 'aria-rowindex': '1' });
  effect(() => {
    const { columns, sort, layout } = look.value;
    head.hidden = layout !== 'table';
    const focused = head.contains(document.activeElement)
      ? document.activeElement?.getAttribute('data-column')
      : undefined;
    head.replaceChildren(
      element('span', {}),
      ...columns.map(id => header(id, sort, () => change({ sort: nextSort(sort, id) }))),
    );
    if (focused) head.querySelector<HTMLElement>(`[data-column='${focused}']`)?.focus();
  });
  return head;
}

function header(id: ColumnId, sort: Sort | undefined, onPress: () => void): HTMLElement {
  const { label, isNumber } = columnOf(id);
  const order = sort?.by !== id ? 'none' : sort.descending ? 'descending' : 'ascending';
  const arrow = { none: '', ascending: ' ↑', descending: ' ↓' }[order];
  const title = l10n.t('Sort by {0}', label);
  const button = element(
    'button',
    { type: 'button', class: 'column-button', title, 'data-column': id },
    label,
  );
  button.append(element('span', { 'aria-hidden': 'true' }, arrow));
  button.addEventListener('click', onPress);
  const cell = element('span', { class: 'cell', role: 'columnheader', 'aria-sort': order }, button);
  cell.classList.toggle('number', isNumber && id !== 'cover');
  return cell;
}
