// npm run bench -- report
//
// How soon reports of a million points and of 206,000 polygons are on the map, from the file, and how smoothly the map and
// the table work with them, in Chromium. The host's part runs in its own process.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { withBenchPage } from './benchPage.ts';
import type { Measurement } from './benchRow.ts';
import { memoryOf } from './pageMemory.ts';
import { randomNumbers } from './randomFootprints.ts';
import type { HostFigures } from './reportWindow.ts';

const rounds = 3;
const points = { name: '1,000,000 points', count: 1_000_000, corners: 1 } as const;
const polygons = { name: '206,000 polygons', count: 206_000, corners: 33 } as const;

export async function benchReport(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'swath-bench-'));
  try {
    return [...(await measure(folder, points)), ...(await measure(folder, polygons))];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measure(
  folder: string,
  { name, count, corners }: typeof points | typeof polygons,
): Promise<Measurement[]> {
  const path = join(folder, `${corners}.geojson`);
  await pipeline(Readable.from(reportText(count, corners)), createWriteStream(path));
  return withBenchPage('reportPage', '<main id="swath-page"></main>', async page => {
    const evaluate = <T>(run: () => T | Promise<T>) => page.evaluate(run);
    await evaluate(() => window.reportPage.clear());
    const empty = await memoryOf(page);
    const bare = await evaluate(() => window.reportPage.panFrames());
    const painted: number[] = [];
    const hosts: HostFigures[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { host, ms } = await openIn(page, path);
      hosts.push(host);
      painted.push(ms);
    }
    const full = await memoryOf(page);
    const frames: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      frames.push(...(await evaluate(() => window.reportPage.panFrames())));
    const picks = await evaluate(() => window.reportPage.picks(500));
    await evaluate(() => window.reportPage.openTable());
    const scrolls: number[] = [];
    const bareScrolls: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bareScrolls.push(...(await page.evaluate(rows => window.reportPage.bareScrollFrames(60, rows), count)));
      scrolls.push(...(await evaluate(() => window.reportPage.scrollFrames(60))));
    }
    const filters: { took: number; blocked: number }[] = [];
    for (const text of ['score > 0.6', 'class = car', 'truck', 'class = bus and length_m < 12'])
      filters.push(await page.evaluate(filter => window.reportPage.filter(filter), text));
    const parse = { what: 'JSON.parse of the text', runs: hosts.map(({ parseMs }) => parseMs) };
    return [
      { name: `${name}, from the file to the map`, unit: 'ms', runs: painted, maxRatio: 2, baseline: parse },
      { name: `${name}, host blocked`, unit: 'ms', runs: hosts.map(({ blockedMs }) => blockedMs), max: 50 },
      { name: `${name}, kept in the host`, unit: 'MB', runs: hosts.map(({ keptMB }) => keptMB), max: 40 },
      { name: `${name}, memory of the page above the empty one`, unit: 'MB', runs: [full - empty], max: 250 },
      {
        name: `${name}, pan frame`,
        unit: 'ms',
        runs: frames,
        maxRatio: 1.02,
        baseline: { what: 'the map without a report', runs: bare },
      },
      { name: `${name}, pick and its properties`, unit: 'ms', runs: picks, max: 4 },
      {
        name: `${name}, scroll frame of the table`,
        unit: 'ms',
        runs: scrolls,
        maxRatio: 1.2,
        baseline: { what: 'a bare virtual list', runs: bareScrolls },
      },
      { name: `${name}, filter`, unit: 'ms', runs: filters.map(({ took }) => took), max: 300 },
      {
        name: `${name}, filter, longest turn`,
        unit: 'ms',
        runs: filters.map(({ blocked }) => blocked),
        max: 50,
      },
    ];
  });
}

async function openIn(page: Page, path: string): Promise<{ host: HostFigures; ms: number }> {
  const process = startWindow(path);
  try {
    const [port] = (await once(process, 'message')) as [number];
    const origin = `http://127.0.0.1:${port}`;
    const ms = await page.evaluate(address => window.reportPage.open(address), origin);
    const host = (await (await fetch(`${origin}/host`)).json()) as HostFigures;
    return { host, ms };
  } finally {
    process.kill();
  }
}

function startWindow(path: string): ChildProcess {
  const hooks = pathToFileURL(join(import.meta.dirname, 'withoutVscode.mjs')).href;
  return fork(join(import.meta.dirname, 'reportWindow.ts'), [path], {
    execArgv: ['--expose-gc', `--import=${hooks}`],
  });
}

/** Detections as an analytic reports them. @param corners of each; 1 for points */
function* reportText(count: number, corners: number): Generator<string> {
  const random = randomNumbers(5);
  const rounded = (value: number) => Number(value.toFixed(7));
  const kinds = ['car', 'truck', 'bus', 'van', 'ship', 'aircraft'];
  let text = '{"type":"FeatureCollection","features":[\n';
  for (let number = 0; number < count; number += 1) {
    const x = 5 + random() * 0.6;
    const y = 43 + random() * 0.4;
    const ring = Array.from({ length: corners }, (_none, corner) => {
      const angle = (corner / corners) * 2 * Math.PI;
      const radius = 1e-4 * (0.8 + 0.4 * random());
      return [rounded(x + radius * Math.cos(angle)), rounded(y + radius * Math.sin(angle))];
    });
    const feature = {
      type: 'Feature',
      id: number,
      properties: {
        id: `obj-${number}`,
        class: kinds[Math.floor(random() ** 2 * kinds.length)],
        score: Number(random().toFixed(3)),
        length_m: Number((random() * 20).toFixed(2)),
        acquired: `2026-05-01T10:12:0${number % 10}Z`,
      },
      geometry:
        corners === 1
          ? { type: 'Point', coordinates: ring[0] }
          : { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
    };
    text += `${number === 0 ? '' : ',\n'}${JSON.stringify(feature)}`;
    if (text.length < 500_000) continue;
    yield text;
    text = '';
  }
  yield `${text}\n]}\n`;
}
