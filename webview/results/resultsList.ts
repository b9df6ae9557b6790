import { computed, effect, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { ImageRow, ToHost } from '../../src/shared/protocol.ts';
import { element, setAttribute } from '../ui/element.ts';
import { imageCount } from '../ui/format.ts';
import type { PageModel } from '../app/pageModel.ts';
import type { SavedView } from '../app/savedView.ts';
import type { RowGroup } from './arrangement.ts';
import { cardHeight, cardView } from './cardView.ts';
import { dependOn } from '../ui/dependOn.ts';
import { isNearEnd, movedCursor } from './listCursor.ts';
import { listGeometry } from './listGeometry.ts';
import { pressKey, pressRow, type ListChange, type ListCursor, type Modifiers } from './listSelection.ts';
import type { ResultsModel } from './resultsModel.ts';
import { rowId } from './rowView.ts';
import { columnTracks, tableRowHeight, tableRowView, tableWidth } from './tableRowView.ts';
import { createThumbnailQueue } from './thumbnailQueue.ts';
import { createVirtualRows } from './virtualRows.ts';
import { columnOf, type ColumnId } from './columns.ts';
import { nextSort, type Sort } from './resultsLook.ts';

const headHeight = 24;

/**
 * The list of images, as cards or as a table. The list itself holds the focus and points at its active row, so that
 * rows come and go without the focus being lost.
 */
export function createResultsList(
  model: PageModel,
  results: ResultsModel,
  post: (message: ToHost) => void,
  saved: SavedView,
  saveView: (change: Partial<SavedView>) => void,
): HTMLElement {
  const rows = createVirtualRows();
  const list = element(
    'div',
    { class: 'list', tabindex: '0', 'aria-label': l10n.t('Images'), 'aria-multiselectable': 'true' },
    createTableHead(results),
    rows.element,
  );
  const thumbnails = createThumbnailQueue(post, (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  });
  const cursor = signal<ListCursor>({ active: 0, anchor: 0 });
  /** Grows when other rows come into view. */
  const seen = signal(0);
  const layout = computed(() => results.look.value.layout);
  const columns = computed(() => results.look.value.columns);
  const chosen = computed(() => new Set(model.selected.value));
  const geometry = computed(() => {
    const { rows: shown, groups } = results.arrangement.value;
    const rowHeight = layout.value === 'table' ? tableRowHeight : cardHeight;
    return listGeometry(shown.length, groups, rowHeight, headHeight);
  });
  let scrollToRestore = saved.scrollTop;
  let lastTop = 0;
  let lastHeight = 0;
  let drawnSearch: number | undefined;
  let drawnOrder = '';
  let drawnRows: readonly ImageRow[] = [];

  const shownRows = () => results.arrangement.peek().rows;
  const headSpace = () => (layout.peek() === 'table' ? tableRowHeight : 0);

  function draw(): void {
    dependOn(seen, results.coverage.version, model.pictures);
    const { rows: shown, groups } = results.arrangement.value;
    const { active } = cursor.value;
    const [selected, hovered, haveTwins] = [chosen.value, model.hovered.value, results.haveTwins.value];
    const isTable = layout.value === 'table';
    const { scrollTop, clientHeight } = list;
    const inView = geometry.value.between(scrollTop, scrollTop + clientHeight);

    rows.draw({
      geometry: geometry.value,
      top: scrollTop,
      bottom: scrollTop + clientHeight,
      active,
      keyOf: index => shown[index],
      build: index => {
        const image = shown[index];
        if (!image) return undefined;
        return isTable ? tableRowView(image, columns.peek()) : cardView(image);
      },
      update: (view, index) => {
        const image = shown[index];
        if (!image) return;
        const group = groups[geometry.value.groupOf(index)];
        view.update({
          index,
          top: geometry.value.topOf(index),
          count: shown.length,
          groupTitle: group?.at === index ? groupTitle(group) : undefined,
          isSelected: selected.has(image.id),
          isHovered: hovered === image.id,
          isActive: index === active,
          share: results.coverage.shareOf(image),
          hasTwin: haveTwins.has(image.id),
          picture: isTable ? undefined : model.usePicture(`thumbnail/${image.id}`),
        });
      },
      buildHead: group => {
        const title = groups[group] ? groupTitle(groups[group]) : '';
        return element('div', { class: 'group-head', role: 'presentation' }, title);
      },
    });
    if (shown[active]) setAttribute(list, 'aria-activedescendant', rowId(active));
    else list.removeAttribute('aria-activedescendant');
    wantThumbnails([...onCard(), ...(isTable ? [] : shown.slice(...inView.rows))]);
  }

  /** The image of the card on the map, whose row can be out of view. */
  function onCard(): ImageRow[] {
    const id = model.picked.peek()?.id ?? chosen.peek().values().next().value;
    if (id === undefined || model.pictures.peek().has(`thumbnail/${id}`)) return [];
    const image = shownRows().find(row => row.id === id);
    return image ? [image] : [];
  }

  function wantThumbnails(images: readonly ImageRow[]): void {
    const missing: string[] = [];
    for (const { id, whyNo } of images) {
      if (whyNo.thumbnail !== undefined) continue;
      if (model.pictures.peek().has(`thumbnail/${id}`)) thumbnails.arrived(id);
      else missing.push(id);
    }
    thumbnails.want(missing);
  }

  function restoreScroll(): void {
    if (scrollToRestore === undefined || list.scrollHeight - list.clientHeight < scrollToRestore) return;
    list.scrollTop = lastTop = scrollToRestore;
    scrollToRestore = undefined;
  }

  /** To the first row of these images. */
  function goTo(ids: readonly string[]): void {
    const wanted = new Set(ids);
    const index = shownRows().findIndex(row => wanted.has(row.id));
    if (index < 0) return;
    cursor.value = { active: index, anchor: index };
    scrollToRow(index);
  }

  function scrollToRow(index: number): void {
    const top = geometry.peek().topOf(index);
    const bottom = top + geometry.peek().rowHeight + headSpace();
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }

  /** @param height of the list, CSS pixels */
  function isInView(index: number, height: number): boolean {
    const top = geometry.peek().topOf(index);
    const bottom = top + geometry.peek().rowHeight + headSpace();
    return top >= list.scrollTop && bottom <= list.scrollTop + height;
  }

  /** Goes on where the last page ended, until one fails: that is tried again by hand. */
  function loadNearEnd(): void {
    const state = model.state.peek();
    if (state?.hasMore && state.phase.kind === 'done' && !model.stale.peek() && isNearEnd(list))
      results.more();
  }

  function apply(change: ListChange): void {
    cursor.value = change.cursor;
    if (!change.selected) return;
    const delivered = new Set(shownRows().flatMap(row => (row.isDelivered ? row.id : [])));
    const orderable = change.selected.filter(id => !delivered.has(id));
    // Whoever looks at a delivered item keeps what was chosen to be ordered.
    if (orderable.length > 0 || change.selected.length === 0) model.select(orderable);
  }

  function indexAt(target: EventTarget | null): number {
    const row = target instanceof Element ? target.closest<HTMLElement>('.row') : null;
    return row ? Number(row.id.slice(rowId(0).length - 1)) : -1;
  }

  function showOnMap(index: number): void {
    const id = shownRows()[index]?.id;
    if (id !== undefined) model.target.value = { kind: 'image', id };
  }

  list.addEventListener('click', event => {
    const index = indexAt(event.target);
    if (index < 0) return;
    const { ids } = results.arrangement.peek();
    apply(pressRow(ids, model.selected.value, cursor.peek(), index, modifiersOf(event)));
  });
  list.addEventListener('dblclick', event => {
    const index = indexAt(event.target);
    if (index >= 0) showOnMap(index);
  });
  list.addEventListener('keydown', event => {
    // The headers of the table have keys of their own.
    if (event.target !== list) return;
    const { ids } = results.arrangement.peek();
    const pageLength = Math.max(
      1,
      Math.floor((list.clientHeight - headSpace()) / geometry.peek().rowHeight) - 1,
    );
    const modifiers = modifiersOf(event);
    const change = pressKey(ids, model.selected.value, cursor.peek(), event.key, modifiers, pageLength);
    if (!change) return;
    event.preventDefault();
    apply(change);
    const { active } = cursor.peek();
    scrollToRow(active);
    model.hovered.value = shownRows()[active]?.id;
    if (event.key === 'Enter') showOnMap(active);
    if (active === ids.length - 1) loadNearEnd();
  });
  list.addEventListener('blur', () => (model.hovered.value = undefined));
  list.addEventListener('pointerover', event => {
    model.hovered.value = shownRows()[indexAt(event.target)]?.id;
  });
  list.addEventListener('pointerleave', () => (model.hovered.value = undefined));
  list.addEventListener('wheel', event => event.deltaY > 0 && loadNearEnd(), { passive: true });
  list.addEventListener('scroll', () => {
    const { scrollTop } = list;
    const isOnTheWayDown = scrollTop > lastTop;
    lastTop = scrollTop;
    if (isOnTheWayDown) loadNearEnd();
    if (scrollToRestore === undefined) saveView({ scrollTop });
    // Last: what is read of the layout after it would be laid out twice.
    seen.value += 1;
  });
  new ResizeObserver(() => {
    // What grows above or below the list must not cover the row that a person, or Swath, went to.
    if (isInView(cursor.peek().active, lastHeight)) scrollToRow(cursor.peek().active);
    lastHeight = list.clientHeight;
    seen.value += 1;
  }).observe(list);

  // What stands in the rows: they are built anew for it.
  effect(() => {
    const isTable = layout.value === 'table';
    const shownColumns = columns.value;
    rows.reset();
    list.setAttribute('role', isTable ? 'grid' : 'listbox');
    rows.element.setAttribute('role', isTable ? 'rowgroup' : 'presentation');
    list.style.setProperty('--columns', columnTracks(shownColumns));
    list.style.setProperty('--table-width', `${tableWidth(shownColumns)}px`);
    if (isTable) list.setAttribute('aria-colcount', String(shownColumns.length + 1));
    else for (const name of ['aria-colcount', 'aria-rowcount']) list.removeAttribute(name);
    seen.value = seen.peek() + 1;
  });
  effect(() => {
    const { rows: shown } = results.arrangement.value;
    const { searchId } = results.images.peek();
    const { sort, group } = results.look.peek();
    const order = JSON.stringify([searchId, sort, group]);
    // Another order, or other images, are read from the top.
    if (order !== drawnOrder && drawnSearch !== undefined) list.scrollTop = lastTop = 0;
    if (searchId !== drawnSearch) cursor.value = { active: 0, anchor: 0 };
    else cursor.value = movedCursor(cursor.peek(), drawnRows, shown);
    drawnOrder = order;
    drawnSearch = searchId;
    drawnRows = shown;
  });
  effect(() => {
    const { length } = results.arrangement.value.rows;
    if (layout.value === 'table') list.setAttribute('aria-rowcount', String(length + 1));
  });
  effect(draw);
  effect(() => {
    dependOn(geometry);
    restoreScroll();
  });
  effect(() => {
    const pick = model.picked.value;
    if (pick) goTo([pick.id]);
  });
  let suggested = '';
  effect(() => {
    const { suggestion, selected = [] } = model.state.value ?? {};
    const next = suggestion ? JSON.stringify([suggestion.title, selected]) : '';
    if (next === suggested) return;
    suggested = next;
    // Images that Swath chose are brought into view, as those that are picked on the map.
    if (next !== '') goTo(selected);
  });

  return list;
}

function groupTitle({ key, count }: RowGroup): string {
  return l10n.t('{0} · {1}', key ?? l10n.t('Not known'), imageCount(count));
}

function modifiersOf(event: MouseEvent | KeyboardEvent): Modifiers {
  return { toggle: event.ctrlKey || event.metaKey, range: event.shiftKey };
}

/** The headers of the table's columns; a press sorts. */
function createTableHead({ look, change }: ResultsModel): HTMLElement {
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
