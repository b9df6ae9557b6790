/**
 * Text from the service for a hover or a tooltip: nothing in it is markup, an entity or a link, and lines can break at
 * its spaces. The editor's `MarkdownString.appendText` makes every space non-breaking, so that long sentences break
 * within words. A backslash may precede any ASCII punctuation: https://spec.commonmark.org/0.31.2/#backslash-escapes
 */
export function literalMarkdown(text: string): string {
  return text
    .trim()
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');
}
