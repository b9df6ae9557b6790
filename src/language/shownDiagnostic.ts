import * as vscode from 'vscode';
import { shownText } from '../model/words/shownText.ts';

/** A problem as the editor shows it, with its message fit for the screen: names of the document can be in it. */
export function shownDiagnostic(
  range: vscode.Range,
  { message, code }: { message: string; code: string },
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, shownText(message), severity);
  diagnostic.source = 'Swath';
  diagnostic.code = code;
  return diagnostic;
}
