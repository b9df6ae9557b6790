import * as l10n from '@vscode/l10n';
import { presentError } from '../../../platform/dialogs/failureMessage.ts';
import { setStatusBarMessage } from '../../../platform/dialogs/window.ts';
import { type Log, logError } from '../../../platform/host/presentError.ts';
import { createLinkGate, type LinkOutcome } from '../linkGate.ts';
import { openLink, type OpenParts } from './openLink.ts';

/** How long the status bar says that a link wasn't opened, milliseconds. */
const noticeMs = 5000;

export type LinkQuestions = ReturnType<typeof createLinkQuestions>;

/** @param now see `createLinkGate` */
export function createLinkQuestions(parts: OpenParts, log: Log, now?: () => number) {
  const gate = createLinkGate(now);
  const open = (query: string): LinkOutcome => gate.enter(() => ask(query));

  /** @returns `false` only for a "no" */
  async function ask(query: string): Promise<boolean> {
    try {
      return await openLink(parts, query);
    } catch (error) {
      // A click is followed by another one, with the link as it should be.
      if (gate.mayReport()) void presentError(error, log);
      else logError(error, log);
      return true;
    }
  }

  return {
    open,
    /** A person who clicked a link sees why nothing happens, in one place however many there are. */
    openClicked(query: string): void {
      const outcome = open(query);
      if (outcome === 'busy')
        setStatusBarMessage('link', l10n.t('Answer the question about the other link first.'), noticeMs);
      if (outcome === 'paused')
        setStatusBarMessage(
          'link',
          l10n.t('Links are held back for a moment. Open it again later.'),
          noticeMs,
        );
    },
  };
}
