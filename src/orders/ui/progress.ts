import * as l10n from '@vscode/l10n';
import { inCancellableNotification } from '../../editor/dialogs/window.ts';

/** Shows progress in a notification with a Cancel button; `report` sets how many of how many are done. */
export function inCountedNotification<T>(
  title: string,
  run: (report: (done: number, total: number | undefined) => void, cancel: AbortSignal) => Promise<T>,
): Promise<T> {
  return inCancellableNotification(title, (cancel, show) => {
    const report = (done: number, total: number | undefined) =>
      show(total === undefined ? String(done) : l10n.t('{0} of {1}', done, total));
    return run(report, cancel);
  });
}
