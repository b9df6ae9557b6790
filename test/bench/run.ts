// npm run bench [-- [--json] [name …]]
//
// Measures what is promised, each beside what it is held against, and fails when a promise is missed.
import { parseArgs } from 'node:util';
import { machineText, rowsText, type BenchRow } from './benchRow.ts';
import { benchFootprints } from './footprints.ts';
import { benchGeojson } from './geojson.ts';
import { benchResults } from './results.ts';
import { benchWatch } from './watch.ts';

const benches: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  geojson: benchGeojson,
  footprints: benchFootprints,
  results: benchResults,
  watch: benchWatch,
};

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(benches);
const unknown = names.find(name => !Object.hasOwn(benches, name));
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}". There are ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

const machine = machineText();
const results: Record<string, BenchRow[]> = {};
for (const name of names) results[name] = (await benches[name]?.()) ?? [];
if (values.json) console.log(JSON.stringify({ machine, results }, undefined, 2));
else {
  console.log(machine);
  for (const [name, rows] of Object.entries(results)) console.log(`\n${name}\n${rowsText(rows)}`);
}
if (Object.values(results).some(rows => rows.some(({ ok }) => !ok))) process.exitCode = 1;
