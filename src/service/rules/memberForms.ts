/** Forms of the values of an order: each describes itself to the schema, checks a value, and can begin one. */
import * as l10n from '@vscode/l10n';
import { nearWord } from './nearWord.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What is wrong with a value, and the value that was probably meant. */
export interface Fault {
  message: string;
  meant?: unknown;
}

export interface MemberForm<T> {
  /** A value of this form, so that the compiler knows its type. Without one at run time. */
  readonly example?: T;
  schema: JsonSchema;
  /** Whether it is a text that only its author knows. The service may repeat it in another form, such as a number. */
  isText: boolean;
  /** The allowed values, if they are a list. */
  values: readonly FormValue[];
  /** JSON for a new member, with a tab stop where the value is missing. */
  empty: string;
  /** @param value `undefined` if a required member is missing */
  findFault: (name: string, value: unknown) => Fault | undefined;
}

/** A form that the rules of an order check themselves: it depends on the kind, an image or an area. */
export interface RuledForm<T> extends Omit<MemberForm<T>, 'findFault'> {
  findFault: 'ruled';
}

export interface FormValue {
  value: string | number | boolean;
  /** One line for display, localized. */
  detail: () => string;
}

/** A text that says something. */
export function filledText(): MemberForm<string> {
  return textForm({ type: 'string', pattern: '\\S' }, text => text.trim() !== '');
}

/** Any text; an empty one says nothing. */
export function anyText(): MemberForm<string> {
  return textForm({ type: 'string' }, () => true);
}

function textForm(schema: JsonSchema, isAllowed: (text: string) => boolean): MemberForm<string> {
  return {
    schema,
    isText: true,
    values: [],
    empty: '"$1"',
    findFault(name, value) {
      if (typeof value === 'string' && isAllowed(value)) return undefined;
      return { message: textNeeded(name), meant: typeof value === 'number' ? String(value) : undefined };
    },
  };
}

/** A list of texts, none of them empty if the list has a limit. */
export function textList(limits?: { min: number; max: number }): MemberForm<string[]> {
  const items = limits ? { type: 'string', minLength: 1 } : { type: 'string' };
  const size = limits ? { minItems: limits.min, maxItems: limits.max } : {};
  return {
    schema: { type: 'array', ...size, items },
    isText: false,
    values: [],
    empty: '["$1"]',
    findFault(name, value) {
      const isList = Array.isArray(value) && value.length >= (limits?.min ?? 0);
      if (isList && value.every(item => typeof item === 'string' && (!limits || item !== '')))
        return undefined;
      const meant = textsIn(value);
      return { message: textsNeeded(name), meant: meant.length > 0 ? meant : undefined };
    },
  };
}

/** A text where a list of texts belongs, and numbers in such a list. */
function textsIn(value: unknown): string[] {
  const isScalar = (item: unknown) => typeof item === 'number' || (typeof item === 'string' && item !== '');
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter(isScalar).map(String);
}

/** One of some words. @param words each with one line for display */
export function oneWord<T extends string>(words: Readonly<Record<T, () => string>>): MemberForm<T> {
  const allowed = Object.keys(words) as T[];
  return {
    schema: { type: 'string', pattern: wordPattern(allowed) },
    isText: false,
    values: allowed.map(value => ({ value, detail: words[value] })),
    empty: '"$1"',
    findFault: (name, value) => wordFault(name, value, allowed),
  };
}

export function wordFault(name: string, value: unknown, allowed: readonly string[]): Fault | undefined {
  if (typeof value !== 'string') return { message: notAllowedText(name, allowed) };
  if (allowed.includes(value)) return undefined;
  return notMeant(name, value, allowed, nearWord(value, allowed));
}

/** @param meant the allowed value that was probably meant, if one is close */
export function notMeant(
  name: string,
  written: unknown,
  allowed: readonly string[],
  meant: string | undefined,
): Fault {
  const message =
    meant === undefined ? notAllowedText(name, allowed) : unknownText(shortText(written), meant, []);
  return { message, meant };
}

/** No `enum`: the editor would propose it beside the values that suit the order. */
export function wordPattern(words: readonly string[]): string {
  return `^(${words.map(word => word.replaceAll(/[./]/g, '\\$&')).join('|')})$`;
}

/** One of some numbers, in ascending order. */
export function oneNumber(allowed: readonly number[]): MemberForm<number> {
  const gaps = allowed.slice(1).map((above, index) => ({
    not: { type: 'number', exclusiveMinimum: allowed[index], exclusiveMaximum: above },
  }));
  return {
    schema: { type: 'number', minimum: allowed[0], maximum: allowed.at(-1), allOf: gaps },
    isText: false,
    values: allowed.map(value => ({ value, detail: () => '' })),
    empty: '$1',
    findFault: (name, value) =>
      allowed.some(number => number === value) ? undefined : { message: notAllowedText(name, allowed) },
  };
}

/** Checked by the rules of orders. @param empty JSON with a tab stop */
export function ruled<T>(schema: JsonSchema, empty: string): RuledForm<T> {
  return { schema, isText: false, values: [], empty, findFault: 'ruled' };
}

/** @param meant the available value that was probably meant, if one is close */
export function unknownText(
  written: string,
  meant: string | undefined,
  available: readonly string[],
): string {
  return meant === undefined
    ? l10n.t('Unknown "{0}". Available: {1}.', written, available.join(', '))
    : l10n.t('Unknown "{0}". Did you mean "{1}"?', written, meant);
}

export function notAllowedText(name: string, allowed: readonly (string | number)[]): string {
  return l10n.t('"{0}" must be {1}.', name, allowed.join(' / '));
}

function textNeeded(name: string): string {
  return l10n.t('"{0}" must be text in quotation marks, and not empty.', name);
}

function textsNeeded(name: string): string {
  return l10n.t('"{0}" must be a list of texts, such as ["a", "b"].', name);
}

const longestShown = 40;

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
