import { signal, type ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';

/** Whether somebody has this window before him. */
export function followWindowFocus(): { isFocused: ReadonlySignal<boolean>; dispose(): void } {
  const isFocused = signal(vscode.window.state.focused);
  const following = vscode.window.onDidChangeWindowState(({ focused }) => {
    isFocused.value = focused;
  });
  return { isFocused, dispose: () => void following.dispose() };
}
