import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMessageLink, type LinkMessage } from '../../../../../src/base/messageLink.ts';
import type { MapState } from '../../../../../src/protocol/protocol.ts';
import type { ImageFacts } from '../../../../../webview/features/products/geoImage.ts';
import type { PageQuestions, ThreadQuestions } from '../../../../../webview/features/products/imageWorker.ts';
import { createProductModel } from '../../../../../webview/features/products/productModel.ts';
import { packProblem, unpackProblem } from '../../../../../webview/features/products/unreadableImage.ts';
import { fakeHost } from '../../fakeHost.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The page's end of a thread: what it is sent, and that it was ended. */
class FakeWorker extends EventTarget {
  readonly terminate = vi.fn();
  readonly #receive: (message: LinkMessage) => void;

  constructor(receive: (message: LinkMessage) => void) {
    super();
    this.#receive = receive;
  }
  postMessage(message: LinkMessage): void {
    this.#receive(message);
  }
}

/** A model with a thread that says only what the test has it say. */
async function started() {
  const host = fakeHost();
  const opened = Promise.withResolvers<ImageFacts>();
  const aborted: boolean[] = [];
  const sampled: (() => void)[] = [];
  const link = createMessageLink<PageQuestions, ThreadQuestions>({
    post: data => void worker.dispatchEvent(new MessageEvent('message', { data })),
    answers: {
      open: () => opened.promise,
      sample: (_work, signal) => {
        signal.addEventListener('abort', () => aborted.push(true));
        return new Promise(resolve => sampled.push(() => resolve({})));
      },
    },
    packError: packProblem,
    unpackError: unpackProblem,
  });
  const worker = new FakeWorker(link.receive);
  const product = { id: 'p', title: 'a.tif', size: 100 };
  const model = createProductModel(
    {
      ...host,
      state: signal({ product } as MapState),
      view: signal(undefined),
      loadDecoder: () => Promise.reject(new Error()),
      startThread: () => Promise.resolve(worker as unknown as Worker),
    },
    undefined,
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(0);
  return { host, model, worker, ask: link.ask, opened, aborted, sampled };
}

const facts: ImageFacts = {
  width: 1,
  height: 1,
  resolution: 1,
  bands: [''],
  isByte: true,
  box: [0, 0, 1, 1],
};
const sample = { box: facts.box, side: 1, bands: [0], ranges: [] };

describe('a delivered image', () => {
  it('is loading until its first view is painted, not only until it is described', async () => {
    const { host, model, opened, sampled } = await started();
    expect(model.isLoading.value).toBe(true);
    opened.resolve(facts);
    await vi.advanceTimersByTimeAsync(0);
    expect([model.facts.value, model.isLoading.value]).toEqual([facts, true]);
    model.sample(sample, () => undefined);
    model.sample(sample, () => undefined);
    for (const isLoading of [true, false]) {
      sampled.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
      expect(model.isLoading.value).toBe(isLoading);
    }
    expect(host.posted).toEqual([{ kind: 'productPainted', id: 'p' }]);
  });
});

describe('the thread of an image', () => {
  it('ends when it says nothing for half a minute, and the card says why', async () => {
    const { model, worker } = await started();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(worker.terminate).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(worker.terminate).toHaveBeenCalled();
    expect(model.problem.value).toBe('a.tif takes too long to decode. Convert it to a tiled GeoTIFF.');
  });

  it('may wait longer for bytes of the file, and does nothing between two views', async () => {
    const { host, model, worker, ask, opened } = await started();
    const read = ask('read', { from: 0, length: 10 });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(host.asked('productBytes')).toEqual([{ id: 'p', from: 0, length: 10 }]);
    await host.answer('productBytes', new Uint8Array(10));
    expect((await read).length).toBe(10);
    opened.resolve(facts);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(worker.terminate).not.toHaveBeenCalled();
    expect(model.facts.value).toEqual(facts);
    model.sample(sample, () => undefined);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(worker.terminate).toHaveBeenCalled();
  });

  it('ends too when it is silent about what was canceled, and not if it is done with that', async () => {
    const { model, worker, opened, aborted, sampled } = await started();
    opened.resolve(facts);
    await vi.advanceTimersByTimeAsync(0);
    // Dragging the map over blocks that take ten seconds each: every view cancels the one before.
    let cancel: () => void = () => undefined;
    for (let view = 0; view < 10; view += 1) {
      cancel();
      cancel = model.sample(sample, () => undefined);
      await vi.advanceTimersByTimeAsync(10_000);
      if (view < 9) sampled[view]?.();
    }
    expect([aborted.length, worker.terminate.mock.calls.length]).toEqual([9, 0]);
    cancel();
    await vi.advanceTimersByTimeAsync(21_000);
    expect(worker.terminate).toHaveBeenCalledOnce();
  });

  it('is told why it gets no bytes, or no decoder, and the card says it', async () => {
    const { host, model, ask, opened } = await started();
    const read = ask('read', { from: 0, length: 10 });
    await host.fail('productBytes', 'Gone.');
    await expect(read).rejects.toMatchObject({ kind: 'unreadable', detail: 'Gone.' });
    await expect(ask('loadDecoder', {})).rejects.toMatchObject({ kind: 'compression' });
    opened.reject(await read.catch((error: unknown) => error));
    await vi.advanceTimersByTimeAsync(0);
    expect([model.problem.value, model.isLoading.value]).toEqual(['Gone.', false]);
  });

  it('that runs out of memory is reported', async () => {
    const { model, worker } = await started();
    worker.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(0);
    expect(model.problem.value).toContain('a.tif is incomplete or damaged');
  });
});
