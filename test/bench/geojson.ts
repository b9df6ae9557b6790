// npm run bench -- geojson
//
// How long it takes to read and check GeoJSON documents, and how long that blocks the calling thread.
import { setTimeout as pass } from 'node:timers/promises';
import type { Position } from 'geojson';
import { allThatEnds } from '../../src/platform/host/endsWithExtension.ts';
import { areaFunctions } from '../../src/features/areas/rules/areaFunctions.ts';
import { areaWork, findAreasAside } from '../../src/features/areas/areaWork.ts';
import type { Measurement } from './benchRow.ts';

/**
 * Limits: diagnostics of a valid megabyte as a multiple of JSON.parse; how long a document may block the host, ms; and
 * how long what is shown in a document takes beside a very long one, ms, and as a multiple of what it takes alone.
 */
const limits = { megabyte: 8, hold: 100, beside: 1000, besideRatio: 2 } as const;

const megabyte = 1_000_000;

const makers: Record<'areas' | 'ring' | 'comments' | 'broken', (length: number) => string> = {
  areas: manyAreas,
  ring: oneRing,
  comments: length => `// Survey of the coast\n${manyAreas(length).replaceAll('\n', ' /* checked */\n')}`,
  broken: length => manyAreas(length).replace(/\]\s*\}$/, ''),
};

export async function benchGeojson(): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  try {
    // Start the thread and compile its code before measuring.
    await areaWork.run('diagnoseAois', manyAreas(megabyte), 'file');
    for (const [name, make] of Object.entries(makers))
      rows.push(...(await benchHold(name, make(20 * megabyte))));
    rows.push(await benchBeside());
  } finally {
    allThatEnds.dispose();
  }
  for (const name of ['areas', 'ring'] as const) rows.push(benchHere(name, makers[name](megabyte)));
  return rows;
}

function benchHere(name: string, text: string): Measurement {
  const diagnoses: number[] = [];
  const parsings: number[] = [];
  for (let run = 0; run < 25; run++) {
    diagnoses.push(took(() => areaFunctions.diagnoseAois(text, 'file')));
    parsings.push(took(() => JSON.parse(text) as unknown));
  }
  return {
    name: `1 MB, ${name}: diagnoseAois`,
    unit: 'ms',
    runs: diagnoses,
    maxRatio: limits.megabyte,
    baseline: { what: 'only JSON.parse', runs: parsings },
  };
}

function took(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

async function benchHold(name: string, text: string): Promise<Measurement[]> {
  const diagnoses: number[] = [];
  const readings: number[] = [];
  const padded = [text, ' '.repeat(20)].join('');
  // Several runs, because a garbage collection in one of them must not count.
  for (let run = 0; run < 5; run++) {
    // A different text each time: the same text wouldn't be sent again.
    const first = padded.slice(0, -1 - 2 * run);
    const second = padded.slice(0, -2 - 2 * run);
    diagnoses.push(await longestHold(() => areaWork.run('diagnoseAois', first, 'file')));
    readings.push(await longestHold(() => findAreasAside(second)));
  }
  const row = (job: string, runs: number[]) =>
    ({
      name: `20 MB, ${name}: host held by ${job} in the thread`,
      unit: 'ms',
      runs,
      max: limits.hold,
    }) as const;
  return [row('diagnoseAois', diagnoses), row('findAreas', readings)];
}

/** What is read of a text of 3 MB after each change, alone and while one of 40 MB is checked. */
async function benchBeside(): Promise<Measurement> {
  const veryLong = manyAreas(40 * megabyte);
  const text = manyAreas(3 * megabyte);
  const alone: number[] = [];
  const beside: number[] = [];
  for (let run = 0; run < 15; run++) {
    // A different text each time, as after a change.
    alone.push(await tookToRead(text + ' '.repeat(2 * run)));
    const leaving = new AbortController();
    const checking = areaWork.runWhile(leaving.signal, 'diagnoseAois', veryLong, 'file');
    beside.push(await tookToRead(text + ' '.repeat(2 * run + 1)));
    leaving.abort();
    await checking.catch(() => undefined);
  }
  return {
    name: '3 MB: areas, actions and problems while 40 MB are checked',
    unit: 'ms',
    runs: beside,
    max: limits.beside,
    maxRatio: limits.besideRatio,
    baseline: { what: 'alone', runs: alone },
  };
}

async function tookToRead(text: string): Promise<number> {
  const start = performance.now();
  await Promise.all([
    findAreasAside(text),
    areaWork.run('listAreas', text, 2000),
    areaWork.run('diagnoseAois', text, 'file'),
  ]);
  return performance.now() - start;
}

/** The greatest delay of a 1 ms timer from the call until a moment after its answer, ms. */
async function longestHold(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      await pass(1);
      const now = performance.now();
      longest = Math.max(longest, now - last - 1);
      last = now;
    }
  };
  const watching = watch();
  await run();
  await pass(10);
  isOver = true;
  await watching;
  return longest;
}

/** A FeatureCollection of separate areas with 13 positions each, one area per line. */
function manyAreas(length: number): string {
  const lines: string[] = [];
  let sum = 0;
  for (let index = 0; sum < length; index++) {
    const west = (index % 300) - 150;
    const south = (Math.floor(index / 300) % 120) - 60;
    const ring = circle(west + 0.123456, south + 0.123456, 0.1, 12, 6);
    const line = JSON.stringify({
      type: 'Feature',
      properties: { name: `Area ${index + 1}` },
      geometry: { type: 'Polygon', coordinates: [ring] },
    });
    lines.push(line);
    sum += line.length + 2;
  }
  return `{"type":"FeatureCollection","features":[\n${lines.join(',\n')}\n]}`;
}

function oneRing(length: number): string {
  // 23 is the length of a position as text.
  const ring = circle(5, 43, 3, Math.floor(length / 23), 7);
  return JSON.stringify({ type: 'Polygon', coordinates: [ring] });
}

/** A closed, counter-clockwise ring. */
function circle(x: number, y: number, radius: number, vertices: number, decimals: number): Position[] {
  const ring = Array.from({ length: vertices }, (_one, vertex): Position => {
    const angle = (vertex / vertices) * 2 * Math.PI;
    const rounded = (degrees: number) => Number(degrees.toFixed(decimals));
    return [rounded(x + radius * Math.cos(angle)), rounded(y + radius * Math.sin(angle))];
  });
  return [...ring, ...ring.slice(0, 1)];
}
