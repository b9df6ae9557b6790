import * as vscode from 'vscode';
import type { HostHandlers } from '../../shared/protocol.ts';
import { runCommand } from '../../editor/host/commands.ts';
import { presentError } from '../../editor/host/presentError.ts';
import { signInAgain } from '../../session/ui/signedInFirst.ts';
import { chooseBackground } from '../background.ts';
import type { HandlerParts, PageOfHandler } from '../pageParts.ts';

/** The page itself, and the window around it. */
export function windowHandlers(
  { session, tilesAllowed, log }: Pick<HandlerParts, 'session' | 'tilesAllowed' | 'log'>,
  page: Pick<PageOfHandler, 'begin' | 'lookAt'>,
) {
  return {
    ready: page.begin,
    view: ({ bounds }) => page.lookAt(bounds),
    background: ({ name }) =>
      chooseBackground(name, tilesAllowed).catch((error: unknown) => void presentError(error, log)),
    leave: ({ by }) => leavePage(by),
    signIn: () => signInAgain(session),
    useSandbox: () => runCommand('swath.useSandbox'),
    showLog: () => runCommand('swath.showLog'),
    copy: ({ text }) => vscode.env.clipboard.writeText(text),
    fault: ({ message }) => log.error(`map page: ${message}`),
  } satisfies Partial<HostHandlers>;
}

/**
 * Moves the focus from the page to another part of the window, because the editor's own F6 can't. It goes to the status
 * bar, where the editor's navigation works again: forward stays there, backward continues to the activity bar.
 */
async function leavePage(by: 1 | -1): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.focusStatusBar');
  if (by < 0) await vscode.commands.executeCommand('workbench.action.focusNextPart');
}
