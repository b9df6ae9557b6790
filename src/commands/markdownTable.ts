/** A table in Markdown, a line each. Cells can hold anything. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(plainMarkdown).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** A text that means nothing in Markdown, in one line. */
export function plainMarkdown(text: string): string {
  return text.replaceAll(/[\\|`*_<>[\]#]/g, '\\$&').replaceAll(/\s+/g, ' ');
}
