/** Set by `npm run test:full`: random tests make their full number of runs. */
export const fullVariable = 'SWATH_TEST_FULL';
/** The seed of all random tests of a run; a new one each time if it isn't set. */
export const seedVariable = 'SWATH_TEST_SEED';

export const isFull = process.env[fullVariable] !== undefined;

/** What `npm test` leaves to `npm run test:full`: files that take long for code that seldom changes. */
export const leftToFull = isFull ? [] : ['**/*.full.test.ts'];

/** How many runs a random test makes: in `npm test`, and in `npm run test:full`. */
export function runs({ quick, full }: { quick: number; full: number }): { numRuns: number } {
  return { numRuns: isFull ? full : quick };
}

/** The requested seed, or a new one. */
export function chooseSeed(): number {
  const value = process.env[seedVariable];
  if (value === undefined) return Date.now() % 1_000_000_000;
  const seed = Number(value);
  if (!Number.isInteger(seed)) throw new Error(`${seedVariable} must be a whole number, not "${value}".`);
  return seed;
}
