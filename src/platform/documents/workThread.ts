import type { Worker } from 'node:worker_threads';
import { createMessageLink, type LinkMessage, type MessageLink } from '../../base/messageLink.ts';
import type { WorkQuestion, WorkQuestions } from './runFunction.ts';

/** One call of a function on a text. */
export type Job = WorkQuestion & { text: string };

export interface WorkThreadParts {
  start: () => Worker;
  /** The thread ends after this long without work, milliseconds. */
  idle: number;
  /** Whether to end a running job, and the thread with it, when nobody waits for it anymore. */
  endsUnwanted?: boolean;
}

interface Entry extends PromiseWithResolvers<unknown> {
  job: Job;
}

interface Thread {
  worker: Worker;
  link: MessageLink<WorkQuestions>;
  /** The text that it received last, which need not be sent again; `undefined` after a failure. */
  sent: { text: string | undefined };
}

export type WorkThread = ReturnType<typeof createWorkThread>;

/** Owns a thread that does one job after another, started for the first one. */
export function createWorkThread({ start, idle, endsUnwanted = false }: WorkThreadParts) {
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
    void run(running);
  }

  async function run(entry: Entry) {
    const { name, text, args } = entry.job;
    try {
      const { worker, link, sent } = (thread ??= startThread());
      worker.ref();
      const question = { name, text: text === sent.text ? undefined : text, args };
      sent.text = undefined;
      const answer = await link.ask('run', question);
      sent.text = text;
      finish(entry);
      entry.resolve(answer);
    } catch (error) {
      finish(entry);
      entry.reject(error);
    }
  }

  /** Goes on with the next one. */
  function finish(entry: Entry) {
    if (running !== entry) return;
    running = undefined;
    next();
  }

  function startThread(): Thread {
    const worker = start();
    const link = createMessageLink<WorkQuestions, object>({
      post: message => worker.postMessage(message),
      answers: {},
    });
    const started: Thread = { worker, link, sent: { text: undefined } };
    worker.on('message', (message: LinkMessage) => link.receive(message));
    worker.on('error', error => lose(started, error));
    worker.on('messageerror', error => lose(started, error));
    worker.on('exit', code => lose(started, new Error(`The thread ended by itself, with code ${code}.`)));
    return started;
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
    ended?.link.close(new Error('The thread was ended.'));
    void ended?.worker.terminate();
  }

  return {
    /** Rejects with the reason of the signal. A job that nobody waits for anymore isn't started; see `endsUnwanted`. */
    async run(job: Job, signal?: AbortSignal): Promise<unknown> {
      signal?.throwIfAborted();
      const entry: Entry = { job, ...Promise.withResolvers() };
      const leave = () => {
        queue = queue.filter(queued => queued !== entry);
        entry.reject(signal?.reason);
        if (!endsUnwanted || entry !== running) return;
        end();
        finish(entry);
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
    /** Ends the thread and rejects pending jobs. A later job starts a new thread. */
    dispose(): void {
      end();
      rejectAll(new DOMException('The thread was ended.', 'AbortError'));
    },
  };
}
