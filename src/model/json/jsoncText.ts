/** JSON with comments, trailing commas and a byte order mark, as people keep it, made readable for a parser of JSON. */
import { deepestNesting } from './nesting.ts';

export interface Plain {
  /** The same text with blanks where there was more than JSON; `undefined` where there was nothing to blank out. */
  text: string | undefined;
  /** A parser that calls itself for every level could run out of stack. */
  isTooDeep: boolean;
  /** Nothing but white space and comments. */
  isEmpty: boolean;
}

const [quote, comma, slash, star, colon] = [0x22, 0x2c, 0x2f, 0x2a, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const [lineFeed, carriageReturn, backslash, byteOrderMark] = [0x0a, 0x0d, 0x5c, 0xfeff];

/**
 * One pass, without a stack of calls. Every place of the plain text is the same in the given one. Broken text stays
 * broken: `[,]` and `[1,,]` keep their commas.
 */
export function plainJson(text: string): Plain {
  const blanks: [start: number, end: number][] = [];
  const open: number[] = [];
  /** The last code unit that means anything, and where the comma stands that it may be. */
  let last = 0;
  let trailing = -1;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const start = at++;
    if (code <= 0x20) continue;
    if (code === slash && isComment(text, at)) {
      at = endOfComment(text, start);
      // One that is not closed leaves the text broken.
      if (at <= text.length) blanks.push([start, at]);
      continue;
    }
    if (code === byteOrderMark && start === 0) {
      blanks.push([start, at]);
      continue;
    }
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) trailing = endsValue(last) ? start : -1;
    else if (code === openObject) open.push(closeObject);
    else if (code === openList) open.push(closeList);
    else if (code === closeObject || code === closeList) {
      if (last === comma && trailing >= 0) blanks.push([trailing, trailing + 1]);
      // Tolerant parsers pass over a bracket that closes nothing.
      if (code === open.at(-1)) open.pop();
    }
    if (open.length > deepestNesting) return { text: undefined, isTooDeep: true, isEmpty: false };
    last = code;
  }
  return { text: blanked(text, blanks), isTooDeep: false, isEmpty: last === 0 };
}

function endsValue(code: number): boolean {
  return code !== 0 && code !== openList && code !== openObject && code !== comma && code !== colon;
}

function isComment(text: string, second: number): boolean {
  const code = text.charCodeAt(second);
  return code === slash || code === star;
}

/** Beyond the end of the text for a comment that is not closed. */
function endOfComment(text: string, start: number): number {
  if (text.charCodeAt(start + 1) === star) {
    const end = text.indexOf('*/', start + 2);
    return end < 0 ? text.length + 1 : end + 2;
  }
  let at = start + 2;
  while (at < text.length && !isLineBreak(text.charCodeAt(at))) at++;
  return at;
}

/** A string ends with its line at the latest: in broken text the quote is missing. */
function endOfString(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (isLineBreak(code)) return at;
    at += code === backslash ? 2 : 1;
  }
  return at;
}

function isLineBreak(code: number): boolean {
  return code === lineFeed || code === carriageReturn;
}

function blanked(text: string, blanks: [start: number, end: number][]): string | undefined {
  if (blanks.length === 0) return undefined;
  const parts: string[] = [];
  let kept = 0;
  // A trailing comma is known only behind the comments that follow it.
  for (const [start, end] of blanks.sort(([a], [b]) => a - b)) {
    parts.push(text.slice(kept, start), ' '.repeat(end - start));
    kept = end;
  }
  return parts.join('') + text.slice(kept);
}
