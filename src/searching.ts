import * as vscode from 'vscode';
import { registerSearchDiagnostics } from './language/searchDiagnostics.ts';
import { registerSearchLenses } from './language/searchLenses.ts';
import type { CommandHandler, CommandId } from './platform/commands.ts';
import type { Log } from './platform/log.ts';
import { logError } from './platform/presentError.ts';
import { createSeenMemory } from './platform/storage.ts';
import type { Catalog } from './state/catalog.ts';
import type { Contracts } from './state/contracts.ts';
import { createImageFigures, type ImageFigures } from './state/imageFigures.ts';
import type { SessionOwner } from './state/session.ts';
import type { Subscriptions } from './state/subscriptions.ts';

export interface SearchingParts {
  session: SessionOwner;
  catalog: Catalog;
  subscriptions: Subscriptions;
  contracts: Contracts;
  storage: vscode.Uri;
  log: Log;
  /** Opens a read-only document. */
  show: (title: string, markdown: string) => Promise<void>;
}

export interface Searching {
  figures: ImageFigures;
  commands: Partial<Record<CommandId, CommandHandler>>;
  dispose(): void;
}

/** Searches and what is made of their images: kept as files, chosen by figures, exported, drafted as orders. */
export function createSearching(parts: SearchingParts): Searching {
  const { session, catalog, storage, log } = parts;
  const seen = createSeenMemory(vscode.Uri.joinPath(storage, 'seen').fsPath);
  const figures = createImageFigures(catalog);
  const all = vscode.Disposable.from(
    figures,
    registerSearchLenses(),
    registerSearchDiagnostics(error => logError(error, log)),
  );
  return {
    figures,
    commands: {
      'swath.searchImages': async given =>
        (await import('./commands/searchImages.ts')).searchImages(session, catalog, given),
      'swath.saveSearch': async () => (await import('./commands/savedSearch.ts')).saveSearch(catalog),
      'swath.runSearch': async given =>
        (await import('./commands/savedSearch.ts')).runSearch(session, catalog, given),
      'swath.searchNew': async given =>
        (await import('./commands/savedSearch.ts')).searchNew({ session, catalog, seen }, given),
      'swath.chooseImages': async given =>
        (await import('./commands/chooseImages.ts')).chooseImages(session, catalog, given),
      'swath.exportImages': async given =>
        (await import('./commands/exportImages.ts')).exportImages(catalog, given),
      'swath.draftOrder': async given => (await import('./commands/draftOrder.ts')).draftOrder(parts, given),
      'swath.draftOrders': async given =>
        (await import('./commands/draftBatch.ts')).draftOrders(parts, given),
      'swath.draftAnalyticOrder': async given => {
        await (await import('./commands/draftAnalyticOrder.ts')).draftAnalyticOrder(parts, given);
      },
      'swath.draftProductOrder': async given => {
        await (await import('./commands/draftProductOrder.ts')).draftProductOrder(parts, given);
      },
    },
    dispose: () => void all.dispose(),
  };
}
