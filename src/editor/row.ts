import type { CommandId } from './commandTable.ts';
import type { Paged, Reading } from './reading.ts';
import { isRecord, type Fields } from '../model/fields.ts';
import * as l10n from '@vscode/l10n';
import { isSecretName, withoutSecrets } from '../model/words/secretFields.ts';

/** A name and a value of a tooltip; `undefined` values are left out. */
export type Fact = readonly [name: string, value: string | undefined];

export interface RowTooltip {
  heading: string;
  facts: readonly Fact[];
  notes?: readonly string[];
  /** Told in words for the user. */
  failure?: unknown;
}

/** One row of a side bar tree as plain data: `rowTree.ts` draws it. */
export interface Row {
  /** Unique in its view and the same after a refresh, so that the tree keeps its place. */
  id: string;
  label: string;
  /** Shown after the label, fainter. */
  description?: string;
  /** Of the product icon theme. */
  icon?: string;
  /** Theme colour of the icon, such as `charts.red`. */
  colour?: string;
  /** For the tooltip: a heading and what is known below it. */
  tooltip?: RowTooltip;
  /** What menus are offered; see `view/item/context` in the manifest. */
  contextValue?: string;
  /** The command that a click runs. */
  command?: { id: CommandId; title: string; arguments?: readonly unknown[] };
  /** What a click does in the view itself, where that is no command. */
  press?: { title: string; run: () => void };
  /** Present where the row can be opened. Asked when it is, and after each change. */
  children?: () => readonly Row[];
  /** Open at first. */
  isOpen?: boolean;
  /** For a screen reader, where label and description do not say it all. */
  spoken?: string;
  /** The service's identifier of what the row shows, for *Copy ID*. */
  copyId?: string;
  /** Everything that the service sent, for *Show Details*. */
  details?: { title: string; fields: unknown };
  /** What commands of the row's menu are told, besides the row itself. */
  subject?: unknown;
}

/** Waits for the service. */
export function loadingRow(id: string): Row {
  return { id: `${id}/loading`, label: l10n.t('Loading…'), icon: 'loading~spin' };
}

/** Could not be read; a click tries again. */
export function failureRow(id: string, what: string, error: unknown, retry: () => void): Row {
  // First what helps: a side bar is narrow.
  const label = l10n.t('Try again');
  const description = l10n.t("Can't load: {0}", what);
  return {
    id: `${id}/failed`,
    label,
    description,
    spoken: `${description}. ${label}`,
    icon: 'warning',
    colour: 'list.warningForeground',
    tooltip: { heading: what, facts: [], failure: error },
    press: { title: label, run: retry },
  };
}

/** Nothing to show, and why. */
export function emptyRow(id: string, label: string): Row {
  return { id: `${id}/empty`, label, icon: 'circle-slash' };
}

/** Everything is hidden by a filter; a click shows it again. */
export function noMatchRow(id: string, showAll: (() => void) | undefined): Row {
  const label = l10n.t('Nothing matches the filter');
  const title = l10n.t('Show all');
  return {
    id: `${id}/noMatch`,
    ...(showAll ? { ...said(label, [title]), press: { title, run: showAll } } : { label }),
    icon: 'filter',
  };
}

/** A label with what is said of it, beside it and by a screen reader. Parts that are absent or empty are left out. */
export function said(
  label: string,
  parts: readonly (string | undefined)[],
): Required<Pick<Row, 'label' | 'description' | 'spoken'>> {
  const known = parts.filter(Boolean);
  return { label, description: known.join(' · '), spoken: [label, ...known].join(', ') };
}

/** A line for each fact that is known, for a dialog. */
export function factLines(facts: readonly Fact[]): string[] {
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
}

/** A row for each fact that is known. */
export function factRows(above: string, facts: readonly Fact[]): Row[] {
  return facts.flatMap(([name, value], index) =>
    value ? [factRow(`${above}/fact/${index}`, name, value)] : [],
  );
}

/** A name with its value. */
export function factRow(id: string, name: string, value: string, rest: Partial<Row> = {}): Row {
  return { id, label: name, description: value, spoken: `${name}: ${value}`, ...rest };
}

/** The rows of something that is read: waiting, failed, or what `show` makes of it. */
export function rowsOf<T>(
  id: string,
  what: string,
  reading: Reading<T>,
  retry: () => void,
  show: (value: T) => readonly Row[],
): readonly Row[] {
  switch (reading.kind) {
    case 'none':
    case 'loading':
      return [loadingRow(id)];
    case 'failed':
      return [failureRow(id, what, reading.error, retry)];
    case 'ready': {
      const rows = show(reading.value);
      return reading.stale === undefined ? rows : [failureRow(id, what, reading.stale, retry), ...rows];
    }
  }
}

