import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Figures } from '../../model/images/figures.ts';
import { withProgress } from '../../editor/window.ts';

/**
 * Runs what takes its time over many images, under a title in the status bar. The figures are loaded on first use.
 *
 * @param title of the progress
 */
export function withFigures<T>(title: string, work: (figures: Figures) => T): Thenable<T> {
  return withProgress({ location: vscode.ProgressLocation.Window, title }, async () => {
    const { figures } = await import('../../model/images/figures.ts');
    // The editor shows the progress before this takes its time.
    await nextTurn();
    return work(figures);
  });
}
