import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { SandboxSnapshot } from '../../sandbox/sandbox.ts';
import type { Fetch } from '../../service/wire/http.ts';
import type { Slot } from '../../platform/host/storage.ts';
import type { SandboxThread } from './sandboxThread.ts';

/** The sandbox of the extension: its thread starts on first use; its state survives reloads. */
export function createBuiltInSandbox(slot: Slot<SandboxSnapshot>): {
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
