import * as l10n from '@vscode/l10n';
import { inCancellableNotification } from '../../editor/dialogs/window.ts';
import { UserError } from '../../editor/host/userError.ts';

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

let isRunning = false;

/** Prices or places several orders at a time. Questions and notifications, which may stay unanswered, block nothing. */
export async function oneAtATime<T>(run: () => Thenable<T>): Promise<T> {
  if (isRunning) {
    throw new UserError(
      l10n.t('Other orders are being priced or placed. Answer or cancel that notification first.'),
    );
  }
  isRunning = true;
  try {
    return await run();
  } finally {
    isRunning = false;
  }
}
