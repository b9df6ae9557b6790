/** Functions of texts, which run in a thread for long texts: each feature has a table of its own. */
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { currentLocale } from '../../base/words/displayLanguage.ts';
import { endsWithExtension } from '../host/endsWithExtension.ts';
import { runFunction, type WorkTable } from './runFunction.ts';
import { createWorkThread, type Job, type WorkThread } from './workThread.ts';

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

/** Whether functions on this text run outside the host. */
export function isReadAside(text: string): boolean {
  return text.length > longestInHost;
}

type Answer<Call extends WorkTable[string]> = Awaited<ReturnType<Call>>;

export interface TextWork<Table extends WorkTable> {
  /**
   * Runs one of the functions on a text, in a worker thread for long texts. The functions are loaded on first use.
   *
   * @param args the text, then the function's other arguments
   */
  run<N extends keyof Table & string>(name: N, ...args: Parameters<Table[N]>): Promise<Answer<Table[N]>>;
  /**
   * The same for an answer that may no longer be needed: rejects with the reason of the signal, and then doesn't start. On
   * a very long text, it also stops.
   */
  runWhile<N extends keyof Table & string>(
    signal: AbortSignal | undefined,
    name: N,
    ...args: Parameters<Table[N]>
  ): Promise<Answer<Table[N]>>;
  /** In the host, whatever the length. */
  runHere(job: Job): Promise<unknown>;
  /** One more thread for the functions, which is ended when nobody waits for its answer. @param purpose names it */
  threadFor(purpose: string): WorkThread;
}

/**
 * @param name of the threads, for people who list those of the process
 * @param here the file that calls this, `import.meta.filename`
 * @param worker the name of the file that answers in the thread, see `inWorkThread.ts`: in the sources beside the file
 *   that calls this, and else beside its bundle
 * @param load the functions
 */
export function createTextWork<Table extends WorkTable>({
  name,
  here,
  worker,
  load,
}: {
  name: string;
  here: string;
  worker: string;
  load: () => Promise<Table>;
}): TextWork<Table> {
  const start = (threadName: string) => () => {
    const file = here.endsWith('.ts') ? `${worker}.ts` : `${worker}.cjs`;
    return new Worker(join(dirname(here), file), { name: threadName, workerData: currentLocale() });
  };
  const thread = createWorkThread({ start: start(name), idle: 60_000 });
  endsWithExtension(thread);
  const endable = (purpose: string) => {
    const made = createWorkThread({ start: start(`${name}-${purpose}`), idle: 60_000, endsUnwanted: true });
    endsWithExtension(made);
    return made;
  };
  /** Ends what is no longer needed, such as the check of a document that was closed: it would take ten seconds. */
  const threadOfLongest = endable('long');

  async function runHere(job: Job): Promise<unknown> {
    return runFunction(await load(), job.name, job.text, job.args);
  }

  async function runWhile<N extends keyof Table & string>(
    signal: AbortSignal | undefined,
    call: N,
    ...[text, ...args]: Parameters<Table[N]>
  ): Promise<Answer<Table[N]>> {
    const job: Job = { name: call, text, args };
    const aside = text.length > longestBeside ? threadOfLongest : thread;
    const answer = isReadAside(text) ? aside.run(job, signal) : runHere(job);
    // The function of a name returns the type of that name, in both places.
    return (await answer) as Answer<Table[N]>;
  }

  return {
    run: (call, ...args) => runWhile(undefined, call, ...args),
    runWhile,
    runHere,
    threadFor: endable,
  };
}
