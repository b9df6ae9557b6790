import * as vscode from 'vscode';
import type { Host } from '../host/host.ts';
import { isEditable } from './editableDocuments.ts';

/** How files look in the Explorer, in tabs and in lists. */
export interface FileDecorator {
  decorate(uri: vscode.Uri): vscode.ProviderResult<vscode.FileDecoration>;
  dispose(): void;
}

/** Changes within this time are one, ms. */
const settleMs = 300;

/**
 * Decorates files by name, but not the past of one. The editor asks about every file that it shows, so the code is loaded with the first match.
 *
 * @param load its argument has the editor ask again about all matching files
 */
export function decorateFiles(
  { register, lazy }: Pick<Host, 'register' | 'lazy'>,
  name: RegExp,
  load: (changed: () => void) => Promise<FileDecorator>,
): void {
  const known = new Map<string, vscode.Uri>();
  const asksAgain = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  // The editor cuts off longer lists.
  const askAgain = () => asksAgain.fire(known.size > 250 ? undefined : [...known.values()]);
  let timer: NodeJS.Timeout | undefined;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(askAgain, settleMs);
  };
  const decorator = lazy(() => load(changed));
  register(
    { dispose: () => clearTimeout(timer) },
    asksAgain,
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: asksAgain.event,
      async provideFileDecoration(uri) {
        if (!name.test(uri.path) || !isEditable(uri)) return undefined;
        known.set(uri.toString(), uri);
        return (await decorator()).decorate(uri);
      },
    }),
  );
}
