import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPictureQueue } from '../../../../../webview/features/images/pictureQueue.ts';
import { settled } from '../../../../../webview/features/images/resultsModel.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('settled', () => {
  it('delays and combines low-priority changes, and shows everything else at once', () => {
    const source = signal(0);
    const result = settled(source, next => next % 10 !== 0, 200);
    for (const value of [1, 2, 3]) source.value = value;
    expect(result.value).toBe(0);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(200);
    expect(result.value).toBe(3);
    source.value = 4;
    source.value = 10;
    expect(result.value).toBe(10);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('requested thumbnails', () => {
  /** `requested`: in order; `-a` is the cancellation of `a`. */
  function queue() {
    const requested: string[] = [];
    const arrive = new Map<string, () => void>();
    const thumbnails = createPictureQueue((id, abort) => {
      requested.push(id);
      abort.addEventListener('abort', () => requested.push(`-${id}`));
      return new Promise(resolve => arrive.set(id, resolve));
    });
    async function arrived(id: string): Promise<void> {
      arrive.get(id)?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    return { requested: () => requested.splice(0).join(' '), thumbnails, arrived };
  }
  const advance = () => vi.advanceTimersByTime(100);

  it('are those in view once the list comes to rest, the most urgent last', () => {
    const { thumbnails, requested } = queue();
    thumbnails.want(['a', 'b']);
    thumbnails.want(['c', 'd']);
    expect(requested()).toBe('');
    advance();
    expect(requested()).toBe('d c');
  });

  it('are requested once, and canceled when they leave the view', () => {
    const { thumbnails, requested } = queue();
    thumbnails.want(['a', 'b']);
    advance();
    thumbnails.want(['b', 'c']);
    advance();
    expect(requested()).toBe('b a -a c');
  });

  it('are requested again when they come back, whether they had arrived or not', async () => {
    const { thumbnails, requested, arrived } = queue();
    thumbnails.want(['a', 'b']);
    advance();
    await arrived('a');
    thumbnails.want([]);
    advance();
    thumbnails.want(['a', 'b']);
    advance();
    expect(requested()).toBe('b a -b b a');
  });

  it('are requested again if they are still needed after they arrived, such as for another area', async () => {
    const { thumbnails, requested, arrived } = queue();
    thumbnails.want(['a', 'b']);
    advance();
    await arrived('a');
    thumbnails.want(['a', 'b']);
    advance();
    expect(requested()).toBe('b a a');
  });
});
