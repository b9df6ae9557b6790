/** Areas of files and texts that others made: read beside the host, and for so long at most. */
import * as l10n from '@vscode/l10n';
import type { AreaFile, AreasRead } from '../../model/import/readAreas.ts';
import { runHere, startWorker } from '../../editor/geojsonWork.ts';
import { endsWithExtension } from '../../editor/endsWithExtension.ts';
import { createWorkThread, type Job } from '../../editor/workThread.ts';

/** Texts up to here take some ten milliseconds, whatever is in them. Characters. */
const longestInHost = 20_000;

/** No area that somebody orders takes longer to read. Seconds. */
const longestReading = 30;

/** One of its own: what is slow here keeps no document waiting, and can be ended at any time. */
const thread = createWorkThread({
  start: () => startWorker('swath-import'),
  idle: 60_000,
  endsUnwanted: true,
});
endsWithExtension(thread);

/** Whether a text is short enough to be read at once, as at each key that is typed. */
export function isReadAtOnce(text: string): boolean {
  return text.length <= longestInHost;
}

/** Areas of a text, whichever format it is in. Rejects with the reason of the signal. */
export async function readForeignText(text: string, signal?: AbortSignal): Promise<AreasRead> {
  const job: Job = { name: 'readAreasOfText', text, args: [] };
  // The function of a name gives the answer of that name.
  return isReadAtOnce(text) ? ((await runHere(job)) as AreasRead) : readAside(job, signal);
}

/** Areas of a file, told by its content. Its name is in front of the problem. */
export async function readForeignFile(file: AreaFile): Promise<AreasRead> {
  const read = await readAside({ name: 'readAreasOfFile', text: '', args: [file] });
  const isNamed = read.kind === 'areas' || read.problem.startsWith(`${file.name}: `);
  return isNamed ? read : { ...read, problem: `${file.name}: ${read.problem}` };
}

async function readAside(job: Job, asked?: AbortSignal): Promise<AreasRead> {
  const timeout = AbortSignal.timeout(longestReading * 1000);
  try {
    return (await thread.run(job, asked ? AbortSignal.any([asked, timeout]) : timeout)) as AreasRead;
  } catch (error) {
    if (timeout.aborted && !asked?.aborted) return unreadable(tooSlow());
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return unreadable(tooLarge());
    throw error;
  }
}

function unreadable(problem: string): AreasRead {
  return { kind: 'unreadable', problem };
}

function tooSlow(): string {
  return l10n.t(
    'Reading was stopped after {0} s. Export only the area you need, as GeoJSON, and import that.',
    longestReading,
  );
}

function tooLarge(): string {
  return l10n.t(
    'Reading takes more memory than there is. Export only the area you need, as GeoJSON, and import that.',
  );
}

/** Ends the thread, if there is one. */
export function endAreaReading(): void {
  thread.dispose();
}
