// npm run bench -- geojson
//
// How long the text of GeoJSON documents takes to be read and checked, and for how long that holds up the thread that
// asked for it.
import { setTimeout as pass } from 'node:timers/promises';
import type { Position } from 'geojson';
import { work } from '../../src/model/geojson/geojsonWork.ts';
import { endGeojsonWork, geojsonWork } from '../../src/platform/geojsonWork.ts';
import type { BenchRow } from './benchRow.ts';

/** Promised: the diagnostics of a sound megabyte in one go; and what a long document may hold up the host for. ms. */
const limits = { megabyte: 50, hold: 60 } as const;

const megabyte = 1_000_000;

const makers: Record<'areas' | 'ring' | 'comments' | 'broken', (length: number) => string> = {
  areas: manyAreas,
  ring: oneRing,
  comments: length => `// Survey of the coast\n${manyAreas(length).replaceAll('\n', ' /* checked */\n')}`,
  broken: length => manyAreas(length).replace(/\]\s*\}$/, ''),
};

/** Above a minute: twenty megabytes are read again and again. */
export async function benchGeojson(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  try {
    // The thread is started and its code compiled before anything is measured.
    await geojsonWork('diagnoseAois', manyAreas(megabyte), 'file');
    // What other programs of the machine do to every number below.
    rows.push(toRow('host held by nothing, for a second', await longestHold(() => pass(1000)), undefined));
    for (const [name, make] of Object.entries(makers))
      rows.push(...(await benchHold(name, make(20 * megabyte))));
  } finally {
    endGeojsonWork();
  }
  for (const [name, make] of Object.entries(makers)) {
    const isSound = name === 'areas' || name === 'ring';
    rows.push(...benchHere(`1 MB, ${name}`, make(megabyte), 9, isSound ? limits.megabyte : undefined));
    rows.push(...benchHere(`20 MB, ${name}`, make(20 * megabyte), 3, undefined));
  }
  return rows;
}

function benchHere(name: string, text: string, times: number, limit: number | undefined): BenchRow[] {
  const took = (run: () => unknown) =>
    median(
      Array.from({ length: times }, () => {
        const start = performance.now();
        run();
        return performance.now() - start;
      }),
    );
  return [
    toRow(
      `${name}: diagnoseAois`,
      took(() => work.diagnoseAois(text, 'file')),
      limit,
    ),
    toRow(
      `${name}: findAreas`,
      took(() => work.findAreas(text)),
      undefined,
    ),
  ];
}

async function benchHold(name: string, text: string): Promise<BenchRow[]> {
  const [diagnoses, readings]: [number[], number[]] = [[], []];
  const padded = [text, ' '.repeat(20)].join('');
  // A collection of garbage that falls into one of the runs is not what is measured.
  for (let run = 0; run < 5; run++) {
    // Another text each time, or it would not be sent again.
    const [one, other] = [padded.slice(0, -1 - 2 * run), padded.slice(0, -2 - 2 * run)];
    diagnoses.push(await longestHold(() => geojsonWork('diagnoseAois', one, 'file')));
    readings.push(await longestHold(() => geojsonWork('findAreas', other)));
  }
  return [
    toRow(`20 MB, ${name}: host held by diagnoseAois in the thread`, median(diagnoses), limits.hold),
    toRow(`20 MB, ${name}: host held by findAreas in the thread`, median(readings), limits.hold),
  ];
}

/** How long a timer of one millisecond is late at most, from the call to a moment after its answer, ms. */
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

function toRow(name: string, value: number, limit: number | undefined): BenchRow {
  const rounded = Number(value.toFixed(1));
  return limit === undefined
    ? { name, value: rounded, unit: 'ms', ok: true }
    : { name, value: rounded, unit: 'ms', limit, ok: rounded <= limit };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** A FeatureCollection of areas of 13 positions, one a line, that do not meet. */
function manyAreas(length: number): string {
  const lines: string[] = [];
  for (let [index, sum] = [0, 0]; sum < length; index++) {
    const [west, south] = [(index % 300) - 150, (Math.floor(index / 300) % 120) - 60];
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
  // As long as a position is as text.
  const ring = circle(5, 43, 3, Math.floor(length / 23), 7);
  return JSON.stringify({ type: 'Polygon', coordinates: [ring] });
}

/** Closed, counter-clockwise. */
function circle(x: number, y: number, radius: number, corners: number, decimals: number): Position[] {
  const ring = Array.from({ length: corners }, (_one, corner): Position => {
    const angle = (corner / corners) * 2 * Math.PI;
    const place = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    return place.map(degrees => Number(degrees.toFixed(decimals)));
  });
  return [...ring, ...ring.slice(0, 1)];
}
