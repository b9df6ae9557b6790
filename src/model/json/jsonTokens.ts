import { createScanner } from 'jsonc-parser';

export type TokenKind = '{' | '}' | '[' | ']' | ':' | ',' | 'text' | 'number' | 'word' | 'comment' | 'end';

export interface Token {
  kind: TokenKind;
  start: number;
  end: number;
  /** Of a text, without quotes and escapes, or of a number. */
  value: string;
}

/** The tokens of a text from a place on, one by one and without white space; then `end` for ever. */
export function tokensOf(text: string, from = 0): () => Token {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  return () => {
    for (;;) {
      scanner.scan();
      const start = scanner.getTokenOffset();
      const end = start + scanner.getTokenLength();
      const kind = start >= text.length ? 'end' : kindOf(text.charAt(start));
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

/** The first character of a token tells what it is; `undefined` for white space. */
function kindOf(first: string): TokenKind | undefined {
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
