import { effect, type ReadonlySignal, untracked } from '@preact/signals-core';
import * as vscode from 'vscode';

/** Runs now, and again after each change of one of the signals, until disposed. */
export function onChange(signals: readonly ReadonlySignal<unknown>[], run: () => void): vscode.Disposable {
  untracked(run);
  return onLaterChange(signals, run);
}

/** Runs after each change of one of the signals, until disposed. */
export function onLaterChange(
  signals: readonly ReadonlySignal<unknown>[],
  run: () => void,
): vscode.Disposable {
  let isFirst = true;
  return new vscode.Disposable(
    effect(() => {
      signals.forEach(signal => signal.value);
      if (isFirst) isFirst = false;
      else untracked(run);
    }),
  );
}

/** A context key for `when` clauses of the manifest: set in the editor only when its value changes. */
export function contextKey(name: string): (value: unknown) => void {
  // The first value is always set: the window may still have another one from before.
  let isKnown = false;
  let before: unknown;
  return value => {
    if (isKnown && before === value) return;
    isKnown = true;
    before = value;
    void vscode.commands.executeCommand('setContext', name, value);
  };
}
