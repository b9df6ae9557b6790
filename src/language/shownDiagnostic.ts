import * as vscode from 'vscode';
import { shownLabel } from '../model/words/shownText.ts';

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
