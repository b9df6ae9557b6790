import type * as vscode from 'vscode';
import type { Fetch } from './api/http.ts';
import { sandboxConnection } from './model/account/connection.ts';
import type { Sandbox, SandboxSnapshot } from './sandbox/sandbox.ts';

const slot = 'swath.sandbox';

/**
 * The sandbox inside the extension: loaded on first use, its state kept over reloads.
 */
export function createSandboxHost(memento: vscode.Memento): {
  fetch: Fetch;
  /** The key that the sandbox accepts. */
  apiKey(): Promise<string>;
} {
  let made: Promise<Sandbox> | undefined;

  async function make(): Promise<Sandbox> {
    const { createSandbox } = await import('./sandbox/sandbox.ts');
    const snapshot = memento.get<SandboxSnapshot>(slot);
    const sandbox = createSandbox({ origin: sandboxConnection.baseUrl, ...(snapshot ? { snapshot } : {}) });
    sandbox.onDidChange(() => void memento.update(slot, sandbox.snapshot()));
    return sandbox;
  }

  const get = () => (made ??= make());
  return {
    fetch: async (url, init) => (await get()).fetch(new Request(url, init)),
    apiKey: async () => (await get()).apiKey,
  };
}
