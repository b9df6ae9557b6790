import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { safeLine } from '../../../base/words/safeText.ts';
import { presentError } from '../../../platform/dialogs/failureMessage.ts';
import { setStatusBarMessage, showWarningMessage } from '../../../platform/dialogs/window.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { asSignedIn } from '../../../session/session.ts';
import { signInAgain } from '../../../session/ui/signedInFirst.ts';
import type { HostHandlers } from '../../../protocol/protocol.ts';
import { chooseBackground } from '../background.ts';
import type { HandlerParts, PageOfHandler } from '../pageParts.ts';

/** In the log, characters. */
const longestFault = 4_000;

/** Of what was copied, characters. */
const longestNotice = 60;
/** How long the status bar confirms a copy, milliseconds. */
const noticeMs = 2000;

/** The page itself, and the window around it. */
export function windowHandlers(
  { session, tilesAllowed, log }: Pick<HandlerParts, 'session' | 'tilesAllowed' | 'log'>,
  page: Pick<PageOfHandler, 'begin' | 'lookAt' | 'keep'>,
) {
  return {
    ready: page.begin,
    view: ({ bounds }) => page.lookAt(bounds),
    saved: ({ view }) => page.keep(view),
    background: ({ name }) =>
      chooseBackground(name, tilesAllowed).catch((error: unknown) => void presentError(error, log)),
    leave: ({ by }) => leavePage(by),
    signIn: () => signInAgain(session),
    // The page offers it only while nobody is signed in: no message of the page leaves another connection.
    useSandbox: async () => {
      if (!asSignedIn(session.current.peek())) await runCommand('swath.useSandbox');
    },
    showLog: () => runCommand('swath.showLog'),
    copy: async ({ text }) => {
      if (text === undefined) {
        void showWarningMessage(l10n.t('Too much to copy. Export the selection instead.'));
        return;
      }
      await vscode.env.clipboard.writeText(text);
      setStatusBarMessage('check', l10n.t('Copied {0}', safeLine(text, longestNotice)), noticeMs);
    },
    fault: ({ message }) => log.error(`map page: ${safeLine(message, longestFault)}`),
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
