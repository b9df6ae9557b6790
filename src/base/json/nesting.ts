import { isRecord } from '../fields.ts';

/**
 * Maximum nesting of lists and objects in any external text: documents, reports, imports and responses of the service.
 * No one writes as many, and recursive code such as parsers and writers of JSON runs out of stack at some thousands.
 */
export const deepestNesting = 200;

const quote = 0x22;
const backslash = 0x5c;

/**
 * The first opening bracket of a JSON text that exceeds the nesting limit, ignoring strings, as an offset in UTF-16
 * units; `undefined` if there is none. In one pass and without recursion: for use before a parser.
 */
export function tooDeepAt(text: string, levels = deepestNesting): number | undefined {
  const endOfString = stringEnds(text);
  let open = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === quote) index = endOfString(index);
    // Both kinds of brackets differ in one bit.
    else if ((unit | 0x20) === 0x7b) {
      if (++open > levels) return index;
    } else if ((unit | 0x20) === 0x7d) open--;
  }
  return undefined;
}

/** Where the string ends that starts at a quote; asked for ascending starts. Most of a long JSON text is in strings. */
function stringEnds(text: string): (start: number) => number {
  let endOfLine = -1;
  return start => {
    // A string ends at the end of its line at the latest: in broken text, the quote is missing.
    if (endOfLine <= start) endOfLine = indexOrEnd(text, '\n', start + 1);
    let end = start;
    do end = indexOrEnd(text, '"', end + 1);
    while (end < endOfLine && isEscaped(text, end));
    return Math.min(end, endOfLine);
  };
}

function isEscaped(text: string, offset: number): boolean {
  let before = offset;
  while (text.charCodeAt(before - 1) === backslash) before--;
  return (offset - before) % 2 === 1;
}

/** The length of the text if it isn't found. */
function indexOrEnd(text: string, needle: string, from: number): number {
  const place = text.indexOf(needle, from);
  return place < 0 ? text.length : place;
}

export function isDeeperThan(text: string, levels = deepestNesting): boolean {
  return tooDeepAt(text, levels) !== undefined;
}

/** The same for a parsed value. Recursion is limited to this many levels. */
export function isDeepValue(value: unknown, levels = deepestNesting): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(inner => isDeepValue(inner, levels - 1));
}

/** A copy of a JSON value with a mark instead of every list and object below the given level. */
export function cutBelow(value: unknown, levels: number, mark: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return mark;
  if (Array.isArray(value)) return value.map(inner => cutBelow(inner, levels - 1, mark));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, cutBelow(inner, levels - 1, mark)]),
  );
}

/** `undefined` if the text isn't a JSON object (yet) or nested too deep. */
export function jsonObjectIn(text: string): Record<string, unknown> | undefined {
  if (isDeeperThan(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
