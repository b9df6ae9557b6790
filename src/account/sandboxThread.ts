import type { Worker } from 'node:worker_threads';
import type { Signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { SandboxMessage, SandboxQuestion, SentRequest, SentResponse } from '../sandbox/answerHost.ts';
import type { SandboxSnapshot } from '../sandbox/sandbox.ts';
import type { Fetch } from '../api/http.ts';
import type { Slot } from '../editor/host/storage.ts';
import { startSandboxWorker } from './startSandboxWorker.ts';

/** Owns the thread of the sandbox, started for the first question, and again after it was lost. */
export interface SandboxThread {
  fetch: Fetch;
  apiKey(): Promise<string>;
  moveClock(milliseconds: number): Promise<void>;
  startOver(): Promise<void>;
  /** Ends the thread once it has answered what somebody waits for: an order that was sent keeps its answer. */
  dispose(): void;
}

/** A question without its ID. */
type Asked = SandboxQuestion extends infer Q ? (Q extends unknown ? Omit<Q, 'id'> : never) : never;

/**
 * @param slot where the state survives reloads
 * @param aheadMs set to how far the clock of the sandbox is ahead of this machine's, ms
 */
export function createSandboxThread(
  slot: Slot<SandboxSnapshot>,
  aheadMs: Signal<number>,
  startWorker = startSandboxWorker,
): SandboxThread {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let worker: Worker | undefined;
  let isDisposed = false;

  function start(): Worker {
    const started = startWorker(slot.read());
    started.on('message', receive);
    started.on('error', error => lose(started, error));
    started.on('messageerror', error => lose(started, error));
    started.on('exit', code => {
      lose(started, new Error(l10n.t('The sandbox ended unexpectedly (exit code {0}).', code)));
    });
    // The extension host doesn't stay for it.
    started.unref();
    return started;
  }

  function receive(message: SandboxMessage) {
    switch (message.kind) {
      case 'answer':
        pending.get(message.id)?.resolve(message.value);
        return;
      case 'failed':
        pending.get(message.id)?.reject(message.error);
        return;
      case 'clock':
        ({ aheadMs: aheadMs.value } = message);
        return;
      case 'changed':
        void slot.write(message.snapshot);
    }
  }

  function lose(lost: Worker, error: unknown) {
    if (worker !== lost) return;
    end();
    for (const { reject } of pending.values()) reject(error);
  }

  function end() {
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
  }

  async function ask(question: Asked, signal?: AbortSignal | null): Promise<unknown> {
    signal?.throwIfAborted();
    const id = (lastId += 1);
    const answer = Promise.withResolvers<unknown>();
    const leave = () => {
      worker?.postMessage({ id, kind: 'abort' });
      answer.reject(signal?.reason);
    };
    pending.set(id, answer);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      worker ??= start();
      worker.postMessage({ id, ...question });
      return await answer.promise;
    } finally {
      signal?.removeEventListener('abort', leave);
      pending.delete(id);
      if (isDisposed && pending.size === 0) end();
    }
  }

  return {
    async fetch(url, { signal, once: _once, ...request }) {
      const question = { kind: 'fetch', url, request: request as SentRequest } as const;
      const { body, ...response } = (await ask(question, signal)) as SentResponse;
      return new Response(body.byteLength === 0 ? null : body, response);
    },
    apiKey: async () => (await ask({ kind: 'apiKey' })) as string,
    async moveClock(milliseconds) {
      await ask({ kind: 'moveClock', milliseconds });
    },
    async startOver() {
      await ask({ kind: 'startOver' });
    },
    dispose() {
      isDisposed = true;
      if (pending.size === 0) end();
    },
  };
}
