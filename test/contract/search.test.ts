import type { Polygon, Position } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../../src/api/client.ts';
import { isApiError } from '../../src/api/errors.ts';
import type { SearchPath } from '../../src/model/connection.ts';
import type { Image } from '../../src/model/imagery.ts';
import type { SearchCriteria } from '../../src/model/searchQuery.ts';
import type { Dialect } from '../../src/sandbox/sandbox.ts';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/serve.ts';

/** A fixed moment, so that the newest end of the catalogue never moves under a test. */
const noon = Date.UTC(2025, 5, 15, 12);

const harbourBox = [5.3, 43.27, 5.37, 43.32] as const;
const [west, south, east, north] = harbourBox;
const harbour: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
};
const year = { acquiredFrom: '2024-01-01', acquiredTo: '2024-12-31' };

/** Three degrees by three, which hold more images than one search reaches. */
const region: SearchCriteria = { bounds: [4, 42, 7, 45], constellation: 'PHR' };

const timeOf = (image: Image) => Date.parse(image.acquisitionDate ?? '');
const idsOf = (images: readonly Image[]) => images.map(({ id }) => id);

describe.each<Dialect>(['specification', 'deployed'])('Search, by a service that speaks as %s', dialect => {
  let service: ServedSandbox;
  let client: Client;
  const warnings: string[] = [];
  /** Requests of all clients. */
  let sent = 0;

  function clientAt(searchPath?: SearchPath): Client {
    const { origin, sandbox } = service;
    return createClient({
      connection: {
        name: 'Local',
        baseUrl: origin,
        searchUrl: origin,
        authUrl: origin,
        accessUrl: origin,
        ...(searchPath && { searchPath }),
      },
      apiKey: sandbox.apiKey,
      fetch: (url, init) => {
        sent += 1;
        return fetch(url, init);
      },
      log: () => undefined,
      warn: line => warnings.push(line),
      onRefused: () => undefined,
      now: () => noon,
      retryDelayMs: 1,
    });
  }

  beforeAll(async () => {
    service = await serveSandbox({ now: () => noon, dialect });
    client = clientAt();
  });
  afterAll(async () => {
    await service.close();
    expect(warnings).toEqual([]);
  });

  /** The first page, which must hold everything, so that sets can be compared. */
  async function found(criteria: SearchCriteria): Promise<Image[]> {
    const { images, received } = await client.search(criteria, 1, 500);
    expect(images).toHaveLength(received);
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(500);
    return images;
  }

  describe('Query parameters', () => {
    it('bbox: finds what the polygon of the same corners finds', async () => {
      expect(idsOf(await found({ ...year, bounds: harbourBox }))).toEqual(
        idsOf(await found({ ...year, aoi: harbour })),
      );
    });

    it('lat, lon, radius: finds what a polygon within the circle finds, and no less than a smaller circle', async () => {
      const centre = { longitude: (west + east) / 2, latitude: (south + north) / 2 };
      const wide = new Set(idsOf(await found({ ...year, circle: { ...centre, radius: 20_000 } })));
      const narrow = idsOf(await found({ ...year, circle: { ...centre, radius: 100 } }));
      const inside = idsOf(await found({ ...year, aoi: harbour }));
      expect(narrow.filter(id => !wide.has(id))).toEqual([]);
      expect(inside.filter(id => !wide.has(id))).toEqual([]);
      expect(wide.size).toBeGreaterThan(narrow.length);
    });

    it('relation: intersects is the default', async () => {
      expect(idsOf(await found({ ...year, aoi: harbour, relation: 'intersects' }))).toEqual(
        idsOf(await found({ ...year, aoi: harbour })),
      );
    });

    it('relation: contains finds the footprints that cover the polygon, a part of those that meet it', async () => {
      const meeting = new Set(idsOf(await found({ ...year, aoi: harbour })));
      const covering = await found({ ...year, aoi: harbour, relation: 'contains' });
      expect(covering.length).toBeLessThan(meeting.size);
      for (const { id, footprint } of covering) {
        expect(meeting.has(id)).toBe(true);
        const positions = (footprint.coordinates as Position[][]).flat();
        const longitudes = positions.map(([longitude = Number.NaN]) => longitude);
        expect(Math.min(...longitudes)).toBeLessThanOrEqual(west);
        expect(Math.max(...longitudes)).toBeGreaterThanOrEqual(east);
      }
    });

    it('relation: within finds footprints inside the polygon, disjoint none that meets it', async () => {
      const [left, bottom, right, top] = [4, 42, 7, 45];
      const ring = [
        [left, bottom],
        [right, bottom],
        [right, top],
        [left, top],
        [left, bottom],
      ];
      const aoi: Polygon = { type: 'Polygon', coordinates: [ring] };
      const week = { acquiredFrom: '2024-06-01', acquiredTo: '2024-06-05' };
      const inside = await found({ ...week, aoi, relation: 'within' });
      for (const { footprint } of inside)
        for (const [longitude = Number.NaN, latitude = Number.NaN] of (
          footprint.coordinates as Position[][]
        ).flat())
          expect(longitude >= left && longitude <= right && latitude >= bottom && latitude <= top).toBe(true);
      const meeting = new Set(idsOf(await found({ ...week, aoi })));
      expect(inside.every(({ id }) => meeting.has(id))).toBe(true);
      const apart = await client.search({ ...week, aoi, relation: 'disjoint' }, 1, 500);
      expect(apart.received).toBeGreaterThan(0);
      expect(apart.images.filter(({ id }) => meeting.has(id))).toEqual([]);
    });

    it('acquisitionDate: both ends count in, to the millisecond', async () => {
      const images = await found({ ...year, aoi: harbour });
      const one = images[Math.floor(images.length / 2)];
      if (!one) throw new Error('The harbour has no image.');
      const at = (shift: number) => new Date(timeOf(one) + shift).toISOString();
      const idsWithin = async (acquiredAfter: string, acquiredBefore: string) =>
        idsOf((await client.search({ aoi: harbour, acquiredAfter, acquiredBefore }, 1, 500)).images);
      expect(await idsWithin(at(0), at(1))).toContain(one.id);
      expect(await idsWithin(at(-1), at(1))).toContain(one.id);
      expect(await idsWithin(at(1), at(60_000))).not.toContain(one.id);
      expect(await idsWithin(at(-60_000), at(-1))).not.toContain(one.id);
    });

    it('cloudCover: minimum and maximum hold for every image', async () => {
      const images = await found({ ...year, aoi: harbour, minCloudCover: 20, maxCloudCover: 60 });
      for (const { cloudCover = Number.NaN } of images)
        expect(cloudCover >= 20 && cloudCover <= 60).toBe(true);
    });

    it.each(['PNEO', 'PHR', 'SPOT'] as const)('constellation: %s and no other', async constellation => {
      const images = await found({ ...year, aoi: harbour, constellation });
      expect(new Set(images.map(image => image.constellation))).toEqual(new Set([constellation]));
    });

    it.each(['SENSOR', 'ALBUM'] as const)('processingLevel: %s and no other', async processingLevel => {
      const images = await found({ ...year, aoi: harbour, processingLevel });
      expect(new Set(images.map(image => image.processingLevel))).toEqual(new Set([processingLevel]));
    });

    it('productType: mono leaves stereo and tri-stereo out', async () => {
      const all = new Set(idsOf(await found({ ...year, aoi: harbour })));
      const mono = await found({ ...year, aoi: harbour, productType: 'mono' });
      expect(mono.length).toBeLessThan(all.size);
      expect(mono.filter(({ id }) => !all.has(id))).toEqual([]);
      // The specification names no property that tells the type.
      const type = dialect === 'deployed' ? 'mono' : undefined;
      expect(new Set(mono.map(image => image.productType))).toEqual(new Set([type]));
    });

    it('workspace: public is PHR and SPOT, public-pneo is PNEO, and both together are the public scope', async () => {
      const open = await found({ ...year, aoi: harbour, workspace: 'public' });
      expect(new Set(open.map(image => image.constellation))).toEqual(new Set(['PHR', 'SPOT']));
      const pneo = await found({ ...year, aoi: harbour, workspace: 'public-pneo' });
      expect(new Set(pneo.map(image => image.constellation))).toEqual(new Set(['PNEO']));
      const all = await found({ ...year, aoi: harbour });
      expect(idsOf([...open, ...pneo]).sort()).toEqual(idsOf(all).sort());
    });

    it('workspaceid: the private workspace of a new contract is empty; that of another is refused', async () => {
      const { workspaceId } = (await client.profile()).contract;
      if (workspaceId === undefined) throw new Error('The contract has no workspace.');
      expect((await client.search({ workspaceId }, 1, 50)).received).toBe(0);
      const other = client.search({ workspaceId: '00000000-0000-4000-8000-000000000000' }, 1, 50);
      await expect(other).rejects.toSatisfy(error => isApiError(error) && error.kind === 'invalid');
    });

    it('sortBy: ascending by default, reversed by a minus, by several fields in turn', async () => {
      const angles = async (sortBy: string) =>
        (await found({ ...year, aoi: harbour, sortBy })).map(image => image.incidenceAngle ?? Number.NaN);
      const up = await angles('incidenceAngle');
      expect(up).toEqual(up.toSorted((a, b) => a - b));
      expect(await angles('-incidenceAngle')).toEqual(up.toReversed());
      const grouped = await found({ ...year, aoi: harbour, sortBy: 'constellation,-cloudCover' });
      const expected = grouped.toSorted(
        (a, b) =>
          (a.constellation ?? '').localeCompare(b.constellation ?? '') ||
          (b.cloudCover ?? Number.NaN) - (a.cloudCover ?? Number.NaN),
      );
      expect(idsOf(grouped)).toEqual(idsOf(expected));
    });

    it('itemsPerPage, startPage: a page is as long as asked, and the next one goes on where it ended', async () => {
      const all = idsOf(await found({ ...year, aoi: harbour }));
      const second = await client.search({ ...year, aoi: harbour }, 2, 7);
      expect(idsOf(second.images)).toEqual(all.slice(7, 14));
    });
  });

  it('GET or POST: the same parameters find the same images, in v2 and in v1 (Versioning, 2)', async () => {
    // Long, and yet the same filter.
    const long = Array.from({ length: 500 }, () => 'mono').join(',');
    const criteria: SearchCriteria = { ...year, aoi: harbour, maxCloudCover: 50 };
    const circle: SearchCriteria = { ...year, circle: { longitude: 5.33, latitude: 43.3, radius: 500 } };
    for (const wish of [criteria, circle, { ...year, bounds: harbourBox }]) {
      const expected = idsOf(await found({ ...wish, productType: 'mono' }));
      for (const path of ['/api/v1/opensearch', '/api/v2/opensearch'] as const) {
        for (const [method, productType] of [
          ['GET', 'mono'],
          ['POST', long],
        ] as const) {
          const { images } = await clientAt(path).search({ ...wish, productType }, 1, 500);
          expect(idsOf(images)).toEqual(expected);
          expect(service.sandbox.requests.at(-1)).toMatchObject({ method, path });
        }
      }
    }
  });

  describe('Limits', () => {
    it('results per page: 500, and not one more', async () => {
      expect((await client.search(region, 1, 500)).received).toBe(500);
      await expect(client.search(region, 1, 501)).rejects.toSatisfy(
        error => isApiError(error) && error.kind === 'invalid',
      );
    });

    it('results reachable: the last page of 10,000 is full, the next one is refused', async () => {
      const last = await client.search(region, 20, 500);
      expect([last.received, last.total]).toEqual([500, dialect === 'deployed' ? 10_000 : undefined]);
      await expect(client.search(region, 21, 500)).rejects.toSatisfy(
        error => isApiError(error) && error.kind === 'invalid',
      );
    });

    it('results reachable: all matches are found beyond 10,000, each once, newest first', async () => {
      const all: { id: string; time: number }[] = [];
      const before = sent;
      for await (const image of client.searchAll(region)) all.push({ id: image.id, time: timeOf(image) });
      const requests = sent - before;
      expect(all.length).toBeGreaterThan(15_000);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(all).toEqual(all.toSorted((a, b) => b.time - a.time));
      // Two thirds of the pages or more bring images.
      expect(requests).toBeLessThan((all.length / 500) * 1.5);

      // Counted in another way: month by month, each within what one search reaches.
      const months = new Set<string>();
      for (let month = new Date(Date.UTC(2017, 0, 1)); month.getTime() < noon;) {
        const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
        const criteria: SearchCriteria = {
          ...region,
          acquiredAfter: month.toISOString(),
          acquiredBefore: new Date(Math.min(next.getTime() - 1, noon)).toISOString(),
        };
        for (let page = 1; ; page++) {
          const { images, received } = await client.search(criteria, page, 500);
          for (const { id } of images) months.add(id);
          if (received < 500) break;
        }
        month = next;
      }
      expect(all.filter(({ id }) => !months.has(id))).toEqual([]);
      expect(months.size).toBe(all.length);
    }, 60_000);

    it('results reachable: a search for everything ends when it is cancelled, and sends nothing more', async () => {
      const abort = new AbortController();
      const ids: string[] = [];
      const run = async () => {
        for await (const { id } of client.searchAll(region, { pageSize: 100, signal: abort.signal }))
          if (ids.push(id) === 150) abort.abort();
      };
      await expect(run()).rejects.toSatisfy(error => isApiError(error) && error.kind === 'aborted');
      expect(ids).toHaveLength(150);
      const before = sent;
      await new Promise(resolve => setTimeout(resolve, 100));
      expect(sent).toBe(before);
    });
  });

  it('Pagination goes on through passing failures', async () => {
    const criteria: SearchCriteria = { bounds: harbourBox };
    const collect = async () => {
      const ids: string[] = [];
      for await (const { id } of client.searchAll(criteria, { pageSize: 50 })) ids.push(id);
      return ids;
    };
    const expected = await collect();
    const path = '/api/v2/opensearch';
    service.sandbox.faults.add({ kind: 'status', status: 503, path, skip: 1, count: 2 });
    service.sandbox.faults.add({ kind: 'reset', when: 'before', path, skip: 4, count: 1 });
    expect(await collect()).toEqual(expected);
    expect(expected.length).toBeGreaterThan(200);
  });
});
