import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { SandboxSnapshot } from '../sandbox/sandbox.ts';
import { type Connection, sandboxConnection } from '../model/account/connection.ts';
import type { Fetch } from '../api/http.ts';
import type { Slot } from '../editor/host/storage.ts';
import { UserError } from '../editor/host/userError.ts';
import type { SandboxThread } from './sandboxThread.ts';

/**
 * Creates the transport of a connection. Custom transports are created for each client, from their files as they are at
 * that time. They are never closed: calls of a previous session may be in progress, and idle connections end
 * automatically.
 *
 * @returns makes the fetch of a connection; throws {@link UserError} if a file that it names can't be used
 */
export function createTransports(sandboxFetch: Fetch): (connection: Connection) => Promise<Fetch> {
  return async connection => {
    if (connection === sandboxConnection) return sandboxFetch;
    if (!connection.transport) {
      const { sendOnce } = await import('../api/sendOnce.ts');
      // The editor's fetch and requests: they use the user's proxy and certificates.
      return (url, init) => (init.once ? sendOnce(url, init) : fetch(url, init));
    }
    const { createOwnTransport } = await import('../api/ownTransport.ts');
    const transport = await createOwnTransport(connection);
    if (typeof transport === 'string') throw new UserError(transport);
    return transport;
  };
}

/** The sandbox inside the extension: its thread starts on first use; its state survives reloads. */
export function createSandboxHost(slot: Slot<SandboxSnapshot>): {
  fetch: Fetch;
  /** The key that the sandbox accepts. */
  apiKey(): Promise<string>;
  /** How far its clock is ahead of this machine's, ms. */
  aheadMs: ReadonlySignal<number>;
  /** Moves its clock forward. */
  moveClock(milliseconds: number): Promise<void>;
  /** Replaces its accounts with new ones at the present. */
  startOver(): Promise<void>;
  dispose(): void;
} {
  const aheadMs = signal(slot.read()?.aheadMs ?? 0);
  let loading: Promise<SandboxThread> | undefined;

  async function load(): Promise<SandboxThread> {
    const { createSandboxThread } = await import('./sandboxThread.ts');
    return createSandboxThread(slot, aheadMs);
  }

  const thread = () => (loading ??= load());
  return {
    fetch: async (url, init) => (await thread()).fetch(url, init),
    apiKey: async () => (await thread()).apiKey(),
    aheadMs,
    moveClock: async milliseconds => (await thread()).moveClock(milliseconds),
    startOver: async () => (await thread()).startOver(),
    dispose: () => void loading?.then(loaded => loaded.dispose()),
  };
}
