import * as vscode from 'vscode';

/** Paragraphs of plain text: names and descriptions come from the service, and nothing in them is markup. */
export function plainMarkdown(paragraphs: readonly string[]): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString();
  paragraphs.forEach((text, index) => {
    if (index > 0) markdown.appendMarkdown('\n\n');
    markdown.appendText(text);
  });
  return markdown;
}
