import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { spokenLanguage } from '../model/words/displayLanguage.ts';

/**
 * The texts of the page in the language of the editor, by their English. Only those that the page can show, which the
 * build has written down: all of them are six times as many.
 *
 * @returns `undefined` where English is shown
 */
export function pageTexts(distUri: vscode.Uri): Record<string, string> | undefined {
  const { bundle } = spokenLanguage();
  if (!bundle) return undefined;
  const { fsPath } = vscode.Uri.joinPath(distUri, 'pageTexts.json');
  // Written by our own build.
  const wanted = JSON.parse(readFileSync(fsPath, 'utf8')) as string[];
  return Object.fromEntries(
    wanted.flatMap(text => (bundle[text] === undefined ? [] : [[text, bundle[text]]])),
  );
}
