import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { GeojsonWork } from '../model/geojson/geojsonWork.ts';
import { currentLocale } from '../model/words/displayLanguage.ts';
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
  return geojsonWorkWhile(undefined, name, ...given);
}

/** The same for an answer that may be wanted no longer: rejects with the reason of the signal, and is not begun then. */
export async function geojsonWorkWhile<N extends Name>(
  signal: AbortSignal | undefined,
  name: N,
  ...[text, ...args]: Given<N>
): Promise<Answer<N>> {
  const job: Job = { name, text, args };
  const answer = isReadAside(text) ? thread.run(job, signal) : runHere(job);
  // The function of a name gives the answer of that name, here as there.
  return (await answer) as Answer<N>;
}

/** Whether functions over this text leave the host free. */
export function isReadAside(text: string): boolean {
  return text.length > longestInHost;
}

/** Ends the thread, if there is one. */
export function endGeojsonWork(): void {
  thread.dispose();
}

/** Runs one of the functions in the host. */
export async function runHere({ name, text, args }: Job): Promise<unknown> {
  const { runWork } = await import('../model/geojson/geojsonWork.ts');
  return runWork(name, text, args);
}

/**
 * A thread that runs the functions: the file beside the bundle that this one is in, or beside this one in the sources.
 *
 * @param name for people who look at the threads of the process
 */
export function startWorker(name: string): Worker {
  const here = import.meta.filename;
  const file = here.endsWith('.ts') ? 'geojsonWorker.ts' : 'geojsonWorker.cjs';
  return new Worker(join(dirname(here), file), { name, workerData: currentLocale() });
}
