import * as vscode from 'vscode';
import { setLocale } from './base/words/displayLanguage.ts';
import { createMain } from './main.ts';
import { watchAttention } from './platform/dialogs/attention.ts';
import { type CommandManifest, registerCommands } from './platform/host/commands.ts';
import { followUse } from './platform/host/followUse.ts';
import { createHost } from './platform/host/host.ts';

/** What must finish before the extension host exits. */
let atEnd: (() => Promise<unknown>) | undefined;

export async function deactivate(): Promise<void> {
  await atEnd?.();
}

/** The shell: registers the commands that `package.json` declares. What they do, and every feature, is in `main.ts`. */
export function activate(context: vscode.ExtensionContext): void {
  // First: texts created earlier would stay English.
  setLocale({ language: vscode.env.language, bundle: vscode.l10n.bundle });
  const lifetime = new AbortController();
  const host = createHost(context, lifetime.signal);
  const { log, register, use } = host;
  register(watchAttention());
  const main = createMain(host);
  const { contributes } = context.extension.packageJSON as { contributes: CommandManifest };
  register(registerCommands(contributes, main.tables, log, use), followUse(use, main.isMapOpen));
  // Last, so that no view shows the signed-out state.
  register({ dispose: () => lifetime.abort() });
  // As long as the editor allows; anything not sent yet is canceled when the lifetime ends.
  atEnd = main.end;
  void main.resume().catch(host.onError);
}
