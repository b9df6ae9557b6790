import { type Signal, useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { HostLink } from './hostLink.ts';

/** Beside the map if the page is as wide as in `layout.css`. */
const sideBySide = window.matchMedia('(min-width: 720px)');

/** Percent of the page that the list can take. */
const min = 15;
const max = 85;
const keyStep = 2;

/** The line between the map and the list, which moves with the pointer and the arrow keys. A double click resets it. */
export function Sash({ savedView, saveView }: Pick<HostLink, 'savedView' | 'saveView'>) {
  const sash = useRef<HTMLDivElement>(null);
  const isBeside = useSignal(sideBySide.matches);
  /** What the list takes of the page, percent. */
  const share = useSignal(0);
  const listWidth = useSignal(savedView.listWidth);
  const listHeight = useSignal(savedView.listHeight);
  const isDragging = useSignal(false);
  const [size, name]: [Signal<number | undefined>, 'listWidth' | 'listHeight'] = isBeside.value
    ? [listWidth, 'listWidth']
    : [listHeight, 'listHeight'];

  /** The map and the list together, CSS pixels. */
  function extent(): { from: number; to: number; list: number } {
    const [map, list] = ['.map', '.side'].map(part =>
      sash.current?.parentElement?.querySelector(part)?.getBoundingClientRect(),
    );
    if (!map || !list) return { from: 0, to: 1, list: 0 };
    return isBeside.peek()
      ? { from: map.left, to: list.right, list: list.width }
      : { from: map.top, to: list.bottom, list: list.height };
  }

  useLayoutEffect(() => {
    const root = sash.current?.parentElement;
    const list = root?.querySelector('.side');
    if (!root || !list) return undefined;
    const measure = () => {
      isBeside.value = sideBySide.matches;
      const { from, to, list: taken } = extent();
      share.value = Math.round((taken / (to - from)) * 100);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    observer.observe(root);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const style = sash.current?.parentElement?.style;
    const width = listWidth.value;
    const height = listHeight.value;
    const set = (property: string, value: string | undefined) =>
      value === undefined ? style?.removeProperty(property) : style?.setProperty(property, value);
    set('--list-width', width === undefined ? undefined : `clamp(240px, ${width}%, calc(100% - 240px))`);
    set('--map-part', height === undefined ? undefined : `${100 - height}fr`);
    set('--list-part', height === undefined ? undefined : `${height}fr`);
    set('--least-map', height === undefined ? undefined : '140px');
  }, [listWidth.value, listHeight.value]);

  function resize(percent: number | undefined): void {
    size.value = percent === undefined ? undefined : Math.min(max, Math.max(min, Math.round(percent)));
    saveView({ [name]: size.peek() });
  }

  function onPointerMove(event: PointerEvent): void {
    if (!isDragging.peek()) return;
    const { from, to } = extent();
    const at = isBeside.peek() ? event.clientX : event.clientY;
    resize(((to - at) / (to - from)) * 100);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const now = share.peek();
    const places: Record<string, number | undefined> = {
      [isBeside.peek() ? 'ArrowLeft' : 'ArrowUp']: now + keyStep,
      [isBeside.peek() ? 'ArrowRight' : 'ArrowDown']: now - keyStep,
      Home: min,
      End: max,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    resize(place);
  }

  return (
    <div
      ref={sash}
      class={isDragging.value ? 'sash dragging' : 'sash'}
      role="separator"
      tabindex={0}
      aria-label={l10n.t('Size of the list')}
      aria-orientation={isBeside.value ? 'vertical' : 'horizontal'}
      aria-valuenow={share.value}
      aria-valuemin={min}
      aria-valuemax={max}
      onPointerDown={event => {
        if (event.button !== 0) return;
        // Dragging must not select text.
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        isDragging.value = true;
      }}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => (isDragging.value = false)}
      onDblClick={() => resize(undefined)}
      onKeyDown={onKeyDown}
    />
  );
}
