import stringify from 'json-stringify-pretty-compact';

/** A text of anybody as one harmless line of a comment: in no shell and no file does any of its characters mean more. */
export function commentText(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}._,+-]+/gu, ' ')
    .trim()
    .slice(0, 100);
}

/**
 * JSON of the same value that can be pasted anywhere: an exclamation mark calls the history of a shell, and two braces a
 * variable of a request file. Both occur inside strings alone.
 */
export function pastableJson(value: unknown): string {
  return stringify(value)
    .replaceAll('!', String.raw`\u0021`)
    .replaceAll('{{', String.raw`{\u007b`);
}
