import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOrderNews } from '../../../../src/features/orders/orderNews.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** Windows on one machine. */
function setUp(...focused: boolean[]) {
  const marked = new Set<string>();
  const notified: string[] = [];
  const mark = (kind: string, id: string) => {
    const name = `${kind}/${id}`;
    const isFirst = !marked.has(name);
    marked.add(name);
    return Promise.resolve(isFirst);
  };
  const windows = focused.map((isFocused, index) => {
    const focus = signal(isFocused);
    const news = createOrderNews(mark, focus, (kind, ids) =>
      notified.push(`${index} ${kind} ${ids.join(' ')}`),
    );
    return { news, focus };
  });
  const offer = (...ids: string[]) => windows.forEach(({ news }) => news.offer('ended', ids));
  const end = () => windows.forEach(({ news }) => news.dispose());
  return { windows, notified, offer, end, marked };
}

describe('order notifications', () => {
  it('are shown together and only once, even if they are offered repeatedly', async () => {
    const { notified, offer, end } = setUp(true);
    offer('a');
    await vi.advanceTimersByTimeAsync(100);
    offer('a', 'b');
    await vi.advanceTimersByTimeAsync(1000);
    offer('a', 'b', 'c');
    await vi.advanceTimersByTimeAsync(1000);
    expect(notified).toEqual(['0 ended a b', '0 ended c']);
    end();
  });

  it('are shown by the focused window, even if it receives them later', async () => {
    const { windows, notified, end } = setUp(false, true, false);
    windows[0]?.news.offer('ended', ['a']);
    windows[2]?.news.offer('ended', ['a']);
    await vi.advanceTimersByTimeAsync(5000);
    windows[1]?.news.offer('ended', ['a']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(notified).toEqual(['1 ended a']);
    end();
  });

  it('are shown by one of the others if none is focused, and immediately when one gets focus', async () => {
    const { windows, notified, offer, end } = setUp(false, false);
    offer('a');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(notified).toHaveLength(1);
    offer('a', 'b');
    const [, second] = windows;
    if (second) second.focus.value = true;
    await vi.advanceTimersByTimeAsync(400);
    expect(notified.slice(1)).toEqual(['1 ended b']);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(notified).toHaveLength(2);
  });

  it('are shown separately for each kind, and twice rather than never if nothing can be marked', async () => {
    const notified: string[] = [];
    const mark = () => Promise.reject(new Error('The disk is full.'));
    const news = createOrderNews(mark, signal(true), (kind, ids) =>
      notified.push(`${kind} ${ids.join(' ')}`),
    );
    news.offer('late', ['a']);
    news.offer('ended', ['a', 'b']);
    await vi.advanceTimersByTimeAsync(1000);
    news.offer('ended', ['a', 'b']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(notified).toEqual(['ended a b', 'late a']);
    news.dispose();
  });

  it('are not claimed by a closed window, so that another one shows them', async () => {
    const { windows, notified, offer, marked, end } = setUp(true, false);
    offer('a');
    windows[0]?.news.dispose();
    await vi.advanceTimersByTimeAsync(1000);
    expect([notified, marked.size]).toEqual([[], 0]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(notified).toEqual(['1 ended a']);
    end();
  });
});
