import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { keepFresh } from '../../../src/platform/rows/rowTree.ts';
import { editor } from '../../fake/editor.ts';
import { EventEmitter } from '../../fake/values.ts';

const minute = 60_000;

function setUp() {
  const visibility = new EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  const view = { visible: true, onDidChangeVisibility: visibility.event };
  const refresh = vi.fn(() => Promise.resolve());
  const keeping = keepFresh(view, refresh);
  return { view, refresh, keeping, show: () => visibility.fire({ visible: true }) };
}

describe('a view that is kept fresh', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is refreshed every five minutes while it is visible', () => {
    const { refresh } = setUp();
    vi.advanceTimersByTime(4 * minute);
    expect(refresh).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(minute);
    expect(refresh).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10 * minute);
    expect(refresh).toHaveBeenCalledTimes(3);
  });

  it('is not refreshed while it is hidden or the window has no focus, and at once when it is visible again', () => {
    const { view, refresh, show } = setUp();
    view.visible = false;
    vi.advanceTimersByTime(60 * minute);
    view.visible = true;
    editor.workbench.isFocused = false;
    vi.advanceTimersByTime(60 * minute);
    expect(refresh).toHaveBeenCalledTimes(0);
    editor.workbench.isFocused = true;
    show();
    expect(refresh).toHaveBeenCalledTimes(1);
    show();
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});
