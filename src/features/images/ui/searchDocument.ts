/** The document of a saved search, as a search. */
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import {
  isSearchDocument,
  resolveDocument,
  searchFilePattern,
} from '../../../platform/documents/swathDocuments.ts';
import { loadSearchFile } from '../rules/lazy.ts';
import type { SearchFileReading } from '../rules/searchFile.ts';

/** `undefined` while the document isn't valid JSON. */
export async function readSearchDocument(
  document: vscode.TextDocument,
): Promise<SearchFileReading | undefined> {
  return readSearchText(document.getText());
}

async function readSearchText(text: string): Promise<SearchFileReading | undefined> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // The rules for criteria and areas aren't loaded at activation.
  const { readSearchFile } = await loadSearchFile();
  return readSearchFile(value);
}

/** The search for a command. `undefined` if the user cancels. */
export function resolveSearchDocument(argument: unknown): Promise<vscode.TextDocument | undefined> {
  return resolveDocument(argument, {
    is: isSearchDocument,
    pattern: searchFilePattern,
    title: l10n.t('Which search?'),
    none: l10n.t('No saved search (*.search.json). Search on the map, then run "Swath: Save Search…".'),
    async describe(text) {
      const reading = await readSearchText(text);
      if (reading?.kind !== 'search') return undefined;
      return (await loadSearchFile()).searchSummary(reading.search);
    },
  });
}
