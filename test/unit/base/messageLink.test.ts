import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Answers,
  createMessageLink,
  type LinkMessage,
  type LinkParts,
  transferring,
} from '../../../src/base/messageLink.ts';

interface Sums {
  double: (question: { value: number }) => number;
  bytes: (question: { length: number }) => ArrayBuffer;
  never: (question: object) => undefined;
}

const later = () => new Promise<void>(resolve => setImmediate(resolve));

/** Two ends of a channel of the runtime: one asks, the other answers. */
function linked(change: Partial<Answers<Sums>> = {}, errors: Partial<LinkParts<Sums>> = {}) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const sent: LinkMessage[] = [];
  const signals: AbortSignal[] = [];
  const asking = createMessageLink<Sums, object>({
    post: message => {
      sent.push(message);
      port1.postMessage(message);
    },
    answers: {},
    ...(errors.unpackError && { unpackError: errors.unpackError }),
  });
  const answering = createMessageLink<object, Sums>({
    post: (message, transferred) => port2.postMessage(message, transferred),
    answers: {
      double: ({ value }) => 2 * value,
      bytes: ({ length }) => {
        const buffer = new ArrayBuffer(length);
        return transferring(buffer, [buffer]);
      },
      never: (_question, signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
      ...change,
    },
    ...(errors.packError && { packError: errors.packError }),
  });
  port1.on('message', asking.receive);
  port2.on('message', answering.receive);
  return { asking, answering, ask: asking.ask, sent, signals };
}

describe('a question', () => {
  it('gets its own answer, whatever comes first', async () => {
    const work = Promise.withResolvers<undefined>();
    const { ask } = linked({
      double: async ({ value }) => {
        if (value === 1) await work.promise;
        return 2 * value;
      },
    });
    const first = ask('double', { value: 1 });
    expect(await ask('double', { value: 2 })).toBe(4);
    work.resolve(undefined);
    expect(await first).toBe(2);
  });

  it('is started in its turn, while the message is received', async () => {
    const started: number[] = [];
    const { ask } = linked({ double: ({ value }) => started.push(value) });
    await Promise.all([3, 1, 2].map(value => ask('double', { value })));
    expect(started).toEqual([3, 1, 2]);
  });

  it('gets an answer without a copy', async () => {
    let made = new ArrayBuffer();
    const { ask } = linked({
      bytes: ({ length }) => {
        made = new ArrayBuffer(length);
        return transferring(made, [made]);
      },
    });
    expect((await ask('bytes', { length: 8 })).byteLength).toBe(8);
    expect(made.byteLength).toBe(0);
  });

  it('rejects with the error of the other end, also when the answer or the question cannot be sent', async () => {
    const { ask } = linked({
      double: ({ value }) => {
        if (value < 0) throw new RangeError('Negative.');
        return (() => value) as never;
      },
    });
    await expect(ask('double', { value: -1 })).rejects.toThrow(RangeError);
    await expect(ask('double', { value: 1 })).rejects.toThrow(/could not be cloned/);
    await expect(ask('double', { value: (() => 1) as never })).rejects.toThrow(/could not be cloned/);
  });

  it('carries errors over a channel that has only texts', async () => {
    const { ask } = linked(
      { double: () => Promise.reject(new Error('Offline.')) },
      {
        packError: (error, kind) => `${kind}: ${(error as Error).message}`,
        unpackError: text => new Error(String(text)),
      },
    );
    await expect(ask('double', { value: 1 })).rejects.toThrow(/^double: Offline\.$/);
  });

  it.each(['constructor', 'toString', '__proto__', 'placeOrder'])(
    'about "%s", which nobody answers, runs nothing',
    async kind => {
      const { ask } = linked();
      await expect(ask(kind as 'double', { value: 1 })).rejects.toThrow('Nobody answers');
    },
  );
});

describe('a canceled question', () => {
  it('rejects with the reason at once, tells the other end, and is open until that is done with it', async () => {
    const { asking, ask, sent, signals } = linked();
    const controller = new AbortController();
    const gone = ask('never', {}, controller.signal);
    await expect.poll(() => signals.length).toBe(1);
    controller.abort(new Error('Out of view.'));
    await expect(gone).rejects.toThrow('Out of view.');
    expect(sent.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['ask 1', 'cancel 1']);
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    expect(asking.openCount()).toBe(1);
    // An answer that was on its way.
    asking.receive({ kind: 'answer', id: 1, value: 'late' });
    expect(asking.openCount()).toBe(0);
    expect(await ask('double', { value: 4 })).toBe(8);
    expect(asking.openCount()).toBe(0);
  });

  it('is not even sent if it was canceled before, and not canceled after its answer', async () => {
    const { ask, sent } = linked();
    const controller = new AbortController();
    expect(await ask('double', { value: 1 }, controller.signal)).toBe(2);
    controller.abort(new Error('Too late.'));
    await expect(ask('double', { value: 1 }, controller.signal)).rejects.toThrow('Too late.');
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['is answered', (work: PromiseWithResolvers<number>) => work.resolve(1)],
    ['fails', (work: PromiseWithResolvers<number>) => work.reject(new Error('Late.'))],
  ])('is answered without a value or an error when the work for it %s', async (_how, finish) => {
    const work = Promise.withResolvers<number>();
    const posted: LinkMessage[] = [];
    const end = createMessageLink<object, Sums>({
      post: message => posted.push(message),
      answers: { double: () => work.promise, bytes: () => new ArrayBuffer(), never: () => undefined },
    });
    end.receive({ kind: 'ask', id: 1, question: { kind: 'double' } });
    end.receive({ kind: 'cancel', id: 1 });
    finish(work);
    await later();
    expect(posted).toEqual([{ kind: 'answer', id: 1 }]);
  });
});

describe('an end that is gone', () => {
  it('leaves no question unanswered', async () => {
    const { asking, ask } = linked();
    const waiting = [ask('never', {}), ask('never', {})];
    asking.close(new Error('The thread ended.'));
    for (const question of waiting) await expect(question).rejects.toThrow('The thread ended.');
  });

  it('has nothing done for it anymore, and the next one may count from 1 again', async () => {
    const finish: ((value: number) => void)[] = [];
    const signals: AbortSignal[] = [];
    const posted: LinkMessage[] = [];
    const end = createMessageLink<object, Sums>({
      post: message => posted.push(message),
      answers: {
        double: (_question, signal) => {
          signals.push(signal);
          return new Promise(resolve => finish.push(resolve));
        },
        bytes: () => new ArrayBuffer(),
        never: () => undefined,
      },
    });
    const question = { kind: 'ask', id: 1, question: { kind: 'double' } } as const;
    end.receive(question);
    end.close(new Error('Hidden.'));
    end.receive(question);
    finish[0]?.(1);
    await later();
    expect([posted.length, signals.map(({ aborted }) => aborted)]).toEqual([0, [true, false]]);
    end.receive({ kind: 'cancel', id: 1 });
    expect(signals[1]?.aborted).toBe(true);
  });
});
