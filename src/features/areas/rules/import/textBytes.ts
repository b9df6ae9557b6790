/** Texts of files: their encoding is in the first bytes or in the XML declaration, or is UTF-8. */
import * as l10n from '@vscode/l10n';
import { Unreadable } from './shape.ts';

/** A text, and whether some of its bytes are none of the encoding: they became U+FFFD. */
export interface DecodedText {
  text: string;
  isDamaged: boolean;
  /** Label of the encoding, as the platform spells it. */
  encoding: string;
}

export function decoded(bytes: Uint8Array): DecodedText {
  const encoding = textEncoding(bytes);
  const text = textDecoder(encoding, false).decode(bytes);
  return { text, isDamaged: text.includes('\uFFFD') && !isSound(bytes, encoding), encoding };
}

function isSound(bytes: Uint8Array, encoding: string): boolean {
  try {
    textDecoder(encoding, true).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function textDecoder(encoding: string, fatal: boolean) {
  try {
    return new TextDecoder(encoding, { fatal });
  } catch {
    throw new Unreadable(l10n.t('The encoding "{0}" is not supported. Save the text as UTF-8.', encoding));
  }
}

/** What the bytes are counts more than what they claim: tools convert texts and leave the declaration as it was. */
function textEncoding(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  // The first character of every format that is read is ASCII.
  if (first === 0 && second !== 0) return 'utf-16be';
  if (first !== 0 && second === 0) return 'utf-16le';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*encoding\s{0,9}=\s{0,9}["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  // In UTF-16, the declaration itself couldn't be read byte by byte.
  return /^(?:utf-?16|ucs-?2|utf-?32|ucs-?4)/i.test(declared) ? 'utf-8' : declared;
}
