import { effect, untracked, type ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';

/** Runs now, and again after each change of one of the signals, until disposed. */
export function onChange(signals: readonly ReadonlySignal<unknown>[], run: () => void): vscode.Disposable {
  return new vscode.Disposable(
    effect(() => {
      signals.forEach(signal => signal.value);
      untracked(run);
    }),
  );
}
