import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showWarningMessage } from '../../../../platform/dialogs/window.ts';
import { type Log, logError } from '../../../../platform/host/presentError.ts';

/** How long a secret stays on the clipboard, milliseconds. */
const stayMs = 60_000;

/** A browser that asks the user, or the editor in it, may not answer before that is closed. */
const readMs = 3000;

export type SecretClipboard = ReturnType<typeof createSecretClipboard>;

/** Secrets for other programs: on the clipboard for a minute, then removed unless the clipboard has changed by then. */
export function createSecretClipboard(log: Log) {
  let held: { secret: string; timer: NodeJS.Timeout } | undefined;

  async function clear() {
    const last = held;
    held = undefined;
    if (!last) return;
    clearTimeout(last.timer);
    const { clipboard } = vscode.env;
    try {
      if ((await readSoon(clipboard)) === last.secret) await clipboard.writeText('');
    } catch (error) {
      logError(error, log);
      void offerToClear().catch((failure: unknown) => logError(failure, log));
    }
  }

  /** By a click, also where the clipboard can't be read. */
  async function offerToClear() {
    const clearing = l10n.t('Clear Clipboard');
    const message = l10n.t("Couldn't check the clipboard: it may still contain the API key.");
    if ((await showWarningMessage(message, clearing)) === clearing) await vscode.env.clipboard.writeText('');
  }

  return {
    /** Puts a secret on the clipboard for a minute. */
    async copy(secret: string): Promise<void> {
      await vscode.env.clipboard.writeText(secret);
      clearTimeout(held?.timer);
      held = { secret, timer: setTimeout(() => void clear(), stayMs) };
    },
    /** Removes the secret from the clipboard at once if it is still there; called when the window closes. */
    clear,
  };
}

async function readSoon(clipboard: vscode.Clipboard): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The clipboard was not read in time.')), readMs);
  });
  return Promise.race([clipboard.readText(), late]).finally(() => clearTimeout(timer));
}
