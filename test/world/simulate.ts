// npm run simulate -- --seed N [--hours H] [--trace] [--plant fault]
//
// Runs the money code of Swath in a simulated world: one clock, a network, a disk, windows and a user, all of it from
// one seed. The same seed is the same world, byte for byte.
import { parseArgs } from 'node:util';
import { plants } from './plants.ts';
import { runWorld } from './world.ts';

// A day ends soon after a world begins.
process.env.TZ = 'Europe/Paris';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    hours: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
    plant: { type: 'string' },
  },
});

const plant = options.plant === undefined ? {} : plants[options.plant];
if (!plant)
  throw new Error(`There is no planted fault "${options.plant}": ${Object.keys(plants).join(', ')}`);

const { hash, counts, failure, end } = await runWorld({
  seed: Number(options.seed),
  hours: Number(options.hours),
  plant,
  ...(options.trace ? { onTrace: (line: string) => console.log(line) } : {}),
});
if (failure !== undefined && !options.trace) console.log(end.join('\n'));
const sorted = Object.entries(counts).sort(([a], [b]) => a.localeCompare(b));
console.log(
  JSON.stringify({ seed: Number(options.seed), hash, failure, counts: Object.fromEntries(sorted) }),
);
process.exitCode = failure === undefined ? 0 : 1;
