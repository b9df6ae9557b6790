// A window that searches as the extension does, in its own process, so that its memory can be measured: `fork` it with
// `--expose-gc` and the origin of a search server; it sends a {@link SearchMemory}.
import { setTimeout as pass } from 'node:timers/promises';
import { signal } from '@preact/signals-core';
import { createClient } from '../../src/service/wire/client.ts';
import { createServiceClock } from '../../src/session/serviceClock.ts';
import { createCatalog } from '../../src/features/images/imageCatalog.ts';
import { sessionOf, strict } from './sandboxSession.ts';
import { searchPages } from './searchPages.ts';

/** What is kept in memory, MB. */
export interface SearchMemory {
  images: number;
  /** Of all images of a search, one figure per search. */
  ofImages: number[];
  /** After each search for a page of images, more than after the first ones. */
  ofSearches: number[];
}

const { pages, pageSize, criteria } = searchPages;
/** How often the pages of the server are read, with other IDs each time: 100,000 images. */
const rounds = 10;
const searches = 50;
/** Searches after which what is made once is there, such as compiled code. */
const warmUp = 10;

const [, , origin = ''] = process.argv;
const connection = { name: 'Bench', baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin };
let round = 0;

const client = createClient({
  ...strict,
  connection,
  apiKey: 'AAECAwQFBgcICQoLDA0ODw==',
  async fetch(url, init) {
    const response = await fetch(url, init);
    const mark = String(round).padStart(4, '0');
    return new Response(
      (await response.text()).replaceAll(/-[0-9a-f]{4}-([0-9a-f]{12})/g, `-${mark}-$1`),
      response,
    );
  },
});

const session = sessionOf({
  ...client,
  async *searchAll() {
    for (round = 0; round < rounds; round += 1) {
      for (let page = 1; page <= pages; page += 1)
        yield* (await client.search(criteria, page, pageSize)).images;
    }
  },
});
const catalog = createCatalog(
  session,
  { read: () => undefined, write: () => undefined },
  () => pageSize,
  createServiceClock(signal(0)),
);

async function search(): Promise<void> {
  await catalog.search({ aoi: 'none', filters: criteria });
  const { phase } = catalog.current.peek();
  if (phase.kind !== 'done') throw new Error(`The search has ${phase.kind}.`);
}

/** Bytes in use once the garbage is collected. */
async function memory(): Promise<number> {
  for (let collection = 0; collection < 3; collection += 1) {
    gc?.();
    await pass(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

await session.signIn(connection, 'key');
const after: number[] = [];
for (round = 0; round < searches; round += 1) {
  await search();
  after.push(await memory());
}
const idle = after[warmUp - 1] ?? NaN;
let images = 0;
const ofImages: number[] = [];
for (let run = 0; run < 3; run += 1) {
  round = 0;
  await search();
  await catalog.all();
  images = catalog.byId.peek().size;
  ofImages.push((await memory()) - idle);
}
const inMB = (bytes: number) => Math.max(0, bytes / 1e6);
const answer: SearchMemory = {
  images,
  ofImages: ofImages.map(inMB),
  ofSearches: after.slice(warmUp).map(bytes => inMB(bytes - idle)),
};
process.send?.(answer);
process.disconnect();
