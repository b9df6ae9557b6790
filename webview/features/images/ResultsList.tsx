import { type ReadonlySignal, type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ClearHere } from '../../../src/features/images/rules/clearHere.ts';
import type { ImageRow } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { watchMapColors } from '../../ground/mapColors.ts';
import type { ViewStore } from '../../ground/viewStore.ts';
import { type ContextMenu, isByPointer } from '../../ui/MenuButton.tsx';
import {
  lineShapes,
  type ListGeometry,
  listGeometry,
  useScrollView,
  useVirtualList,
  type VirtualList,
} from '../../ui/virtualList.ts';
import type { PictureModel, PictureStore } from '../pictures/index.ts';
import { AreaChip, whyNoChip } from './AreaView.tsx';
import { chipShape } from './areaViewModel.ts';
import type { RowGroup } from './arrangement.ts';
import { acquiredAt, columns as imageColumns } from './columns.ts';
import { type ImageKey, imageSection, togglePin } from './imageMenu.ts';
import { Card, rowId, type RowProps, TableHead, TableRow, tableWidths } from './ImageRows.tsx';
import type { ImageStore } from './imageStore.ts';
import {
  eventModifiers,
  isNearEnd,
  type ListChange,
  type ListCursor,
  movedCursor,
  pressKey,
  pressRow,
} from './listSelection.ts';
import { createPictureQueue } from './pictureQueue.ts';
import { nextSort } from './resultsLook.ts';
import type { ResultsModel } from './resultsModel.ts';
import { RowDetails } from './RowDetails.tsx';
import { imageCount } from './words.ts';

/** Until the details of a row are measured, CSS pixels. */
const firstDetailsHeight = 120;

interface ResultsListProps {
  host: Host;
  view: ViewStore;
  found: ImageStore;
  results: ResultsModel;
  pictures: PictureModel;
  openMenu: (menu: ContextMenu) => void;
  list: RefObject<HTMLDivElement | null>;
  isHidden: boolean;
}

/**
 * The list of images, as cards, as a table or as chips of the active area, with the details of the open one. The list itself
 * has the focus and points at its active row, so that
 * rendering rows doesn't lose the focus. A hidden list stays on the page and keeps its scroll position.
 */
