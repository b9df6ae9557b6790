import { readsOnly } from '../../../platform/dialogs/failureMessage.ts';
import type { SomeCommands } from '../../../platform/host/commands.ts';
import type { SessionOwner } from '../../../session/session.ts';
import type { Catalog } from '../imageCatalog.ts';
import { createSeenMemory } from '../seenImages.ts';
import type { Shortlist } from '../shortlist.ts';
import { chooseImages } from './chooseImages.ts';
import { copyServiceAddress } from './copyServiceAddress.ts';
import { exportImages } from './exportImages.ts';
import { runSearch, saveSearch, searchNew } from './savedSearch.ts';
import { clearShortlist, openShortlist, saveShortlist, showShortlist } from './shortlistFile.ts';

export interface ImageCommandParts {
  session: SessionOwner;
  catalog: Catalog;
  shortlist: Shortlist;
  /** Folder of what saved searches have found before. */
  seenPath: string;
}

/** @returns by ID; `target` is what a command was called on: a file, an area, or nothing */
export function imageCommands({ session, catalog, shortlist, seenPath }: ImageCommandParts) {
  const searchParts = { session, catalog, seen: createSeenMemory(seenPath) };
  return {
    'swath.saveSearch': () => saveSearch(searchParts),
    'swath.showShortlist': () => showShortlist(session, shortlist),
    'swath.saveShortlist': () => saveShortlist(session, shortlist),
    'swath.clearShortlist': () => clearShortlist(session, shortlist),
    'swath.copyServiceAddress': (target: unknown) => copyServiceAddress(session, catalog, target),
    ...readsOnly({
      'swath.runSearch': (target: unknown) => runSearch(session, catalog, target),
      'swath.searchNew': (target: unknown) => searchNew(searchParts, target),
      'swath.chooseImages': (target: unknown) => chooseImages(session, catalog, target),
      'swath.openShortlist': (target: unknown) => openShortlist(session, shortlist, target),
      'swath.exportImages': (target: unknown) => exportImages(catalog, shortlist, target),
    }),
  } satisfies SomeCommands;
}
