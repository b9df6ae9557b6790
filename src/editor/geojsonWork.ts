import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { GeojsonWork } from '../model/geojson/geojsonWork.ts';
import { spokenLanguage } from '../model/words/displayLanguage.ts';
import { endsWithExtension } from './endsWithExtension.ts';
import { createWorkThread, type Job } from './workThread.ts';

type Name = keyof GeojsonWork;
type Given<N extends Name> = Parameters<GeojsonWork[N]>;
type Answer<N extends Name> = Awaited<ReturnType<GeojsonWork[N]>>;

/** Longer texts are read in a thread of their own: some ten milliseconds of the host for the slowest function. Characters. */
const longestInHost = 200_000;

/** Longer documents are left alone by what reads them of itself; the editor shows none to extensions. Characters. */
export const longestDocument = 50_000_000;

const thread = createWorkThread({
  start: () => startWorker('swath-geojson'),
  runInHost: runWork,
  idle: 60_000,
});
endsWithExtension(thread);

/**
 * Runs one of the functions over GeoJSON text, for long texts in a thread of its own. The parser and the geometry code
 * are loaded on first use.
 *
 * @param given the text of the document, then what else the function takes
 */
export function geojsonWork<N extends Name>(name: N, ...given: Given<N>): Promise<Answer<N>> {
  return run(undefined, name, given);
}

/** The same for an answer that may be wanted no longer: rejects with the reason of the signal, and is not begun then. */
export function geojsonWorkWhile<N extends Name>(
  signal: AbortSignal,
  name: N,
  ...given: Given<N>
): Promise<Answer<N>> {
  return run(signal, name, given);
}

/** Whether functions over this text leave the host free. */
export function isReadAside(text: string): boolean {
  return text.length > longestInHost;
}

/** Ends the thread, if there is one. */
export function endGeojsonWork(): void {
  thread.dispose();
}

async function run<N extends Name>(
  signal: AbortSignal | undefined,
  name: N,
  [text, ...args]: Given<N>,
): Promise<Answer<N>> {
  const job: Job = { name, text, args };
  const answer = isReadAside(text) ? thread.run(job, signal) : runWork(job);
  // The function of a name gives the answer of that name, here as there.
  return (await answer) as Answer<N>;
}

/** Runs one of the functions here. */
export async function runWork({ name, text, args }: Job): Promise<unknown> {
  const { work } = await import('../model/geojson/geojsonWork.ts');
  // The compiler does not see that the name of a function and its arguments go together: `run` has seen to it.
  const call = work[name] as (text: string, ...args: readonly unknown[]) => unknown;
  return call(text, ...args);
}

/** A thread that runs the functions. @param name for people who look at the threads of the process */
export function startWorker(name: string): Worker {
  return new Worker(workerFile(), { name, workerData: spokenLanguage() });
}

/** Beside the bundle that this file is in; from the sources, the file that the bundle of the thread is made from. */
function workerFile(): string {
  const here = import.meta.filename;
  return here.endsWith('.ts')
    ? join(dirname(here), 'geojsonWorker.ts')
    : join(dirname(here), 'geojsonWorker.cjs');
}
