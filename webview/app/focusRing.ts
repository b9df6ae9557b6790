import { effect } from '@preact/signals';
import type { Host } from '../ground/host.ts';
import type { HostLink } from './hostLink.ts';

/**
 * The parts of the page that the keyboard moves between. `first` lists selectors for the element to focus, in order of
 * preference; if it is empty, the region itself takes the focus.
 */
const regions = [
  { name: 'search', selector: '.filters', first: ['.filters-toggle'] },
  { name: 'map', selector: '.map-part', first: ['.map'] },
  { name: 'results', selector: '.side', first: ['.list', '.notice', 'button'] },
] as const;

type PageRegion = (typeof regions)[number];

/** If the focus returns within this time after the key that moves it on, the editor found no other place for it, ms. */
const comesBack = 1500;

/**
 * Ctrl+F6 cycles through the regions of the page, with Shift backward, like F6 does for the parts of the window. F6
 * belongs to the editor: it leaves the page. Some versions of the editor don't treat the page as one of their parts and
 * return the focus; then the host is asked to move it on. When the focus enters by keyboard, it returns to its last
 * position, and if that position is gone it stays in the same region.
 */
export function attachFocusRing(
  root: HTMLElement,
  { state, post, savedView, saveView }: HostLink & Pick<Host, 'state'>,
): void {
  const last = new Map<PageRegion, HTMLElement>();
  let latest: HTMLElement | undefined;
  /**
   * The region that contains, or contained, `latest`; initially the region that had the focus when the page was hidden.
   */
  let home: PageRegion = regions.find(({ name }) => name === savedView.region) ?? regions[0];
  let leaving: { by: 1 | -1; since: number } | undefined;
  let isPressed = false;

  const regionElement = ({ selector }: PageRegion) => root.querySelector<HTMLElement>(selector);
  const regionIndex = (target: Node | null) =>
    regions.findIndex(region => regionElement(region)?.contains(target));

  function goTo(region: PageRegion): void {
    const { first } = region;
    const element = regionElement(region);
    const places = [
      last.get(region),
      ...first.map(selector =>
        element?.matches(selector) ? element : element?.querySelector<HTMLElement>(selector),
      ),
      element,
    ];
    for (const place of places) {
      if (!place || !canHaveFocus(place)) continue;
      place.focus();
      if (place.contains(document.activeElement)) return;
    }
  }

  window.addEventListener(
    'keydown',
    event => {
      if (event.key !== 'F6' || event.altKey || event.metaKey) return;
      const by = event.shiftKey ? -1 : 1;
      if (!event.ctrlKey) {
        leaving = { by, since: performance.now() };
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      const from = regionIndex(document.activeElement);
      const start = from < 0 && by < 0 ? 0 : from;
      const next = regions[(start + by + regions.length) % regions.length];
      if (next) goTo(next);
    },
    { capture: true },
  );
  document.addEventListener('focusin', ({ target }) => {
    const region = regions[regionIndex(target instanceof Node ? target : null)];
    if (!(target instanceof HTMLElement)) return;
    // When the browser moves the focus, it may leave a part of the element out of view.
    if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (!region) return;
    latest = target;
    last.set(region, target);
    if (region !== home) saveView({ region: region.name });
    home = region;
  });
  // The focused element may be hidden, removed or disabled. Code that does this may set a better position itself.
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget === null) queueMicrotask(keepInRegion);
  });

  function keepInRegion(): void {
    if (isPressed || !document.hasFocus() || document.activeElement !== document.body) return;
    if (latest && !canHaveFocus(latest)) goTo(home);
  }

  // After a search from the text or the command palette, the way into the page leads to its images, also if that search
  // opened the page, and has come to its end before it.
  let wasSearching = savedView.region === undefined;
  effect(() => {
    const kind = state.value?.phase.kind;
    if (kind === undefined) return;
    if (wasSearching && kind === 'done' && !document.hasFocus()) {
      [, , home] = regions;
      saveView({ region: home.name });
      last.delete(home);
      latest = undefined;
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    }
    wasSearching = kind === 'searching';
  });

  for (const kind of ['pointerdown', 'pointerup', 'pointercancel'])
    window.addEventListener(kind, () => (isPressed = kind === 'pointerdown'), { capture: true });

  window.addEventListener('focus', () => {
    const pending = leaving;
    leaving = undefined;
    if (pending && performance.now() - pending.since < comesBack) {
      post({ kind: 'leave', by: pending.by });
      return;
    }
    // A mouse press sets the focus itself.
    if (isPressed || document.activeElement !== document.body) return;
    if (latest && canHaveFocus(latest)) latest.focus({ preventScroll: true });
    else goTo(home);
  });
}

function canHaveFocus(place: HTMLElement): boolean {
  return place.isConnected && place.checkVisibility() && !place.hasAttribute('disabled');
}
