import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { element, icon, setAttribute, setText, setTitle } from '../ui/element.ts';
import type { PageModel } from '../app/pageModel.ts';
import { columnIds, columnOf } from './columns.ts';
import { menuButton } from '../ui/menuButton.ts';
import { startsDescending, withColumn, type Grouping, type Sort } from './resultsLook.ts';
import type { ResultsModel } from './resultsModel.ts';

/** How the images are sorted, grouped and shown, and which are too small a part of the area to be shown. */
export function createArrangeBar(model: PageModel, results: ResultsModel, id: string): HTMLElement {
  const { look, change } = results;
  const sort = selectField(
    l10n.t('Sort by'),
    [['', l10n.t('As found')], ...columnIds.map(column => [column, columnOf(column).label] as const)],
    value => change({ sort: sortBy(value) }),
  );
  const turn = element(
    'button',
    { type: 'button', class: 'bar-button' },
    icon('M5 13V3M2.5 5.5L5 3l2.5 2.5'),
  );
  turn.addEventListener('click', () => {
    const present = look.peek().sort;
    if (present) change({ sort: { ...present, descending: !present.descending } });
  });
  const group = selectField(
    l10n.t('Group by'),
    [
      ['none', l10n.t('No groups')],
      ['day', l10n.t('Day')],
      ['strip', l10n.t('Strip')],
    ],
    value => change({ group: readGrouping(value) }),
  );
  const table = element('button', { type: 'button', class: 'bar-button with-text' }, l10n.t('Table'));
  table.addEventListener('click', () =>
    change({ layout: look.peek().layout === 'table' ? 'cards' : 'table' }),
  );
  const columns = menuButton(l10n.t('Columns'), { text: l10n.t('Columns') }, () => [
    {
      items: columnIds.map(column => ({
        label: columnOf(column).label,
        isChecked: look.peek().columns.includes(column),
        does: () => {
          const { columns: shown } = look.peek();
          change({ columns: withColumn(shown, column, !shown.includes(column)) });
        },
      })),
    },
  ]);

  effect(() => {
    const { sort: present, group: grouping, layout } = look.value;
    sort.set(present?.by ?? '');
    turn.hidden = present === undefined;
    const direction = present?.descending ? l10n.t('Greatest first') : l10n.t('Least first');
    setAttribute(turn, 'aria-label', l10n.t('Sort direction: {0}', direction));
    setTitle(turn, direction);
    turn.classList.toggle('descending', present?.descending === true);
    group.set(grouping);
    setAttribute(table, 'aria-pressed', String(layout === 'table'));
    setTitle(table, layout === 'table' ? l10n.t('Show cards with thumbnails') : l10n.t('Show a table'));
    columns.hidden = layout !== 'table';
  });

  return element(
    'div',
    { class: 'arrange-bar', id },
    element('div', { class: 'bar-line' }, sort.element, turn, group.element, table, columns),
    coverSlider(model, results),
  );
}

function sortBy(value: string): Sort | undefined {
  const by = columnIds.find(id => id === value);
  return by && { by, descending: startsDescending(by) };
}

function readGrouping(value: string): Grouping {
  return value === 'day' || value === 'strip' ? value : 'none';
}

/** Hides images that cover less of the AOI than a person wants. */
function coverSlider(model: PageModel, { minCover, setMinCover }: ResultsModel): HTMLElement {
  const label = element('label', { for: 'results-min-cover' });
  const slider = element('input', {
    type: 'range',
    id: 'results-min-cover',
    class: 'slider',
    min: '0',
    max: '100',
    step: '1',
  });
  slider.addEventListener('input', () => setMinCover(Number(slider.value)));
  effect(() => {
    const percent = minCover.value;
    const hasArea = model.state.value?.aoi !== undefined;
    if (slider.value !== String(percent)) slider.value = String(percent);
    slider.disabled = !hasArea;
    setTitle(
      slider,
      hasArea
        ? l10n.t('Images that cover less of the area are hidden, here and on the map.')
        : l10n.t('Choose an area of interest first: it is that which images cover.'),
    );
    const text =
      percent === 0 ? l10n.t('Hide slivers: off') : l10n.t('Hide below {0} % of the area', percent);
    setText(label, text);
    setAttribute(slider, 'aria-valuetext', percent === 0 ? l10n.t('off') : l10n.t('{0} %', percent));
  });
  return element('div', { class: 'bar-line' }, label, slider);
}

/** A small drop-down of the platform's own: its list is never cut off by the part of the page that it stands in. */
function selectField(
  name: string,
  options: readonly (readonly [value: string, label: string])[],
  onChange: (value: string) => void,
): { element: HTMLElement; set: (value: string) => void } {
  const select = element(
    'select',
    { class: 'select', 'aria-label': name, title: name },
    ...options.map(([value, label]) => element('option', { value }, label)),
  );
  select.addEventListener('change', () => onChange(select.value));
  return {
    element: select,
    set: value => {
      if (select.value !== value) select.value = value;
    },
  };
}
