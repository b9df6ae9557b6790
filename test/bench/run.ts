// npm run bench [-- [--json] [name …]]
//
// Measures everything that has a limit, each with its baseline, and fails if a limit is missed.
import { parseArgs } from 'node:util';
import { timesOfTypical } from '../runSpeed.ts';
import { benchActivation } from './activation.ts';
import { benchAreaView } from './areaView.ts';
import { browserName } from './benchPage.ts';
import {
  type BenchRow,
  exitCode,
  machine,
  machineText,
  type Measurement,
  tableText,
  toRow,
} from './benchRow.ts';
import { benchClearHere } from './clearHere.ts';
import { benchClient } from './client.ts';
import { benchDownload } from './download.ts';
import { benchEstimates } from './estimates.ts';
import { benchFootprints } from './footprints.ts';
import { benchGeojson } from './geojson.ts';
import { benchMemory } from './memory.ts';
import { benchPackage } from './packageSize.ts';
import { benchReport } from './report.ts';
import { benchResults } from './results.ts';

const benches: Readonly<Record<string, () => Promise<Measurement[]>>> = {
  package: benchPackage,
  activation: benchActivation,
  client: benchClient,
  memory: benchMemory,
  download: benchDownload,
  geojson: benchGeojson,
  footprints: benchFootprints,
  results: benchResults,
  report: benchReport,
  estimates: benchEstimates,
  clearHere: benchClearHere,
  areaView: benchAreaView,
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

// Building and starting editors logs to the terminal; only one JSON document goes to the output.
const { log } = console;
if (values.json) console.log = console.error;
const about = machine(browserName());
console.log(machineText(about));
const results: Record<string, BenchRow[]> = {};
for (const name of names) {
  const before = await timesOfTypical();
  const measured = (await benches[name]?.()) ?? [];
  const slowness = (before + (await timesOfTypical())) / 2;
  const rows = measured.map(each => toRow(each, slowness));
  results[name] = rows;
  console.log(
    `\n${name}, plain loop ${slowness.toFixed(1)} × that of a typical machine\n\n${tableText(rows)}`,
  );
}
const missed = Object.values(results)
  .flat()
  .filter(({ verdict }) => verdict === 'missed');
if (values.json) log(JSON.stringify({ machine: about, results }, undefined, 2));
else log(missed.length === 0 ? '\nEvery promise is kept.' : `\n${missed.length} promises are missed.`);
process.exitCode = Math.max(...names.map(name => exitCode(results[name] ?? [])));
