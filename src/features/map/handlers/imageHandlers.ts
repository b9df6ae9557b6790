import { runCommand } from '../../../platform/host/commands.ts';
import type { HostHandlers } from '../../../protocol/protocol.ts';
import type { HandlerParts, PageOfHandler } from '../pageParts.ts';

/** The search, its images, and what is ordered of them. */
export function imageHandlers(
  { catalog, notes }: Pick<HandlerParts, 'catalog' | 'notes'>,
  page: Pick<PageOfHandler, 'taken'>,
) {
  return {
    search: ({ filters }) => catalog.search({ filters }),
    cancelSearch: () => catalog.cancel(),
    more: () => catalog.more(),
    all: () => catalog.all(),
    received: page.taken,
    showAll: () => catalog.narrow(undefined),
    select: ({ ids }) => catalog.select(ids),
    listFilters: ({ limits, clear }) => void (catalog.listFilters.value = { limits, clear: new Map(clear) }),
    opened: ({ id }) => notes.open(id),
    draftOrder: () => runCommand('swath.draftOrder'),
    draftProduct: () => runCommand('swath.draftProductOrder'),
    saveSearch: ({ listFilters }) => runCommand('swath.saveSearch', { listFilters }),
    copySearchLink: () => runCommand('swath.copyLink', { search: true }),
    copyImageLink: ({ id }) => runCommand('swath.copyLink', { imageId: id }),
    copyServiceAddress: ({ id }) => runCommand('swath.copyServiceAddress', { imageId: id }),
    bestCover: ({ wish, clear, hidden }) => runCommand('swath.chooseImages', { wish, clear, hidden }),
    bestPair: ({ clear, hidden }) => runCommand('swath.chooseImages', { wish: 'pair', clear, hidden }),
    export: ({ ids, clear }) => runCommand('swath.exportImages', { ids, clear }),
  } satisfies Partial<HostHandlers>;
}
