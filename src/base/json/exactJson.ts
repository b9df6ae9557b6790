/** JSON whose large integers keep their digits: as `bigint`, which numbers of JavaScript can't express. */
import stringify from 'json-stringify-pretty-compact';

/** A cheap test: only integers of 16 digits and more can lose some. */
const longInteger = /(?<![\d.])\d{16}/;

/** What the types of the language don't know yet: the text of a number when it is read, and as which it is written. */
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** Throws `SyntaxError`. */
export function parseExact(text: string): unknown {
  if (!longInteger.test(text)) return JSON.parse(text);
  const revive: Reviver = (_key, value, context) => {
    const source = context?.source ?? '';
    const isLong = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d{16,}$/.test(source);
    return isLong ? BigInt(source) : value;
  };
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}

/** On one line without blanks. */
export function compactJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? rawJson(String(member)) : member,
  );
}

/** In front of and behind the digits, while they are text: a character for private use. */
const mark = '\uE000';
const markedInteger = /"\uE000(-?\d+)\uE000"/g;

/** Short values on one line. */
export function stringifyExact(value: unknown, options: { indent?: string } = {}): string {
  return stringify(marked(value), options).replaceAll(markedInteger, '$1');
}

/** The value itself if it contains no `bigint`. */
function marked(value: unknown): unknown {
  if (typeof value === 'bigint') return `${mark}${value}${mark}`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value as unknown[];
    const changed = items.map(marked);
    return changed.every((item, index) => item === items[index]) ? value : changed;
  }
  const members = Object.entries(value);
  const changed = members.map(([key, member]) => [key, marked(member)] as const);
  return changed.every(([, member], index) => member === members[index]?.[1])
    ? value
    : Object.fromEntries(changed);
}