export function ResultsList({ list, isHidden, openMenu, ...stores }: ResultsListProps) {
  const { host, view, found, results, pictures } = stores;
  const { arrangement, settings, layout, area, coverage } = results;
  const { rows, ids, groups } = arrangement.value;
  const { columns, sort } = settings.value;
  const isTable = useComputed(() => layout.value === 'table');
  const colors = useMemo(watchMapColors, []);
  const scroller = useRef<HTMLDivElement>(null);
  const scrolled = useScrollView(scroller);
  const width = useComputed(() => scrolled.view.value.width);
  const minWidth = useComputed(() => settings.value.chipWidth);
  /** `undefined` in the other layouts. */
  const chips = useComputed(() => {
    const frame = layout.value === 'area' ? area.frame.value : undefined;
    return frame && { frame, shape: chipShape(width.value, minWidth.value, frame.aspect) };
  });
  const detailsHeight = useSignal(firstDetailsHeight);
  /** The row with its details; -1 if none is open. */
  const openRow = useComputed(() => {
    const id = pictures.card.value;
    return id === undefined ? -1 : arrangement.value.ids.indexOf(id);
  });
  const geometry = useComputed(() => {
    const current = arrangement.value;
    const shape = chips.value?.shape ?? lineShapes[isTable.value ? 'table' : 'cards'];
    const open = openRow.value < 0 ? undefined : { row: openRow.value, height: detailsHeight.value };
    return listGeometry(current.rows.length, current.groups, shape, open);
  });
  const selected = found.selected.value;
  const chosen = useMemo(() => new Set(selected), [selected]);
  const cursor = useSignal<ListCursor>({ active: 0, anchor: 0 });
  const { active } = cursor.value;

  const virtual = useVirtualList(scroller, scrolled, geometry);
  const scroll = useListScroll(host, found, results, scroller, virtual, geometry, cursor);
  const [top, bottom] = virtual.seen();
  const inView = geometry.value.between(top, bottom);
  useThumbnails(pictures.store, layout.value === 'cards' ? rows.slice(...inView) : []);
  useChips(results, chips.value ? rows : [], inView, geometry.value.between(bottom, 2 * bottom - top)[1]);
  useLayoutEffect(() => results.clear.see(rows.slice(...inView)), [rows, ...inView]);

  function goTo(targets: readonly string[]): void {
    const index = arrangement.peek().ids.findIndex(id => targets.includes(id));
    if (index < 0) return;
    cursor.value = { active: index, anchor: index };
    virtual.toRow(index);
  }
  useLayoutEffect(() => found.onReach(id => goTo([id])), []);
  // Images that Swath selected are scrolled into view, like images that are picked on the map.
  const { suggestion, selected: suggested = [] } = host.state.value ?? {};
  useLayoutEffect(() => {
    if (suggestion) goTo(suggested);
  }, [suggestion && JSON.stringify([suggestion.title, suggested])]);

  function apply(change: ListChange): void {
    cursor.value = change.cursor;
    if (!change.selected) return;
    const delivered = new Set(rows.flatMap(row => (row.isDelivered ? row.id : [])));
    const orderable = change.selected.filter(id => !delivered.has(id));
    // Clicking a delivered item keeps the selection for the next order.
    if (orderable.length > 0 || change.selected.length === 0) found.select(orderable);
  }

  function open(id: string): void {
    pictures.card.value = id;
    view.open(id);
  }

  function close(): void {
    pictures.card.value = undefined;
    list.current?.focus({ preventScroll: true });
  }

  function showOnMap(index: number): void {
    const id = rows[index]?.id;
    if (id !== undefined) view.show({ kind: 'image', id });
  }

  const imageActions: Readonly<Record<ImageKey, (id: string) => void>> = {
    q: id => pictures.toggleQuicklook(id),
    p: id => togglePin(host, found, id),
  };

  function onKeyDown(event: KeyboardEvent): void {
    // The headers of the table handle their own keys.
    if (event.target !== list.current) return;
    const current = rows[active];
    const letter = event.ctrlKey || event.metaKey || event.altKey ? '' : event.key.toLowerCase();
    if (current && Object.hasOwn(imageActions, letter)) {
      event.preventDefault();
      imageActions[letter as ImageKey](current.id);
      return;
    }
    if (event.key === 'Escape' && pictures.card.peek() !== undefined) {
      event.preventDefault();
      close();
      return;
    }
    const change = pressKey(ids, selected, cursor.peek(), event.key, eventModifiers(event), {
      pageLength: virtual.pageLength(),
      neighbor: geometry.peek().neighbor,
      hasColumns: chips.peek() !== undefined,
    });
    if (!change) return;
    event.preventDefault();
    apply(change);
    const { active: index } = change.cursor;
    virtual.toRow(index);
    found.hovered.value = rows[index]?.id;
    const id = ids[index];
    if (event.key === 'Enter' && id !== undefined) open(id);
    if (index === ids.length - 1) scroll.loadNearEnd();
  }

  function onContextMenu(event: MouseEvent): void {
    const isPointed = isByPointer(event);
    const index = isPointed ? indexAt(event.target) : active;
    const id = rows[index]?.id;
    const row = document.getElementById(rowId(index));
    if (id === undefined || !row || !list.current) return;
    event.preventDefault();
    cursor.value = { active: index, anchor: index };
    openMenu({
      name: l10n.t('Image'),
      from: list.current,
      at: isPointed ? new DOMRect(event.clientX, event.clientY) : row.getBoundingClientRect(),
      sections: [
        imageSection(stores, id),
        ...(chips.peek() && area.hasProblem(id)
          ? [{ items: [{ label: l10n.t('Try Again'), onSelect: area.retry }] }]
          : []),
      ],
    });
  }

  function cardOffset(index: number): Pick<RowProps, 'left' | 'top'> {
    return {
      left: chips.value?.shape.chipLeft(geometry.value.rowColumn(index)) ?? 0,
      top: virtual.rowTop(index),
    };
  }

  function rowInArea(image: ImageRow): { share: number | undefined; clear: ClearHere | undefined } {
    return {
      // Only the version signals a change.
      share: coverage.version.value > 0 ? coverage.aoiShare(image) : undefined,
      clear: results.clear.estimates.value.get(image.id),
    };
  }

  function drawRow(index: number) {
    const image = rows[index];
    if (!image) return [];
    const { id } = image;
    const group = groups[geometry.value.rowGroup(index)];
    const props = {
      image,
      index,
      ...cardOffset(index),
      groupTitle: group?.at === index ? groupTitle(group) : undefined,
      isSelected: chosen.has(id),
      isHovered: found.hovered.value === id,
      isActive: index === active,
      ...rowInArea(image),
      hasDuplicate: results.haveDuplicates.value.has(id),
    };
    const row = drawKind(props);
    if (props.groupTitle === undefined) return row;
    return [
      <div
        key={`group ${id}`}
        class="group-head quiet"
        role="presentation"
        style={`transform: translateY(calc(${props.top}px - 100%))`}
      >
        {props.groupTitle}
      </div>,
      row,
    ];
  }

  function drawKind(props: RowProps) {
    const key = props.image.id;
    if (isTable.value) return <TableRow key={key} {...props} visibleColumns={columns} />;
    if (!chips.value)
      return <Card key={key} {...props} count={rows.length} usePicture={pictures.store.use} />;
    const { frame, shape } = chips.value;
    const size = { width: shape.pictureWidth, height: shape.pictureHeight };
    return (
      <AreaChip
        key={key}
        {...props}
        {...size}
        frame={frame}
        view={area}
        colors={colors.value}
        count={rows.length}
      />
    );
  }

  const opened = rows[openRow.value];
  const wasOpen = useRef<string | undefined>(undefined);
  // What opens is seen, as far as there is room. What was open before another search is left where that has it.
  useLayoutEffect(() => {
    const [top, bottom] = virtual.seen();
    const rowTop = virtual.rowTop(openRow.peek());
    const isSeen = wasOpen.current !== opened?.id || (rowTop >= top && rowTop < bottom);
    wasOpen.current = opened?.id;
    if (opened && isSeen) virtual.toRow(openRow.peek());
  }, [opened?.id, detailsHeight.value]);
  const details = opened && (
    <RowDetails
      key={opened.id}
      {...stores}
      image={opened}
      inArea={rowInArea(opened)}
      top={virtual.rowTop(openRow.value) + geometry.value.lineHeight + geometry.value.headHeight}
      onHeight={height => (detailsHeight.value = height)}
      onClose={close}
    />
  );
  return (
    <div
      ref={scroller}
      class={chips.value ? 'list-scroll of-chips' : isTable.value ? 'list-scroll as-table' : 'list-scroll'}
      hidden={isHidden}
      onScroll={scroll.onScroll}
      // The keys belong to the list in it.
      tabIndex={-1}
    >
      <div
        ref={list}
        class="list"
        role={isTable.value ? 'grid' : 'listbox'}
        tabindex={0}
        aria-label={l10n.t('Images')}
        aria-multiselectable={true}
        aria-busy={host.state.value?.phase.kind === 'searching'}
        aria-activedescendant={rows[active] && rowId(active)}
        aria-colcount={isTable.value ? columns.length + 1 : undefined}
        aria-rowcount={isTable.value ? rows.length + 1 : undefined}
        style={tableWidths(columns)}
        onClick={event => {
          const index = indexAt(event.target);
          const id = rows[index]?.id;
          if (id === undefined) return;
          const { toggle, range } = eventModifiers(event);
          const isOpen = openRow.peek() === index && chosen.has(id);
          apply(pressRow(ids, selected, cursor.peek(), index, { toggle, range }));
          if (toggle || range || event.detail > 1) return;
          if (isOpen) close();
          else open(id);
        }}
        onDblClick={event => showOnMap(indexAt(event.target))}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        onBlur={() => (found.hovered.value = undefined)}
        onPointerOver={event => (found.hovered.value = rows[indexAt(event.target)]?.id)}
        onPointerLeave={() => (found.hovered.value = undefined)}
      >
        {isTable.value && (
          <TableHead
            visibleColumns={columns.map(id => ({
              ...imageColumns[id],
              id,
              label: imageColumns[id].label(),
            }))}
            sort={sort}
            onSort={by => results.setSort(nextSort(sort, by))}
          />
        )}
        <div
          class="rows"
          role={isTable.value ? 'rowgroup' : 'presentation'}
          style={{
            height: `${virtual.height()}px`,
            '--chip-width': chips.value && `${chips.value.shape.chipWidth}px`,
          }}
        >
          {virtual.rendered(active, rows.length).map(drawRow)}
        </div>
      </div>
      {details}
    </div>
  );
}

