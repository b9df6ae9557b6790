import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import type { ToHost } from '../../../../src/shared/protocol.ts';
import { settled } from '../../../../webview/results/resultsModel.ts';
import { createThumbnailQueue } from '../../../../webview/results/thumbnailQueue.ts';

/** Runs what waits when it is told to. */
function clock() {
  const waiting = new Set<() => void>();
  return {
    waiting,
    later: (run: () => void) => {
      waiting.add(run);
      return () => waiting.delete(run);
    },
    pass: () => {
      for (const run of [...waiting]) {
        waiting.delete(run);
        run();
      }
    },
  };
}

describe('settled', () => {
  it('shows what may wait a little later and once, and everything else at once', () => {
    const { later, pass, waiting } = clock();
    const source = signal(0);
    const shown = settled(source, next => next % 10 !== 0, 200, later);
    for (const value of [1, 2, 3]) source.value = value;
    expect(shown.value).toBe(0);
    expect(waiting.size).toBe(1);
    pass();
    expect(shown.value).toBe(3);
    source.value = 4;
    source.value = 10;
    expect(shown.value).toBe(10);
    expect(waiting.size).toBe(0);
  });
});

describe('thumbnails that are asked for', () => {
  function queue() {
    const time = clock();
    const posted: (readonly string[])[] = [];
    const post = (message: ToHost) => {
      if (message.kind === 'thumbnails') posted.push(message.ids);
    };
    return { ...time, posted, queue: createThumbnailQueue(post, time.later) };
  }

  it('are those in view when the list has come to rest', () => {
    const { queue: thumbnails, posted, pass } = queue();
    thumbnails.want(['a', 'b']);
    thumbnails.want(['c', 'd']);
    expect(posted).toEqual([]);
    pass();
    expect(posted).toEqual([['c', 'd']]);
  });

  it('are taken back when they leave the view, and asked for again when they were lost', () => {
    const { queue: thumbnails, posted, pass } = queue();
    thumbnails.want(['a', 'b']);
    pass();
    thumbnails.arrived('a');
    thumbnails.want([]);
    pass();
    thumbnails.want(['a', 'b']);
    pass();
    expect(posted).toEqual([['a', 'b'], [], ['a', 'b']]);
  });
});
