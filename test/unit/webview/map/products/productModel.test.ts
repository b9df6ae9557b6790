import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MapState, ToHost } from '../../../../../src/shared/protocol.ts';
import type { FromImageThread } from '../../../../../webview/map/products/imageWorker.ts';
import { createProductModel } from '../../../../../webview/map/products/productModel.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A model with a thread that says only what the test has it say. */
async function started() {
  const listeners = new Map<string, (event: { data?: FromImageThread }) => void>();
  const thread = {
    postMessage: vi.fn(),
    terminate: vi.fn(),
    addEventListener: (name: string, listener: (event: { data?: FromImageThread }) => void) =>
      listeners.set(name, listener),
  };
  const product = { id: 'p', title: 'a.tif', size: 100 };
  const posted: ToHost[] = [];
  const model = createProductModel(
    {
      post: message => posted.push(message),
      state: signal({ product } as MapState),
      view: signal(undefined),
      loadDecoder: () => Promise.reject(new Error()),
      startThread: () => Promise.resolve(thread as unknown as Worker),
    },
    undefined,
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(0);
  return { model, thread, say: (data: FromImageThread) => listeners.get('message')?.({ data }), listeners };
}

describe('the thread of an image', () => {
  it('ends when it says nothing for half a minute, and the card says why', async () => {
    const { model, thread } = await started();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(thread.terminate).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(thread.terminate).toHaveBeenCalled();
    expect(model.problem.value).toBe('a.tif takes too long to decode. Convert it to a tiled GeoTIFF.');
  });

  it('may wait longer for bytes of the file, and does nothing between two views', async () => {
    const { model, thread, say } = await started();
    say({ kind: 'read', request: 1, from: 0, length: 10 });
    await vi.advanceTimersByTimeAsync(100_000);
    model.receive({ kind: 'productBytes', id: 'p', request: 1, answer: { bytes: new Uint8Array(10) } });
    const facts = {
      width: 1,
      height: 1,
      resolution: 1,
      bands: [''],
      isByte: true,
      box: [0, 0, 1, 1] as const,
    };
    say({ kind: 'opened', facts });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(thread.terminate).not.toHaveBeenCalled();
    model.sample({ box: facts.box, side: 1, bands: [0], ranges: [] }, () => undefined);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(thread.terminate).toHaveBeenCalled();
  });

  it('that runs out of memory is reported', async () => {
    const { model, listeners } = await started();
    listeners.get('error')?.({});
    expect(model.problem.value).toContain('a.tif is incomplete or damaged');
  });
});
