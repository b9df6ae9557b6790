import { type ReadonlySignal, type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { itemAt } from '../../../src/base/itemAt.ts';
import { type FilterProblem, propertyText } from '../../../src/features/reports/rules/reportFilter.ts';
import type { Host } from '../../ground/host.ts';
import { countText } from '../../ui/format.ts';
import { type ContextMenu, isByPointer, MenuButton, type MenuItem } from '../../ui/MenuButton.tsx';
import { Turns } from '../../ui/turns.ts';
import { lineShapes, listGeometry, useScrollView, useVirtualList } from '../../ui/virtualList.ts';
import {
  eventModifiers,
  type ListChange,
  type ListCursor,
  pressKey,
  pressRow,
  toggled,
} from '../images/index.ts';
import { TableHead } from '../images/view.ts';
import { copyText, featureItems } from './featureMenu.ts';
import type { ReportModel } from './reportModel.ts';
import {
  columnStatistics,
  featureOrder,
  pastedCell,
  type ReportColumn,
  reportColumns,
} from './tableColumns.ts';

/** A filter applies after this pause in typing, ms. */
const pause = 250;

interface ReportTableProps {
  host: Host;
  report: ReportModel;
  openMenu: (menu: ContextMenu) => void;
}

/** The features of the report that the map shows, as rows, with a filter for both. */
export function ReportTable({ host, report, openMenu }: ReportTableProps) {
  const { features, without, selected } = report;
  const all = useComputed(() => reportColumns(features.value));
  const order = useOrder(report, all);
  const rows = useComputed(() => {
    const { value: visible } = report.visible;
    const { value: sorted } = order;
    const { length } = features.value;
    const found = new Uint32Array(length);
    let count = 0;
    for (let at = 0; at < length; at += 1) {
      const place = sorted?.[at] ?? at;
      if (visible?.[place] !== 0) found[count++] = place;
    }
    return found.subarray(0, count);
  });
  const chosen = selected.value.length;
  const problem = useSignal<FilterProblem | undefined>(undefined);
  // The rows are those of the filter before it.
  const isFaulty = chosen === 0 && problem.value !== undefined;
  return (
    <section id="side-table" class="side-part wide" aria-label={l10n.t('Table')} tabindex={-1}>
      <FilterField state={host.state} report={report} problem={problem} />
      <div class="bar-line">
        <span class="quiet" role="status">
          {l10n.t('{0} of {1} features', countText(rows.value.length), countText(features.value.length))}
          {chosen > 0 && `, ${l10n.t('{0} selected', countText(chosen))}`}
        </span>
        <span class="bar-buttons">
          <MenuButton
            name={l10n.t('Columns')}
            sections={() => [
              {
                items: all.value.map(({ id, label }) => ({
                  label,
                  isChecked: !without.value.includes(id),
                  onSelect: () => (without.value = toggled([], without.value, id)),
                })),
              },
            ]}
          />
          <button
            type="button"
            class="bar-button with-text"
            disabled={report.isFiltering.value || isFaulty || (chosen === 0 && rows.value.length === 0)}
            title={isFaulty ? l10n.t('Fix the filter first.') : undefined}
            onClick={() => {
              const reportId = host.state.peek()?.report?.id ?? '';
              const indices = Uint32Array.from(chosen > 0 ? selected.value : rows.value);
              host.post({ kind: 'exportFeatures', reportId, indices });
            }}
          >
            <span class="ellipsis">{chosen > 0 ? l10n.t('Export Selected…') : l10n.t('Export…')}</span>
          </button>
        </span>
      </div>
      <Grid
        report={report}
        post={host.post}
        openMenu={openMenu}
        rows={rows}
        columns={all.value.filter(({ id }) => !without.value.includes(id))}
      />
    </section>
  );
}

/** All features as the table is sorted, in turns if there are many; `undefined` for the order of the report. */
function useOrder(report: ReportModel, columns: ReadonlySignal<readonly ReportColumn[]>) {
  const order = useSignal<Uint32Array | undefined>(undefined);
  const turns = useMemo(() => new Turns<'sort'>(), []);
  useSignalEffect(() => {
    const { value: features } = report.features;
    const { by, descending = false } = report.sort.value ?? {};
    const column = columns.value.find(({ id }) => id === by);
    turns.drop('sort');
    if (!column || order.peek()?.length !== features.length) order.value = undefined;
    if (column)
      turns.beginNow(
        'sort',
        featureOrder(features, column, descending, next => (order.value = next)),
      );
  });
  useLayoutEffect(() => () => turns.drop('sort'), []);
  return order;
}

interface FilterFieldProps {
  report: ReportModel;
  state: Host['state'];
  /** What is wrong with the text. */
  problem: Signal<FilterProblem | undefined>;
}

function FilterField({ report, state, problem }: FilterFieldProps) {
  const text = useSignal('');
  useSignalEffect(() => void (text.value = report.filter.value));
  useLayoutEffect(() => {
    const apply = () => (problem.value = report.filterBy(text.value));
    const timer = setTimeout(apply, pause);
    return () => clearTimeout(timer);
  }, [text.value]);
  // What was typed just before another tab is opened counts, unless another report is shown by then.
  useLayoutEffect(() => {
    const id = state.peek()?.report?.id;
    return () => {
      if (state.peek()?.report?.id === id) report.filterBy(text.peek());
    };
  }, []);
  /** Up to the word at the end, which is completed. */
  const signs = ' ()"=<>!'.split('').map(sign => text.value.lastIndexOf(sign));
  const before = text.value.slice(0, Math.max(...signs) + 1);
  return (
    <div class="table-filter">
      <input
        type="search"
        class="input"
        list="filter-names"
        maxLength={1000}
        aria-label={l10n.t('Filter')}
        placeholder={l10n.t('Filter, such as {0}', 'score > 0.6')}
        aria-invalid={problem.value && true}
        aria-describedby="filter-problem"
        value={text.value}
        onInput={({ currentTarget: { value } }) => (text.value = value)}
      />
      <datalist id="filter-names">
        {before !== text.value && report.names.value.map(name => <option value={before + nameIn(name)} />)}
      </datalist>
      <div id="filter-problem" role="status">
        {problem.value &&
          l10n.t('Character {0}: {1}', countText(problem.value.at + 1), problem.value.message)}
      </div>
    </div>
  );
}

/** As a filter contains it. */
function nameIn(name: string): string {
  return /[\s()"=<>!]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

interface GridProps extends Omit<ReportTableProps, 'host'> {
  post: Host['post'];
  /** Features by index. */
  rows: ReadonlySignal<Uint32Array>;
  columns: readonly ReportColumn[];
}

function Grid({ report, post, openMenu, rows, columns }: GridProps) {
  const list = useRef<HTMLDivElement>(null);
  const geometry = useComputed(() => listGeometry(rows.value.length, [], lineShapes.table));
  const virtual = useVirtualList(list, useScrollView(list), geometry);
  const cursor = useSignal<ListCursor>({ active: 0, anchor: 0 });
  const places = rows.value;
  /** What clicks and keys select from: a list of a million rows takes longer to make than all else. */
  const selectable = useComputed(() => Array.from(rows.value));
  const { active } = cursor.value;
  const features = report.features.value;
  const selected = useComputed(() => new Set(report.selected.value));
  const tableValue = (place: number, { id }: ReportColumn) => features.propertyAt(place, id);
  const copying = (label: string, text: string): MenuItem => ({
    label,
    onSelect: () => copyText(post, text),
  });

  function toRow(index: number): void {
    if (index >= 0) virtual.toRow(index);
  }
  function toFeature(place: number | undefined): void {
    const index = place === undefined ? -1 : rows.peek().indexOf(place);
    toRow(index);
    if (index >= 0) cursor.value = { active: index, anchor: index };
  }

  // After sorting, the top rows are the interesting ones, unless one is chosen.
  useLayoutEffect(() => {
    cursor.value = { active: 0, anchor: 0 };
    list.current?.scrollTo(0, 0);
    toFeature(report.chosen.peek());
  }, [places]);
  // Picked on the map, or reached by a step.
  useSignalEffect(() => {
    const place = report.chosen.value;
    if (place === undefined) return;
    if (place !== rows.peek()[cursor.peek().active]) toFeature(place);
    if (!report.selected.peek().includes(place)) report.selected.value = [place];
  });
  useSignalEffect(() => toRow(rows.peek().indexOf(report.atCursor.value ?? -1)));

  /** The other way round the second time, and the third time as in the report. */
  function sortBy(by: string): void {
    const { by: before, descending } = report.sort.peek() ?? {};
    report.sort.value = by === before && descending ? undefined : { by, descending: by === before };
  }

  function apply(change: ListChange<number>): void {
    const isMoved = change.cursor !== cursor.peek();
    cursor.value = change.cursor;
    if (!change.selected) return;
    report.selected.value = change.selected;
    const place = places[change.cursor.active];
    if (isMoved && place !== undefined && selected.peek().has(place)) report.goTo(place);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // The headers handle their own keys.
    if (event.target !== list.current) return;
    const modifiers = eventModifiers(event);
    const chosen = report.selected.peek();
    if (modifiers.toggle && event.key === 'c') {
      const cells = chosen.map(place => columns.map(column => pastedCell(tableValue(place, column))));
      const lines = [columns.map(({ id }) => pastedCell(id)), ...cells].map(line => line.join('\t'));
      copyText(post, lines.join('\n'));
    }
    const change = pressKey(selectable.peek(), chosen, cursor.peek(), event.key, modifiers, {
      pageLength: virtual.pageLength(),
    });
    if (!change) return;
    event.preventDefault();
    const { active: index } = change.cursor;
    // Other than in the list of images, moving also selects: features are looked through one by one.
    const isMove = !change.selected && !modifiers.toggle;
    apply(isMove ? pressRow(selectable.peek(), chosen, cursor.peek(), index, modifiers) : change);
    toRow(index);
    if (event.key === 'Enter') report.goTo(itemAt(places, index), true);
  }

  function onContextMenu(event: MouseEvent): void {
    const target = event.target as Element;
    const id = target.closest<HTMLElement>('[data-column]')?.dataset['column'];
    const column = columns.find(candidate => candidate.id === id);
    const from = target.closest<HTMLElement>('.column-button') ?? list.current;
    const isHead = from !== list.current;
    const index = isByPointer(event) && !isHead ? indexAt(target) : active;
    const place = places[index];
    if (!from || place === undefined) return;
    event.preventDefault();
    if (!isHead && !selected.peek().has(place))
      apply(pressRow(selectable.peek(), [], cursor.peek(), index, { toggle: false, range: false }));
    const ofColumn = column && isHead ? columnStatistics(features, places, column) : [];
    const ofFeature = [
      ...featureItems(report, post, place),
      ...(column ? [copying(l10n.t('Copy Value'), propertyText(tableValue(place, column)))] : []),
    ];
    openMenu({
      name: isHead ? l10n.t('Statistics') : l10n.t('Feature'),
      from,
      at: isByPointer(event) ? new DOMRect(event.clientX, event.clientY) : from.getBoundingClientRect(),
      sections: [
        { items: isHead ? ofColumn.map(([name, text]) => copying(`${name}: ${text}`, text)) : ofFeature },
      ],
    });
  }

  return (
    <div
      ref={list}
      class="list"
      role="grid"
      tabindex={0}
      aria-label={l10n.t('Features')}
      aria-multiselectable={true}
      aria-activedescendant={active < places.length ? rowId(active) : undefined}
      aria-colcount={columns.length + 1}
      aria-rowcount={places.length + 1}
      style={{
        '--columns': ['62px', ...columns.map(({ width }) => `minmax(${width}px, ${width}fr)`)].join(' '),
        '--table-width': `${columns.reduce((sum, { width }) => sum + width + 8, 62 + 26)}px`,
      }}
      onClick={event => {
        const index = indexAt(event.target);
        const chosen = report.selected.peek();
        if (index >= 0)
          apply(pressRow(selectable.peek(), chosen, cursor.peek(), index, eventModifiers(event)));
      }}
      onDblClick={event => {
        const place = places[indexAt(event.target)];
        if (place !== undefined) report.goTo(place, true);
      }}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
      onPointerOver={event => (report.hovered.value = places[indexAt(event.target)])}
      onPointerLeave={() => (report.hovered.value = undefined)}
      onScroll={virtual.see}
    >
      <TableHead visibleColumns={columns} sort={report.sort.value} onSort={sortBy} />
      <div class="rows" role="rowgroup" style={{ height: `${virtual.height()}px` }}>
        {virtual.rendered(active, places.length).map(index => {
          const place = itemAt(places, index);
          const states = [
            report.hovered.value === place && 'hovered',
            report.atCursor.value === place && 'at-cursor',
            index === active && 'active',
          ];
          return (
            <div
              key={place}
              id={rowId(index)}
              class={['row line', ...states.filter(Boolean)].join(' ')}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={selected.value.has(place)}
              aria-current={report.atCursor.value === place}
              style={{ transform: `translateY(${virtual.rowTop(index)}px)` }}
            >
              <span class="quiet number" role="rowheader">
                {countText(place + 1)}
              </span>
              {columns.map(column => (
                <span
                  key={column.id}
                  class={column.isNumber ? 'ellipsis number' : 'ellipsis'}
                  role="gridcell"
                  data-column={column.id}
                  title={propertyText(tableValue(place, column))}
                >
                  {column.text(tableValue(place, column))}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function rowId(index: number): string {
  return `feature-row-${index}`;
}

function indexAt(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest('.row') : null;
  return row ? Number(row.ariaRowIndex) - 2 : -1;
}
