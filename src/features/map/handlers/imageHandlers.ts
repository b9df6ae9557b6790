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
    listFilters: ({ limits, span }) => catalog.filterList({ limits, span }),
    clearHere: ({ clear }) => {
      const estimates = clear.map(([id, share]) => [id, share === null ? 'unknown' : { share }] as const);
      catalog.estimates.value = {
        area: catalog.current.peek().aoi?.polygon,
        clear: new Map(estimates),
      };
    },
    opened: ({ id }) => notes.open(id),
    draftOrder: () => runCommand('swath.draftOrder'),
    draftProduct: () => runCommand('swath.draftProductOrder'),
    askPrice: () => runCommand('swath.draftProductOrder', undefined, 'price'),
    saveSearch: () => runCommand('swath.saveSearch'),
    copySearchLink: () => runCommand('swath.copyLink', { search: true }),
    copySearchRequest: () => runCommand('swath.copyRequest', { search: true }),
    copyImageLink: ({ id }) => runCommand('swath.copyLink', { imageId: id }),
    copyServiceAddress: ({ id }) => runCommand('swath.copyServiceAddress', { imageId: id }),
    clipToFootprint: ({ id }) => {
      const { aoi } = catalog.current.peek();
      return aoi && runCommand('swath.clipArea', { uri: aoi.uri, path: aoi.path, imageId: id });
    },
    useFootprint: ({ id }) => runCommand('swath.newAoi', { imageId: id }),
    choose: ({ wish }) => runCommand('swath.chooseImages', { wish }),
    export: ({ ids }) => runCommand('swath.exportImages', { ids }),
  } satisfies Partial<HostHandlers>;
}
