import * as vscode from 'vscode';
import { shownLabel, shownTooltip } from '../model/words/shownText.ts';

/** Sentences of ours are shorter, whatever is quoted in them; characters. */
const longestMessage = 1000;

/** A problem as the editor shows it, with its message on one line and fit for the screen: it can quote the document. */
export function shownDiagnostic(
  range: vscode.Range,
  { message, code }: { message: string; code: string },
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, shownLabel(message, longestMessage), severity);
  diagnostic.source = 'Swath';
  diagnostic.code = code;
  return diagnostic;
}

/**
 * A lens that begins with an icon of the editor. A plain blank behind the icon would vanish: the editor lays out the parts
 * of a lens side by side, and drops blanks at the begin of a part.
 *
 * @param icon name of the icon, such as `search` or `sync~spin`
 */
export function lensTitle(icon: string, text: string): string {
  return `$(${icon})\u00a0${shownLabel(text)}`;
}

/** The lens with a tooltip that shows what it says: words of the service and of files are among it. */
export function withShownTooltip(lens: vscode.Command): vscode.Command {
  return lens.tooltip === undefined ? lens : { ...lens, tooltip: shownTooltip(lens.tooltip) };
}
