import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onRest, restTime } from '../../../../webview/search/searchOnMove.ts';

describe('onRest', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function watch() {
    const bounds = signal<readonly number[] | undefined>(undefined);
    const now = { isOn: true, size: 'small' };
    const search = vi.fn();
    onRest(
      bounds,
      () => now.size,
      () => now.isOn,
      search,
    );
    return { bounds, now, search };
  }

  it('does not take the first place for a move', () => {
    const { bounds, search } = watch();
    bounds.value = [1, 2, 3, 4];
    vi.advanceTimersByTime(restTime);
    expect(search).not.toHaveBeenCalled();
  });

  it('calls once, when the map came to rest', () => {
    const { bounds, search } = watch();
    bounds.value = [1, 2, 3, 4];
    bounds.value = [2, 2, 4, 4];
    vi.advanceTimersByTime(restTime - 1);
    bounds.value = [3, 2, 5, 4];
    vi.advanceTimersByTime(restTime - 1);
    expect(search).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(search).toHaveBeenCalledTimes(1);
  });

  it('does not call for the same place told again, nor for another size of the map', () => {
    const { bounds, now, search } = watch();
    bounds.value = [1, 2, 3, 4];
    bounds.value = [1, 2, 3, 4];
    now.size = 'large';
    bounds.value = [0, 1, 4, 5];
    vi.advanceTimersByTime(restTime);
    expect(search).not.toHaveBeenCalled();
    bounds.value = [1, 1, 5, 5];
    vi.advanceTimersByTime(restTime);
    expect(search).toHaveBeenCalledTimes(1);
  });

  it('asks whether it is on when the map is at rest', () => {
    const { bounds, now, search } = watch();
    bounds.value = [1, 2, 3, 4];
    bounds.value = [2, 2, 4, 4];
    now.isOn = false;
    vi.advanceTimersByTime(restTime);
    expect(search).not.toHaveBeenCalled();
  });
});
