/**
 * Opens images as the page's thread does and samples them, in a process of its own: its largest size is measured.
 *
 * node --expose-gc openImages.ts <seed> <runs> <file>...
 *
 * Without runs, each file is opened as it is; otherwise, in each run one of them with some bytes changed. A line says what
 * is opened, and the last one what it took.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { openGeoTiff } from '../../../../../webview/features/products/geoTiff.ts';
import { UnreadableImage } from '../../../../../webview/features/products/unreadableImage.ts';

const [seedText = '', runsText = '', ...paths] = process.argv.slice(2);
const files = paths.map(path => ({ name: basename(path), bytes: readFileSync(path) }));
const runs = Number(runsText);
let state = Number(seedText) || 1;

/** A whole number below `end`. */
function random(end: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * end);
}

const extremes = [0, 1, 2, 0x7f, 0x80, 0xff];

function mutated(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let change = 1 + random(6); change > 0; change -= 1) {
    // Most of what a decoder believes stands at the beginning or the end.
    const zone = [Math.min(64, copy.length), Math.min(600, copy.length), copy.length];
    const offset = random(zone[random(3)] ?? copy.length);
    const at = random(4) === 0 ? copy.length - 1 - offset : offset;
    copy[at] = random(2) === 0 ? random(256) : (extremes[random(extremes.length)] ?? 0);
  }
  return random(8) === 0 ? copy.subarray(0, random(copy.length)) : copy;
}

async function decode(bytes: Buffer): Promise<void> {
  const read = (from: number, length: number) =>
    Promise.resolve(Uint8Array.from(bytes.subarray(from, from + length)));
  try {
    const { facts, sample } = await openGeoTiff(read, bytes.length);
    await sample(facts.box, 128, [0], true);
    await sample(facts.box, 256, [0, 1, 2].slice(0, facts.bands.length), false);
  } catch (error) {
    if (!(error instanceof UnreadableImage)) throw error;
  }
}

const megabytes = () => process.resourceUsage().maxRSS / 1024;
const [first] = files;
if (first && runs > 0) await decode(first.bytes);
const before = megabytes();
let slowest = { name: '', ms: 0 };
for (let run = 0; run < (runs || files.length); run += 1) {
  const file = runs > 0 ? files[random(files.length)] : files[run];
  if (!file) continue;
  const name = `${file.name}, run ${run}`;
  console.log(name);
  const bytes = runs > 0 ? mutated(file.bytes) : file.bytes;
  const start = process.cpuUsage();
  await decode(bytes);
  // Of the processor: others may keep it busy.
  const { user, system } = process.cpuUsage(start);
  const ms = Math.round((user + system) / 1000);
  if (ms > slowest.ms) slowest = { name, ms };
  globalThis.gc?.();
}
console.log(JSON.stringify({ slowest, megabytes: Math.round(megabytes() - before) }));
