import { MessageChannel, type Worker } from 'node:worker_threads';
import { answerHost } from '../../../../src/sandbox/answerHost.ts';
import type { SandboxSnapshot } from '../../../../src/sandbox/sandbox.ts';

/**
 * Replaces `src/features/account/startSandboxWorker.ts`: the sandbox behind the same messages, but in the thread of the test, which can
 * look into it.
 */
export function startSandboxWorker(snapshot: SandboxSnapshot | undefined): Worker {
  const { port1: host, port2: sandbox } = new MessageChannel();
  answerHost(sandbox, snapshot);
  sandbox.unref();
  return Object.assign(host, { terminate: () => host.close() }) as unknown as Worker;
}
