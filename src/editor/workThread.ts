import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Worker } from 'node:worker_threads';
import {
  unpackAnswer,
  type SentAnswer,
  type WorkMessage,
  type WorkName,
  type WorkQuestion,
} from '../model/geojson/workAnswers.ts';

/** One call of a function over a text. */
export interface Job {
  name: WorkName;
  text: string;
  /** Behind the text. */
  args: readonly unknown[];
}

export interface WorkThreadParts {
  /** Throws, or ends before it is ready, where there can be no threads. */
  start: () => Worker;
  runInHost: (job: Job) => Promise<unknown>;
  /** After so long without work the thread ends, ms. */
  idle: number;
  /** Whether a job that is running ends, and the thread with it, when nobody waits for it any more. */
  endsUnwanted?: boolean;
}

/** Owner of a thread that does one job after another, started for the first of them. */
export interface WorkThread {
  /** What is asked twice at once runs once. A job that nobody waits for any more is not begun, see `endsUnwanted`. */
  run(job: Job, signal?: AbortSignal): Promise<unknown>;
  /** Ends the thread and rejects what waits. A later job starts another one. */
  dispose(): void;
}

interface Entry {
  id: number;
  job: Job;
  waiting: number;
  settled: PromiseWithResolvers<unknown>;
}

interface Thread {
  worker: Worker;
  isReady: boolean;
  /** What it was sent last: it need not be sent again. */
  text: string | undefined;
}

export function createWorkThread({
  start,
  runInHost,
  idle,
  endsUnwanted = false,
}: WorkThreadParts): WorkThread {
  let queue: Entry[] = [];
  let running: Entry | undefined;
  let thread: Thread | undefined;
  let isUnavailable = false;
  let lastId = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  function enter(job: Job): Entry {
    const same = [...(running ? [running] : []), ...queue].find(entry => isSame(entry.job, job));
    if (same) return same;
    const entry = { id: ++lastId, job, waiting: 0, settled: Promise.withResolvers<unknown>() };
    // Whoever waited may have gone.
    entry.settled.promise.catch(() => undefined);
    queue.push(entry);
    return entry;
  }

  function leave(entry: Entry) {
    entry.waiting--;
    if (entry.waiting > 0) return;
    queue = queue.filter(one => one !== entry);
    if (!endsUnwanted || entry !== running) return;
    end();
    running = undefined;
    next();
  }

  function next() {
    clearTimeout(idleTimer);
    if (running) return;
    running = queue.shift();
    if (!running) {
      thread?.worker.unref();
      idleTimer = setTimeout(end, idle).unref();
      return;
    }
    thread ??= isUnavailable ? undefined : startThread();
    if (thread) ask(thread, running);
    else runHere(running);
  }

  function ask(to: Thread, { id, job: { name, text, args } }: Entry) {
    const question: WorkQuestion = { id, name, text: text === to.text ? undefined : text, args };
    to.text = text;
    to.worker.ref();
    try {
      to.worker.postMessage(question);
    } catch (error) {
      // Arguments that are no plain data.
      finish(id, ({ settled }) => settled.reject(error));
    }
  }

  function finish(id: number, settle: (entry: Entry) => void) {
    const entry = running;
    // It was given up meanwhile.
    if (entry?.id !== id) return;
    running = undefined;
    settle(entry);
    next();
  }

  function runHere({ id, job }: Entry) {
    runInHost(job).then(
      value => finish(id, ({ settled }) => settled.resolve(value)),
      (error: unknown) => finish(id, ({ settled }) => settled.reject(error)),
    );
  }

  function startThread(): Thread | undefined {
    try {
      const started: Thread = { worker: start(), isReady: false, text: undefined };
      const { worker } = started;
      worker.on('message', (message: WorkMessage) => {
        if (thread === started) hear(started, message);
      });
      worker.on('error', error => lose(started, error));
      worker.on('messageerror', error => lose(started, error));
      worker.on('exit', code => lose(started, new Error(`The thread ended by itself, with code ${code}.`)));
      return started;
    } catch {
      isUnavailable = true;
      return undefined;
    }
  }

  function hear(from: Thread, message: WorkMessage) {
    switch (message.kind) {
      case 'ready':
        from.isReady = true;
        return;
      case 'answer':
        finish(message.id, ({ job, settled }) => {
          unpack(job.name, message.answer).then(settled.resolve, settled.reject);
        });
        return;
      case 'failed':
        finish(message.id, ({ settled }) => settled.reject(message.error));
    }
  }

  function lose(lost: Thread, error: unknown) {
    if (thread !== lost) return;
    thread = undefined;
    if (lost.isReady) {
      void lost.worker.terminate();
      rejectAll(error);
      return;
    }
    isUnavailable = true;
    if (running) runHere(running);
  }

  function rejectAll(error: unknown) {
    const all = [...(running ? [running] : []), ...queue];
    running = undefined;
    queue = [];
    for (const { settled } of all) settled.reject(error);
  }

  function end() {
    clearTimeout(idleTimer);
    const ended = thread;
    thread = undefined;
    void ended?.worker.terminate();
  }

  return {
    async run(job, signal) {
      signal?.throwIfAborted();
      const entry = enter(job);
      entry.waiting++;
      next();
      if (!signal) return entry.settled.promise;
      const aborted = Promise.withResolvers<never>();
      const onAbort = () => {
        leave(entry);
        aborted.reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        return await Promise.race([entry.settled.promise, aborted.promise]);
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
    dispose() {
      end();
      rejectAll(new DOMException('The thread was ended.', 'AbortError'));
    },
  };
}

function isSame(one: Job, other: Job): boolean {
  return one.name === other.name && one.text === other.text && isDeepStrictEqual(one.args, other.args);
}

/** In turns with everything else that the host has to do. */
async function unpack(name: WorkName, answer: SentAnswer): Promise<unknown> {
  const steps = unpackAnswer(name, answer);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}
