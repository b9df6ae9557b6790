import stringify from 'json-stringify-pretty-compact';

/** External text as one harmless line of a comment: none of its characters is special in a shell or a file. */
export function commentText(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}._,+-]+/gu, ' ')
    .trim()
    .slice(0, 100);
}

/**
 * Invisible and unsafe to paste: controls, including those of a terminal (C1), and characters that reorder a line. Not
 * the line break.
 */
const unseen = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu;

/**
 * JSON of the same value that can be pasted anywhere: an exclamation mark triggers the history of a shell, and two
 * braces a variable of a request file. Both occur only inside strings, like invisible characters.
 */
export function pastableJson(value: unknown): string {
  return stringify(value)
    .replaceAll('!', String.raw`\u0021`)
    .replaceAll('{{', String.raw`{\u007b`)
    .replaceAll(unseen, character => character.split('').map(escaped).join(''));
}

/** @param unit one half of a surrogate pair, or a whole character */
function escaped(unit: string): string {
  return String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
