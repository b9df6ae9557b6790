/** Milliseconds to add to the machine's clock. */
export const offsetVariable = 'SWATH_TEST_CLOCK_OFFSET';

/** An argument of a new Node process: it gets the clock of this run. */
export const clockImport = `--import=${new URL('preloadClock.mjs', import.meta.url).href}`;

/** The offset of this run, milliseconds; 0 outside of one. */
export function clockOffset() {
  return Number(globalThis.process.env[offsetVariable] ?? 0);
}

/**
 * Shifts `Date` in this global scope. It stands alone, because a browser gets its text.
 *
 * @param {number} offset milliseconds
 */
export function shiftDate(offset) {
  const MachineDate = Date;
  const now = () => MachineDate.now() + offset;
  globalThis.Date = new Proxy(MachineDate, {
    construct(target, args, newTarget) {
      /** @type {unknown} */
      const date = Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget);
      return /** @type {Date} */ (date);
    },
    apply() {
      return /** @type {unknown} */ (new MachineDate(now()).toString());
    },
    get(target, key, receiver) {
      return key === 'now' ? now : /** @type {unknown} */ (Reflect.get(target, key, receiver));
    },
  });
  MachineDate.prototype.constructor = globalThis.Date;
}
