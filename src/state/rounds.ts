import { isOfflineFailure, waitMs, type Pace } from './watchPace.ts';

/** Readings one after another, each when it is due. */
export interface Rounds {
  /** Reads now, or joins the reading under way. Never rejects: what fails is tried again in time. */
  run(isWhole: boolean): Promise<void>;
  /** Considers anew when the next round is due. */
  reconsider(): void;
  /** An order was placed: the next rounds come quickly. */
  quicken(): void;
  /** The network may be back, or somebody looks again: a failure for want of it is tried again at once. */
  wake(): void;
  /** Resolves when no reading is under way. */
  idle(): Promise<void>;
  stop(): void;
}

export interface RoundsParts {
  /** Throws what goes wrong. */
  read: (isWhole: boolean) => Promise<void>;
  /** `undefined`: no more rounds for now. */
  pace: () => Pick<Pace, 'isLookedAt' | 'youngestMs' | 'pollMs'> | undefined;
  /** Asked before each round that is due by the clock. */
  mayRun: () => Promise<boolean>;
  onFailure: (failure: unknown) => void;
  /** Calls back when the network may be back; only while it is away. */
  onNetworkReturn: (run: () => void) => { dispose(): void };
}

export function createRounds({ read, pace, mayRun, onFailure, onNetworkReturn }: RoundsParts): Rounds {
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;
  let sincePlaced = Infinity;
  let failures = 0;
  let failure: unknown;
  /** When the last round ended, or something began the waiting anew; of a clock that nobody sets. */
  let from = performance.now();
  let network: { dispose(): void } | undefined;
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
    const isOffline = !isStopped && failures > 0 && isOfflineFailure(failure);
    if (!isOffline) network?.dispose();
    network = isOffline ? (network ?? onNetworkReturn(wake)) : undefined;
    if (reading || isStopped) return;
    const now = pace();
    if (!now) return;
    const due = from + waitMs({ ...now, sincePlaced, failures, failure });
    timer = setTimeout(() => void runIfStill(), Math.max(0, due - performance.now()));
  }

  async function runIfStill() {
    // A failure to find out must not end the watching.
    const may = await mayRun().catch(() => true);
    if (may && !isStopped) await run(false);
  }

  function wake() {
    if (failures > 0 && isOfflineFailure(failure) && pace()) void run(false);
    else reconsider();
  }

  return {
    run,
    reconsider,
    quicken() {
      // The round under way is none of the quick ones.
      sincePlaced = reading ? -1 : 0;
      from = performance.now();
      reconsider();
    },
    wake,
    idle: async () => reading,
    stop() {
      isStopped = true;
      reconsider();
    },
  };
}
