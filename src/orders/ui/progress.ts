import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { abortSignalOf } from '../../editor/abortSignal.ts';
import { withProgress } from '../../editor/window.ts';

/** Shows progress in the status bar. */
export function inStatusBar<T>(title: string, run: (cancel: AbortSignal) => Promise<T>): Thenable<T> {
  return withProgress({ location: vscode.ProgressLocation.Window, title }, (_progress, cancel) =>
    run(abortSignalOf(cancel)),
  );
}

/** Shows progress in a notification with a Cancel button; `report` sets how many of how many are done. */
export function inNotification<T>(
  title: string,
  run: (report: (done: number, total: number | undefined) => void, cancel: AbortSignal) => Promise<T>,
): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return withProgress(options, (progress, cancel) => {
    const report = (done: number, total: number | undefined) =>
      progress.report({ message: total === undefined ? String(done) : l10n.t('{0} of {1}', done, total) });
    return run(report, abortSignalOf(cancel));
  });
}
