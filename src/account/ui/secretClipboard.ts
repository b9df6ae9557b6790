import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Log, logError } from '../../editor/presentError.ts';
import { setStatusBarMessage, showWarningMessage } from '../../editor/window.ts';

/** A secret stays on the clipboard for so long, milliseconds. */
const stayMs = 60_000;

export interface SecretClipboard {
  /** Puts a secret on the clipboard for a minute, and says so in the status bar. */
  copy(secret: string): Promise<void>;
  /** Takes the secret off the clipboard at once if it still holds it: at the end of the window. */
  clear(): Promise<void>;
  dispose(): void;
}

/** Secrets for other programs: on the clipboard for a minute, and gone after it unless something else is there by then. */
export function createSecretClipboard(log: Log): SecretClipboard {
  let held: { secret: string; end: () => void } | undefined;

  async function clear() {
    const last = held;
    held = undefined;
    last?.end();
    if (!last) return;
    const { clipboard } = vscode.env;
    try {
      if ((await clipboard.readText()) === last.secret) await clipboard.writeText('');
    } catch (error) {
      logError(error, log);
      void showWarningMessage(
        l10n.t("Couldn't clear the clipboard: it may still contain the API key. Copy something else."),
      );
    }
  }

  function hold(secret: string) {
    held?.end();
    const message = setStatusBarMessage('key', l10n.t('Key on the clipboard for {0} s', stayMs / 1000));
    const timer = setTimeout(() => void clear(), stayMs);
    held = {
      secret,
      end() {
        clearTimeout(timer);
        message.dispose();
      },
    };
  }

  return {
    async copy(secret) {
      await vscode.env.clipboard.writeText(secret);
      hold(secret);
    },
    clear,
    dispose: () => void clear(),
  };
}
