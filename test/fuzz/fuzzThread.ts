/** The thread that reads inputs: `fuzz.ts` watches it and ends it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { createChance } from '../world/chance.ts';
import { startCoverage } from './coverage.ts';
import { type Bytes, longestInput, mutate, shrink } from './mutate.ts';
import { plants } from './plants.ts';
import { closeTargets, type Target, targets } from './targets.ts';
import { stateLength, type ThreadMessage, type ThreadWork } from './threadWork.ts';

const { kind, target: name, seed, inputs, state } = workerData as ThreadWork;
const target = targetOf(name);
const numbers = new Int32Array(state, 0, stateLength);
const current = new Uint8Array(state, 4 * stateLength);
const post = (message: ThreadMessage) => parentPort?.postMessage(message);

function targetOf(targetName: string): Target {
  const found = targets[targetName] ?? plants[targetName];
  if (!found) throw new Error(`There is no target "${targetName}": ${Object.keys(targets).join(', ')}`);
  return found;
}

/** @returns what was thrown */
async function run(input: Bytes): Promise<unknown> {
  numbers[1] = input.length;
  current.set(input.subarray(0, longestInput));
  Atomics.add(numbers, 0, 1);
  try {
    await target.read(input);
    return undefined;
  } catch (error) {
    return error ?? new Error(String(error));
  } finally {
    Atomics.add(numbers, 0, 1);
  }
}

/** Where an error comes from: the first place in the code, and its message without numbers. */
function placeOf(error: unknown): string {
  const { stack = '', message = String(error) } = error instanceof Error ? error : {};
  const place = stack.split('\n').find(line => /\/(?:src|webview|node_modules)\//.test(line));
  return `${place?.trim() ?? ''} ${message.replaceAll(/\d+/g, '#').slice(0, 60)}`;
}

/** How many inputs are read before it is looked at what ran: that takes longer than most of them. */
const atOnce = 32;

async function fuzz(): Promise<void> {
  const chance = createChance(seed);
  const words = wordsOf(target);
  const coverage = await startCoverage();
  const corpus: Bytes[] = [];
  const failed = new Set<string>();

  async function tryOut(input: Bytes): Promise<void> {
    const error = await run(input);
    if (error === undefined) return;
    const place = placeOf(error);
    if (failed.has(place)) return;
    failed.add(place);
    const smallest = await shrink(input, async shorter => placeOf(await run(shorter)) === place);
    post({ kind: 'failed', input: smallest, error: inspect(error), place });
  }
  /** @returns how many stretches of code ran for the first time: it is kept if there are any */
  async function keep(input: Bytes): Promise<number> {
    await tryOut(input);
    const blocks = await coverage.newBlocks();
    if (blocks > 0) corpus.push(input);
    return blocks;
  }
  /** Of inputs that together ran new code: finds which did. */
  async function keepNew(batch: readonly Bytes[]): Promise<void> {
    const middle = Math.ceil(batch.length / 2);
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
      const [first] = half;
      if (half.length === 1 && first) {
        const blocks = await keep(first);
        if (blocks > 0) post({ kind: 'kept', input: first, blocks });
      }
      if (half.length > 1 && (await runsNew(half))) await keepNew(half);
    }
  }
  async function runsNew(batch: readonly Bytes[]): Promise<boolean> {
    for (const input of batch) await tryOut(input);
    return (await coverage.pendingBlocks()) > 0;
  }

  let atStart = 0;
  for (const input of inputs) atStart += await keep(input);
  post({ kind: 'ready', blocks: atStart });
  for (;;) {
    const batch = Array.from({ length: atOnce }, () => {
      // Half of them from what was found last.
      const first = chance.is(0.5) ? Math.max(0, corpus.length - 20) : 0;
      const input = corpus[chance.between(first, corpus.length - 1)] ?? new Uint8Array();
      return mutate(input, { chance, words, other: chance.of(corpus) });
    });
    if (await runsNew(batch)) await keepNew(batch);
    // What runs by chance, such as a timer, isn't looked for again.
    coverage.settle();
    // Timers and messages have their turn.
    await new Promise(setImmediate);
  }
}

/** Words in quotation marks: sentences are longer. */
function wordsOf({ words: files }: Target): string[] {
  const repository = join(import.meta.dirname, '../..');
  const found = files.flatMap(file =>
    [...readFileSync(join(repository, file), 'utf8').matchAll(/'([^'\\\n]{1,30})'/g)].map(
      ([, word = '']) => word,
    ),
  );
  return [...new Set(found)].filter(word => !word.startsWith('.') && !word.startsWith('node:'));
}

/** Reads what is usual first: what is loaded and compiled for the first time takes long. */
async function runSingle([input]: readonly Bytes[]): Promise<void> {
  for (const seedInput of target.seeds().slice(0, 5)) await target.read(seedInput);
  if (!input) return;
  post({ kind: 'ready', blocks: 0 });
  const start = process.threadCpuUsage();
  const error = await run(input);
  const { user, system } = process.threadCpuUsage(start);
  if (error !== undefined) {
    post({ kind: 'failed', input, error: inspect(error), place: placeOf(error) });
  }
  post({ kind: 'single', milliseconds: (user + system) / 1000 });
}

/** The inputs that together run all that all of them run, the short ones first. */
async function chooseSmallest(): Promise<void> {
  const coverage = await startCoverage();
  const kept: Bytes[] = [];
  for (const input of inputs.toSorted((a, b) => a.length - b.length)) {
    await run(input);
    if ((await coverage.newBlocks()) > 0) kept.push(input);
  }
  post({ kind: 'smallest', inputs: kept });
}

if (kind === 'fuzz') await fuzz();
else if (kind === 'single') await runSingle(inputs);
else await chooseSmallest();
// A server would keep the thread alive.
await closeTargets();
