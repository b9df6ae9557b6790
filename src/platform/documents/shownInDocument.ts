import * as vscode from 'vscode';
import { safeLabel, safeText, safeTooltip } from '../../base/words/safeText.ts';
import { documentRange } from './makeEdits.ts';

/** Swath's own sentences are shorter, whatever they quote; characters. */
const longestMessage = 1000;

/** In characters of the document. */
interface Place {
  offset: number;
  length: number;
}

export interface ShownProblem {
  code: string;
  message: string;
  severity: 'error' | 'warning' | 'information';
  range: Place;
  related?: readonly { message: string }[];
  /** In the order of `related`. */
  relatedRanges?: readonly Place[];
}

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

/**
 * A problem as the editor shows it, with its message on one line and sanitized for display: it can quote the document.
 */
export function shownDiagnostic(document: vscode.TextDocument, problem: ShownProblem): vscode.Diagnostic {
  const message = safeLabel(problem.message, longestMessage);
  const range = documentRange(document, problem.range);
  const diagnostic = new vscode.Diagnostic(range, message, severities[problem.severity]);
  diagnostic.source = 'Swath';
  diagnostic.code = problem.code;
  diagnostic.relatedInformation = (problem.related ?? []).flatMap((related, index) => {
    const place = problem.relatedRanges?.[index];
    if (!place) return [];
    const location = new vscode.Location(document.uri, documentRange(document, place));
    return [new vscode.DiagnosticRelatedInformation(location, safeText(related.message))];
  });
  return diagnostic;
}

/**
 * A lens title that begins with an icon. A normal space after the icon would disappear: the editor lays out the parts
 * of a lens side by side and drops spaces at the start of a part.
 *
 * @param icon name of the icon, such as `search` or `sync~spin`
 */
export function lensTitle(icon: string, text: string): string {
  return `$(${icon})\u00a0${safeLabel(text)}`;
}

/** The lens with a tooltip that is sanitized for display: it can quote the service and files. */
export function withShownTooltip(lens: vscode.Command): vscode.Command {
  return lens.tooltip === undefined ? lens : { ...lens, tooltip: safeTooltip(lens.tooltip) };
}
