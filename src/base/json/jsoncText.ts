/** Converts JSON with comments, trailing commas and a byte order mark, as people write it, to plain JSON. */
import { createScanner } from 'jsonc-parser';
import { deepestNesting } from './nesting.ts';

export interface Plain {
  /** The same text with spaces instead of anything beyond plain JSON; `undefined` if nothing was replaced. */
  text: string | undefined;
  /** A recursive parser could run out of stack. */
  isTooDeep: boolean;
  /** Only white space and comments. */
  isEmpty: boolean;
  /** The comments and trailing commas, in text order. */
  extras: readonly { offset: number; length: number }[];
}

/**
 * In one pass, without recursion. All offsets stay the same. Broken text stays broken: `[,]` and `[1,,]` keep their
 * commas.
 */
export function plainJson(text: string): Plain {
  const isMarked = text.startsWith('\uFEFF');
  const extras: { offset: number; length: number }[] = [];
  const open: TokenKind[] = [];
  let before: TokenKind | undefined;
  let last: TokenKind | undefined;
  let lastStart = 0;
  const next = jsoncTokens(text, isMarked ? 1 : 0);
  for (let { kind, start, end } = next(); kind !== 'end'; { kind, start, end } = next()) {
    if (kind === 'comment' && isWhole(text.slice(start, end))) {
      extras.push({ offset: start, length: end - start });
      continue;
    }
    if (kind === '{' || kind === '[') {
      open.push(kind === '{' ? '}' : ']');
      if (open.length > deepestNesting) return { text: undefined, isTooDeep: true, isEmpty: false, extras };
    } else if (kind === '}' || kind === ']') {
      if (last === ',' && endsValue(before)) extras.push({ offset: lastStart, length: 1 });
      // Tolerant parsers skip an unmatched closing bracket.
      if (kind === open.at(-1)) open.pop();
    }
    [before, last, lastStart] = [last, kind, start];
  }
  // A trailing comma is only recognized after the comments that follow it.
  extras.sort((a, b) => a.offset - b.offset);
  const blanks = isMarked ? [{ offset: 0, length: 1 }, ...extras] : extras;
  return { text: blanked(text, blanks), isTooDeep: false, isEmpty: last === undefined, extras };
}

function endsValue(kind: TokenKind | undefined): boolean {
  return kind !== undefined && !['[', '{', ',', ':'].includes(kind);
}

/** An unclosed comment leaves the text broken, and so does a slash. */
function isWhole(comment: string): boolean {
  return comment.startsWith('//') || (comment.length > 3 && comment.endsWith('*/'));
}

function blanked(text: string, blanks: Plain['extras']): string | undefined {
  if (blanks.length === 0) return undefined;
  let kept = 0;
  const parts = blanks.map(({ offset, length }) => {
    const part = text.slice(kept, offset) + ' '.repeat(length);
    kept = offset + length;
    return part;
  });
  return parts.join('') + text.slice(kept);
}

export type TokenKind = '{' | '}' | '[' | ']' | ':' | ',' | 'text' | 'number' | 'word' | 'comment' | 'end';

export interface Token {
  kind: TokenKind;
  start: number;
  end: number;
  /** The value of a string, without quotes and escapes, or the text of a number. */
  value: string;
}

/** The tokens of a text from an offset on, one by one and without white space; then `end` forever. */
export function jsoncTokens(text: string, from = 0): () => Token {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  return () => {
    for (;;) {
      scanner.scan();
      const start = scanner.getTokenOffset();
      const end = start + scanner.getTokenLength();
      const kind = start >= text.length ? 'end' : tokenKind(text.charAt(start));
      if (kind !== undefined)
        return {
          kind,
          start,
          end,
          value: kind === 'text' || kind === 'number' ? scanner.getTokenValue() : '',
        };
    }
  };
}

/** The first character of a token determines its kind; `undefined` for white space. */
function tokenKind(first: string): TokenKind | undefined {
  switch (first) {
    case '{':
    case '}':
    case '[':
    case ']':
    case ':':
    case ',':
      return first;
    case '"':
      return 'text';
    case '/':
      return 'comment';
    default:
      if (first <= ' ' || first.trim() === '') return undefined;
      return /[-\d]/.test(first) ? 'number' : 'word';
  }
}
