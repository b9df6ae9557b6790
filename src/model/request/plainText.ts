import stringify from 'json-stringify-pretty-compact';

/** A text of anybody as one harmless line of a comment: in no shell and no file does any of its characters mean more. */
export function commentText(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}._,+-]+/gu, ' ')
    .trim()
    .slice(0, 100);
}

/** Neither seen nor safe to paste: controls, also those of a terminal (C1), and what reorders a line. Not the line break. */
const unseen = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu;

/**
 * JSON of the same value that can be pasted anywhere: an exclamation mark calls the history of a shell, and two braces a
 * variable of a request file. Both occur inside strings alone, and so do characters that nobody sees.
 */
export function pastableJson(value: unknown): string {
  return stringify(value)
    .replaceAll('!', String.raw`\u0021`)
    .replaceAll('{{', String.raw`{\u007b`)
    .replaceAll(unseen, character => character.split('').map(escaped).join(''));
}

/** @param unit half of a character outside of the basic plane, or a whole one */
function escaped(unit: string): string {
  return String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
