import type { MessagePort } from 'node:worker_threads';
import { createMessageLink, transferring } from '../base/messageLink.ts';
import { createSandbox, type SandboxSnapshot } from './sandbox.ts';

/** What the extension host asks the thread of the sandbox. */
export interface SandboxQuestions {
  fetch: (question: { url: string; request: SentRequest }) => SentResponse;
  apiKey: (nothing: object) => string;
  moveClock: (question: { milliseconds: number }) => void;
  startOver: (nothing: object) => void;
}

/** The parts of a request that can be cloned. */
export type SentRequest = Pick<RequestInit, 'method' | 'headers' | 'body' | 'redirect'>;

export interface SentResponse {
  status: number;
  headers: [name: string, value: string][];
  /** Transferred instead of copied. */
  body: ArrayBuffer;
}

/** What it tells without being asked. */
export type SandboxEvent =
  /** How far the clock is ahead of this machine's, ms: at the start, and after it was moved. */
  | { kind: 'clock'; aheadMs: number }
  /** State worth saving has changed. */
  | { kind: 'changed'; snapshot: SandboxSnapshot };

/** Creates a sandbox that answers the questions that come from a port. */
export function answerHost(
  port: Pick<MessagePort, 'on' | 'postMessage'>,
  snapshot: SandboxSnapshot | undefined,
): void {
  const sandbox = createSandbox({ pastReports: true, snapshot });
  const post = (event: SandboxEvent) => port.postMessage(event);
  const postClock = () => post({ kind: 'clock', aheadMs: sandbox.aheadMs });

  const link = createMessageLink<object, SandboxQuestions>({
    post: (message, transferred) => port.postMessage(message, transferred),
    answers: {
      fetch: async ({ url, request }, signal) => {
        const response = await sandbox.fetch(new Request(url, { ...request, signal }));
        const body = await response.arrayBuffer();
        return transferring({ status: response.status, headers: [...response.headers], body }, [body]);
      },
      apiKey: () => sandbox.apiKey,
      moveClock: ({ milliseconds }) => {
        sandbox.moveClock(milliseconds);
        postClock();
      },
      startOver: () => {
        sandbox.startOver();
        postClock();
      },
    },
  });

  sandbox.onDidChange(() => post({ kind: 'changed', snapshot: sandbox.snapshot() }));
  postClock();
  port.on('message', link.receive);
}
