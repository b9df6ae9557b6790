import { type Profiler, Session } from 'node:inspector/promises';

/** Which parts of the code ran, as the engine counts them. */
export interface Coverage {
  /** How many stretches of code ran since the last call that weren't known to run. They are known afterward. */
  newBlocks(): Promise<number>;
  /** The same, but they are known only after `settle`. */
  pendingBlocks(): Promise<number>;
  settle(): void;
}

/** 1 for each character of the text of a function that ran. */
type Ran = Uint8Array;

export async function startCoverage(): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  /** By function. */
  const known = new Map<string, Ran>();
  let pending: [string, Ran][] = [];

  async function pendingBlocks(): Promise<number> {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    let count = 0;
    for (const { scriptId, url, functions } of result) {
      if (!/^file:.*\/(?:src|webview|node_modules|plants\.ts)/.test(url)) continue;
      for (const { ranges } of functions) {
        const ran = ranIn(ranges);
        const key = `${scriptId} ${ranges[0]?.startOffset} ${ran.length}`;
        const blocks = countNew(ran, known.get(key));
        if (blocks > 0) pending.push([key, ran]);
        count += blocks;
      }
    }
    return count;
  }

  function settle(): void {
    for (const [key, ran] of pending) {
      const before = known.get(key);
      known.set(key, before ? ran.map((isRun, at) => isRun | (before[at] ?? 0)) : ran);
    }
    pending = [];
  }

  return {
    pendingBlocks,
    settle,
    async newBlocks() {
      const before = pending;
      pending = [];
      const count = await pendingBlocks();
      settle();
      pending = before;
      return count;
    },
  };
}

/** @param ranges from the outermost, which is that of the function */
function ranIn(ranges: readonly Profiler.CoverageRange[]): Ran {
  const [whole] = ranges;
  if (!whole || whole.count === 0) return new Uint8Array();
  const ran = new Uint8Array(whole.endOffset - whole.startOffset);
  for (const { startOffset, endOffset, count } of ranges)
    ran.fill(count > 0 ? 1 : 0, startOffset - whole.startOffset, endOffset - whole.startOffset);
  return ran;
}

function countNew(ran: Ran, before: Ran | undefined): number {
  if (before && Buffer.compare(ran, before) === 0) return 0;
  let count = 0;
  let wasNew = false;
  for (let at = 0; at < ran.length; at += 1) {
    const isNew = ran[at] === 1 && before?.[at] !== 1;
    if (isNew && !wasNew) count += 1;
    wasNew = isNew;
  }
  return count;
}
