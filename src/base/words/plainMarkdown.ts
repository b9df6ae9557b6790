import { safeText } from './safeText.ts';

/** Has zero width: the text on both sides of it doesn't form a link. */
const gap = '\u200b';

/**
 * External text for a Markdown document, on one line: no markup, HTML, formulas or entities in any position. Addresses
 * stay as they are. It is also readable as source, because the editor shows it: the editor makes links there as well,
 * even from escaped text, and such links can run commands.
 */
export function escapedMarkdown(text: string): string {
  return (
    // Controls go first: a space after one would start the line.
    safeText(text.replaceAll(/\s+/g, ' '))
      .trim()
      .replaceAll(/[\\|`*_<>[\]#~&$]/g, '\\$&')
      .replaceAll('<', `<${gap}`)
      // What would start a list, or be a horizontal rule.
      .replace(/^(\d{1,9})(?=[.)](?: |$))/, '$1\\')
      .replace(/^[-+](?=[ -]|$)/, '\\$&')
  );
}

/**
 * The same for a document that is shown rendered, where nothing in it is a link either. Renderers make links of
 * addresses and mail addresses, even without a scheme: https://github.com/markdown-it/linkify-it. Some do so after
 * removing the backslashes.
 */
export function plainMarkdown(text: string): string {
  return escapedMarkdown(text)
    .replaceAll(/\/(?=\/)/g, `/${gap}`)
    .replaceAll('@', `${gap}@`)
    .replaceAll(/www(?=\.)/gi, `$&${gap}`);
}

/**
 * The same for text that names addresses. These are shown as code, which isn't a link either, and copied as they are.
 */
export function plainWithAddresses(text: string): string {
  return plainMarkdown(text).replaceAll(
    // As `plainMarkdown` writes it.
    /https?:\/\u200b\/(?:\\[&_~[\]#]|[\u200b\w.:/?=%+,;-])+(?<![.:,;?])/g,
    found => `\`${found.replaceAll('\\', '').replaceAll(gap, '')}\``,
  );
}

/** Longest cell text that stays on one line, such as an amount with its unit. */
const longestLine = 16;

/**
 * A table in Markdown, as lines. Cells can contain any text. Empty columns are left out.
 *
 * @returns nothing if there are no rows
 */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const isFilled = head.map((_title, column) => rows.some(row => row[column] !== ''));
  const line = (cells: readonly string[]) =>
    `| ${cells.filter((_cell, column) => isFilled[column]).join(' | ')} |`;
  if (rows.length === 0) return [];
  return [
    line(head.map(plainMarkdown)),
    line(head.map(() => '---')),
    ...rows.map(row => line(row.map(cellText))),
  ];
}

function cellText(text: string): string {
  const plain = plainMarkdown(text);
  return plain.length <= longestLine ? plain.replaceAll(' ', '\u00a0') : plain;
}

/** Read-only documents about several things at once, in Markdown. */

/**
 * A heading and what is below it, separated by a blank line. Empty parts are left out.
 *
 * @param parts paragraphs of text, which can contain anything, and lines of Markdown
 */
export function markdownDocument(heading: string, ...parts: readonly (string | readonly string[])[]): string {
  const texts = parts.map(part => (typeof part === 'string' ? plainMarkdown(part) : part.join('\n')));
  return `${[`# ${plainMarkdown(heading)}`, ...texts.filter(text => text !== '')].join('\n\n')}\n`;
}
