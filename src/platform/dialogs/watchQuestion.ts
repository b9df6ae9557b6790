import * as vscode from 'vscode';
import { confirmDelayMs } from './confirmDelay.ts';

/** Between two round trips to the window, milliseconds. */
const pauseMs = 100;

/** A round trip to the window that takes this long doubles the time in which answers don't count, milliseconds. */
const doublingMs = 350;

/**
 * Watches a question that was just requested of the window. The window handles what it is sent in turn, so it shows the
 * question before it answers the first round trip: on a busy machine that is seconds after the request. A window that
 * answers slowly also draws slowly and reports a key press late, so its user gets more time.
 */
export function watchQuestion() {
  /** Milliseconds by `performance.now()`, like all of these; `undefined` while nothing is under way. */
  let askedAt: number | undefined;
  let visibleAt: number | undefined;
  let slowest = 0;
  let hasEnded = false;
  let pause: ReturnType<typeof setTimeout> | undefined;

  async function measure(): Promise<void> {
    const at = performance.now();
    askedAt = at;
    // A command of the editor that does nothing.
    await vscode.commands.executeCommand('noop').then(undefined, () => undefined);
    if (hasEnded) return;
    const now = performance.now();
    askedAt = undefined;
    visibleAt ??= now;
    slowest = Math.max(slowest, now - at);
    pause = setTimeout(() => void measure(), pauseMs);
  }

  void measure();
  return {
    /** Whether an answer that arrives now was given after there was time to read the question. */
    wasReadable() {
      const now = performance.now();
      // A round trip that is under way can be as slow as the answer that has just overtaken it.
      const slowness = Math.max(slowest, now - (askedAt ?? now));
      return now - (visibleAt ?? now) >= confirmDelayMs * (1 + slowness / doublingMs);
    },
    end() {
      hasEnded = true;
      clearTimeout(pause);
    },
  };
}
