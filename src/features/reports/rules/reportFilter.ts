import * as l10n from '@vscode/l10n';
import { itemAt } from '../../../base/itemAt.ts';
import { deepestNesting } from '../../../base/json/nesting.ts';
import { typedNumber } from '../../../base/words/typedNumber.ts';

/** A test of a value, which is `undefined` where a feature doesn't have the property. */
export type ValueTest = (value: unknown) => boolean;

/** A test of a feature, by its index. */
type Test = (place: number) => boolean;

/** Makes a test of the value of a property, or without a name of any value that a feature has. */
export type Passing = (test: ValueTest, name?: string) => Test;

export interface FilterProblem {
  message: string;
  /** Index of the character that it is about. */
  at: number;
}

/** "Quoted", with "" for a quotation mark; a single quotation mark; signs; words. */
const token = /"((?:[^"]|"")*)"|"|[<>!]=|[=<>()]|[^\s"()=<>!]+|!/g;
/** No word contains a space. */
const end = 'the end';

/**
 * Reads a filter for the features of a report: words that any value contains, and comparisons such as `score > 0.6` or
 * `class = "large car"`, combined by `and`, `or`, `not` and parentheses. Letter case doesn't matter, and "" is a value
 * that isn't set.
 *
 * @param names of all properties
 * @param passing what becomes of the test of a value
 * @returns `undefined` for an empty filter
 */
export function readFilter(
  text: string,
  names: readonly string[],
  passing: Passing,
): { test: Test } | FilterProblem | undefined {
  const tokens = [...text.matchAll(token)].map(({ 0: all, 1: inQuotes, index: at }) => ({
    word: inQuotes?.replaceAll('""', '"') ?? all,
    /** Nothing in quotation marks is a keyword or a sign. */
    key: inQuotes === undefined ? all.toLowerCase() : '',
    at,
  }));
  if (tokens.length === 0) return undefined;
  tokens.push({ word: '', key: end, at: text.trimEnd().length });
  let problem: FilterProblem | undefined;
  let levels = 0;
  const next = () => itemAt(tokens, 0);

  /** Ends the reading: only the first problem counts. */
  function fail(message: string, at = next().at): Test {
    problem ??= { message, at };
    tokens.splice(0, tokens.length - 1);
    return () => false;
  }
  function took(key: string): boolean {
    const isThere = next().key === key;
    if (isThere) tokens.shift();
    return isThere;
  }
  function either(): Test {
    const tests = [both()];
    while (took('or')) tests.push(both());
    return tests.length === 1 ? itemAt(tests, 0) : place => tests.some(test => test(place));
  }
  function both(): Test {
    const tests = [nested()];
    while (took('and') || !['or', ')', end].includes(next().key)) tests.push(nested());
    return tests.length === 1 ? itemAt(tests, 0) : place => tests.every(test => test(place));
  }
  function nested(): Test {
    if (levels === deepestNesting) return fail(l10n.t('Too many nested conditions.'));
    levels += 1;
    const test = condition();
    levels -= 1;
    return test;
  }
  function condition(): Test {
    if (took('not')) {
      const test = nested();
      return place => !test(place);
    }
    if (took('(')) {
      const test = either();
      return took(')') ? test : fail(l10n.t('Missing closing parenthesis.'));
    }
    const { at } = next();
    let first = operand().toLowerCase();
    // The unquoted header of a column: length (m)
    const [open, unit, close, after] = tokens;
    if (open?.key === '(' && unit && close?.key === ')' && after && isSign(after.key)) {
      first += ` (${unit.word.toLowerCase()})`;
      tokens.splice(0, 3);
    }
    const sign = next().key;
    if (!isSign(sign)) return passing(containing(first));
    const name = findProperty(first, names);
    if (name === undefined) return fail(unknownName(first, names), at);
    tokens.shift();
    const { key, at: valueAt } = next();
    const words = operand().toLowerCase();
    // What is in quotation marks is a text.
    const number = key === '' ? Number(words || NaN) : writtenNumber(words);
    if (number === undefined)
      return fail(l10n.t('{0} can be two numbers. Write decimals with a point.', words), valueAt);
    return passing(comparing(sign, words, number), name);
  }
  function operand(): string {
    const { key, word } = next();
    if (key === '"') fail(l10n.t('Missing closing quotation mark.'));
    else if (/^(and|or|not|[<>=!]=?|[()]|the end)$/.test(key)) fail(l10n.t('Missing word or value.'));
    else tokens.shift();
    return word;
  }

  const test = either();
  if (next().key !== end) fail(l10n.t('Unexpected {0}.', next().word));
  return problem ?? { test };
}

function containing(words: string): ValueTest {
  const isInNumbers = /^[-+.e\d]*$/.test(words);
  return value => (isInNumbers || typeof value !== 'number') && valueWords(value).includes(words);
}

/** A number with a point or, as tables of some languages have it, a comma; NaN for other words; `undefined` if it isn't clear. */
function writtenNumber(words: string): number | undefined {
  const number = Number(words || NaN);
  if (!Number.isNaN(number) || !/^[-+]?[\d.,]*\d,\d+$/.test(words)) return number;
  return typedNumber(words);
}

/** @param number what the words mean, or NaN */
function comparing(sign: string, expected: string, number: number): ValueTest {
  return value => {
    // Without its text, which takes longer to make.
    const isQuick = typeof value === 'number' && Number.isFinite(value) && Number.isFinite(number);
    return passes(sign, isQuick ? value - number : compareFilterWords(valueWords(value), expected, number));
  };
}

/** How values compare, as numbers if both are; NaN if one isn't set. */
function compareFilterWords(words: string, expected: string, number: number): number {
  if (words === expected) return 0;
  if (words === '' || expected === '') return NaN;
  const difference = Number(words) - number;
  return Number.isNaN(difference) ? (words < expected ? -1 : 1) : difference;
}

function passes(sign: string, order: number): boolean {
  if (sign === '!=') return order !== 0;
  if (order === 0) return sign.includes('=');
  return order < 0 ? sign.startsWith('<') : order > 0 && sign.startsWith('>');
}

function valueWords(value: unknown): string {
  return propertyText(value).toLowerCase();
}

/** '' if it isn't set. */
export function propertyText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Units that the names of numbers end with. */
const units: Readonly<Record<string, string | undefined>> = {
  mm: 'mm',
  cm: 'cm',
  m: 'm',
  km: 'km',
  m2: 'm²',
  km2: 'km²',
  ha: 'ha',
  deg: '°',
  pct: '%',
  kmh: 'km/h',
};

/** `length` and `m` of `length_m`; `undefined` for a name without a unit. */
export function splitUnit(name: string): { stem: string; unit: string } | undefined {
  const [, stem, ending = ''] = /^(.+)_([a-z]+2?)$/i.exec(name) ?? [];
  const unit = units[ending.toLowerCase()];
  return stem === undefined || unit === undefined ? undefined : { stem, unit };
}

/** The property of a name as written in the report or above its column, or the only one that has it without a unit. */
function findProperty(typed: string, names: readonly string[]): string | undefined {
  const same = names.find(name => name.toLowerCase() === typed);
  if (same !== undefined) return same;
  const found = names.filter(name => {
    const { stem = name, unit = 'utc' } = splitUnit(name) ?? {};
    const short = stem.toLowerCase();
    return typed === short || typed === `${short} (${unit})`;
  });
  return found.length === 1 ? found[0] : undefined;
}

function isSign(key: string): boolean {
  return /^([<>]=?|!?=)$/.test(key);
}

function unknownName(typed: string, names: readonly string[]): string {
  const [stem = ''] = typed.split(' (');
  const similar = stem === '' ? undefined : names.find(name => name.toLowerCase().startsWith(`${stem}_`));
  return similar === undefined
    ? l10n.t('No property is named {0}.', typed)
    : l10n.t('No property is named {0}. Did you mean {1}?', typed, similar);
}
