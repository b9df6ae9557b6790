import * as vscode from 'vscode';
import type { Log } from './log.ts';
import { presentError } from './presentError.ts';

/** Every command of the manifest; `test/unit/manifest.test.ts` holds the two together. */
export const commandIds = [
  'swath.signIn',
  'swath.signOut',
  'swath.useSandbox',
  'swath.getStarted',
  'swath.openSamples',
  'swath.refresh',
  'swath.showLog',
  'swath.openMap',
  'swath.searchImages',
  'swath.saveSearch',
  'swath.runSearch',
  'swath.searchNew',
  'swath.chooseImages',
  'swath.exportImages',
  'swath.newAoi',
  'swath.importAoi',
  'swath.mendArea',
  'swath.clipArea',
  'swath.simplifyArea',
  'swath.splitAreaFiles',
  'swath.draftOrder',
  'swath.draftOrders',
  'swath.reorder',
  'swath.draftAnalyticOrder',
  'swath.draftProductOrder',
  'swath.priceOrder',
  'swath.placeOrder',
  'swath.copyAsCurl',
  'swath.openRequest',
  'swath.priceOrders',
  'swath.placeOrders',
  'swath.resolveOrder',
  'swath.openReport',
  'swath.compareReports',
  'swath.showOrderOnMap',
  'swath.downloadDelivery',
  'swath.downloadReady',
  'swath.revealDelivery',
  'swath.unzipDelivery',
  'swath.switchConnection',
  'swath.diagnose',
  'swath.revokeSubscription',
  'swath.createKey',
  'swath.rotateKey',
  'swath.deleteKey',
  'swath.copyId',
  'swath.showDetails',
  'swath.revealRelated',
  'swath.arrangeContracts',
  'swath.arrangeSubscriptions',
  'swath.arrangeOrders',
  'swath.arrangeKeys',
  'swath.showLedger',
  'swath.arrangeLedger',
  'swath.exportLedger',
  'swath.runRow',
] as const;

export type CommandId = (typeof commandIds)[number];

/** What a command does. Arguments come from trees, lenses and other extensions: unknown until looked at. */
export type CommandHandler = (...given: unknown[]) => Promise<void> | void;

/**
 * Registers commands behind one boundary: whatever a handler throws is logged and told to the user once. Cancelling
 * is not an error.
 */
export function registerCommands(
  handlers: Partial<Record<CommandId, CommandHandler>>,
  log: Log,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([id, handler]) =>
      vscode.commands.registerCommand(id, async (...given: unknown[]) => {
        try {
          await handler(...given);
        } catch (error) {
          if (!(error instanceof vscode.CancellationError)) await presentError(error, log);
        }
      }),
    ),
  );
}

/** Runs another command of ours by its id: how the folders of the interface reach each other. */
export async function runCommand(id: CommandId, ...given: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(id, ...given);
}
