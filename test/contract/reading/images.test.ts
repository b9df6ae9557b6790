import type { Position } from 'geojson';
import { expect } from 'vitest';
import { type Image, mayDo } from '../../../src/service/rules/imagery.ts';
import { relatedLinks } from '../../../src/service/rules/links.ts';
import { sameAcquisition } from '../../../src/features/images/rules/sameAcquisition.ts';
import { memoryTarget } from '../memoryTarget.ts';
import { harbourBox, ofHarbour, region, regionBox } from '../places.ts';
import { found, idSet, timeOf } from '../searching.ts';
import { testService } from '../testService.ts';

const day = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

testService('Images', {}, ({ reading, statement }) => {
  reading(
    [
      'image.id',
      'image.parentIdentifier',
      'image.acquisitionDate',
      'image.cloudCover',
      'image.snowCover',
      'image.incidenceAngle',
    ],
    'every image says which one it is, when it was taken, how cloudy and snowy it is, and at which angle',
    async ({ client }, lacking) => {
      const images = await found(client, ofHarbour, lacking);
      expect(new Set(idSet(images)).size).toBe(images.length);
      for (const { parentIdentifier, acquisitionDate, cloudCover, snowCover, incidenceAngle } of images) {
        expect(parentIdentifier).toMatch(/./);
        expect(acquisitionDate).toMatch(/^2024-\d\d-\d\dT\d\d:\d\d:\d\d/);
        for (const cover of [cloudCover, snowCover]) {
          expect(cover).toBeGreaterThanOrEqual(0);
          expect(cover).toBeLessThanOrEqual(100);
        }
        expect(incidenceAngle).toEqual(expect.any(Number));
      }
    },
  );

  reading(
    ['image.constellation', 'image.platform', 'image.resolution'],
    'constellation, platform and resolution fit together',
    async ({ client }, lacking) => {
      const images = await found(client, { ...ofHarbour, processingLevel: 'SENSOR' }, lacking);
      for (const { constellation = '', platform = '', resolution } of images) {
        expect(['PNEO', 'PHR', 'SPOT']).toContain(constellation);
        expect(platform.startsWith(constellation)).toBe(true);
        if (constellation === 'PHR')
          expect([['PHR1A', 'PHR1B'].includes(platform), resolution]).toEqual([true, 0.5]);
        if (constellation === 'SPOT')
          expect([['SPOT6', 'SPOT7'].includes(platform), resolution]).toEqual([true, 1.5]);
      }
    },
  );

  reading(['image.geometry'], 'the footprint is a closed polygon in degrees', async ({ client }, lacking) => {
    for (const { footprint } of await found(client, ofHarbour, lacking)) {
      expect(footprint.type).toBe('Polygon');
      for (const ring of footprint.coordinates as Position[][]) {
        expect(ring.at(-1)).toEqual(ring[0]);
        for (const [longitude = Number.NaN, latitude = Number.NaN] of ring)
          expect(Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90).toBe(true);
      }
    }
  });

  reading(
    ['image.sensor', 'library.criteria', 'limit.libraryCloud', 'limit.libraryIncidence'],
    'SENSOR images have less than 30 % of cloud and less than 40° of incidence',
    async ({ client }, lacking) => {
      const images = await found(client, { ...ofHarbour, processingLevel: 'SENSOR' }, lacking);
      for (const { cloudCover, incidenceAngle } of images) {
        expect(cloudCover).toBeLessThan(30);
        expect(incidenceAngle).toBeLessThan(40);
      }
    },
  );

  statement(
    ['image.album', 'library.criteria'],
    'an ALBUM image fails the criteria, or comes beside one that is SENSOR',
    async ({ client, dialect }, lacking) => {
      const album = await found(client, { ...ofHarbour, processingLevel: 'ALBUM' }, lacking);
      const sensor = await found(client, { ...ofHarbour, processingLevel: 'SENSOR' }, lacking);
      const acquisitions = sensor.map(image => image.acquisitionIdentifier);
      for (const { cloudCover = Number.NaN, incidenceAngle = Number.NaN, ...rest } of album) {
        const isDuplicate = dialect === 'deployed' && acquisitions.includes(rest.acquisitionIdentifier);
        expect(cloudCover < 30 && incidenceAngle < 40).toBe(isDuplicate);
      }
    },
  );

  statement(
    ['deployed.acquisition'],
    'an acquisition that is found as ALBUM and as SENSOR has one identifier in both, where there are identifiers',
    async ({ client, dialect }, lacking) => {
      const images = await found(client, ofHarbour, lacking);
      const named = images.filter(image => image.acquisitionIdentifier !== undefined);
      expect(named).toHaveLength(dialect === 'deployed' ? images.length : 0);
      const acquisitions = Map.groupBy(named, image => image.acquisitionIdentifier);
      const duplicates = [...acquisitions.values()].filter(({ length }) => length > 1);
      expect(duplicates.length > 0).toBe(dialect === 'deployed');
      for (const group of duplicates) {
        expect(group.map(image => image.processingLevel).sort()).toEqual(['ALBUM', 'SENSOR']);
        expect(new Set(group.map(timeOf)).size).toBe(1);
      }
      const same = sameAcquisition(images).map(ids => ids.toSorted().join(' '));
      expect(same.sort()).toEqual(duplicates.map(group => idSet(group).join(' ')).sort());
    },
  );

  reading(
    ['library.content'],
    'the library goes back to the end of 2017 at 0.5 m, and has images at 0.3 m',
    async ({ client }, lacking) => {
      const before = { ...region, acquiredFrom: '2017-11-01', acquiredTo: '2018-01-31' };
      const oldest = await client.search(
        { ...before, constellation: 'PHR', processingLevel: 'SENSOR' },
        1,
        50,
      );
      if (oldest.received === 0) return lacking('The catalogue has no image of that winter here.');
      expect(oldest.images.every(({ constellation }) => constellation === 'PHR')).toBe(true);
      const finest = await client.search({ ...region, constellation: 'PNEO' }, 1, 50);
      if (finest.received === 0) return lacking('The catalogue has no image at 0.3 m here.');
      for (const { resolution } of finest.images) expect(resolution).toBe(0.3);
    },
  );

  reading(
    ['library.daily'],
    'some images are not older than a few days',
    async ({ client, now }, lacking) => {
      const criteria = { bounds: regionBox, acquiredFrom: dayOf(now() - 4 * day) };
      const { images, received } = await client.search(criteria, 1, 50);
      if (received === 0) return lacking('The catalogue has no new image here.');
      for (const { acquisitionDate = '' } of images)
        expect(acquisitionDate.slice(0, 10) >= criteria.acquiredFrom).toBe(true);
    },
  );

  reading(
    ['image.rights', 'search.features'],
    'every image says what the caller may do with it, and where its pictures are',
    async ({ client }, lacking) => {
      for (const { rights, links } of await found(client, ofHarbour, lacking)) {
        expect(rights).toEqual(expect.any(Array));
        expect(
          [...relatedLinks(links, 'quicklook'), ...relatedLinks(links, 'thumbnail')].length,
        ).toBeGreaterThan(0);
      }
    },
  );

  statement(
    ['image.links', 'image.rights', 'image.album', 'limit.streaming', 'deployed.item'],
    'the links of an image lead to its pictures, and its tiles are there for SENSOR alone',
    async ({ client, raw, origin, dialect }, lacking) => {
      const images = await found(client, ofHarbour, lacking);
      const at = (level: string) =>
        images.find(({ processingLevel }) => processingLevel === level) ??
        lacking(`There is no ${level} image.`);
      const sensor = at('SENSOR');
      const album = at('ALBUM');
      expect([mayDo(sensor, 'browse'), mayDo(sensor, 'wmts'), mayDo(album, 'wmts')]).toEqual([
        true,
        true,
        false,
      ]);
      const linkOf = ({ links }: Image, relation: string) =>
        relatedLinks(links, relation)[0]?.href ?? expect.fail(`There is no link to ${relation}.`);

      const startOf = async (relation: string) => {
        const file = memoryTarget();
        await client.picture(linkOf(sensor, relation), 'picture', file.target, () => undefined);
        return file.bytes().subarray(0, 3).toString('hex');
      };
      const jpeg = 'ffd8ff';
      expect([await startOf('quicklook'), await startOf('thumbnail')]).toEqual([jpeg, jpeg]);

      const tileOf = (image: Image) =>
        raw(
          'GET',
          linkOf(image, 'wmts')
            .slice(origin.length)
            .replaceAll(/\{[xyz]\}/g, '0'),
        );
      expect((await tileOf(album)).status).toBe(403);
      const tile = await tileOf(sensor);
      expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png']);
      // The specification has no such route.
      const item = await raw('GET', `/api/v1/items/${sensor.id}`);
      expect(item.status).toBe(dialect === 'deployed' ? 200 : 404);
    },
  );

  statement(
    ['search.features'],
    'the results are a feature collection of features',
    async ({ client, raw }) => {
      const { json } = await raw('GET', '/api/v2/opensearch?bbox=5.3,43.27,5.37,43.32&itemsPerPage=7');
      expect(json).toMatchObject({ type: 'FeatureCollection' });
      const { features } = json as { features: { type: string; properties: { id: string } }[] };
      expect(features.map(({ type }) => type)).toEqual(Array.from({ length: 7 }, () => 'Feature'));
      const { images } = await client.search({ bounds: harbourBox }, 1, 7);
      expect(features.map(({ properties }) => properties.id)).toEqual(images.map(({ id }) => id));
    },
  );
});
