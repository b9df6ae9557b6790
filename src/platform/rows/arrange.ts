import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { back, pickStep, textStep } from '../dialogs/steps.ts';
import {
  type Arrangement,
  type ArrangementChoices,
  countValues,
  describeFilters,
  type Filter,
  unknownLabel,
} from './arrangement.ts';
import type { ArrangementOwner } from './arrangementOwner.ts';

/** What a view passes in to be arranged. */
export interface ArrangeParts<T> {
  /** Title of the quick pick, such as `Orders`. */
  title: string;
  arrangement: ArrangementOwner;
  choices: ArrangementChoices<T>;
  /** All known items, shown or not. */
  items: () => readonly T[];
}

/** An entry of the first level: shows the current choice; selecting it runs `run`. */
interface Entry extends vscode.QuickPickItem {
  /** `false`: the user canceled. */
  run?: () => Promise<boolean>;
}

/**
 * Filters, sorts and groups a view with a quick pick. The first level shows the current choices, and each choice
 * applies at once, so the user sees its effect and leaves when it is right.
 */
export async function arrange<T>(parts: ArrangeParts<T>): Promise<void> {
  let at = 0;
  for (;;) {
    const items = arrangeEntries(parts);
    const { title } = parts;
    const chosen = await pickStep({ title, items, active: items[at], hasBack: false });
    const [entry] = chosen === undefined || chosen === back ? [] : chosen;
    if (!entry?.run || !(await entry.run())) return;
    at = items.indexOf(entry);
  }
}

function arrangeEntries<T>(parts: ArrangeParts<T>): Entry[] {
  const { arrangement, choices } = parts;
  const now = arrangement.current.peek();
  const isFiltering = describeFilters(now, choices) !== '';
  return [
    ...(choices.sorts.length > 1 ? [sortEntry(parts, now)] : []),
    directionEntry(parts, now),
    ...(choices.groups.length > 0 ? [groupEntry(parts, now)] : []),
    ...choices.filters.map(filter => filterEntry(parts, now, filter)),
    ...(choices.toText ? [textEntry(parts, now)] : []),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    atOnce('discard', l10n.t('Reset'), () => arrangement.reset()),
    ...(isFiltering ? [atOnce('clear-all', l10n.t('Show all'), () => arrangement.showAll())] : []),
  ];
}

function atOnce(icon: string, label: string, change: () => void): Entry {
  return {
    label,
    iconPath: new vscode.ThemeIcon(icon),
    run: () => {
      change();
      return Promise.resolve(true);
    },
  };
}

function sortEntry<T>({ title, arrangement, choices }: ArrangeParts<T>, now: Arrangement): Entry {
  const current = choices.sorts.find(({ id }) => id === now.sortBy) ?? choices.sorts[0];
  return choiceEntry(title, l10n.t('Sort by'), 'list-ordered', choices.sorts, current?.id, id =>
    arrangement.change({ sortBy: id ?? now.sortBy }),
  );
}

function directionEntry<T>({ arrangement }: ArrangeParts<T>, { descending }: Arrangement): Entry {
  return descending
    ? atOnce('arrow-down', l10n.t('Descending'), () => arrangement.change({ descending: false }))
    : atOnce('arrow-up', l10n.t('Ascending'), () => arrangement.change({ descending: true }));
}

function groupEntry<T>({ title, arrangement, choices }: ArrangeParts<T>, now: Arrangement): Entry {
  const groups = [...choices.groups, { id: undefined, label: l10n.t('No groups') }];
  const current = groups.find(({ id }) => id === now.groupBy)?.id;
  return choiceEntry(title, l10n.t('Group by'), 'list-tree', groups, current, groupBy =>
    arrangement.change({ groupBy }),
  );
}

/** @param take applies a choice, by its ID */
function choiceEntry(
  title: string,
  name: string,
  icon: string,
  choices: readonly { id: string | undefined; label: string }[],
  current: string | undefined,
  take: (id: string | undefined) => void,
): Entry {
  const items = choices.map(({ id, label }) => ({ id, label }));
  const active = items.find(({ id }) => id === current);
  return {
    label: `${name}: ${active?.label ?? ''}`,
    iconPath: new vscode.ThemeIcon(icon),
    run: async () => {
      const chosen = await pickStep({ title, placeholder: name, items, active, hasBack: true });
      if (chosen === undefined) return false;
      const [item] = chosen === back ? [] : chosen;
      if (item) take(item.id);
      return true;
    },
  };
}

function filterEntry<T>(parts: ArrangeParts<T>, now: Arrangement, filter: Filter<T>): Entry {
  const values = now.filters[filter.id] ?? [];
  const summary =
    values.length === 0 ? l10n.t('all') : values.map(value => valueLabel(filter, value)).join(', ');
  return {
    label: `${filter.label}: ${summary}`,
    iconPath: new vscode.ThemeIcon('filter'),
    run: () => chooseValues(parts, now, filter),
  };
}

function valueLabel<T>({ toLabel }: Filter<T>, value: string): string {
  if (value === '') return unknownLabel();
  return toLabel ? toLabel(value) : value;
}

async function chooseValues<T>(
  { title, arrangement, items: known }: ArrangeParts<T>,
  now: Arrangement,
  filter: Filter<T>,
): Promise<boolean> {
  const items = countValues(known(), filter, now).map(({ value, count }) => ({
    value,
    label: valueLabel(filter, value),
    description: count === undefined ? undefined : String(count),
  }));
  const chosen = await pickStep({
    title,
    placeholder: filter.label,
    items,
    selected: items.filter(({ value }) => now.filters[filter.id]?.includes(value)),
    hasBack: true,
  });
  if (chosen === undefined) return false;
  if (chosen === back) return true;
  arrangement.filter(
    filter.id,
    chosen.map(({ value }) => value),
  );
  return true;
}

function textEntry<T>({ title, arrangement }: ArrangeParts<T>, { text }: Arrangement): Entry {
  return {
    label: l10n.t('Text: {0}', text.trim() === '' ? l10n.t('all') : text.trim()),
    iconPath: new vscode.ThemeIcon('search'),
    run: async () => {
      const typed = await textStep({
        title,
        prompt: l10n.t('Words that must all match; empty shows all'),
        value: text,
      });
      if (typed === undefined) return false;
      if (typed !== back) arrangement.change({ text: typed.trim() });
      return true;
    },
  };
}
