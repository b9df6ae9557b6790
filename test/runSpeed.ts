import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** How many times longer than a typical machine this one needed for a plain loop when the run started. */
const slownessVariable = 'SWATH_TEST_SLOWNESS';

/** Milliseconds in which a typical machine that does nothing else runs the loop. */
const usualMs = 300;

/** A failing test waits to its limit, so limits don't grow without end. */
const maxSlowness = 5;

/** Long enough that other programs get their share of the processors meanwhile. */
const loop = `
  function run() {
    let sum = 0;
    for (let turn = 0; turn < 1e8; turn += 1) sum = (sum * 31 + turn) | 0;
    return sum;
  }
  require('node:worker_threads').parentPort.postMessage(run());`;

/** Measures once a run what its processes get of this machine, whatever else it is doing. */
export async function measureSpeed(): Promise<void> {
  if (process.env[slownessVariable] !== undefined) return;
  const measured = await timesOfTypical();
  process.env[slownessVariable] = Math.min(maxSlowness, Math.max(1, measured)).toFixed(1);
}

/** How many times longer than a typical machine this one needs for the loop right now, on all cores at once. */
export async function timesOfTypical(): Promise<number> {
  const start = performance.now();
  await Promise.all(Array.from({ length: availableParallelism() }, runLoop));
  return (performance.now() - start) / usualMs;
}

function runLoop(): Promise<void> {
  return new Promise((resolve, reject) => {
    new Worker(loop, { eval: true }).once('message', () => resolve()).once('error', reject);
  });
}

/** 1 on a typical machine, more on a slow or busy one. */
export function slowness(): number {
  return Number(process.env[slownessVariable] ?? 1);
}

/**
 * How long to wait for something that comes by itself: only a failing test waits that long.
 *
 * @param ms milliseconds, generous for a typical machine
 */
export function patient(ms: number): number {
  return Math.ceil(ms * slowness());
}
