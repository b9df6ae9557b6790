import type { Polygon, Position } from 'geojson';
import { expect } from 'vitest';
import { itemAt } from '../../../src/base/itemAt.ts';
import { failure } from '../../failure.ts';
import { harbour, harbourBox, ofHarbour, year } from '../places.ts';
import { boundsOf, dense, found, idSet, timeOf } from '../searching.ts';
import { testService } from '../testService.ts';

const [west, south, east, north] = harbourBox;

testService('Search by area', {}, ({ reading, statement }) => {
  reading(
    ['search.get', 'search.features', 'search.geometry', 'search.acquisitionDate', 'search.cloudCover'],
    'polygon, acquisition date and cloud cover hold for every image',
    async ({ client }, lacking) => {
      const criteria = {
        aoi: harbour,
        acquiredFrom: '2024-01-01',
        acquiredTo: '2025-03-31',
        maxCloudCover: 25,
      };
      for (const image of await found(client, criteria, lacking)) {
        const [left, bottom, right, top] = boundsOf(image);
        expect([left <= east, right >= west, bottom <= north, top >= south]).toEqual([
          true,
          true,
          true,
          true,
        ]);
        expect(image.cloudCover).toBeLessThanOrEqual(25);
        const day = image.acquisitionDate?.slice(0, 10) ?? '';
        expect(day >= '2024-01-01' && day <= '2025-03-31').toBe(true);
      }
    },
  );

  reading(
    ['search.post'],
    'an area too long for an address finds the same images',
    async ({ client }, lacking) => {
      const expected = idSet(await found(client, ofHarbour, lacking));
      expect(idSet(await found(client, { ...year, aoi: dense(harbour) }, lacking))).toEqual(expected);
    },
  );

  statement(
    ['search.get', 'search.post', 'search.geometry', 'search.bbox', 'search.circle'],
    'an area goes as WKT by GET, and as GeoJSON or, where that is refused, as WKT by POST; without altitudes and exponents',
    async ({ client, sandbox, dialect }) => {
      const tiny = 1e-7;
      const ring = itemAt(harbour.coordinates, 0).map(([x, y]): Position => [x - west, y - south, 12]);
      const aoi: Polygon = { type: 'Polygon', coordinates: [ring.toSpliced(1, 0, [tiny, -tiny, 3])] };
      await client.search({ ...year, aoi }, 1, 1);
      const get = new URLSearchParams(sandbox.requests.at(-1)?.query);
      expect(get.get('geometry')).toMatch(/^POLYGON ?\(\((-?\d+(\.\d+)? -?\d+(\.\d+)?,? ?)+\)\)$/);
      await client.search({ ...year, aoi: dense(aoi) }, 1, 1);
      const { method, body } = sandbox.requests.at(-1) ?? {};
      const { geometry, relation } = JSON.parse(body ?? '') as {
        geometry: Polygon | string;
        relation: string;
      };
      expect([method, typeof geometry, relation]).toEqual([
        'POST',
        dialect === 'deployed' ? 'object' : 'string',
        'intersects',
      ]);
      const positions = typeof geometry === 'string' ? [] : geometry.coordinates.flat();
      for (const position of positions) expect(position).toHaveLength(2);
      await client.search({ ...year, bounds: [-tiny, -tiny, east, north], maxCloudCover: 1e-7 }, 1, 1);
      const boxed = new URLSearchParams(sandbox.requests.at(-1)?.query);
      expect([boxed.get('bbox'), boxed.get('cloudCover')]).toEqual([
        `-0.0000001,-0.0000001,${east},${north}`,
        '[0,0.0000001]',
      ]);
      await client.search({ ...year, circle: { longitude: tiny, latitude: tiny, radius: 5 } }, 1, 1);
      expect(sandbox.requests.at(-1)?.query).toContain('lat=0.0000001&lon=0.0000001&radius=5');
    },
  );

  reading(['search.bbox'], 'a box finds what its polygon finds', async ({ client }, lacking) => {
    const boxed = await found(client, { ...year, bounds: harbourBox }, lacking);
    expect(idSet(boxed)).toEqual(idSet(await found(client, ofHarbour, lacking)));
  });

  reading(
    ['search.circle'],
    'a circle finds what a smaller circle or a polygon within it finds',
    async ({ client }, lacking) => {
      const center = { longitude: (west + east) / 2, latitude: (south + north) / 2 };
      const wide = idSet(await found(client, { ...year, circle: { ...center, radius: 20_000 } }, lacking));
      const narrow = idSet(await found(client, { ...year, circle: { ...center, radius: 100 } }, lacking));
      const inside = idSet(await found(client, ofHarbour, lacking));
      expect(narrow.filter(id => !wide.includes(id))).toEqual([]);
      expect(inside.filter(id => !wide.includes(id))).toEqual([]);
      expect(wide.length).toBeGreaterThan(narrow.length);
    },
  );

  reading(['search.relation'], 'an area without a relation is intersected', async ({ client }, lacking) => {
    const intersected = await found(client, { ...ofHarbour, relation: 'intersects' }, lacking);
    expect(idSet(intersected)).toEqual(idSet(await found(client, ofHarbour, lacking)));
  });

  statement(
    ['deployed.relations'],
    '`contains` finds the footprints that cover the polygon, a part of those that meet it',
    async ({ client, dialect }, lacking) => {
      if (dialect === 'specification') {
        const refused = await failure(client.search({ ...ofHarbour, relation: 'contains' }, 1, 1));
        expect(refused.details.serverMessage).toMatch(/relation/);
        return;
      }
      const meeting = idSet(await found(client, ofHarbour, lacking));
      const covering = await found(client, { ...ofHarbour, relation: 'contains' }, lacking);
      expect(covering.length).toBeLessThan(meeting.length);
      for (const image of covering) {
        const [left, , right] = boundsOf(image);
        expect([meeting.includes(image.id), left <= west, right >= east]).toEqual([true, true, true]);
      }
    },
  );

  reading(
    ['search.acquisitionDate'],
    'both ends of the interval of acquisition count in, to the millisecond',
    async ({ client }, lacking) => {
      const images = await found(client, ofHarbour, lacking);
      const image =
        images[Math.floor(images.length / 2)] ?? lacking('The catalogue has no image of the harbour.');
      const at = (shift: number) => new Date(timeOf(image) + shift).toISOString();
      const idsWithin = async (acquiredAfter: string, acquiredBefore: string) =>
        idSet((await client.search({ aoi: harbour, acquiredAfter, acquiredBefore }, 1, 500)).images);
      expect(await idsWithin(at(0), at(1))).toContain(image.id);
      expect(await idsWithin(at(-1), at(1))).toContain(image.id);
      expect(await idsWithin(at(1), at(60_000))).not.toContain(image.id);
      expect(await idsWithin(at(-60_000), at(-1))).not.toContain(image.id);
    },
  );

  reading(
    ['search.acquisitionDate'],
    'an interval of acquisition without an end reaches until today',
    async ({ client, now }, lacking) => {
      const acquiredFrom = new Date(now() - 60 * 86_400_000).toISOString().slice(0, 10);
      for (const image of await found(client, { aoi: harbour, acquiredFrom }, lacking))
        expect((image.acquisitionDate ?? '') >= acquiredFrom).toBe(true);
    },
  );
});
