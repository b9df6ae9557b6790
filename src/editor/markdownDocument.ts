import * as l10n from '@vscode/l10n';
import { markdownTable, plainMarkdown } from '../model/words/plainMarkdown.ts';
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
