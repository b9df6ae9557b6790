// node test/world/manyWorlds.ts [--minutes M] [--seed N] [--hours H]
//
// Simulates worlds of one seed after another, each in a process of its own, until the time is up. Prints what was
// tried, and every seed whose world broke a rule.
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { chooseSeed } from '../randomRuns.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(chooseSeed()) },
    hours: { type: 'string', default: '1' },
  },
});

const script = join(import.meta.dirname, 'simulate.ts');
const end = Date.now() + Number(options.minutes) * 60_000;
const totals = new Map<string, number>();
const broken: string[] = [];
const first = Number(options.seed);
let next = first;

await Promise.all(Array.from({ length: availableParallelism() }, runWhileTime));

const worlds = next - first;
const sorted = [...totals].sort(([a], [b]) => a.localeCompare(b));
console.log(JSON.stringify(Object.fromEntries(sorted), null, 1));
console.log(`${worlds} worlds of ${options.hours} h, seeds ${first} to ${next - 1}, ${broken.length} broken`);
for (const line of broken) console.log(line);
process.exitCode = broken.length === 0 ? 0 : 1;

async function runWhileTime(): Promise<void> {
  while (Date.now() < end) {
    const seed = String(next++);
    try {
      const { stdout } = await run(seed);
      const { counts } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as {
        counts: Record<string, number>;
      };
      for (const [name, count] of Object.entries(counts)) totals.set(name, (totals.get(name) ?? 0) + count);
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      const lines = `${stdout}\n${stderr}`.trimEnd().split('\n');
      broken.push(
        `npm run simulate -- --seed ${seed} --hours ${options.hours}\n${lines.slice(-12).join('\n')}`,
      );
    }
  }
}

function run(seed: string) {
  return promisify(execFile)(process.execPath, [script, '--seed', seed, '--hours', options.hours]);
}
