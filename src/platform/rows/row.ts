import * as l10n from '@vscode/l10n';
import type { CommandId } from '../../base/commandId.ts';
import { type Fields, isRecord } from '../../base/fields.ts';
import { numberText } from '../../base/words/displayLanguage.ts';
import { isSecretName, withoutSecrets } from '../../base/words/secretFields.ts';
import type { Listed } from '../../service/wire/listed.ts';
import type { Paged, Reading } from '../host/reading.ts';

/** A name and a value of a tooltip; `undefined` values are left out. */
export type Fact = readonly [name: string, value: string | undefined];

export interface RowTooltip {
  heading: string;
  facts: readonly Fact[];
  notes?: readonly string[];
  /** Shown to the user as text. */
  failure?: unknown;
}

/** For *Show Details*. */
export interface RowDetails {
  title: string;
  /** Everything that the service sent. */
  fields: unknown;
  /** All that is known, for people; if absent, that are the fields by their names. */
  facts?: (() => readonly Fact[]) | undefined;
}

/** One row of a side bar tree as plain data: `rowTree.ts` renders it. */
export interface Row {
  /** Unique in its view and stable across refreshes, so that the tree keeps its place. */
  id: string;
  label: string;
  /** Shown after the label, dimmed. */
  description?: string;
  /** Of the product icon theme. */
  icon?: string;
  /** Theme color of the icon, such as `charts.red`. */
  color?: string;
  /** For the tooltip: a heading, with the known facts below. */
  tooltip?: RowTooltip;
  /** Decides which menus are offered; see `view/item/context` in the manifest. */
  contextValue?: string;
  command?: { id: CommandId; title: string; arguments?: readonly unknown[] };
  /** What a click does in the view itself, if that isn't a command. */
  press?: { title: string; run: () => void };
  /** Present if the row can be expanded. Called when it is, and after each change. */
  children?: () => readonly Row[];
  /** Initially expanded. */
  isOpen?: boolean;
  /** For screen readers, if label and description aren't enough. */
  spoken?: string;
  /** The service's ID of what the row shows, for *Copy ID*. */
  copyId?: string;
  details?: RowDetails;
  /** What the commands of the row's menu receive besides the row itself. */
  subject?: unknown;
}

/** Shown while waiting for the service. */
function loadingRow(id: string): Row {
  return { id: `${id}/loading`, label: l10n.t('Loading…'), icon: 'loading~spin' };
}

/** Shown after a failure; a click tries again. */
function failureRow(id: string, what: string, error: unknown, retry: () => void): Row {
  // The action comes first: a side bar is narrow.
  const label = l10n.t('Try Again');
  const description = l10n.t("Can't load: {0}", what);
  return {
    id: `${id}/failed`,
    label,
    description,
    spoken: `${description}. ${label}`,
    icon: 'warning',
    color: 'list.warningForeground',
    tooltip: { heading: what, facts: [], failure: error },
    press: { title: label, run: retry },
  };
}

/** Nothing to show, and why. */
export function emptyRow(id: string, label: string): Row {
  return { id: `${id}/empty`, label, icon: 'circle-slash' };
}

/** A filter hides everything; a click clears it. */
export function noMatchRow(id: string, showAll: (() => void) | undefined): Row {
  const label = l10n.t('Nothing matches the filter');
  const title = l10n.t('Show all');
  return {
    id: `${id}/noMatch`,
    ...(showAll ? { ...rowText(label, [title]), press: { title, run: showAll } } : { label }),
    icon: 'filter',
  };
}

/**
 * A label with its description, shown next to it and read by a screen reader. Parts that are absent or empty are left
 * out.
 */
export function rowText(
  label: string,
  parts: readonly (string | undefined)[],
): Required<Pick<Row, 'label' | 'description' | 'spoken'>> {
  const known = parts.filter(Boolean);
  return { label, description: known.join(' · '), spoken: [label, ...known].join(', ') };
}

/**
 * A title that leaves room for what follows it in a side bar of the usual width, which cuts at the end. Titles often differ
 * there, so the middle goes; the tooltip has all of it.
 */
export function rowTitle(title: string): string {
  const letters = [...new Intl.Segmenter().segment(title)].map(({ segment }) => segment);
  if (letters.length <= 24) return title;
  return `${letters.slice(0, 13).join('').trimEnd()}…${letters.slice(-10).join('').trimStart()}`;
}

/** A line for each known fact, for a dialog. */
export function factLines(facts: readonly Fact[]): string[] {
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
}

export function factRows(above: string, facts: readonly Fact[]): Row[] {
  return facts.flatMap(([name, value], index) =>
    value ? [factRow(`${above}/fact/${index}`, name, value)] : [],
  );
}

export function factRow(id: string, name: string, value: string, rest: Partial<Row> = {}): Row {
  return { id, label: name, description: value, spoken: `${name}: ${value}`, ...rest };
}

