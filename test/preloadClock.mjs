/**
 * Preloaded into every Node process of a test run: shifts the clock and the times of files by the run's offset, so that
 * a run begins at the same instant whenever it is started (`testClock.ts` chooses it). Monotonic clocks and timers keep
 * their pace.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { clockOffset, shiftDate } from './shiftedClock.mjs';

if (clockOffset !== 0) {
  shiftDate(clockOffset);
  shiftFileTimes(clockOffset);
}

/**
 * The file system keeps the machine's time. What reads or sets the time of a file gets and gives the shifted one.
 *
 * @param {number} offset milliseconds
 */
function shiftFileTimes(offset) {
  /** @param {fs.Stats | undefined} stats */
  const shifted = stats => {
    if (stats === undefined || typeof stats.mtimeMs !== 'number') return stats;
    stats.atimeMs += offset;
    stats.mtimeMs += offset;
    stats.ctimeMs += offset;
    stats.birthtimeMs += offset;
    return stats;
  };
  /** @param {fs.TimeLike} time */
  const unshifted = time =>
    (time instanceof Date ? time.getTime() : Number(time) * 1000) / 1000 - offset / 1000;
  for (const name of /** @type {const} */ (['stat', 'lstat'])) {
    const inPromises = fs.promises[name];
    // @ts-expect-error Its overloads differ only in the result's numbers.
    fs.promises[name] = async (...args) => shifted(await inPromises(...args));
    const atOnce = fs[`${name}Sync`];
    // @ts-expect-error Likewise.
    fs[`${name}Sync`] = Object.assign((...args) => shifted(atOnce(...args)), atOnce);
    const withCallback = fs[name];
    // @ts-expect-error Likewise.
    fs[name] = Object.assign((...args) => {
      const callback = args.pop();
      // @ts-expect-error Likewise.
      withCallback(...args, (error, stats) => callback(error, shifted(stats)));
    }, withCallback);
  }
  const { utimes } = fs.promises;
  fs.promises.utimes = (path, accessed, modified) => utimes(path, unshifted(accessed), unshifted(modified));
  const { utimesSync } = fs;
  fs.utimesSync = (path, accessed, modified) => utimesSync(path, unshifted(accessed), unshifted(modified));
  syncBuiltinESMExports();
}
