import type { Worker } from 'node:worker_threads';
import type { Signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import {
  type Ask,
  createMessageLink,
  isLinkMessage,
  type LinkMessage,
  type MessageLink,
} from '../../base/messageLink.ts';
import type { SandboxEvent, SandboxQuestions, SentRequest } from '../../sandbox/answerHost.ts';
import type { SandboxSnapshot } from '../../sandbox/sandbox.ts';
import type { Fetch } from '../../service/wire/http.ts';
import type { Slot } from '../../platform/host/storage.ts';
import { startSandboxWorker } from './startSandboxWorker.ts';

export type SandboxThread = ReturnType<typeof createSandboxThread>;

/**
 * Owns the thread of the sandbox, started for the first question, and again after it was lost.
 *
 * @param slot where the state survives reloads
 * @param aheadMs set to how far the clock of the sandbox is ahead of this machine's, ms
 */
export function createSandboxThread(
  slot: Slot<SandboxSnapshot>,
  aheadMs: Signal<number>,
  startWorker = startSandboxWorker,
) {
  let running: { worker: Worker; link: MessageLink<SandboxQuestions> } | undefined;
  let asked = 0;
  let isDisposed = false;

  function start() {
    const worker = startWorker(slot.read());
    const link = createMessageLink<SandboxQuestions, object>({
      post: message => worker.postMessage(message),
      answers: {},
    });
    const started = { worker, link };
    const lose = (error: unknown) => {
      if (running === started) end();
      link.close(error);
    };
    worker.on('message', (message: LinkMessage | SandboxEvent) => {
      if (isLinkMessage(message)) link.receive(message);
      else receive(message);
    });
    worker.on('error', lose);
    worker.on('messageerror', lose);
    worker.on('exit', code =>
      lose(new Error(l10n.t('The sandbox ended unexpectedly (exit code {0}).', code))),
    );
    // The extension host doesn't stay for it.
    worker.unref();
    return started;
  }

  function receive(event: SandboxEvent) {
    switch (event.kind) {
      case 'clock':
        ({ aheadMs: aheadMs.value } = event);
        return;
      case 'changed':
        void slot.write(event.snapshot);
    }
  }

  function end() {
    const ended = running;
    running = undefined;
    void ended?.worker.terminate();
  }

  const ask: Ask<SandboxQuestions> = async (kind, question, signal) => {
    asked += 1;
    try {
      signal?.throwIfAborted();
      running ??= start();
      return await running.link.ask(kind, question, signal);
    } finally {
      asked -= 1;
      if (isDisposed && asked === 0) end();
    }
  };

  const fetch: Fetch = async (url, { signal, once: _once, ...request }) => {
    const question = { url, request: request as SentRequest };
    const { body, ...response } = await ask('fetch', question, signal ?? undefined);
    return new Response(body.byteLength === 0 ? null : body, response);
  };

  return {
    fetch,
    apiKey: () => ask('apiKey', {}),
    moveClock: (milliseconds: number) => ask('moveClock', { milliseconds }),
    startOver: () => ask('startOver', {}),
    /** Ends the thread once it has answered what somebody waits for: an order that was sent keeps its answer. */
    dispose(): void {
      isDisposed = true;
      if (asked === 0) end();
    },
  };
}
