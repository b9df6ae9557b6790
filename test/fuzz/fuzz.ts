// npm run fuzz -- [<target>…] [--minutes M] [--seed N] [--keep] [--first] [--input file]
//
// Changes inputs at random and keeps those that run code that never ran before, for each target (`targets.ts`) until the
// time is up. Prints each input on which Swath fails, is stuck, or takes too much memory; it is a file below
// .test-results/fuzz then. `--keep` writes inputs to test/data/fuzz, `--first` ends with the
// first find, and `--input` reads only one file.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { repository } from '../editor/repository.ts';
import { resultsFolderOf } from '../editor/resultsFolder.ts';
import { chooseSeed } from '../randomRuns.ts';
import { measureSpeed, patient } from '../runSpeed.ts';
import { readCorpus, writeCorpus } from './corpora.ts';
import type { Bytes } from './mutate.ts';
import { plants } from './plants.ts';
import { closeTargets, targets } from './targets.ts';
import { stateBytes, stateLength, type ThreadMessage, type ThreadWork } from './threadWork.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(chooseSeed()) },
    keep: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    input: { type: 'string' },
  },
});
await measureSpeed();

/** Of processor time, for one input. */
const maxMs = patient(1000);
/** That something is waited for without any work, such as an answer that doesn't come. */
const maxIdleMs = patient(20_000);
/** Above what was in memory before. Bytes. */
const maxMemory = 256 * 2 ** 20;

type Fault = 'error' | 'stuck' | 'memory';

const all = { ...targets, ...plants };
const names = positionals.length > 0 ? positionals : Object.keys(targets);
for (const name of names)
  if (!Object.hasOwn(all, name))
    throw new Error(`There is no target "${name}": ${Object.keys(targets).join(', ')}`);
try {
  for (const name of names) {
    if (options.input === undefined) await fuzz(name, Number(options.minutes));
    else await readOnce(name, options.input);
  }
} finally {
  await closeTargets();
}

async function fuzz(name: string, minutes: number): Promise<void> {
  const end = Date.now() + minutes * 60_000;
  const inputs = [...(all[name]?.seeds() ?? []), ...(await readCorpus(name))];
  const seeds = inputs.length;
  let executions = 0;
  let blocks = 0;
  let found = 0;
  const places = new Set<string>();
  const isOver = () => Date.now() >= end || (options.first && found > 0);
  for (let seed = Number(options.seed); !isOver(); seed += 1) {
    const work: ThreadWork = { kind: 'fuzz', target: name, seed, inputs, state: newState() };
    const stop = await runThread(work, isOver, async message => {
      if (message.kind === 'ready') {
        blocks = message.blocks;
      } else if (message.kind === 'kept') {
        blocks += message.blocks;
        inputs.push(message.input);
      } else if (message.kind === 'failed' && !places.has(message.place)) {
        places.add(message.place);
        found += 1;
        report(name, 'error', await save(name, 'error', message.input), message.error);
      }
    });
    executions += Math.floor(Atomics.load(new Int32Array(work.state), 0) / 2);
    if (stop === undefined) continue;
    // Other programs, and what earlier inputs left, can be to blame.
    const path = await save(name, stop, inputIn(work.state));
    if (!(await failsAgain(name, path))) continue;
    found += 1;
    report(name, stop, path);
  }
  console.log(
    `${name}: ${minutes} min, ${executions} inputs, ${blocks} blocks, ${inputs.length - seeds} kept, ${found} found, seed ${options.seed}`,
  );
  if (options.keep) await writeCorpus(name, await chooseSmallest(name, inputs));
}

/** Of this process so far, bytes. */
function largestSize(): number {
  return process.resourceUsage().maxRSS * 1024;
}

function isReading(count: number): boolean {
  return count % 2 === 1;
}

function newState(): SharedArrayBuffer {
  return new SharedArrayBuffer(stateBytes);
}

function inputIn(state: SharedArrayBuffer): Bytes {
  const [, length = 0] = new Int32Array(state, 0, stateLength);
  return new Uint8Array(state, 4 * stateLength).slice(0, length);
}

/** Ends the thread when the time is up, or when it reads one input for too long or with too much memory. */
async function runThread(
  work: ThreadWork,
  isTimeUp: () => boolean,
  onMessage: (message: ThreadMessage) => unknown,
): Promise<Fault | undefined> {
  const thread = new Worker(new URL('fuzzThread.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: maxMemory / 2 ** 20 },
  });
  let reason: Fault | undefined;
  let memory = Infinity;
  let handled: Promise<unknown> = Promise.resolve();
  thread.on('message', (message: ThreadMessage) => {
    if (message.kind === 'ready') memory = largestSize();
    handled = handled.then(() => onMessage(message));
  });
  thread.on('error', (error: NodeJS.ErrnoException) => {
    reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'error';
    if (reason === 'error') console.error(error);
  });
  const exit = new AbortController();
  thread.once('exit', () => exit.abort());
  const count = new Int32Array(work.state);
  let before = -1;
  let since = performance.now();
  let cpu = process.cpuUsage();
  while (!exit.signal.aborted && !isTimeUp() && reason === undefined) {
    await wait(20, undefined, { signal: exit.signal }).catch(() => undefined);
    const now = Atomics.load(count, 0);
    const used = process.cpuUsage(cpu);
    if (now !== before) {
      before = now;
      since = performance.now();
      cpu = process.cpuUsage();
    } else if (
      isReading(now) &&
      (used.user + used.system > maxMs * 1000 || performance.now() - since > maxIdleMs)
    )
      reason = 'stuck';
    if (reason === undefined && largestSize() - memory > maxMemory) reason = 'memory';
  }
  await thread.terminate();
  await handled;
  return reason;
}

/** @returns the path of the file */
async function save(target: string, kind: Fault, input: Bytes): Promise<string> {
  const folder = join(resultsFolderOf('fuzz'), target);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${kind}-${createHash('sha256').update(input).digest('hex').slice(0, 8)}`);
  await writeFile(path, input);
  return path;
}

function report(target: string, kind: Fault, path: string, text = ''): void {
  process.exitCode = 1;
  console.log(`${target}: ${kind}, npm run fuzz -- ${target} --input ${relative(repository, path)}\n${text}`);
}

/** In a process of its own, whose largest size is that of this input. */
async function failsAgain(target: string, path: string): Promise<boolean> {
  const args = [...process.execArgv, process.argv[1] ?? '', target, '--input', path];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  return (await once(child, 'exit'))[0] !== 0;
}

async function readOnce(target: string, path: string): Promise<void> {
  const input = Uint8Array.from(await readFile(path));
  let ms: number | undefined;
  const work: ThreadWork = { kind: 'single', target, seed: 0, inputs: [input], state: newState() };
  const stop = await runThread(
    work,
    () => false,
    message => {
      if (message.kind === 'failed') report(target, 'error', path, message.error);
      if (message.kind === 'single') ms = message.milliseconds;
    },
  );
  if (stop !== undefined) report(target, stop, path);
  else if (ms !== undefined && ms > maxMs) report(target, 'stuck', path, `${ms.toFixed(0)} ms`);
}

async function chooseSmallest(target: string, inputs: readonly Bytes[]): Promise<Bytes[]> {
  let smallest: Bytes[] = [];
  const work: ThreadWork = { kind: 'smallest', target, seed: 0, inputs, state: newState() };
  await runThread(
    work,
    () => false,
    message => {
      if (message.kind === 'smallest') smallest = message.inputs;
    },
  );
  return smallest;
}
