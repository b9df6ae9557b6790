import { shownText } from './shownText.ts';
import * as l10n from '@vscode/l10n';

/** Has no width: what stands on both sides of it is no link. */
const gap = '\u200b';

/**
 * A text of anybody for a document in Markdown, on one line: no markup, no HTML, no formula and no entity, wherever it
 * stands. Addresses stay as they are. It reads well as it is written, for there it can be read too: the editor makes
 * links of what it finds there as well, also of what is escaped, and runs commands by them.
 */
export function escapedMarkdown(text: string): string {
  return (
    // Controls go first: a blank behind one would begin the line.
    shownText(text.replaceAll(/\s+/g, ' '))
      .trim()
      .replaceAll(/[\\|`*_<>[\]#~&$]/g, '\\$&')
      .replaceAll('<', `<${gap}`)
      // What would begin a list, or be a rule.
      .replace(/^(\d{1,9})(?=[.)](?: |$))/, '$1\\')
      .replace(/^[-+](?=[ -]|$)/, '\\$&')
  );
}

/**
 * The same for a document that is opened to be read, where nothing in it is a link either. Readers make links of addresses
 * and mail addresses, also of those without a scheme: https://github.com/markdown-it/linkify-it. Some do so after they
 * took the backslashes away.
 */
export function plainMarkdown(text: string): string {
  return escapedMarkdown(text)
    .replaceAll(/\/(?=\/)/g, `/${gap}`)
    .replaceAll('@', `${gap}@`)
    .replaceAll(/www(?=\.)/gi, `$&${gap}`);
}

/** Longest text of a cell that stays on one line, such as an amount with its unit. */
const longestLine = 16;

/**
 * A table in Markdown, a line each. Cells can hold anything. A column without anything in it is left out.
 *
 * @returns nothing where there are no rows
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
 * A heading and what stands below it, a blank line between them. An empty part is left out.
 *
 * @param parts paragraphs of text, which can hold anything, and lines of Markdown
 */
export function markdownDocument(heading: string, ...parts: readonly (string | readonly string[])[]): string {
  const texts = parts.map(part => (typeof part === 'string' ? plainMarkdown(part) : part.join('\n')));
  return `${[`# ${plainMarkdown(heading)}`, ...texts.filter(text => text !== '')].join('\n\n')}\n`;
}

/**
 * What has no part in it, each with the reason; no lines where nothing was left out.
 *
 * @param what heads the first column
 */
export function leftOutLines(
  what: string,
  rows: readonly (readonly [name: string, why: string])[],
): string[] {
  if (rows.length === 0) return [];
  return [`## ${l10n.t('Left out')}`, '', ...markdownTable([what, l10n.t('Reason')], rows)];
}
