import { dayMs, hourMs, minuteMs } from '../../base/words/moment.ts';
import { ApiError } from '../../service/wire/errors.ts';

/** Waits between rounds after an order was placed from this machine, in milliseconds. Then the setting applies. */
const quickPaceMs: readonly number[] = [2000, 3000, 4000, 5000, 8000, 13_000];

/** Applies while this window isn't focused. */
const unlookedFactor = 4;

/** Production takes minutes to 48 hours. If even the youngest order is older than that, changes are rare. */
const agedPaces: readonly { olderMs: number; waitMs: number }[] = [
  { olderMs: 7 * dayMs, waitMs: hourMs },
  { olderMs: 2 * dayMs, waitMs: 10 * minuteMs },
];

/** Grows with each consecutive failure. */
const firstBackOffMs = 15_000;
const longestOfflineMs = minuteMs;
const longestBackOffMs = 10 * minuteMs;
/** Used when the service asks to slow down without giving a time. */
const slowDownMs = minuteMs;

export interface Pace {
  /** Number of rounds since an order was placed from this machine; `Infinity` if none was. */
  sincePlaced: number;
  isLookedAt: boolean;
  /** Age of the youngest order in progress, in milliseconds. */
  youngestMs: number;
  /** Interval from the settings, in milliseconds. */
  pollMs: number;
  /** Number of failed rounds since the last success, and the reason for the last failure. */
  failures: number;
  failure?: unknown;
}

/** Wait between two rounds, in milliseconds. */
export function waitMs(pace: Pace): number {
  return Math.max(regularMs(pace), backOffMs(pace));
}

function regularMs({ sincePlaced, isLookedAt, youngestMs, pollMs }: Pace): number {
  const quick = quickPaceMs[sincePlaced];
  if (quick !== undefined) return Math.min(quick, pollMs);
  const aged = agedPaces.find(({ olderMs }) => youngestMs > olderMs)?.waitMs ?? 0;
  return Math.max(aged, isLookedAt ? pollMs : unlookedFactor * pollMs);
}

/** The first failure may be temporary. */
function backOffMs({ failures, failure }: Pace): number {
  if (failures === 0) return 0;
  const retryAfter = retryAfterMs(failure);
  if (failures === 1) return retryAfter;
  const maxMs = isOfflineFailure(failure) ? longestOfflineMs : longestBackOffMs;
  return Math.max(retryAfter, Math.min(maxMs, firstBackOffMs * 2 ** (failures - 1)));
}

/** Wait that the service asks for, in milliseconds; 0 if none. */
function retryAfterMs(failure: unknown): number {
  if (!(failure instanceof ApiError)) return 0;
  return failure.details.retryAfterMs ?? (failure.kind === 'rateLimited' ? slowDownMs : 0);
}

function isOfflineFailure(failure: unknown): boolean {
  return failure instanceof ApiError && (failure.kind === 'network' || failure.kind === 'timeout');
}

export interface RoundsParts {
  /** Throws on failure. */
  read: (isWhole: boolean) => Promise<void>;
  /** `undefined`: no more rounds for now. */
  pace: () => Pick<Pace, 'isLookedAt' | 'youngestMs' | 'pollMs'> | undefined;
  onFailure: (failure: unknown) => void;
}

/** Runs requests one after another, each when it is due. */
export function createRounds({ read, pace, onFailure }: RoundsParts) {
  let timer: NodeJS.Timeout | undefined;
  let reading: { isWhole: boolean; ended: Promise<void> } | undefined;
  let sincePlaced = Infinity;
  let failures = 0;
  let failure: unknown;
  /** When the last round ended or the wait restarted; monotonic, in milliseconds. */
  let from = performance.now();
  let isStopped = false;

  async function go(isWhole: boolean) {
    try {
      await read(isWhole);
      failures = 0;
    } catch (error) {
      failures += 1;
      failure = error;
      if (!isStopped) onFailure(error);
    }
    from = performance.now();
    sincePlaced += 1;
  }

  async function run(isWhole: boolean): Promise<void> {
    clearTimeout(timer);
    while (reading && isWhole && !reading.isWhole) await reading.ended;
    if (isStopped) return;
    reading ??= { isWhole, ended: go(isWhole).finally(end) };
    await reading.ended;
  }

  function end() {
    reading = undefined;
    reconsider();
  }

  function reconsider() {
    clearTimeout(timer);
    if (reading || isStopped) return;
    const now = pace();
    if (!now) return;
    const due = from + waitMs({ ...now, sincePlaced, failures, failure });
    timer = setTimeout(() => void run(false), Math.max(0, due - performance.now()));
  }

  return {
    /**
     * Reads now, or joins the round in progress; a whole round waits for one that reads only a part, and follows it.
     * Never rejects: failures are retried later.
     */
    run,
    /** Reads everything in a round that begins after this call. */
    async runAnew(): Promise<void> {
      await reading?.ended;
      await run(true);
    },
    /** Recalculates when the next round is due. */
    reconsider,
    /** An order was placed, so the next rounds follow quickly. */
    quicken(): void {
      // The round in progress doesn't count as one of the quick rounds.
      sincePlaced = reading ? -1 : 0;
      from = performance.now();
      reconsider();
    },
    /** The window has focus again: retries immediately after a network failure. */
    wake(): void {
      if (failures > 0 && isOfflineFailure(failure) && pace()) void run(false);
      else reconsider();
    },
    stop(): void {
      isStopped = true;
      reconsider();
    },
  };
}
