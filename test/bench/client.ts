// npm run bench -- client
//
// What it costs to read 10,000 search results with the client, compared with plain fetch and JSON.parse.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createClient } from '../../src/service/wire/client.ts';
import type { Measurement } from './benchRow.ts';
import { searchPages } from './searchPages.ts';

const { pages, pageSize, criteria } = searchPages;
const rounds = 31;

export async function benchClient(): Promise<Measurement[]> {
  // The service runs in another process, as it does in practice.
  const server = fork(join(import.meta.dirname, 'searchServer.ts'));
  try {
    const [origin] = (await once(server, 'message')) as [string];
    const ours: number[] = [];
    const bare: number[] = [];
    let found = 0;
    // The first rounds warm up the compiler and don't count.
    for (let round = -3; round < rounds; round += 1) {
      const withClient = async () => {
        const [images, took] = await readPages(origin);
        if (round >= 0) [found] = [images, ours.push(took)];
      };
      const withoutClient = async () => {
        const [, took] = await parsePages(origin);
        if (round >= 0) bare.push(took);
      };
      // Alternate the order, so that neither always runs second.
      for (const run of round % 2 === 0 ? [withClient, withoutClient] : [withoutClient, withClient])
        await run();
    }
    const count = pages * pageSize;
    return [
      {
        name: `${count.toLocaleString('en')} search results, ${pages} pages`,
        unit: 'ms',
        runs: ours,
        baseline: { what: 'fetch and JSON.parse', runs: bare },
        maxRatio: 1.3,
        holds: [[`all ${count.toLocaleString('en')} are read`, found === count]],
      },
    ];
  } finally {
    server.kill();
  }
}

async function readPages(origin: string): Promise<[images: number, tookMs: number]> {
  const client = createClient({
    connection: { name: 'Bench', baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin },
    apiKey: 'AAECAwQFBgcICQoLDA0ODw==',
    fetch: (url, init) => fetch(url, init),
    log: () => undefined,
    warn: line => {
      throw new Error(line);
    },
    onRefused: error => {
      throw error;
    },
  });
  await client.signIn();
  let images = 0;
  const began = performance.now();
  for (let page = 1; page <= pages; page += 1)
    images += (await client.search(criteria, page, pageSize)).images.length;
  return [images, performance.now() - began];
}

async function parsePages(origin: string): Promise<[features: number, tookMs: number]> {
  let features = 0;
  const began = performance.now();
  for (let page = 1; page <= pages; page += 1) {
    const response = await fetch(`${origin}/?startPage=${page}`);
    const answer = JSON.parse(await response.text()) as { features: unknown[] };
    features += answer.features.length;
  }
  return [features, performance.now() - began];
}
