import * as vscode from 'vscode';
import type { CommandId } from '../../../base/commandId.ts';
import { presentError } from '../../../platform/dialogs/failureMessage.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { loadShortlistFile } from '../../images/ui/index.ts';
import type { HostHandlers } from '../../../protocol/protocol.ts';
import type { HandlerParts, PageOfHandler } from '../pageParts.ts';

export function shortlistHandlers(
  { shortlist, catalog, areas, log }: Pick<HandlerParts, 'shortlist' | 'catalog' | 'areas' | 'log'>,
  page: Pick<PageOfHandler, 'focus'>,
) {
  /** Drafts on all pinned images, selected for it. @param args where to find the areas */
  async function draft(command: CommandId, ...args: unknown[]) {
    await shortlist.show();
    catalog.select(shortlist.pins.peek().map(({ image }) => image.id));
    await runCommand(command, ...args);
  }

  return {
    pin: ({ ids }) => {
      try {
        for (const id of ids) shortlist.toggle(id);
      } catch (error) {
        void presentError(error, log);
      }
    },
    editNote: async ({ id }) => {
      await (await loadShortlistFile()).editNote(shortlist, id);
      page.focus();
    },
    showShortlist: () => shortlist.show(),
    hideShortlist: () => shortlist.hide(),
    saveShortlist: () => runCommand('swath.saveShortlist'),
    openShortlist: () => runCommand('swath.openShortlist'),
    clearShortlist: () => runCommand('swath.clearShortlist'),
    draftShortlist: () => draft('swath.draftOrder'),
    draftShortlistBatch: () => {
      const uri = areas.current.peek().document?.uri;
      return draft('swath.draftOrders', ...(uri === undefined ? [] : [vscode.Uri.parse(uri)]));
    },
  } satisfies Partial<HostHandlers>;
}
