import * as vscode from 'vscode';
import { chooseImages } from './commands/chooseImages.ts';
import { draftAnalyticOrder } from './commands/draftAnalyticOrder.ts';
import { draftProductOrder } from './commands/draftProductOrder.ts';
import { exportImages } from './commands/exportImages.ts';
import { runSearch, saveSearch, searchNew } from './commands/savedSearch.ts';
import { searchImages } from './commands/searchImages.ts';
import { registerSearchDiagnostics } from './language/searchDiagnostics.ts';
import { registerSearchLenses } from './language/searchLenses.ts';
import type { CommandHandler, CommandId } from './platform/commands.ts';
import type { Log } from './platform/log.ts';
import { logError } from './platform/presentError.ts';
import { createSeenMemory } from './platform/storage.ts';
import type { Catalog } from './state/catalog.ts';
import type { Contracts } from './state/contracts.ts';
import type { SessionOwner } from './state/session.ts';
import type { Subscriptions } from './state/subscriptions.ts';

export interface SearchingParts {
  session: SessionOwner;
  catalog: Catalog;
  subscriptions: Subscriptions;
  contracts: Contracts;
  storage: vscode.Uri;
  log: Log;
}

export interface Searching {
  commands: Partial<Record<CommandId, CommandHandler>>;
  dispose(): void;
}

/** Searches and what is made of their images: kept as files, chosen by figures, exported, drafted as orders. */
export function createSearching(parts: SearchingParts): Searching {
  const { session, catalog, storage, log } = parts;
  const seen = createSeenMemory(vscode.Uri.joinPath(storage, 'seen').fsPath);
  const all = vscode.Disposable.from(
    registerSearchLenses(),
    registerSearchDiagnostics(error => logError(error, log)),
  );
  return {
    commands: {
      'swath.searchImages': given => searchImages(session, catalog, given),
      'swath.saveSearch': () => saveSearch(catalog),
      'swath.runSearch': given => runSearch(session, catalog, given),
      'swath.searchNew': given => searchNew({ session, catalog, seen }, given),
      'swath.chooseImages': given => chooseImages(session, catalog, given),
      'swath.exportImages': given => exportImages(catalog, given),
      'swath.draftAnalyticOrder': given => draftAnalyticOrder(session, catalog, given),
      'swath.draftProductOrder': given => draftProductOrder(parts, given),
    },
    dispose: () => void all.dispose(),
  };
}
