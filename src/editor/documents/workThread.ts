import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { unpackAreas, type WorkMessage, type WorkQuestion } from '../../model/geojson/workAnswers.ts';

/** One call of a function on a text. */
export type Job = WorkQuestion & { text: string };

export interface WorkThreadParts {
  start: () => Worker;
  /** The thread ends after this long without work, milliseconds. */
  idle: number;
  /** Whether to end a running job, and the thread with it, when nobody waits for it anymore. */
  endsUnwanted?: boolean;
}

/** Owns a thread that does one job after another, started for the first one. */
export interface WorkThread {
  /** Rejects with the reason of the signal. A job that nobody waits for anymore isn't started; see `endsUnwanted`. */
  run(job: Job, signal?: AbortSignal): Promise<unknown>;
  /** Ends the thread and rejects pending jobs. A later job starts a new thread. */
  dispose(): void;
}

interface Entry extends PromiseWithResolvers<unknown> {
  job: Job;
}

interface Thread {
  worker: Worker;
  /** The text it received last, which need not be sent again. */
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
      // The arguments can't be cloned.
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
        // Yields to the host's other work in between.
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
        queue = queue.filter(queued => queued !== entry);
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
