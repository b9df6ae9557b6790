/** What became of a link: the user is asked, or isn't, because of another question or a "no" of just now. */
export type LinkOutcome = 'asked' | 'busy' | 'paused';

/** After a first "no", milliseconds. */
const shortestPauseMs = 10_000;
/** After one "no" after the other, milliseconds. */
const longestPauseMs = 600_000;

/**
 * One question at a time, and none at once after a "no": a page or an agent that opens many links must not fill the screen. Each
 * "no" doubles the pause, and what is opened ends that.
 *
 * @param now milliseconds; any start
 */
export function createLinkGate(now: () => number = () => performance.now()) {
  let isAsking = false;
  let pauseMs = shortestPauseMs;
  let pausedUntil = -Infinity;
  let reportedUntil = -Infinity;
  return {
    /** Asks by `ask`, unless another question is open or the user said no just now. */
    enter(ask: () => Promise<boolean>): LinkOutcome {
      if (isAsking) return 'busy';
      if (now() < pausedUntil) return 'paused';
      isAsking = true;
      void ask()
        .then(isAccepted => {
          if (!isAccepted) pausedUntil = now() + pauseMs;
          pauseMs = isAccepted ? shortestPauseMs : Math.min(pauseMs * 2, longestPauseMs);
        })
        .finally(() => (isAsking = false));
      return 'asked';
    },
    /** Whether an unusable link may be reported: not each of many. */
    mayReport(): boolean {
      if (now() < reportedUntil) return false;
      reportedUntil = now() + shortestPauseMs;
      return true;
    },
  };
}
