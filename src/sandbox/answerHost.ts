import type { MessagePort } from 'node:worker_threads';
import { createSandbox, type SandboxSnapshot } from './sandbox.ts';

/** What the extension host asks the thread of the sandbox. The answer has the same ID. */
export type SandboxQuestion = { id: number } & (
  | { kind: 'fetch'; url: string; request: SentRequest }
  /** Nobody waits for the answer to the request of this ID anymore. */
  | { kind: 'abort' }
  | { kind: 'apiKey' }
  | { kind: 'moveClock'; milliseconds: number }
  | { kind: 'startOver' }
);

/** The parts of a request that can be cloned. */
export type SentRequest = Pick<RequestInit, 'method' | 'headers' | 'body' | 'redirect'>;

export interface SentResponse {
  status: number;
  headers: [name: string, value: string][];
  /** Transferred instead of copied. */
  body: ArrayBuffer;
}

export type SandboxMessage =
  /** A {@link SentResponse}, the key, or nothing. */
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failed'; id: number; error: unknown }
  /** How far the clock is ahead of this machine's, ms: at the start, and after it was moved. */
  | { kind: 'clock'; aheadMs: number }
  /** State worth saving has changed. */
  | { kind: 'changed'; snapshot: SandboxSnapshot };

/** Creates a sandbox that answers the questions that come from a port. */
export function answerHost(
  port: Pick<MessagePort, 'on' | 'postMessage'>,
  snapshot: SandboxSnapshot | undefined,
): void {
  const sandbox = createSandbox({ pastReports: true, ...(snapshot ? { snapshot } : {}) });
  const requests = new Map<number, AbortController>();
  const post = (message: SandboxMessage, transferred: ArrayBuffer[] = []) =>
    port.postMessage(message, transferred);
  const postClock = () => post({ kind: 'clock', aheadMs: sandbox.aheadMs });

  async function respond(id: number, url: string, request: SentRequest): Promise<void> {
    const abort = new AbortController();
    requests.set(id, abort);
    try {
      const response = await sandbox.fetch(new Request(url, { ...request, signal: abort.signal }));
      const body = await response.arrayBuffer();
      const value: SentResponse = { status: response.status, headers: [...response.headers], body };
      post({ kind: 'answer', id, value }, [body]);
    } finally {
      requests.delete(id);
    }
  }

  async function answer(question: SandboxQuestion): Promise<void> {
    const { id } = question;
    switch (question.kind) {
      case 'fetch':
        await respond(id, question.url, question.request);
        return;
      case 'abort':
        requests.get(id)?.abort();
        return;
      case 'apiKey':
        post({ kind: 'answer', id, value: sandbox.apiKey });
        return;
      case 'moveClock':
        sandbox.moveClock(question.milliseconds);
        break;
      case 'startOver':
        sandbox.startOver();
    }
    postClock();
    post({ kind: 'answer', id, value: undefined });
  }

  sandbox.onDidChange(() => post({ kind: 'changed', snapshot: sandbox.snapshot() }));
  postClock();
  port.on('message', (question: SandboxQuestion) => {
    answer(question).catch((error: unknown) => post({ kind: 'failed', id: question.id, error }));
  });
}
