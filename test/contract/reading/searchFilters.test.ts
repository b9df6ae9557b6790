import { expect } from 'vitest';
import type { SearchCriteria } from '../../../src/service/rules/searchCriteria.ts';
import { ofHarbour } from '../places.ts';
import { found, idSet } from '../searching.ts';
import type { RowId } from '../specification.ts';
import { testService } from '../testService.ts';

const constellations = { PNEO: 'search.pneo', PHR: 'search.phr', SPOT: 'search.spot' } as const;
const levels = { SENSOR: 'search.sensor', ALBUM: 'search.album' } as const;

function entriesOf<K extends string>(record: Readonly<Record<K, RowId>>) {
  return Object.entries(record) as [K, RowId][];
}

testService('Search by property', {}, ({ reading, statement }) => {
  reading(
    ['search.cloudCover'],
    'least and most cloud cover hold for every image',
    async ({ client }, lacking) => {
      const criteria = { ...ofHarbour, minCloudCover: 20, maxCloudCover: 60 };
      for (const { cloudCover = Number.NaN } of await found(client, criteria, lacking))
        expect(cloudCover >= 20 && cloudCover <= 60).toBe(true);
    },
  );

  for (const [constellation, row] of entriesOf(constellations)) {
    reading([row], `${constellation} and no other constellation`, async ({ client }, lacking) => {
      const images = await found(client, { ...ofHarbour, constellation }, lacking);
      expect(new Set(images.map(image => image.constellation))).toEqual(new Set([constellation]));
    });
  }

  for (const [processingLevel, row] of entriesOf(levels)) {
    reading([row], `${processingLevel} and no other level`, async ({ client }, lacking) => {
      const images = await found(client, { ...ofHarbour, processingLevel }, lacking);
      expect(new Set(images.map(image => image.processingLevel))).toEqual(new Set([processingLevel]));
    });
  }

  reading(
    ['search.allLevels', 'search.sensor', 'search.album'],
    'without a level, the images of both are found',
    async ({ client }, lacking) => {
      const sensor = await found(client, { ...ofHarbour, processingLevel: 'SENSOR' }, lacking);
      const album = await found(client, { ...ofHarbour, processingLevel: 'ALBUM' }, lacking);
      const all = idSet(await found(client, ofHarbour, lacking));
      expect(idSet([...sensor, ...album]).filter(id => !all.includes(id))).toEqual([]);
    },
  );

  reading(
    ['search.spot', 'search.sensor', 'search.cloudCover'],
    'a filter takes away and never adds',
    async ({ client }, lacking) => {
      const all = idSet(await found(client, ofHarbour, lacking));
      const wishes: SearchCriteria[] = [
        { maxCloudCover: 25 },
        { constellation: 'SPOT' },
        { processingLevel: 'SENSOR' },
      ];
      for (const wish of wishes) {
        const filtered = idSet(await found(client, { ...ofHarbour, ...wish }, lacking));
        expect(filtered.length).toBeLessThan(all.length);
        expect(filtered.filter(id => !all.includes(id))).toEqual([]);
      }
    },
  );

  reading(['search.productType'], '`mono` leaves stereo and tri-stereo out', async ({ client }, lacking) => {
    const all = idSet(await found(client, ofHarbour, lacking));
    const mono = await found(client, { ...ofHarbour, productType: 'mono' }, lacking);
    expect(mono.filter(({ id }) => !all.includes(id))).toEqual([]);
    for (const { productType = '' } of mono) expect(productType).not.toMatch(/stereo/i);
  });

  statement(
    ['search.productType'],
    '`mono` finds fewer, and each of them says so',
    async (service, lacking) => {
      const { client, dialect } = service;
      const all = await found(client, ofHarbour, lacking);
      const mono = await found(client, { ...ofHarbour, productType: 'mono' }, lacking);
      expect(mono.length).toBeLessThan(all.length);
      // The specification names no property that tells the type.
      const type = dialect === 'deployed' ? 'mono' : undefined;
      expect(new Set(mono.map(image => image.productType))).toEqual(new Set([type]));
    },
  );

  reading(
    ['search.public', 'search.publicPneo'],
    '`public` has PHR and SPOT, `public-pneo` PNEO, and a search without a workspace has both',
    async ({ client }, lacking) => {
      const open = await found(client, { ...ofHarbour, workspace: 'public' }, lacking);
      const pneo = await found(client, { ...ofHarbour, workspace: 'public-pneo' }, lacking);
      for (const { constellation } of open) expect(['PHR', 'SPOT']).toContain(constellation);
      for (const { constellation } of pneo) expect(constellation).toBe('PNEO');
      const all = idSet(await found(client, ofHarbour, lacking));
      expect(idSet([...open, ...pneo]).filter(id => !all.includes(id))).toEqual([]);
    },
  );

  reading(['search.workspaceid'], 'the private workspace can be searched', async ({ client }, lacking) => {
    const { workspaceId } = (await client.profile()).contract;
    if (workspaceId === undefined) return lacking('The contract has no workspace.');
    const { images, received } = await client.search({ workspaceId }, 1, 50);
    expect(images.length).toBeLessThanOrEqual(received);
    expect(received).toBeLessThanOrEqual(50);
  });
});
