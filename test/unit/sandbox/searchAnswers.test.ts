import { expect, test, vi } from 'vitest';
import { find, harbour, harness, sure, wkt, type Results } from './harness.ts';

// Worlds are searched and pictures painted here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 30_000 });

const year = '[2024-06-15T00:00:00.000Z,2025-06-15T00:00:00.000Z]';
const over = { geometry: wkt(harbour), relation: 'intersects', itemsPerPage: '500', acquisitionDate: year };
const h = harness();

test('specification: the members and the properties of the text, no more', async () => {
  const on = harness({ dialect: 'specification' });
  const { body } = await on.call<Results>('GET', `/api/v2/opensearch?${new URLSearchParams(over)}`);
  expect(Object.keys(body)).toEqual(['type', 'features']);
  for (const feature of body.features) {
    expect(Object.keys(feature)).toEqual(['type', '_links', 'geometry', 'properties', 'rights']);
    expect(Object.keys(feature.properties).sort()).toEqual([
      'acquisitionDate',
      'cloudCover',
      'constellation',
      'id',
      'incidenceAngle',
      'parentIdentifier',
      'platform',
      'processingLevel',
      'resolution',
      'snowCover',
    ]);
    const { constellation, resolution } = feature.properties;
    expect(resolution).toBe({ PHR: 0.5, SPOT: 1.5, PNEO: 0.3 }[constellation as string]);
  }
});

test('deployed: PHR images of level ALBUM are 0.7, twins share their acquisition, rights follow the level', async () => {
  const { features } = await find(h, { ...over });
  const resolutions = new Set(
    features
      .filter(({ properties }) => properties['constellation'] === 'PHR')
      .map(({ properties }) => `${properties['processingLevel']} ${properties['resolution']}`),
  );
  expect(resolutions).toEqual(new Set(['SENSOR 0.5', 'ALBUM 0.7']));
  const byAcquisition = Map.groupBy(features, ({ properties }) => properties['acquisitionIdentifier']);
  const duplicates = [...byAcquisition.values()].filter(group => group.length > 1);
  expect(duplicates.length).toBeGreaterThan(0);
  for (const group of duplicates) {
    expect(group.map(({ properties }) => properties['processingLevel']).sort()).toEqual(['ALBUM', 'SENSOR']);
    expect(new Set(group.map(({ properties }) => properties.id)).size).toBe(2);
  }
  for (const { properties, rights } of features) {
    expect('wmts' in rights).toBe(properties['processingLevel'] === 'SENSOR');
  }
});

test('the same image looks the same from whichever area and by id, with GET and POST, under v1 and v2', async () => {
  const { features } = await find(h, { ...over, acquisitionDate: year });
  const one = sure(features[5]);
  const [x, y] = sure(sure(one.geometry.coordinates[0])[0]);
  const other = await find(h, {
    bbox: `${x - 0.01},${y - 0.01},${x + 0.01},${y + 0.01}`,
    acquisitionDate: year,
  });
  expect(other.features.find(({ properties }) => properties.id === one.properties.id)).toEqual(one);
  expect((await find(h, { id: one.properties.id })).features).toEqual([one]);
  const posted = await h.call<Results>('POST', '/api/v1/opensearch', { id: one.properties.id });
  expect(posted.body.features).toEqual([one]);
  expect((await h.call('GET', `/api/v1/items/${one.properties.id}`)).body).toEqual(one);
});

test('deployed: times come with no, three and nine digits, and without a zone', async () => {
  const { features } = await find(h, over);
  const forms = new Map<unknown, Set<string>>();
  for (const { properties } of features) {
    const form = String(properties['acquisitionDate']).replace(/\d/g, '9');
    forms.set(properties['constellation'], (forms.get(properties['constellation']) ?? new Set()).add(form));
    expect(properties['lastUpdateDate']).toMatch(/\d$/);
  }
  expect(Object.fromEntries(forms)).toEqual({
    PHR: new Set(['9999-99-99T99:99:99.999Z']),
    SPOT: new Set(['9999-99-99T99:99:99Z']),
    PNEO: new Set(['9999-99-99T99:99:99.999999999Z']),
  });
});
