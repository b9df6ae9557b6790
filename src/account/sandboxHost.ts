import type { Fetch } from '../api/http.ts';
import type { Slot } from '../editor/storage.ts';
import { sandboxConnection } from '../model/account/connection.ts';
import type { Sandbox, SandboxSnapshot } from '../sandbox/sandbox.ts';

/** The sandbox inside the extension: loaded on first use, its state kept over reloads. */
export function createSandboxHost(slot: Slot<SandboxSnapshot>): {
  fetch: Fetch;
  /** The key that the sandbox accepts. */
  apiKey(): Promise<string>;
} {
  let made: Promise<Sandbox> | undefined;

  async function make(): Promise<Sandbox> {
    const { createSandbox } = await import('../sandbox/sandbox.ts');
    const snapshot = slot.read();
    const sandbox = createSandbox({ origin: sandboxConnection.baseUrl, ...(snapshot ? { snapshot } : {}) });
    sandbox.onDidChange(() => void slot.write(sandbox.snapshot()));
    return sandbox;
  }

  const get = () => (made ??= make());
  return {
    fetch: async (url, init) => (await get()).fetch(new Request(url, init)),
    apiKey: async () => (await get()).apiKey,
  };
}
