import * as vscode from 'vscode';
import { shownLabel, shownTooltip } from '../model/words/shownText.ts';

/** Swath's own sentences are shorter, whatever they quote; characters. */
const longestMessage = 1000;

/**
 * A problem as the editor shows it, with its message on one line and sanitized for display: it can quote the document.
 */
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
 * A lens title that begins with an icon. A normal space after the icon would disappear: the editor lays out the parts
 * of a lens side by side and drops spaces at the start of a part.
 *
 * @param icon name of the icon, such as `search` or `sync~spin`
 */
export function lensTitle(icon: string, text: string): string {
  return `$(${icon})\u00a0${shownLabel(text)}`;
}

/** The lens with a tooltip that is sanitized for display: it can quote the service and files. */
export function withShownTooltip(lens: vscode.Command): vscode.Command {
  return lens.tooltip === undefined ? lens : { ...lens, tooltip: shownTooltip(lens.tooltip) };
}
