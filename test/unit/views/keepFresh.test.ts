import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const window = { state: { focused: true }, onDidChangeWindowState: () => ({ dispose: () => undefined }) };

vi.mock('vscode', () => {
  class Disposable {
    readonly dispose: () => void;
    constructor(dispose: () => void) {
      this.dispose = dispose;
    }
    static from(...parts: { dispose(): void }[]) {
      return new Disposable(() => parts.forEach(part => part.dispose()));
    }
  }
  return { Disposable, window };
});

const { keepFresh } = await import('../../../src/views/keepFresh.ts');

const minute = 60_000;

function bench() {
  let show = () => {};
  const view = {
    visible: true,
    onDidChangeVisibility: (listener: () => void) => {
      show = listener;
      return { dispose: () => undefined };
    },
  };
  const refresh = vi.fn(() => Promise.resolve());
  const keeping = keepFresh(view as never, refresh);
  return { view, refresh, keeping, show: () => show() };
}

describe('a view that is kept fresh', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    window.state.focused = true;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is read anew every five minutes while somebody looks', () => {
    const { refresh } = bench();
    vi.advanceTimersByTime(4 * minute);
    expect(refresh).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(minute);
    expect(refresh).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10 * minute);
    expect(refresh).toHaveBeenCalledTimes(3);
  });

  it('is left alone while it is hidden or the window has no focus, and read at once when it is seen again', () => {
    const { view, refresh, show } = bench();
    view.visible = false;
    vi.advanceTimersByTime(60 * minute);
    view.visible = true;
    window.state.focused = false;
    vi.advanceTimersByTime(60 * minute);
    expect(refresh).toHaveBeenCalledTimes(0);
    window.state.focused = true;
    show();
    expect(refresh).toHaveBeenCalledTimes(1);
    show();
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('is left alone after its end', () => {
    const { refresh, keeping } = bench();
    keeping.dispose();
    vi.advanceTimersByTime(60 * minute);
    expect(refresh).toHaveBeenCalledTimes(0);
  });
});
