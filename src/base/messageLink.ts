/**
 * Questions and their answers over a channel that only carries messages: between the map page and the extension host, and
 * between threads. Both ends can ask. What needs no answer is a message of its own and doesn't come here.
 */

/** What an end can be asked: by kind, from what a question says to its answer. `kind` itself is not among what it says. */
export type Questions<Q> = { [Kind in keyof Q]: (question: never) => unknown };

/** What is said with a question of this kind. */
export type Details<Q extends Questions<Q>, Kind extends keyof Q> = Parameters<Q[Kind]>[0];

/**
 * The functions that answer. They start while the message is received, in the order of the messages. The signal is aborted
 * when the other end no longer needs the answer, or is gone.
 */
export type Answers<Q extends Questions<Q>> = {
  [Kind in keyof Q]: (
    question: Details<Q, Kind>,
    signal: AbortSignal,
  ) => ReturnType<Q[Kind]> | Promise<ReturnType<Q[Kind]>>;
};

/** Asks the other end. Rejects with its error, with the reason of the signal, or when the link is closed. */
export type Ask<Q extends Questions<Q>> = <Kind extends keyof Q & string>(
  kind: Kind,
  question: Details<Q, Kind>,
  signal?: AbortSignal,
) => Promise<ReturnType<Q[Kind]>>;

/** Each end counts its own questions. */
export type LinkQuestion =
  | { kind: 'ask'; id: number; question: { kind: string } }
  | { kind: 'cancel'; id: number };

/** What was canceled is answered too, without a value: the other end is done with it. */
export type LinkAnswer =
  | { kind: 'answer'; id: number; value?: unknown }
  | { kind: 'failed'; id: number; error: unknown };

export type LinkMessage = LinkQuestion | LinkAnswer;

export interface LinkParts<Ours extends Questions<Ours>> {
  post: (message: LinkMessage, transferred: ArrayBuffer[]) => void;
  answers: Answers<Ours>;
  /** Where the channel carries no errors, or not whole: what it carries instead. @param kind of the question */
  packError?: (error: unknown, kind: string) => unknown;
  /** The error that was packed. */
  unpackError?: (packed: unknown) => unknown;
}

export interface MessageLink<Theirs extends Questions<Theirs>> {
  ask: Ask<Theirs>;
  receive: (message: LinkMessage) => void;
  /** How many questions the other end still works on, canceled ones included. */
  openCount: () => number;
  /** The other end is gone, or another one: rejects all that was asked of it, and cancels all that it asked. */
  close: (error?: unknown) => void;
}

const kinds: readonly string[] = ['ask', 'cancel', 'answer', 'failed'] satisfies LinkMessage['kind'][];

export function isLinkMessage(message: { kind: string }): message is LinkMessage {
  return kinds.includes(message.kind);
}

const transfers = new WeakMap<object, ArrayBuffer[]>();

/** An answer whose buffers are transferred instead of copied. */
export function transferring<T extends object>(value: T, buffers: ArrayBuffer[]): T {
  transfers.set(value, buffers);
  return value;
}

const unchanged = (error: unknown) => error;

/** One end of a channel. @param answers to what the other end asks, which has the type `Ours` */
export function createMessageLink<Theirs extends Questions<Theirs>, Ours extends Questions<Ours>>({
  post,
  answers,
  packError = unchanged,
  unpackError = unchanged,
}: LinkParts<Ours>): MessageLink<Theirs> {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const running = new Map<number, AbortController>();
  let lastId = 0;

  function take(id: number): PromiseWithResolvers<unknown> | undefined {
    const entry = pending.get(id);
    pending.delete(id);
    return entry;
  }

  async function answer(id: number, question: { kind: string }): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(id, controller);
    // Another end, which came after this one was closed, may have counted from 1 again.
    const reply = (message: LinkAnswer, buffers: ArrayBuffer[] = []) => {
      if (running.get(id) !== controller) return;
      if (signal.aborted) post({ kind: 'answer', id }, []);
      else post(message, buffers);
    };
    try {
      if (!Object.hasOwn(answers, question.kind)) throw new TypeError(`Nobody answers "${question.kind}".`);
      // The question has the type of its kind.
      const value = await answers[question.kind as keyof Ours](question as never, signal);
      const buffers = (typeof value === 'object' && value && transfers.get(value)) || [];
      reply({ kind: 'answer', id, value }, buffers);
    } catch (error) {
      reply({ kind: 'failed', id, error: signal.aborted ? undefined : packError(error, question.kind) });
    } finally {
      if (running.get(id) === controller) running.delete(id);
    }
  }

  return {
    async ask(kind, question, signal) {
      signal?.throwIfAborted();
      const id = ++lastId;
      const entry = Promise.withResolvers<unknown>();
      const cancel = () => {
        post({ kind: 'cancel', id }, []);
        entry.reject(signal?.reason);
      };
      pending.set(id, entry);
      try {
        post({ kind: 'ask', id, question: { ...(question as object), kind } }, []);
      } catch (error) {
        pending.delete(id);
        throw error;
      }
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        return (await entry.promise) as never;
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    },
    receive(message) {
      switch (message.kind) {
        case 'ask':
          void answer(message.id, message.question);
          return;
        case 'cancel':
          running.get(message.id)?.abort();
          return;
        case 'answer':
          take(message.id)?.resolve(message.value);
          return;
        case 'failed':
          take(message.id)?.reject(unpackError(message.error));
      }
    },
    openCount: () => pending.size,
    close(error) {
      for (const { reject } of pending.values()) reject(error);
      for (const controller of running.values()) controller.abort();
      pending.clear();
      running.clear();
    },
  };
}
