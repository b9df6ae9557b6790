import type { ReadonlySignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import * as vscode from 'vscode';
import type { CommandId } from '../../../base/commandId.ts';
import { isEditable } from '../../../platform/documents/editableDocuments.ts';
import { lensTitle } from '../../../platform/documents/shownInDocument.ts';
import {
  isSearchDocument,
  searchFilePattern,
  shortlistPattern,
} from '../../../platform/documents/swathDocuments.ts';
import { onLaterChange } from '../../../platform/host/onChange.ts';
import { describeError } from '../../../platform/host/presentError.ts';
import { onLensSettingChange, showsLenses } from '../../../platform/host/settings.ts';
import { asSignedIn, type SessionOwner } from '../../../session/session.ts';
import type { SearchRun } from '../rules/monthForecast.ts';
import type { SavedSearch } from '../rules/searchCriteria.ts';
import { readSearchDocument } from './searchDocument.ts';

/** What new images may cost, from the prices that are known; `current` has none until they were read. */
export interface MonthEstimates {
  readonly current: ReadonlySignal<
    { monthText(runs: readonly SearchRun[], aoi: Polygon): string | undefined } | undefined
  >;
  need(): void;
}

export interface SearchLensParts {
  session: Pick<SessionOwner, 'current'>;
  estimates: MonthEstimates;
  /** Folder of what saved searches have found before. */
  seenPath: string;
}

/** The code lenses above a saved search and above a shortlist: what can be done with it, or what is wrong with it. */
export function registerSearchLenses(parts: SearchLensParts): vscode.Disposable {
  const { estimates } = parts;
  const changed = new vscode.EventEmitter<void>();
  const provider = vscode.languages.registerCodeLensProvider(
    [{ pattern: searchFilePattern }, { pattern: shortlistPattern }],
    {
      onDidChangeCodeLenses: changed.event,
      async provideCodeLenses(document) {
        if (!isEditable(document.uri) || !showsLenses('searches')) return [];
        const top = new vscode.Range(new vscode.Position(0, 0), new vscode.Position(0, 0));
        const commands = await (isSearchDocument(document)
          ? searchLenses(document, parts)
          : shortlistLenses(document));
        return commands.map(command => new vscode.CodeLens(top, command));
      },
    },
  );
  return vscode.Disposable.from(
    provider,
    onLensSettingChange(() => changed.fire()),
    onLaterChange([estimates.current], () => changed.fire()),
    changed,
  );
}

async function searchLenses(
  document: vscode.TextDocument,
  parts: SearchLensParts,
): Promise<vscode.Command[]> {
  const reading = await readSearchDocument(document);
  const command = (title: string, id: CommandId, tooltip: string): vscode.Command => ({
    title,
    command: id,
    arguments: [document.uri.toString()],
    tooltip,
  });
  switch (reading?.kind) {
    case undefined:
      return [];
    case 'problems':
      // No command: the lens is only text.
      return [{ title: lensTitle('warning', reading.problems[0]?.message ?? ''), command: '' }];
    case 'search': {
      const month = await monthText(reading.search, parts);
      return [
        command(
          lensTitle('search', l10n.t('Run')),
          'swath.runSearch',
          l10n.t('Search the catalog with these criteria'),
        ),
        command(
          lensTitle('sparkle', l10n.t('New Images')),
          'swath.searchNew',
          l10n.t('Show images added since the last check'),
        ),
        // No command: the lens is only text.
        ...(month === undefined ? [] : [{ title: lensTitle('graph', month), command: '' }]),
      ];
    }
  }
}

/** What its new images may cost in a month, if it runs regularly. */
async function monthText(
  search: SavedSearch,
  { session, estimates, seenPath }: SearchLensParts,
): Promise<string | undefined> {
  estimates.need();
  const connection = asSignedIn(session.current.peek())?.connection.name;
  const texts = estimates.current.peek();
  if (!search.aoi || !texts || connection === undefined) return undefined;
  const { createSeenMemory, seenKey } = await import('../seenImages.ts');
  const seen = await createSeenMemory(seenPath)
    .read(seenKey(connection, search))
    // A search can be run without a forecast.
    .catch(() => undefined);
  return seen?.runs && texts.monthText(seen.runs, search.aoi);
}

async function shortlistLenses(document: vscode.TextDocument): Promise<vscode.Command[]> {
  const { readShortlist } = await import('../shortlistText.ts');
  try {
    const { pins } = readShortlist(document.getText());
    return [
      {
        title: lensTitle('pinned', l10n.t('Open Shortlist ({0})', pins.length)),
        command: 'swath.openShortlist' satisfies CommandId,
        arguments: [document.uri.toString()],
        tooltip: l10n.t('Add these images to the shortlist and show them on the map'),
      },
    ];
  } catch (error) {
    // No command: the lens is only text.
    return [{ title: lensTitle('warning', describeError(error)), command: '' }];
  }
}
