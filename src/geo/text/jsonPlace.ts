/** Where a place is in a JSON text that is being written. */
import { jsoncTokens, type Token, type TokenKind } from '../../base/json/jsoncText.ts';
import type { TextRange } from './geojsonSource.ts';

export interface ListOfNumbers extends TextRange {
  numbers: readonly number[];
}

/** An object or a list that is open at the place, as written up to there. */
export interface OpenValue {
  kind: 'object' | 'array';
  /** For an object: the key whose value contains the place or comes next. */
  key: string | undefined;
  keys: readonly string[];
  /** For an object: its `type` member, if that is a string; it may be after the place. */
  type: string | undefined;
  /** Whether the last comma is followed by an element, by a key without its colon, or by a key with its value. */
  hasValue: boolean;
  lastEnd: number;
  count: number;
  /** For an array: how many elements are lists of numbers, and the first and the last of them. */
  lists: number;
  first: ListOfNumbers | undefined;
  last: ListOfNumbers | undefined;
}

export type Behind = 'end' | 'close' | 'comma' | 'colon' | 'value';

export interface JsonPlace {
  /** Outermost first; empty at the top level of the text. */
  open: readonly OpenValue[];
  /** Whether a complete top-level value precedes the place. */
  hasRoot: boolean;
  /** The word or string that contains the place or ends there; empty if there is none. */
  word: TextRange & { text: string };
  behind: Behind;
}

interface Frame extends OpenValue {
  start: number;
  keys: string[];
  numbers: number[];
  isAllNumbers: boolean;
}

/** How far to search for members after the place, in characters. */
const farthestAhead = 20_000;

/** `undefined` inside a comment. The text may be broken: unmatched closing brackets are skipped. */
export function jsonPlaceAt(text: string, offset: number): JsonPlace | undefined {
  const next = jsoncTokens(text);
  const frames: Frame[] = [];
  let lastText: string | undefined;
  let hasRoot = false;
  let word = wordAt(text, offset);
  for (;;) {
    const token = next();
    const { kind, start, end } = token;
    if (kind === 'end' || start >= offset) break;
    if (kind === 'comment') {
      const isLine = text[start + 1] === '/';
      if (offset < end || (isLine && offset === end)) return undefined;
      continue;
    }
    if (
      isWord(kind) &&
      offset <= end &&
      !(kind === 'text' && offset === end && isFinished(text, start, end))
    ) {
      word = { offset: start, length: end - start, text: text.slice(start, end) };
      break;
    }
    if (kind === 'text') lastText = token.value;
    if (readToken(frames, token, lastText)) hasRoot = true;
  }
  const end = word.offset + word.length;
  findTypesBehind(text, end, frames);
  return { open: frames, hasRoot, word, behind: kindBehind(text, end) };
}

/** Whether a string has its closing quote. */
function isFinished(text: string, start: number, end: number): boolean {
  return end - start >= 2 && text[end - 1] === '"';
}

/** A `null` or an empty string that starts at the place counts as the word. */
function wordAt(text: string, offset: number): JsonPlace['word'] {
  const [found = ''] = /^(?:null\b|"")/.exec(text.slice(offset, offset + 5)) ?? [];
  return { offset, length: found.length, text: found };
}

/** Processes one token; returns whether it started a top-level value. */
function readToken(
  frames: Frame[],
  { kind, start, end, value }: Token,
  lastText: string | undefined,
): boolean {
  const top = frames.at(-1);
  switch (kind) {
    case '{':
    case '[':
      frames.push(newFrame(kind === '{' ? 'object' : 'array', start));
      return !top;
    case '}':
    case ']':
      if (top?.kind !== (kind === '}' ? 'object' : 'array')) return false;
      frames.pop();
      endValue(frames.at(-1), end, top);
      return false;
    case ':':
      if (top?.kind !== 'object' || lastText === undefined) return false;
      top.key = lastText;
      top.keys.push(lastText);
      top.hasValue = false;
      return false;
    case ',':
      if (top) Object.assign(top, { key: undefined, hasValue: false });
      return false;
    case 'text':
    case 'number':
    case 'word':
      if (top?.kind === 'object' && top.key === 'type' && kind === 'text') top.type = value;
      if (top?.kind === 'array') {
        if (kind === 'number') top.numbers.push(Number(value));
        else top.isAllNumbers = false;
      }
      endValue(top, end);
      return !top;
    default:
      return false;
  }
}

function endValue(owner: Frame | undefined, end: number, inner?: Frame): void {
  if (!owner) return;
  owner.hasValue = true;
  owner.lastEnd = end;
  if (owner.kind === 'object') return;
  owner.count++;
  if (!inner) return;
  owner.isAllNumbers = false;
  if (inner.kind === 'object' || !inner.isAllNumbers || inner.numbers.length === 0) return;
  owner.lists++;
  owner.last = { offset: inner.start, length: end - inner.start, numbers: inner.numbers };
  owner.first ??= owner.last;
}

function newFrame(kind: OpenValue['kind'], start: number): Frame {
  return {
    kind,
    start,
    key: undefined,
    keys: [],
    type: undefined,
    hasValue: false,
    lastEnd: start + 1,
    count: 0,
    lists: 0,
    first: undefined,
    last: undefined,
    numbers: [],
    isAllNumbers: true,
  };
}

/** A `type` can follow the place: each open object is searched if its end is close enough. */
function findTypesBehind(text: string, start: number, frames: readonly Frame[]): void {
  if (frames.every(({ kind, type }) => kind === 'array' || type !== undefined)) return;
  const next = jsoncTokens(text.slice(start, start + farthestAhead));
  let inner = 0;
  let lastText: string | undefined;
  let key: string | undefined;
  for (let depth = frames.length - 1; depth >= 0;) {
    const { kind, value } = next();
    if (kind === 'end') return;
    if (kind === '{' || kind === '[') {
      inner++;
    } else if (kind === '}' || kind === ']') {
      if (inner > 0) inner--;
      else depth--;
      key = undefined;
    } else if (inner > 0) {
      continue;
    } else if (kind === ':') {
      key = lastText;
    } else if (kind === ',') {
      key = undefined;
    } else if (kind === 'text') {
      lastText = value;
      const frame = frames[depth];
      if (key === 'type' && frame?.kind === 'object') frame.type ??= value;
    }
  }
}

function kindBehind(text: string, from: number): Behind {
  const next = jsoncTokens(text, from);
  let { kind } = next();
  while (kind === 'comment') ({ kind } = next());
  switch (kind) {
    case 'end':
      return 'end';
    case '}':
    case ']':
      return 'close';
    case ',':
      return 'comma';
    case ':':
      return 'colon';
    default:
      return 'value';
  }
}

/** A value that is neither object nor list, complete or not; or a key. */
function isWord(kind: TokenKind): boolean {
  return kind === 'text' || kind === 'number' || kind === 'word';
}

/** Escapes a text for use in a snippet. */
export function escaped(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

/** What the editor matches with the word at a place: with a quote if the word starts with one. */
export function filterFor({ word }: JsonPlace, name: string): string {
  if (word.text.startsWith('"')) return `"${name}"`;
  return word.text === 'null' ? word.text : name;
}
