import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Host } from '../../ground/host.ts';
import type { ViewStore } from '../../ground/viewStore.ts';
import { ChipList, type RemovableChip } from '../../ui/ChipList.tsx';
import { Button, type ChoiceOptions, Select } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { closeByPressBeside } from '../../ui/pressBeside.ts';
import { blankFields, type FieldName } from './filterFields.ts';
import { FilterPanel, panelId } from './FilterPanel.tsx';
import { onRest, quickSpans, type SearchModel } from './searchModel.ts';

interface SearchFormProps {
  host: Host;
  view: Pick<ViewStore, 'bounds' | 'size'>;
  search: SearchModel;
  /** How many filters the list applies itself. */
  listFilterCount: number;
  /** The fields of these filters. */
  children: ComponentChildren;
}

const toggleId = 'filters-toggle';

/** One line that is always visible, and all filters in a layer below it, on demand: it lies over the map and moves nothing. */
export function SearchForm({ host, view, search: form, listFilterCount, children }: SearchFormProps) {
  const whole = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  /** Whether the focus goes to the images when they come. */
  const goesOn = useRef(false);
  const search = (isQuiet = false) => {
    const isInside = findPanel(whole.current)?.contains(document.activeElement) === true;
    form.search(unfinishedIn(whole.current), isQuiet);
    // The panel closes with the field that had the focus.
    if (isInside && !form.isOpen.peek()) toggle.current?.focus();
    if (!isQuiet) goesOn.current = true;
  };
  useEffect(() => {
    onRest(view, () => {
      if (form.followsMap.peek() && form.fields.peek().where === 'box') search(true);
    });
  }, []);
  useEffect(
    () =>
      form.onAsked(isHere => {
        if (isHere) form.edit('where', 'box');
        search();
      }),
    [],
  );
  useEffect(() => {
    if (!form.isOpen.value) return undefined;
    return closeByPressBeside(
      () => whole.current ?? undefined,
      () => (form.isOpen.value = false),
    );
  }, [form.isOpen.value]);
  // By then the fields show their problems and the panel is open.
  useEffect(() => {
    if (form.refusals.value > 0) whole.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [form.refusals.value]);

  const isSearching = host.state.value?.phase.kind === 'searching';
  const hasFound = host.state.value?.phase.kind === 'done';
  useEffect(() => {
    if (!hasFound || !goesOn.current) return;
    goesOn.current = false;
    // Who has gone on in the meantime isn't disturbed.
    if (document.activeElement?.matches('.search-action, .filters-toggle') && !form.isOpen.peek())
      goToImages();
  }, [hasFound]);
  const count = form.chips.value.length + listFilterCount;
  const isUnsearched = form.isUnsearched.value;
  const { phase, aoiChanged = false } = host.state.value ?? {};
  // Once there are images, the next step is with them; after a failure, it is to try again.
  const isOver = phase?.kind === 'failed' || (phase?.kind === 'done' && !isUnsearched);
  const isNext = form.missing.value === undefined && (aoiChanged || !isOver);
  const filtersText = count === 0 ? l10n.t('Filters') : l10n.t('Filters, {0} active', count);
  const name = isUnsearched ? l10n.t('{0}, not searched yet', filtersText) : filtersText;
  return (
    <div
      class="filters"
      role="search"
      aria-label={l10n.t('Filters')}
      ref={whole}
      onKeyDown={event => {
        const { key, target, defaultPrevented } = event;
        const isInField = target instanceof HTMLInputElement && target.type !== 'checkbox';
        // The fields without a name filter the list as it is: a search would drop what was loaded.
        const isDone = key === 'Enter' && isInField && target.name === '';
        if (key === 'Enter' && isInField) {
          // Otherwise it would also press the button that gets the focus.
          event.preventDefault();
          if (!isDone) search();
        }
        if (isDone || (key === 'Escape' && form.isOpen.peek() && !defaultPrevented)) {
          form.isOpen.value = false;
          toggle.current?.focus();
        }
      }}
    >
      <div class="search-row">
        <Button
          class="search-action"
          label={isSearching ? l10n.t('Cancel') : l10n.t('Search')}
          isPrimary={!isSearching && isNext}
          disabledBecause={isSearching ? undefined : form.missing.value}
          onPress={({ detail }) => {
            if (!isSearching) search();
            // The second press of a double click must not cancel the search that the first one started.
            else if (detail <= 1) host.post({ kind: 'cancelSearch' });
          }}
        />
        <button
          type="button"
          id={toggleId}
          class="toggle-button filters-toggle"
          aria-controls={panelId}
          aria-expanded={form.isOpen.value}
          aria-label={name}
          title={name}
          ref={toggle}
          onClick={() => (form.isOpen.value = !form.isOpen.peek())}
        >
          {l10n.t('Filters')}
          {count > 0 && <span class="filter-count">{count}</span>}
          {isUnsearched && <span class="unsearched" />}
          <Icon path="M4.5 6.5L8 10l3.5-3.5" />
        </button>
        <QuickDates form={form} />
      </div>
      <FilterPanel form={form} state={host.state}>
        {children}
      </FilterPanel>
    </div>
  );
}

interface ActiveFiltersProps {
  search: SearchModel;
  /** Filters that the list applies itself. They follow the criteria of the search. */
  listChips: readonly RemovableChip[];
  /** Before them. */
  children: ComponentChildren;
}

/** What limits the list of images, above it. */
export function ActiveFilters({ search: { chips }, listChips, children }: ActiveFiltersProps) {
  return (
    <ChipList
      name={l10n.t('Active filters')}
      chips={[...chips.value, ...listChips]}
      goOn={() => document.getElementById(toggleId)?.focus()}
    >
      {children}
    </ChipList>
  );
}

/** The list, or the panel until there is one. */
function goToImages(): void {
  const [list, panel] = ['#side-images .list', '#side-images'].map(part =>
    document.querySelector<HTMLElement>(part),
  );
  (list?.checkVisibility() ? list : panel)?.focus({ preventScroll: true });
}

function findPanel(form: HTMLElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>(`#${panelId}`) ?? null;
}

/** Fields whose control contains an incomplete value. */
function unfinishedIn(form: HTMLElement | null): ReadonlySet<FieldName> {
  const inputs = [...(form?.querySelectorAll('input') ?? [])].filter(({ validity }) => validity.badInput);
  const names = Object.keys(blankFields) as FieldName[];
  return new Set(names.filter(name => inputs.some(input => input.name === name)));
}

/** A custom range that matches no predefined span. */
const ownDays = 'own';

function QuickDates({ form }: { form: SearchModel }) {
  const { from, to, after, before } = form.fields.value;
  const spans = quickSpans(form.today());
  const current =
    `${to}${after}${before}` === '' ? spans.find(({ firstDay }) => firstDay === from) : undefined;
  const options: ChoiceOptions = spans.map(({ id, name }) => [id, name]);
  return (
    <Select
      class="input quick-span"
      name={l10n.t('Quick dates')}
      options={current ? options : [...options, [ownDays, l10n.t('Custom')]]}
      value={current?.id ?? ownDays}
      onChange={chosen => {
        const span = spans.find(({ id }) => id === chosen);
        if (span) form.chooseSpan(span.firstDay);
      }}
    />
  );
}
