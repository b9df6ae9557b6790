import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { ImageRow } from '../../src/shared/protocol.ts';
import { element } from '../element.ts';
import type { PageModel } from '../pageModel.ts';
import type { SavedView } from '../savedView.ts';
import { imageRowView } from './imageRowView.ts';
import { pressKey, pressRow, type ListChange, type ListCursor, type Modifiers } from './listSelection.ts';

/**
 * The list of images. The list itself holds the focus and points at its active row, so that rows can come, go and
 * one day be virtual without the focus being lost.
 */
export function createResultsList(
  model: PageModel,
  saved: SavedView,
  saveView: (change: Partial<SavedView>) => void,
): HTMLElement {
  const list = element('div', {
    class: 'list',
    role: 'listbox',
    tabindex: '0',
    'aria-label': l10n.t('Images'),
    'aria-multiselectable': 'true',
  });
  let rows: HTMLElement[] = [];
  let drawn: readonly ImageRow[] = [];
  let drawnSearch: number | undefined;
  let cursor: ListCursor = { active: 0, anchor: 0 };
  let scrollToRestore = saved.scrollTop;

  const ids = () => drawn.map(image => image.id);

  function drawRows(images: readonly ImageRow[], searchId: number | undefined): void {
    const kept =
      searchId === drawnSearch && drawn.every((image, index) => image === images[index]) ? drawn.length : 0;
    if (kept === 0) {
      list.replaceChildren();
      rows = [];
      cursor = { active: 0, anchor: 0 };
      if (drawnSearch !== undefined) list.scrollTop = 0;
    }
    const added = images.slice(kept).map((image, index) => imageRowView(image, `image-row-${kept + index}`));
    list.append(...added);
    rows = [...rows, ...added];
    drawn = images;
    drawnSearch = searchId;
    showCursor();
    restoreScroll();
  }

  function restoreScroll(): void {
    if (scrollToRestore === undefined || list.scrollHeight - list.clientHeight < scrollToRestore) return;
    list.scrollTop = scrollToRestore;
    scrollToRestore = undefined;
  }

  function showCursor(): void {
    list.querySelector('.active')?.classList.remove('active');
    const row = rows[cursor.active];
    row?.classList.add('active');
    if (row) list.setAttribute('aria-activedescendant', row.id);
    else list.removeAttribute('aria-activedescendant');
  }

  function apply(change: ListChange): void {
    cursor = change.cursor;
    showCursor();
    if (change.selected) model.select(change.selected);
  }

  function rowAt(target: EventTarget | null): number {
    const row = target instanceof Element ? target.closest<HTMLElement>('.row') : null;
    return row ? rows.indexOf(row) : -1;
  }

  function showOnMap(index: number): void {
    const id = drawn[index]?.id;
    if (id !== undefined) model.target.value = { kind: 'image', id };
  }

  list.addEventListener('click', event => {
    const index = rowAt(event.target);
    if (index >= 0) apply(pressRow(ids(), model.selected.value, cursor, index, modifiersOf(event)));
  });
  list.addEventListener('dblclick', event => {
    const index = rowAt(event.target);
    if (index >= 0) showOnMap(index);
  });
  list.addEventListener('keydown', event => {
    const pageLength = Math.max(1, Math.floor(list.clientHeight / (rows[0]?.offsetHeight ?? 48)) - 1);
    const change = pressKey(ids(), model.selected.value, cursor, event.key, modifiersOf(event), pageLength);
    if (!change) return;
    event.preventDefault();
    apply(change);
    rows[cursor.active]?.scrollIntoView({ block: 'nearest' });
    model.hovered.value = drawn[cursor.active]?.id;
    if (event.key === 'Enter') showOnMap(cursor.active);
  });
  list.addEventListener('blur', () => (model.hovered.value = undefined));
  list.addEventListener('pointerover', event => {
    model.hovered.value = drawn[rowAt(event.target)]?.id;
  });
  list.addEventListener('pointerleave', () => (model.hovered.value = undefined));
  list.addEventListener('scroll', () => {
    if (scrollToRestore === undefined) saveView({ scrollTop: list.scrollTop });
  });

  effect(() => {
    const { rows: images, searchId } = model.images.value;
    drawRows(images, searchId);
    const chosen = new Set(model.selected.value);
    rows.forEach((row, index) => setSelected(row, chosen.has(images[index]?.id ?? '')));
  });
  effect(() => {
    const hovered = model.hovered.value;
    list.querySelector('.hovered')?.classList.remove('hovered');
    if (hovered === undefined) return;
    rows[drawn.findIndex(image => image.id === hovered)]?.classList.add('hovered');
  });
  effect(() => {
    const pick = model.picked.value;
    const index = pick ? drawn.findIndex(image => image.id === pick.id) : -1;
    if (index < 0) return;
    cursor = { active: index, anchor: index };
    showCursor();
    rows[index]?.scrollIntoView({ block: 'nearest' });
  });

  return list;
}

function setSelected(row: HTMLElement, selected: boolean): void {
  const value = String(selected);
  if (row.getAttribute('aria-selected') !== value) row.setAttribute('aria-selected', value);
}

function modifiersOf(event: MouseEvent | KeyboardEvent): Modifiers {
  return { toggle: event.ctrlKey || event.metaKey, range: event.shiftKey };
}
