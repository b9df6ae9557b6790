import { isApiError } from '../api/errors.ts';
import { dayMs, hourMs, minuteMs } from '../model/words/moment.ts';

/** Waits between rounds after an order was placed on this machine, milliseconds; later ones are the setting's. */
const quickPaceMs: readonly number[] = [2000, 3000, 4000, 5000, 8000, 13_000];

/** While no window of Swath is focused. */
const unlookedFactor = 4;

/** Production takes minutes to 48 hours: where even the youngest order is older, hardly anything comes. */
const agedPaces: readonly { olderMs: number; waitMs: number }[] = [
  { olderMs: 7 * dayMs, waitMs: hourMs },
  { olderMs: 2 * dayMs, waitMs: 10 * minuteMs },
];

/** Grows with every failure in a row. */
const firstBackOffMs = 15_000;
const longestOfflineMs = minuteMs;
const longestBackOffMs = 10 * minuteMs;
/** Where the service asks to slow down and does not say for how long. */
const slowDownMs = minuteMs;

export interface Pace {
  /** Rounds since an order was placed on this machine; `Infinity` where none was. */
  sincePlaced: number;
  isLookedAt: boolean;
  /** How old the youngest order in progress is, milliseconds. */
  youngestMs: number;
  /** Wait that the settings ask for, milliseconds. */
  pollMs: number;
  /** Rounds that failed since the last one that did not, and why the last one did. */
  failures: number;
  failure?: unknown;
}

/** From one round to the next, milliseconds. */
export function waitMs(pace: Pace): number {
  return Math.max(regularMs(pace), backOffMs(pace));
}

function regularMs({ sincePlaced, isLookedAt, youngestMs, pollMs }: Pace): number {
  const quick = quickPaceMs[sincePlaced];
  if (quick !== undefined) return Math.min(quick, pollMs);
  const aged = agedPaces.find(({ olderMs }) => youngestMs > olderMs)?.waitMs ?? 0;
  return Math.max(aged, isLookedAt ? pollMs : unlookedFactor * pollMs);
}

/** The first failure may be a passing one. */
function backOffMs({ failures, failure }: Pace): number {
  if (failures === 0) return 0;
  const asked = askedMs(failure);
  if (failures === 1) return asked;
  const most = isOfflineFailure(failure) ? longestOfflineMs : longestBackOffMs;
  return Math.max(asked, Math.min(most, firstBackOffMs * 2 ** (failures - 1)));
}

/** The wait that the service asks for, milliseconds; 0 where it doesn't. */
function askedMs(failure: unknown): number {
  if (!isApiError(failure)) return 0;
  return failure.details.retryAfterMs ?? (failure.kind === 'rateLimited' ? slowDownMs : 0);
}

function isOfflineFailure(failure: unknown): boolean {
  return isApiError(failure) && (failure.kind === 'network' || failure.kind === 'timeout');
}

/** Requests one after another, each when it is due. */
export interface Rounds {
  /** Reads now, or joins the request in progress. Never rejects: what fails is tried again later. */
  run(isWhole: boolean): Promise<void>;
  /** Considers anew when the next round is due. */
  reconsider(): void;
  /** An order was placed: the next rounds come quickly. */
  quicken(): void;
  /** The window is focused again: what failed without a network is tried again at once. */
  wake(): void;
  /** Resolves when no request is in progress. */
  idle(): Promise<void>;
  stop(): void;
}

export interface RoundsParts {
  /** Throws what goes wrong. */
  read: (isWhole: boolean) => Promise<void>;
  /** `undefined`: no more rounds for now. */
  pace: () => Pick<Pace, 'isLookedAt' | 'youngestMs' | 'pollMs'> | undefined;
  onFailure: (failure: unknown) => void;
}

export function createRounds({ read, pace, onFailure }: RoundsParts): Rounds {
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;
  let sincePlaced = Infinity;
  let failures = 0;
  let failure: unknown;
  /** When the last round ended, or the wait began again; monotonic, milliseconds. */
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

  function run(isWhole: boolean): Promise<void> {
    clearTimeout(timer);
    reading ??= go(isWhole).finally(() => {
      reading = undefined;
      reconsider();
    });
    return reading;
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
    run,
    reconsider,
    quicken() {
      // The round in progress is not one of the quick ones.
      sincePlaced = reading ? -1 : 0;
      from = performance.now();
      reconsider();
    },
    wake() {
      if (failures > 0 && isOfflineFailure(failure) && pace()) void run(false);
      else reconsider();
    },
    idle: async () => reading,
    stop() {
      isStopped = true;
      reconsider();
    },
  };
}