/** The rows of a request: waiting, failed, or the result of `show`. */
export function readingRows<T>(
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

/** How much of a list is known; absent parts say that all is well. */
export interface ListExtent {
  /** Entries that are known. */
  count: number;
  total?: number | undefined;
  unreadable?: number | undefined;
  isWhole?: boolean | undefined;
}

/** What a list lacks, above its rows: entries that couldn't be read, and that it may be incomplete. */
export function lackRows(id: string, extent: ListExtent, reload: () => void): Row[] {
  const { unreadable = 0, isWhole = true } = extent;
  const reloading = l10n.t('Load Again');
  const showing = l10n.t('Show Log');
  return [
    ...(isWhole
      ? []
      : [
          {
            id: `${id}/incomplete`,
            ...rowText(l10n.t('The list may be incomplete'), [listExtentText(extent.count, extent)]),
            icon: 'warning',
            color: 'list.warningForeground',
            tooltip: {
              heading: l10n.t('The list may be incomplete'),
              facts: [],
              notes: [l10n.t('The service reports another number of entries, or the list kept changing.')],
            },
            press: { title: reloading, run: reload },
          },
        ]),
    ...(unreadable === 0
      ? []
      : [
          {
            id: `${id}/unreadable`,
            ...rowText(unreadableText(unreadable), [showing]),
            icon: 'warning',
            color: 'list.warningForeground',
            command: { id: 'swath.showLog', title: showing } as const,
          },
        ]),
  ];
}

/** What a list lacks, where it has no rows. */
export function lackTexts(extent: ListExtent): { label: string; text: string }[] {
  const { count, unreadable = 0, isWhole = true } = extent;
  return [
    ...(isWhole
      ? []
      : [{ label: l10n.t('The list may be incomplete'), text: listExtentText(count, extent) }]),
    ...(unreadable === 0 ? [] : [{ label: unreadableText(unreadable), text: l10n.t('See the log') }]),
  ];
}

/** Entries that the service sent and that a list is shown without. */
export function unreadableText(count: number): string {
  return count === 1
    ? l10n.t("1 entry couldn't be read")
    : l10n.t("{0} entries couldn't be read", numberText(count));
}

/**
 * `50 of 2,000`; `50 of 50+` if nothing says how many there are.
 *
 * @param visible entries that are counted
 */
export function listExtentText(
  visible: number,
  { count, total = 0, unreadable = 0, isWhole = true }: ListExtent,
): string {
  const known = count + unreadable;
  const all = isWhole || total > known ? numberText(Math.max(known, total)) : `${numberText(known)}+`;
  return l10n.t('{0} of {1}', numberText(visible), all);
}

/** The extent of a list that was read as a whole. */
export function listedExtent({ length, total, unreadable, isWhole }: Listed<unknown>): ListExtent {
  return { count: length, total, unreadable, isWhole };
}

/** The extent of a list that is loaded page by page. */
export function pagedExtent({ items, total, unreadable, isLast, isUncertain }: Paged<unknown>): ListExtent {
  return { count: items.length, total, unreadable, isWhole: isLast && !isUncertain };
}

/** The last row of a paged list; none if everything is loaded. */
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
          description: total === undefined ? undefined : l10n.t('{0} of {1}', items.length, total),
          icon: 'ellipsis',
          press: { title: l10n.t('Load more'), run: turn },
        },
      ];
  }
}

/** What a command receives from the tree row that it was invoked on. */
export interface RowArgument {
  id: string;
  label: string;
  copyId: string | undefined;
  details: RowDetails | undefined;
  /** What the row is about; each command knows what to look for. */
  subject: Readonly<Record<string, unknown>>;
}

/** The row, or `undefined` if a command was invoked from elsewhere. */
export function rowFrom(argument: unknown): RowArgument | undefined {
  const { id, label, copyId, details, subject } = fieldsOrNone(argument);
  if (typeof id !== 'string' || typeof label !== 'string') return undefined;
  const { title, fields, facts } = fieldsOrNone(details);
  return {
    id,
    label,
    copyId: typeof copyId === 'string' ? copyId : undefined,
    details:
      typeof title === 'string'
        ? { title, fields, facts: typeof facts === 'function' ? (facts as RowDetails['facts']) : undefined }
        : undefined,
    subject: fieldsOrNone(subject),
  };
}

/** The rows that a command acts on: all selected ones if it was called on one of several, else the given one. */
export function rowsFrom(argument: unknown, all: unknown): RowArgument[] {
  const rows: readonly unknown[] = Array.isArray(all) && all.length > 1 ? all : [argument];
  return rows.flatMap(row => rowFrom(row) ?? []);
}

/**
 * The ID that a command received: directly, or from the row.
 *
 * @param member of the row's subject
 */
export function idFrom(argument: unknown, member = 'id'): string | undefined {
  const id = typeof argument === 'string' ? argument : rowFrom(argument)?.subject[member];
  return typeof id === 'string' ? id : undefined;
}

function fieldsOrNone(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** Most facts from unforeseen fields in a tooltip; the rest is one command away. */
const maxFacts = 20;
const longestValue = 120;

/**
 * Fields from the service that a view doesn't name: nested fields by path (`datas.aoi`), geometries by type, secrets
 * never.
 *
 * @param named fields that are shown already; links are never shown here
 * @param max facts; a last one counts the rest
 */
export function otherFacts(fields: Fields, named: readonly string[], max = maxFacts): Fact[] {
  const rest = Object.entries(fields).filter(([name]) => isShown(name) && !named.includes(name));
  const facts = rest.flatMap(([name, value]) => flattened(name, value));
  if (facts.length <= max) return facts;
  return [
    ...facts.slice(0, max),
    [l10n.t('More'), l10n.t('{0} more fields: Show Details', facts.length - max)],
  ];
}

/** Names of the fields that were read; the others are shown as they are, whatever their form. */
export function readNames(record: object): string[] {
  const isRead = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.entries(record).flatMap(([name, value]) => (isRead(value) ? [name] : []));
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
    .flatMap(([inner, member]) => flattened(`${name}.${inner}`, member));
}

/** Words and numbers on one line; objects only as a count, if there are several. */
function listed(name: string, values: readonly unknown[]): Fact[] {
  if (values.length === 0) return [];
  if (values.every(value => typeof value !== 'object' || value === null)) {
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