/** The last row of a list that is read a page at a time; none when all of it is there. */
export function moreRow<T>(id: string, { items, total, isLast, more }: Paged<T>, turn: () => void): Row[] {
  if (isLast) return [];
  switch (more.kind) {
    case 'loading':
      return [loadingRow(`${id}/more`)];
    case 'failed':
      return [failureRow(`${id}/more`, l10n.t('Load more'), more.error, turn)];
    case 'idle':
      return [
        {
          id: `${id}/more`,
          label: l10n.t('Load more'),
          ...(total === undefined ? {} : { description: l10n.t('{0} of {1}', items.length, total) }),
          icon: 'ellipsis',
          press: { title: l10n.t('Load more'), run: turn },
        },
      ];
  }
}

/** What a command is told by the row of a tree that it was called on. */
export interface GivenRow {
  id: string;
  label: string;
  copyId: string | undefined;
  details: { title: string; fields: unknown } | undefined;
  /** What the row is about; each command knows what it looks for. */
  subject: Readonly<Record<string, unknown>>;
}

/** The row, or `undefined` where a command was called from elsewhere. */
export function givenRow(given: unknown): GivenRow | undefined {
  const { id, label, copyId, details, subject } = membersOf(given);
  if (typeof id !== 'string' || typeof label !== 'string') return undefined;
  const { title, fields } = membersOf(details);
  return {
    id,
    label,
    copyId: typeof copyId === 'string' ? copyId : undefined,
    details: typeof title === 'string' ? { title, fields } : undefined,
    subject: membersOf(subject),
  };
}

/**
 * The id that a command was given: as it is, or by the row of what it is of.
 *
 * @param member of the row's subject
 */
export function givenId(given: unknown, member = 'id'): string | undefined {
  const id = typeof given === 'string' ? given : givenRow(given)?.subject[member];
  return typeof id === 'string' ? id : undefined;
}

function membersOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** Facts of a tooltip that come from fields which nobody foresaw; the rest is one command away. */
const mostFacts = 20;
const longestValue = 120;

/**
 * What the service sent beyond what a view knows to name: nested fields by their way (`datas.aoi`), shapes by their kind,
 * secrets not at all.
 *
 * @param named fields that are told already; links are never told here
 */
export function otherFacts(fields: Fields, named: readonly string[]): Fact[] {
  const rest = Object.entries(fields).filter(([name]) => isShown(name) && !named.includes(name));
  const facts = rest.flatMap(([name, value]) => flattened(name, value));
  if (facts.length <= mostFacts) return facts;
  return [
    ...facts.slice(0, mostFacts),
    [l10n.t('More'), l10n.t('{0} more fields: Show Details', facts.length - mostFacts)],
  ];
}

function isShown(name: string): boolean {
  return name !== '_links' && !isSecretName(name);
}

function flattened(name: string, value: unknown): Fact[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return listed(name, value);
  if (typeof value !== 'object') return [[name, shortened(scalarText(value))]];
  const shape = shapeText(value);
  if (shape !== undefined) return [[name, shape]];
  return Object.entries(value)
    .filter(([inner]) => isShown(inner))
    .flatMap(([inner, one]) => flattened(`${name}.${inner}`, one));
}

/** Words and numbers in one line; of objects only how many there are, where there are several. */
function listed(name: string, values: readonly unknown[]): Fact[] {
  if (values.length === 0) return [];
  if (values.every(one => typeof one !== 'object' || one === null)) {
    return [[name, shortened(values.map(scalarText).join(', '))]];
  }
  return values.length === 1 ? flattened(name, values[0]) : [[name, l10n.t('{0} entries', values.length)]];
}

function scalarText(value: unknown): string {
  return typeof value === 'string' ? withoutSecrets(value) : JSON.stringify(value);
}

function shortened(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** A GeoJSON geometry in words; `undefined` for any other object. */
function shapeText(value: object): string | undefined {
  const { type, coordinates } = value as { type?: unknown; coordinates?: unknown };
  if (typeof type !== 'string' || !Array.isArray(coordinates)) return undefined;
  return l10n.t('{0} with {1} positions', type, positionsIn(coordinates));
}

function positionsIn(coordinates: readonly unknown[]): number {
  if (typeof coordinates[0] === 'number') return 1;
  return coordinates.reduce<number>((sum, inner) => sum + (Array.isArray(inner) ? positionsIn(inner) : 0), 0);
}
