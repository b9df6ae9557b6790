/** What clients are told of each tool, beside its texts and its input in the manifest. */
import * as l10n from '@vscode/l10n';
import type { ToolName } from './toolInputs.ts';

interface ToolTraits {
  /** What the editor says before it runs the tool. */
  effect: () => string;
  /** Whether it can change something in the editor: a draft opens, a price is shown, the search on the map is replaced. */
  isChanging: boolean;
  /** Whether its answers are shown on a map in the conversations of clients that have such maps. */
  hasMap: boolean;
}

const readsService = () => l10n.t('Reads from the service. Changes nothing and costs nothing.');

export const toolTraits: Readonly<Record<ToolName, ToolTraits>> = {
  swath_searchImages: { effect: readsService, isChanging: true, hasMap: true },
  swath_measureCoverage: { effect: readsService, isChanging: false, hasMap: true },
  swath_listShortlist: {
    effect: () => l10n.t('Reads the shortlist. Changes nothing and costs nothing.'),
    isChanging: false,
    hasMap: true,
  },
  swath_listAnalytics: { effect: readsService, isChanging: false, hasMap: false },
  swath_draftOrder: {
    effect: () =>
      l10n.t('Opens an unsaved order file. Orders nothing and costs nothing: only you can place an order.'),
    isChanging: true,
    hasMap: false,
  },
  swath_listOrders: { effect: readsService, isChanging: false, hasMap: true },
  swath_reportSummary: {
    effect: () => l10n.t('Reads a report on this machine. Changes nothing and costs nothing.'),
    isChanging: false,
    hasMap: true,
  },
  swath_readAccount: { effect: readsService, isChanging: false, hasMap: false },
  swath_priceOrder: {
    effect: () => l10n.t('Requests the price of an order file. Orders nothing and costs nothing.'),
    isChanging: true,
    hasMap: false,
  },
};
