import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Log, logError } from '../../editor/presentError.ts';
import { showWarningMessage } from '../../editor/window.ts';

/** A secret stays on the clipboard for so long, milliseconds. */
const stayMs = 60_000;

export interface SecretClipboard {
  /** Puts a secret on the clipboard for a minute. */
  copy(secret: string): Promise<void>;
  /** Takes the secret off the clipboard at once if it still holds it: at the end of the window. */
  clear(): Promise<void>;
  dispose(): void;
}

/** Secrets for other programs: on the clipboard for a minute, and gone after it unless something else is there by then. */
export function createSecretClipboard(log: Log): SecretClipboard {
  let held: { secret: string; timer: NodeJS.Timeout } | undefined;

  async function clear() {
    const last = held;
    held = undefined;
    if (!last) return;
    clearTimeout(last.timer);
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

  return {
    async copy(secret) {
      await vscode.env.clipboard.writeText(secret);
      clearTimeout(held?.timer);
      held = { secret, timer: setTimeout(() => void clear(), stayMs) };
    },
    clear,
    dispose: () => void clear(),
  };
}
