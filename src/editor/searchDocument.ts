import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import type * as vscode from 'vscode';
import type { SearchFileReading } from '../model/images/searchFile.ts';
import { resolveDocument } from './resolveDocument.ts';

/** A search that is kept as a file. */
export const searchFilePattern = '**/*.search.json';

export function isSearchDocument(document: vscode.TextDocument): boolean {
  return document.uri.path.endsWith('.search.json');
}

/** `undefined` while the document is no JSON. */
export async function readSearchDocument(
  document: vscode.TextDocument,
): Promise<SearchFileReading | undefined> {
  let value: unknown;
  try {
    value = JSON.parse(document.getText());
  } catch {
    return undefined;
  }
  // The rules of criteria and areas are no part of what activation loads.
  const { readSearchFile } = await import('../model/images/searchFile.ts');
  return readSearchFile(value);
}

/** What people call the search: the file's name without its ending. */
export function searchName(document: vscode.TextDocument): string {
  return basename(document.uri.path).replace(/\.search\.json$/, '');
}

/** The search that a command is about. `undefined` when the user cancels. */
export function resolveSearchDocument(given: unknown): Promise<vscode.TextDocument | undefined> {
  return resolveDocument(given, {
    is: isSearchDocument,
    pattern: searchFilePattern,
    title: l10n.t('Which search?'),
    none: l10n.t('No saved search (*.search.json). Search on the map, then run "Swath: Save Search".'),
  });
}
