import * as vscode from 'vscode';
import { literalMarkdown } from '../model/words/literalMarkdown.ts';
import { shownText } from '../model/words/shownText.ts';

/** Paragraphs of plain text: names and descriptions come from the service, and nothing in them is markup. */
export function plainMarkdown(paragraphs: readonly string[]): vscode.MarkdownString {
  return new vscode.MarkdownString(paragraphs.map(text => literalMarkdown(shownText(text))).join('\n\n'));
}
