import { plainMarkdown } from '../model/words/plainMarkdown.ts';

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
