import { expect } from 'vitest';
import type { SearchCriteria } from '../../../src/service/rules/searchCriteria.ts';
import { ApiError } from '../../../src/service/wire/errors.ts';
import { patient } from '../../runSpeed.ts';
import { idsOf } from '../lists.ts';
import { harbour, harbourBox, ofHarbour, region, regionBox, year } from '../places.ts';
import { dense, found, idSet, timeOf } from '../searching.ts';
import { testService } from '../testService.ts';

testService('Order and pages of a search', {}, ({ reading, statement }) => {
  reading(['search.get', 'search.features'], 'the newest image comes first', async ({ client }, lacking) => {
    const times = (await found(client, ofHarbour, lacking)).map(timeOf);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  reading(
    ['search.sortBy', 'search.sortByReversed'],
    'results are in ascending order of the field, with a minus in descending order',
    async ({ client }, lacking) => {
      const angles = async (sortBy: string) =>
        (await found(client, { ...ofHarbour, sortBy }, lacking)).map(
          image => image.incidenceAngle ?? Number.NaN,
        );
      const up = await angles('incidenceAngle');
      expect(up).toEqual(up.toSorted((a, b) => a - b));
      expect(await angles('-incidenceAngle')).toEqual(up.toReversed());
    },
  );

  statement(
    ['search.sortBy', 'search.sortByReversed'],
    'results are in order of several fields in turn, or of the first where a second one is refused',
    async ({ client, dialect }, lacking) => {
      const grouped = await found(client, { ...ofHarbour, sortBy: 'constellation,-cloudCover' }, lacking);
      const expected = grouped.toSorted(
        (a, b) =>
          (a.constellation ?? '').localeCompare(b.constellation ?? '') ||
          (dialect === 'specification' ? 0 : (b.cloudCover ?? Number.NaN) - (a.cloudCover ?? Number.NaN)),
      );
      expect(idsOf(grouped)).toEqual(idsOf(expected));
    },
  );

  statement(
    ['search.defaultSort', 'limit.pageDefault'],
    'a search that asks for nothing has 50 results, newest first, and of one moment the least cloudy first',
    async ({ client, raw }) => {
      const { json } = await raw('GET', `/api/v2/opensearch?bbox=${regionBox.join(',')}`);
      const { features } = json as { features: { properties: { id: string } }[] };
      const sorted = await client.search({ bounds: regionBox, sortBy: '-acquisitionDate,cloudCover' }, 1, 50);
      expect(features).toHaveLength(50);
      expect(features.map(({ properties }) => properties.id)).toEqual(idsOf(sorted.images));
    },
  );

  reading(
    ['search.itemsPerPage', 'search.startPage'],
    'the pages of a search together are the whole, and no image comes twice',
    async ({ client }, lacking) => {
      const criteria = { ...ofHarbour, maxCloudCover: 25 };
      const whole = await found(client, criteria, lacking);
      const paged: string[] = [];
      const size = Math.ceil(whole.length / 4);
      for (let page = 1; page <= 5; page++) {
        const { images, received } = await client.search(criteria, page, size);
        expect(received).toBeLessThanOrEqual(size);
        paged.push(...idsOf(images));
        if (received < size) break;
      }
      expect(paged.sort()).toEqual(idSet(whole));
    },
  );

  reading(
    ['limit.pageMost'],
    'no page has more than 500 results',
    async ({ client }) => {
      const { received } = await client.search(region, 1, 500);
      expect(received).toBeLessThanOrEqual(500);
    },
    patient(20_000),
  );

  reading(
    ['search.v1', 'version.2'],
    'version 1 finds what version 2 finds, by GET and by POST',
    async ({ client, clientAt }, lacking) => {
      const expected = idSet(await found(client, ofHarbour, lacking));
      const old = clientAt('/api/v1/opensearch');
      for (const aoi of [harbour, dense(harbour)]) {
        const images = found(old, { ...year, aoi }, lacking).catch((error: unknown) => {
          if (error instanceof ApiError && error.kind === 'notFound')
            return lacking('The service has no version 1.');
          throw error;
        });
        expect(idSet(await images)).toEqual(expected);
      }
    },
  );

  statement(
    ['search.get', 'search.post', 'search.v1', 'version.2'],
    'the same parameters find the same images by GET and by POST, in both versions',
    async ({ client, clientAt, sandbox }, lacking) => {
      // Long, and yet the same filter.
      const long = Array.from({ length: 500 }, () => 'mono').join(',');
      const circle = { longitude: 5.33, latitude: 43.3, radius: 500 };
      const wishes: SearchCriteria[] = [
        { ...ofHarbour, maxCloudCover: 50 },
        { ...year, circle },
        { ...year, bounds: harbourBox },
      ];
      for (const wish of wishes) {
        const expected = idsOf(await found(client, { ...wish, productType: 'mono' }, lacking));
        for (const path of ['/api/v1/opensearch', '/api/v2/opensearch'] as const) {
          for (const [method, productType] of [
            ['GET', 'mono'],
            ['POST', long],
          ] as const) {
            const { images } = await clientAt(path).search({ ...wish, productType }, 1, 500);
            expect(idsOf(images)).toEqual(expected);
            expect(sandbox.requests.at(-1)).toMatchObject({ method, path });
          }
        }
      }
    },
  );

  statement(
    ['deployed.totals'],
    'a total is told where the service tells it, and made up nowhere',
    async ({ client, dialect }) => {
      const { total, received } = await client.search(ofHarbour, 1, 500);
      expect(total).toBe(dialect === 'deployed' ? received : undefined);
    },
  );

  statement(
    ['limit.pageMost', 'search.itemsPerPage', 'search.startPage'],
    'a page has 500 results, and not one more; the client asks for no other page',
    async ({ client, raw, seen }) => {
      expect((await client.search(region, 1, 500)).received).toBe(500);
      const before = seen().length;
      for (const [page, size] of [
        [1, 501],
        [0, 50],
        [1, 0],
        [1.5, 50],
      ] as const)
        await expect(client.search(region, page, size)).rejects.toThrow(RangeError);
      expect(seen()).toHaveLength(before);
      for (const query of ['itemsPerPage=501', 'startPage=0', 'itemsPerPage=0'])
        expect((await raw('GET', `/api/v2/opensearch?bbox=${regionBox.join(',')}&${query}`)).status).toBe(
          400,
        );
    },
  );
});
