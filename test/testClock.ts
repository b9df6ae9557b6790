import { isFull } from './randomRuns.ts';
import { offsetVariable } from './shiftedClock.mjs';

/** The instant at which a run begins, such as `2028-02-29T23:59:00Z`. */
export const nowVariable = 'SWATH_TEST_NOW';

/** Where every run of `npm test` begins. */
const usualInstant = '2026-03-18T10:41:30Z';
const usualZone = 'UTC';

const threeYearsMs = 3 * 365.25 * 86_400_000;

/**
 * Chooses the instant and the time zone of this run for the processes that it starts: the requested ones, else the usual
 * ones, else with `npm run test:full` an instant of the next three years and a zone at random.
 *
 * @returns the variables that repeat them
 */
export function startTestClock(): string {
  process.env.TZ ??= isFull ? randomZone() : usualZone;
  process.env[nowVariable] ??= isFull ? randomInstant() : usualInstant;
  const text = process.env[nowVariable];
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw new Error(`${nowVariable} must be an instant in ISO 8601, not "${text}".`);
  // A step of a run continues the clock of the run.
  process.env[offsetVariable] ??= String(instant - Date.now());
  return `${nowVariable}=${text} TZ=${process.env.TZ}`;
}

function randomInstant(): string {
  return new Date(Date.now() + Math.random() * threeYearsMs).toISOString();
}

function randomZone(): string {
  const zones = Intl.supportedValuesOf('timeZone');
  return zones[Math.floor(Math.random() * zones.length)] ?? usualZone;
}
