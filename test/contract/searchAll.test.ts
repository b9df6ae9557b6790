import { expect } from 'vitest';
import type { SearchCriteria } from '../../src/service/rules/searchCriteria.ts';
import { patient } from '../runSpeed.ts';
import { timeOf } from './searching.ts';
import type { SandboxService } from './service.ts';
import { testService } from './testService.ts';

const path = '/api/v2/opensearch';
/** More images than one search reaches, and less than two of them would. */
const regionBox = [4, 42, 6.2, 44.2] as const;
const region: SearchCriteria = { bounds: regionBox, constellation: 'PHR' };
const searchesOf = ({ seen }: SandboxService) => seen(path).length;

/** How many images of the region there are, by the last page of each half year, which one search reaches. */
async function countedByHalfYear({ client, clock }: SandboxService): Promise<number> {
  let count = 0;
  for (let half = new Date(Date.UTC(2017, 0, 1)); half.getTime() < clock.now;) {
    const next = new Date(Date.UTC(half.getUTCFullYear(), half.getUTCMonth() + 6, 1));
    const criteria: SearchCriteria = {
      ...region,
      acquiredAfter: half.toISOString(),
      acquiredBefore: new Date(Math.min(next.getTime() - 1, clock.now)).toISOString(),
    };
    const receivedAt = async (page: number) => (await client.search(criteria, page, 500)).received;
    // Most half years have more than a page.
    let page = 2;
    let received = await receivedAt(page);
    while (received === 500) received = await receivedAt(++page);
    if (received === 0) received = await receivedAt(--page);
    count += (page - 1) * 500 + received;
    half = next;
  }
  return count;
}

testService('More results than a search reaches', {}, ({ statement }) => {
  statement(
    ['limit.reachable', 'deployed.totals'],
    'the last page of the first 10,000 is full, the next one is refused',
    async ({ client, dialect, raw, seen }) => {
      const last = await client.search(region, 20, 500);
      expect([last.received, last.total]).toEqual([500, dialect === 'deployed' ? 10_000 : undefined]);
      const before = seen().length;
      await expect(client.search(region, 21, 500)).rejects.toThrow(RangeError);
      await expect(client.search(region, 201, 50)).rejects.toThrow(RangeError);
      expect(seen()).toHaveLength(before);
      const bbox = regionBox.join(',');
      expect((await raw('GET', `${path}?bbox=${bbox}&itemsPerPage=500&startPage=21`)).status).toBe(400);
    },
    patient(30_000),
  );
});

// What the client makes of a total, and of none, is proved over random catalogues.
const byTheLetter = { dialects: ['specification'] } as const;

testService('All results, more than a search reaches', byTheLetter, ({ statement }) => {
  statement(
    ['limit.reachable'],
    'all matches are found beyond 10,000 too, each once, newest first',
    async service => {
      const all: { id: string; time: number }[] = [];
      const before = searchesOf(service);
      for await (const image of service.client.searchAll(region))
        all.push({ id: image.id, time: timeOf(image) });
      const requests = searchesOf(service) - before;
      expect(all.length).toBeGreaterThan(11_000);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(all).toEqual(all.toSorted((a, b) => b.time - a.time));
      // Two thirds of the pages or more bring images.
      expect(requests).toBeLessThan((all.length / 500) * 1.5);
      expect(await countedByHalfYear(service)).toBe(all.length);
    },
    patient(120_000),
  );
});
