import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToHost } from '../../../../src/shared/protocol.ts';
import { createPictureQueue } from '../../../../webview/results/pictureQueue.ts';
import { settled } from '../../../../webview/results/resultsModel.ts';

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
  function queue() {
    const posted: (readonly string[])[] = [];
    const post = (message: ToHost) => {
      if (message.kind === 'thumbnails') posted.push(message.ids);
    };
    return { posted, thumbnails: createPictureQueue(post, 'thumbnails') };
  }
  const advance = () => vi.advanceTimersByTime(100);

  it('are those in view once the list comes to rest', () => {
    const { thumbnails, posted } = queue();
    thumbnails.want(['a', 'b']);
    thumbnails.want(['c', 'd']);
    expect(posted).toEqual([]);
    advance();
    expect(posted).toEqual([['c', 'd']]);
  });

  it('are canceled when they leave the view, and requested again when they were lost', () => {
    const { thumbnails, posted } = queue();
    thumbnails.want(['a', 'b']);
    advance();
    thumbnails.arrived('a');
    thumbnails.want([]);
    advance();
    thumbnails.want(['a', 'b']);
    advance();
    expect(posted).toEqual([['a', 'b'], [], ['a', 'b']]);
  });
});