interface Drawn {
  searchId: number | undefined;
  order: string;
  rows: readonly ImageRow[];
  geometry: ListGeometry;
}

/** Scrolls the list; the cursor stays on its images. */
function useListScroll(
  { state }: Pick<Host, 'state'>,
  found: Pick<ImageStore, 'isStale'>,
  results: ResultsModel,
  list: RefObject<HTMLDivElement | null>,
  { view, see, seen, offset, scrollTo, toRow }: VirtualList,
  geometry: ReadonlySignal<ListGeometry>,
  cursor: Signal<ListCursor>,
) {
  const toRestore = useRef(results.savedScrollTop);
  const { rows } = results.arrangement.value;
  const drawn = useRef<Drawn>({ searchId: undefined, order: '', rows, geometry: geometry.peek() });

  /** From the row's top to its bottom, below the headers. */
  function rowSpan(index: number): [top: number, bottom: number] {
    const { rowTop, lineHeight, headHeight } = geometry.peek();
    return [rowTop(index), rowTop(index) + lineHeight + headHeight];
  }

  /** Loads the next page, unless one has failed: then the user has to retry. */
  function loadNearEnd(): void {
    const { hasMore, phase } = state.peek() ?? {};
    const isWaiting = hasMore && phase?.kind === 'done' && !found.isStale.peek();
    if (isWaiting && isNearEnd(offset(), view.peek().height, geometry.peek().height)) results.load('more');
  }

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const onWheel = ({ deltaY }: WheelEvent) => {
      if (deltaY > 0) loadNearEnd();
    };
    element.addEventListener('wheel', onWheel, { passive: true });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  // When something above or below the list grows, the active row must stay visible. Lines of another width show the
  // same images, see below.
  const before = useRef(view.peek());
  useSignalEffect(() => {
    const { width, height } = view.value;
    const { active } = cursor.peek();
    const [rowTop, rowBottom] = rowSpan(active);
    const [top] = seen();
    const wasVisible = rowTop >= top && rowBottom <= top + before.current.height;
    const isOtherHeight = height !== before.current.height && width === before.current.width;
    before.current = view.value;
    if (!isOtherHeight || !wasVisible) return;
    toRow(active);
    // It isn't the person who scrolls, and wants more.
    see();
  });

  const current = geometry.value;
  useLayoutEffect(() => {
    if (!list.current) return;
    const before = drawn.current;
    const { searchId } = results.images.peek();
    const order = JSON.stringify([searchId, results.settings.peek().sort, results.settings.peek().group]);
    drawn.current = { searchId, order, rows, geometry: current };
    const isSame = searchId === before.searchId;
    cursor.value = isSame ? movedCursor(cursor.peek(), before.rows, rows) : { active: 0, anchor: 0 };
    // Lines of another size or length show the same images.
    if (!haveSameLines(before.geometry, current) && before.rows === rows) {
      const [first] = before.geometry.between(offset(), Infinity);
      scrollTo(first < rows.length ? current.rowTop(first) : 0);
    }
    // When another row opens, the row that the person works with stays in place.
    const { active } = cursor.peek();
    if (isSame && before.rows === rows && haveSameLines(before.geometry, current) && active < rows.length)
      scrollTo(offset() + current.rowTop(active) - before.geometry.rowTop(active));
    // With another order or other images, the list starts at the top.
    if (order !== before.order) {
      if (before.searchId !== undefined) toRestore.current = undefined;
      if (toRestore.current === undefined) scrollTo(0);
    }
    const place = toRestore.current;
    if (place !== undefined && current.headHeight + current.height - view.peek().height >= place) {
      scrollTo(place);
      toRestore.current = undefined;
    }
    see();
  }, [current]);

  return {
    loadNearEnd,
    onScroll: () => {
      const before = view.peek().scrollTop;
      see();
      const top = offset();
      if (view.peek().scrollTop > before) loadNearEnd();
      if (toRestore.current === undefined) results.saveScrollTop(top);
    },
  };
}

