import * as l10n from '@vscode/l10n';
import { element, icon, setAttribute, setText, setTitle } from '../ui/element.ts';
import { choice, pushButton, type ChoiceOptions } from '../ui/toolkit.ts';
import type { FilterChip } from './filterChips.ts';
import { quickSpans, spanOf, spanText, utcToday, type QuickSpan } from './quickSpans.ts';

export interface SearchRow {
  element: HTMLElement;
  show(look: SearchRowLook): void;
  focusToggle(): void;
}

export interface SearchRowLook {
  isSearching: boolean;
  /** What a search lacks. */
  missing: string | undefined;
  isOpen: boolean;
  /** Whether the form holds something that was not searched for. */
  isUnsearched: boolean;
  /** The days in the form. */
  days: { from: string; to: string; after: string; before: string };
  chips: readonly FilterChip[];
  /** Why chips cannot be taken off, by their keys. */
  fixed: ReadonlyMap<string, string>;
}

export interface SearchRowActions {
  search(): void;
  cancel(): void;
  toggle(): void;
  /** @param today `YYYY-MM-DD`, UTC */
  chooseSpan(span: QuickSpan, today: string): void;
  remove(chip: FilterChip): void;
}

/** For days of one's own, which no span says. */
const ownDays = 'own';

/** What is always on screen of the form, in one line where there is room. */
export function createSearchRow(panelId: string, does: SearchRowActions): SearchRow {
  let isSearching = false;
  const action = pushButton(l10n.t('Search'), true, event => {
    // The second press of a double click must not cancel what the first one began.
    if (isSearching && event.detail <= 1) does.cancel();
    else if (!isSearching) does.search();
  });
  action.element.classList.add('search-action');

  const count = element('span', { class: 'filter-count' });
  const unsearched = element('span', { class: 'unsearched' });
  const toggle = element(
    'button',
    { type: 'button', class: 'toggle-button filters-toggle', 'aria-controls': panelId },
    l10n.t('Filters'),
    count,
    unsearched,
    icon('M4.5 6.5L8 10l3.5-3.5'),
  );
  toggle.addEventListener('click', () => does.toggle());

  const spanLabel = element('span', { id: 'quick-span-label', class: 'visually-hidden' });
  setText(spanLabel, l10n.t('Quick dates'));
  const spans: ChoiceOptions = quickSpans.map(span => [span, spanText(span)] as const);
  const span = choice('quick-span-label', spans, () => {
    const chosen = quickSpans.find(known => known === span.value());
    if (chosen) does.chooseSpan(chosen, utcToday());
  });
  span.element.classList.add('quick-span');
  let hasOwn = false;

  const chips = createChipList(
    chip => does.remove(chip),
    () => toggle.focus(),
  );
  const row = element(
    'div',
    { class: 'search-row' },
    action.element,
    toggle,
    spanLabel,
    span.element,
    chips.element,
  );

  function showSpan(days: SearchRowLook['days']): void {
    const shown = spanOf(days, utcToday()) ?? ownDays;
    if ((shown === ownDays) !== hasOwn) {
      hasOwn = shown === ownDays;
      span.offer(hasOwn ? [...spans, [ownDays, l10n.t('Own dates')]] : spans);
    }
    if (span.value() !== shown) span.set(shown);
  }

  return {
    element: row,
    show: look => {
      isSearching = look.isSearching;
      if (isSearching) action.set({ label: l10n.t('Cancel'), primary: false });
      else action.set({ label: l10n.t('Search'), primary: true, disabledBecause: look.missing });
      toggle.setAttribute('aria-expanded', String(look.isOpen));
      setTitle(toggle, toggleTitle(look));
      setAttribute(toggle, 'aria-label', toggle.title);
      count.hidden = look.chips.length === 0;
      setText(count, String(look.chips.length));
      unsearched.hidden = !look.isUnsearched;
      showSpan(look.days);
      chips.show(look.chips, look.fixed);
    },
    focusToggle: () => toggle.focus(),
  };
}

function toggleTitle({ chips, isUnsearched }: SearchRowLook): string {
  const inForce = chips.length === 0 ? l10n.t('Filters') : l10n.t('Filters, {0} in force', chips.length);
  return isUnsearched ? l10n.t('{0}, changes not searched yet', inForce) : inForce;
}

interface ChipList {
  element: HTMLElement;
  /** @param fixed why they cannot be taken off for now, by the key of the chip */
  show(chips: readonly FilterChip[], fixed: ReadonlyMap<string, string>): void;
}

/** @param goOn takes the focus when the last chip is gone */
function createChipList(onRemove: (chip: FilterChip) => void, goOn: () => void): ChipList {
  const list = element('ul', { class: 'filter-chips', 'aria-label': l10n.t('Filters in force') });
  let shown = '';

  function chipElement(chip: FilterChip, why: string | undefined): HTMLElement {
    const name = l10n.t('Remove: {0}', chip.label);
    const button = element(
      'button',
      { type: 'button', class: 'filter-chip-remove', 'aria-label': name, title: why ?? name },
      icon('M4.5 4.5l7 7M11.5 4.5l-7 7'),
    );
    if (why !== undefined) button.setAttribute('aria-disabled', 'true');
    const remove = () => {
      if (why === undefined) onRemove(chip);
    };
    button.addEventListener('click', remove);
    button.addEventListener('keydown', event => {
      const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
      // A key held down must not take off the chips that come into its place.
      if (isRemoval || event.repeat) event.preventDefault();
      if (isRemoval && !event.repeat) remove();
    });
    const label = element('span', { class: 'filter-chip-label ellipsis' }, chip.label);
    setTitle(label, [chip.label, chip.title].filter(part => part !== undefined).join('\n'));
    return element('li', { class: 'filter-chip', 'data-filter': chip.key }, label, button);
  }

  return {
    element: list,
    show: (chips, fixed) => {
      const text = JSON.stringify([chips, [...fixed]]);
      if (text === shown) return;
      shown = text;
      const buttons = () => [...list.querySelectorAll('button')];
      const at = buttons().findIndex(button => button === document.activeElement);
      list.replaceChildren(...chips.map(chip => chipElement(chip, fixed.get(chip.key))));
      list.hidden = chips.length === 0;
      if (at < 0) return;
      // The focus stays in its place: on the chip that came there, else on the last.
      const next = buttons()[at] ?? buttons().at(-1);
      if (next) next.focus();
      else goOn();
    },
  };
}
