import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { currentLocale } from '../../base/words/displayLanguage.ts';
import { endsWithExtension } from '../host/endsWithExtension.ts';
import type { GeojsonWork } from '../../features/areas/rules/areaFunctions.ts';
import { createWorkThread, type Job } from './workThread.ts';

type Name = keyof GeojsonWork;
type WorkArguments<N extends Name> = Parameters<GeojsonWork[N]>;
type Answer<N extends Name> = Awaited<ReturnType<GeojsonWork[N]>>;

/**
 * Longer texts are processed in a worker thread: at this length, the slowest function takes some ten milliseconds in
 * the host. Characters.
 */
const longestInHost = 200_000;

/** Longer documents aren't processed automatically; the editor doesn't expose larger ones to extensions. Characters. */
export const longestDocument = 50_000_000;

/**
 * Longer texts have a thread of their own, so that no other text waits for them: at this length, the slowest function
 * takes half a second. Characters.
 */
const longestBeside = 5_000_000;

const thread = createWorkThread({
  start: () => startWorker('swath-geojson'),
  idle: 60_000,
});
/** Ends what is no longer needed, such as the check of a document that was closed: it would take ten seconds. */
const threadOfLongest = createWorkThread({
  start: () => startWorker('swath-geojson-long'),
  idle: 60_000,
  endsUnwanted: true,
});
for (const each of [thread, threadOfLongest]) endsWithExtension(each);

/**
 * Runs one of the functions on GeoJSON text, in a worker thread for long texts. The parser and the geometry code are
 * loaded on first use.
 *
 * @param args the text of the document, then the function's other arguments
 */
export function geojsonWork<N extends Name>(name: N, ...args: WorkArguments<N>): Promise<Answer<N>> {
  return geojsonWorkWhile(undefined, name, ...args);
}

/**
 * The same for an answer that may no longer be needed: rejects with the reason of the signal, and then doesn't start. On a
 * very long text, it also stops.
 */
export async function geojsonWorkWhile<N extends Name>(
  signal: AbortSignal | undefined,
  name: N,
  ...[text, ...args]: WorkArguments<N>
): Promise<Answer<N>> {
  const job: Job = { name, text, args };
  const aside = text.length > longestBeside ? threadOfLongest : thread;
  const answer = isReadAside(text) ? aside.run(job, signal) : runHere(job);
  // The function of a name returns the type of that name, in both places.
  return (await answer) as Answer<N>;
}

/** Whether functions on this text run outside the host. */
export function isReadAside(text: string): boolean {
  return text.length > longestInHost;
}

export async function runHere({ name, text, args }: Job): Promise<unknown> {
  const { runWork } = await import('../../features/areas/rules/areaFunctions.ts');
  return runWork(name, text, args);
}

/**
 * A thread that runs the functions. Its file is next to the bundle that contains this one, or next to this one in the
 * sources.
 *
 * @param name for people who list the threads of the process
 */
export function startWorker(name: string): Worker {
  const here = import.meta.filename;
  const file = here.endsWith('.ts') ? 'geojsonWorker.ts' : 'geojsonWorker.cjs';
  return new Worker(join(dirname(here), file), { name, workerData: currentLocale() });
}