/** Requests the thumbnails of the visible cards. */
function useThumbnails(store: PictureStore, inView: readonly ImageRow[]): void {
  const queue = useMemo(() => createPictureQueue((id, signal) => store.load('thumbnail', id, signal)), []);
  const { value: pictures } = store.pictures;
  useLayoutEffect(() => {
    const missing: string[] = [];
    for (const { id, whyNo } of inView) {
      if (whyNo.thumbnail === undefined && !pictures.has(`thumbnail/${id}`)) missing.push(id);
    }
    queue.want(missing);
  });
}

/** Requests the quicklooks of the chips in view, the newest first, and then those of the next screen. */
function useChips(
  { area, coverage }: ResultsModel,
  rows: readonly ImageRow[],
  [from, to]: readonly [from: number, to: number],
  end: number,
): void {
  useLayoutEffect(() => {
    const newest = rows.slice(from, to).sort((a, b) => acquiredAt(b) - acquiredAt(a));
    const next = rows.slice(to, end);
    const candidates = [...newest, ...next].filter(
      image => whyNoChip({ image, share: coverage.aoiShare(image) }) === undefined,
    );
    area.want(candidates.map(({ id }) => id));
  });
}

function haveSameLines(a: ListGeometry, b: ListGeometry): boolean {
  return a.lineHeight === b.lineHeight && a.perLine === b.perLine;
}

function indexAt(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('.row') : null;
  return row ? Number(row.id.slice(rowId(0).length - 1)) : -1;
}

function groupTitle({ key, count }: RowGroup): string {
  return `${key ?? l10n.t('Unknown')} · ${imageCount(count)}`;
}
