import { effect, untracked, type ReadonlySignal } from '@preact/signals-core';
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

/** A key that `when` clauses of the manifest read: told to the editor where it is another than before. */
export function contextKey(name: string): (value: unknown) => void {
  // The first one always: the window may know another from the host before.
  let isKnown = false;
  let before: unknown;
  return value => {
    if (isKnown && before === value) return;
    isKnown = true;
    before = value;
    void vscode.commands.executeCommand('setContext', name, value);
  };
}
