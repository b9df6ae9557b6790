import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { CommandManifest } from '../../src/platform/host/commands.ts';
import { repository } from '../editor/repository.ts';
import { loud } from './loud.ts';
import { EventEmitter, Uri } from './values.ts';

/** What an extension keeps from one start to the next. */
export class Kept {
  readonly global = new Map<string, string>();
  readonly workspace = new Map<string, string>();
  readonly secrets = new Map<string, string>();
  readonly secretChanged = new EventEmitter<{ key: string }>();
  readonly folder: string;
  /** @param folder of the extension's files on disk */
  constructor(folder: string) {
    this.folder = folder;
  }
}

/** The extension's `package.json`. */
export const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  publisher: string;
  name: string;
  contributes: CommandManifest;
};

/** As the editor passes it to `activate`. */
export function contextOf(kept: Kept): vscode.ExtensionContext {
  const context = loud('ExtensionContext', {
    subscriptions: [] as { dispose: () => unknown }[],
    globalState: memento(kept.global),
    workspaceState: memento(kept.workspace),
    secrets: loud('SecretStorage', {
      get: (key: string) => Promise.resolve(kept.secrets.get(key)),
      store(key: string, value: string) {
        kept.secrets.set(key, value);
        kept.secretChanged.fire({ key });
        return Promise.resolve();
      },
      delete(key: string) {
        kept.secrets.delete(key);
        kept.secretChanged.fire({ key });
        return Promise.resolve();
      },
      keys: () => Promise.resolve([...kept.secrets.keys()]),
      onDidChange: kept.secretChanged.event,
    }),
    extensionUri: Uri.file(repository),
    globalStorageUri: Uri.file(join(kept.folder, 'globalStorage')),
    storageUri: Uri.file(join(kept.folder, 'workspaceStorage')),
    extension: { id: `${manifest.publisher}.${manifest.name}`, packageJSON: manifest },
    extensionMode: 1,
  });
  return context as unknown as vscode.ExtensionContext;
}

/** Values are kept as JSON, as in the editor. */
function memento(values: Map<string, string>) {
  return loud('Memento', {
    keys: () => [...values.keys()],
    get(key: string, fallback?: unknown): unknown {
      const text = values.get(key);
      return text === undefined ? fallback : JSON.parse(text);
    },
    update(key: string, value: unknown) {
      if (value === undefined) values.delete(key);
      else values.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
    setKeysForSync: () => undefined,
  });
}
