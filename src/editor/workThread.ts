import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { unpackAreas, type WorkMessage, type WorkQuestion } from '../model/geojson/workAnswers.ts';

/** One call of a function over a text. */
export type Job = WorkQuestion & { text: string };

export interface WorkThreadParts {
  start: () => Worker;
  /** After so long without work the thread ends, ms. */
  idle: number;
  /** Whether a job that is running ends, and the thread with it, when nobody waits for it any more. */
  endsUnwanted?: boolean;
}

/** Owner of a thread that does one job after another, started for the first of them. */
export interface WorkThread {
  /** Rejects with the reason of the signal; a job that nobody waits for any more is not begun, see `endsUnwanted`. */
  run(job: Job, signal?: AbortSignal): Promise<unknown>;
  /** Ends the thread and rejects what waits. A later job starts another one. */
  dispose(): void;
}

interface Entry extends PromiseWithResolvers<unknown> {
  job: Job;
}

interface Thread {
  worker: Worker;
  /** What it was sent last: it need not be sent again. */
  text?: string;
}

export function createWorkThread({ start, idle, endsUnwanted = false }: WorkThreadParts): WorkThread {
  let queue: Entry[] = [];
  let running: Entry | undefined;
  let thread: Thread | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  function next() {
    clearTimeout(idleTimer);
    if (running) return;
    running = queue.shift();
    if (!running) {
      thread?.worker.unref();
      idleTimer = setTimeout(end, idle).unref();
      return;
    }
    const { name, text, args } = running.job;
    try {
      thread ??= startThread();
      thread.worker.ref();
      thread.worker.postMessage({ name, text: text === thread.text ? undefined : text, args });
      thread.text = text;
    } catch (error) {
      // Arguments that are no plain data.
      finish()?.reject(error);
    }
  }

  function finish(): Entry | undefined {
    const entry = running;
    running = undefined;
    next();
    return entry;
  }

  function startThread(): Thread {
    const started: Thread = { worker: start() };
    const { worker } = started;
    worker.on('message', (message: WorkMessage) => {
      if (thread === started) receive(message);
    });
    worker.on('error', error => lose(started, error));
    worker.on('messageerror', error => lose(started, error));
    worker.on('exit', code => lose(started, new Error(`The thread ended by itself, with code ${code}.`)));
    return started;
  }

  function receive(message: WorkMessage) {
    const entry = finish();
    switch (message.kind) {
      case 'answer':
        entry?.resolve(message.value);
        return;
      case 'areas':
        // In turns with everything else that the host has to do.
        entry?.resolve(unpackAreas(message.areas, nextTurn));
        return;
      case 'failed':
        entry?.reject(message.error);
    }
  }

  function lose(lost: Thread, error: unknown) {
    if (thread !== lost) return;
    end();
    rejectAll(error);
  }

  function rejectAll(error: unknown) {
    const all = [...(running ? [running] : []), ...queue];
    running = undefined;
    queue = [];
    for (const { reject } of all) reject(error);
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
      const entry: Entry = { job, ...Promise.withResolvers() };
      const leave = () => {
        queue = queue.filter(one => one !== entry);
        entry.reject(signal?.reason);
        if (!endsUnwanted || entry !== running) return;
        end();
        finish();
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(entry);
      next();
      try {
        return await entry.promise;
      } finally {
        signal?.removeEventListener('abort', leave);
      }
    },
    dispose() {
      end();
      rejectAll(new DOMException('The thread was ended.', 'AbortError'));
    },
  };
}
