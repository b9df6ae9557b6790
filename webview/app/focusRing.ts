import type { PageModel } from './pageModel.ts';

/**
 * The parts of the page that the keyboard goes to as a whole. What takes the focus at `first` are selectors in the order
 * of preference; without any, it is the region itself.
 */
const regions = [
  { name: 'search', selector: '.filters', first: ['.filters-toggle'] },
  { name: 'map', selector: '.map', first: [] },
  { name: 'results', selector: '.results', first: ['.list:not([hidden])', '.notice', 'button'] },
] as const;

type PageRegion = (typeof regions)[number];

/** A focus that comes back so soon after the key that moves it on never found another place, ms. */
const comesBack = 1500;

/**
 * Ctrl+F6 goes around the regions of the page, and with Shift the other way, as F6 does around the parts of the window.
 * F6 is the editor's: it leaves the page. Some versions of the editor take the page for no part of theirs and put the
 * focus where it was; then the host is asked to move it on. A focus that comes in by the keyboard finds its place again,
 * and one whose place is gone stays in its region.
 */
export function attachFocusRing(root: HTMLElement, { post, savedView, saveView }: PageModel): void {
  const last = new Map<PageRegion, HTMLElement>();
  let latest: HTMLElement | undefined;
  /** That `latest` is, or was, a part of; at first the one that had the focus when the page was put away. */
  let home: PageRegion = regions.find(({ name }) => name === savedView.region) ?? regions[0];
  let leaving: { by: 1 | -1; since: number } | undefined;
  let isPressed = false;

  const elementOf = ({ selector }: PageRegion) => root.querySelector<HTMLElement>(selector);
  const regionOf = (target: Node | null) => regions.findIndex(region => elementOf(region)?.contains(target));

  function goTo(region: PageRegion): void {
    const { first } = region;
    const element = elementOf(region);
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
      const from = regionOf(document.activeElement);
      const start = from < 0 && by < 0 ? 0 : from;
      const next = regions[(start + by + regions.length) % regions.length];
      if (next) goTo(next);
    },
    { capture: true },
  );
  document.addEventListener('focusin', ({ target }) => {
    const region = regions[regionOf(target instanceof Node ? target : null)];
    if (!(target instanceof HTMLElement)) return;
    // The browser is content with a part of it.
    if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (!region) return;
    latest = target;
    last.set(region, target);
    if (region !== home) saveView({ region: region.name });
    home = region;
  });
  // What has the focus is hidden, taken away or switched off at times; whoever does so may know a better place.
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget === null) queueMicrotask(keepInRegion);
  });

  function keepInRegion(): void {
    if (isPressed || !document.hasFocus() || document.activeElement !== document.body) return;
    if (latest && !canHaveFocus(latest)) goTo(home);
  }

  for (const kind of ['pointerdown', 'pointerup', 'pointercancel'])
    window.addEventListener(kind, () => (isPressed = kind === 'pointerdown'), { capture: true });

  window.addEventListener('focus', () => {
    const pending = leaving;
    leaving = undefined;
    if (pending && performance.now() - pending.since < comesBack) {
      post({ kind: 'leave', by: pending.by });
      return;
    }
    // A press puts the focus where it is itself.
    if (isPressed || document.activeElement !== document.body) return;
    if (latest && canHaveFocus(latest)) latest.focus({ preventScroll: true });
    else goTo(home);
  });
}

/** A control that cannot be used takes none. */
function canHaveFocus(place: HTMLElement): boolean {
  return place.isConnected && place.checkVisibility() && !place.hasAttribute('disabled');
}
