/** A worker thread for the sandbox, so that neither its work nor its memory is the extension host's. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SandboxSnapshot } from './sandbox.ts';

const port = parentPort;
if (!port) throw new Error('This file runs in a thread of its own alone.');

void import('./answerHost.ts').then(({ answerHost }) =>
  answerHost(port, workerData as SandboxSnapshot | undefined),
);
