/**
 * A text of the service for a hover or a tooltip: nothing in it is markup, an entity or a link, and lines can break at its
 * spaces.
 * `MarkdownString.appendText` of the editor makes each space one that does not break, so that long sentences are broken
 * within words.
 *
 * A backslash may stand before any ASCII punctuation: https://spec.commonmark.org/0.31.2/#backslash-escapes
 */
export function literalMarkdown(text: string): string {
  return text
    .trim()
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');
}
