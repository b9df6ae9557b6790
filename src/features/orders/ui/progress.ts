import { setTimeout as sleep } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { inCancellableNotification } from '../../../platform/dialogs/window.ts';
import { UserError } from '../../../platform/host/userError.ts';

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

/** Work that takes longer gets a notification, in milliseconds. */
const quietMs = 1000;

/**
 * Waits for work that can go on without the user: after a second with progress in a notification, whose Cancel button
 * ends the wait.
 *
 * @returns whether there was progress
 */
export async function waitUnlessCancelled(title: string, work: Promise<unknown>): Promise<boolean> {
  const quiet = new AbortController();
  const late = sleep(quietMs, 'late', { signal: quiet.signal });
  const first = await Promise.race([work, late]);
  quiet.abort();
  if (first !== 'late') return false;
  await inCancellableNotification(title, async cancel => {
    const cancelled = new Promise<void>(resolve => cancel.addEventListener('abort', () => resolve()));
    await Promise.race([work, cancelled]);
  });
  return true;
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
