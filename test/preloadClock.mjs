/**
 * Preloaded into the Node processes of tests: shifts the clock and the times of files by the run's offset, so that a run
 * begins at the same instant whenever it is started (`testClock.ts` chooses it). Monotonic clocks and timers keep their
 * pace.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { clockOffset, shiftDate } from './shiftedClock.mjs';

const clock = clockOffset();
if (clock !== 0) {
  shiftDate(clock);
  shiftFileTimes(clock);
}

/**
 * The file system keeps the machine's time. What reads or sets the time of a file gets and gives the shifted one.
 *
 * @param {number} offset milliseconds
 */
function shiftFileTimes(offset) {
  /** @typedef {(...args: unknown[]) => unknown} Method */
  const synchronous = /** @type {Record<string, Method>} */ (/** @type {unknown} */ (fs));
  const promised = /** @type {Record<string, Method>} */ (/** @type {unknown} */ (fs.promises));
  /**
   * @param {Record<string, Method>} owner
   * @param {string} name
   * @param {(method: Method) => Method} change
   */
  const replace = (owner, name, change) => {
    const method = owner[name];
    if (!method) throw new Error(`preloadClock.mjs: fs has no ${name}.`);
    owner[name] = change(method);
  };

  /** @param {unknown} stats */
  const shifted = stats => {
    if (!(stats instanceof fs.Stats)) return stats;
    for (const key of /** @type {const} */ (['atime', 'mtime', 'ctime', 'birthtime'])) {
      stats[`${key}Ms`] += offset;
      stats[key] = new Date(stats[`${key}Ms`]);
    }
    return stats;
  };
  for (const name of ['stat', 'lstat']) {
    replace(
      promised,
      name,
      method =>
        async (...args) =>
          shifted(await method(...args)),
    );
    replace(
      synchronous,
      `${name}Sync`,
      method =>
        (...args) =>
          shifted(method(...args)),
    );
    replace(synchronous, name, method => (...args) => {
      const callback = /** @type {Method} */ (args.pop());
      return method(...args, (/** @type {unknown} */ error, /** @type {unknown} */ stats) =>
        callback(error, shifted(stats)),
      );
    });
  }

  /** Seconds or a date, as `utimes` takes them. @param {unknown} time */
  const unshifted = time =>
    (time instanceof Date ? time.getTime() : Number(time) * 1000) / 1000 - offset / 1000;
  for (const [owner, name] of /** @type {const} */ ([
    [promised, 'utimes'],
    [synchronous, 'utimesSync'],
  ])) {
    replace(
      owner,
      name,
      method =>
        (path, ...times) =>
          method(path, ...times.map(unshifted)),
    );
  }
  syncBuiltinESMExports();
}
