import type { Geometry } from 'geojson';
import { describe, expect, it } from 'vitest';
import { box as ringOf, polygon, positions } from '../../../geo/polygons.ts';
import { placeSize } from '../../../../../src/features/reports/rules/reportFeature.ts';
import { createReportReading, featurePlaces } from '../../../../../src/features/reports/rules/reportIndex.ts';

const point = (longitude: number, latitude: number): Geometry => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});
const box = (...sides: Parameters<typeof ringOf>): Geometry => polygon(ringOf(...sides));

function read(features: readonly unknown[], limits?: { features: number; positions: number }) {
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  const reading = createReportReading(limits);
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 50) reading.push(bytes.slice(at, at + 50));
  const index = reading.end();
  if (!index) throw new Error('No report');
  return { ...index, drawn: written(text, index.places) };
}

/** The text at the places of an index. */
const written = (text: string, places: Uint32Array) =>
  Array.from({ length: places.length / placeSize }, (_none, index): unknown =>
    JSON.parse(text.slice(...places.slice(index * placeSize + 2, (index + 1) * placeSize))),
  );

const feature = (geometry: unknown, properties: unknown = {}) => ({ type: 'Feature', geometry, properties });

describe('the index of a report', () => {
  it('are counted over all of it', () => {
    const { drawn, facts } = read([
      feature(point(5, 43), { class: 'ship', score: 0.5 }),
      feature(box(5, 43, 5.1, 43.1), { class: 'tank', score: 0.9, note: null }),
      feature(
        {
          type: 'GeometryCollection',
          geometries: [point(-7, 2), { type: 'LineString', coordinates: [[1, 1, 9], ...positions('2 50')] }],
        },
        { class: 'ship' },
      ),
      feature(null, { class: 'lost' }),
      7,
    ]);
    expect(drawn).toHaveLength(3);
    expect(facts).toMatchObject({
      features: 3,
      placeless: 2,
      tooLong: 0,
      bounds: [-7, 1, 5.1, 50],
      geometries: Object.entries({ Point: 1, Polygon: 1, GeometryCollection: 1 }),
      properties: [
        { name: 'class', count: 3, values: Object.entries({ ship: 2, tank: 1 }), range: undefined },
        { name: 'score', count: 2, range: [0.5, 0.9] },
      ],
    });
    // 0.1° by 0.1° at 43° north.
    expect(facts.areaKm2).toBeCloseTo(90.4, 0);
  });

  it('are known beyond what the map shows, where each has to be found', () => {
    const reading = createReportReading({ features: Infinity, positions: Infinity });
    const item = '{"geometry":{"type":"Point","coordinates":[1,2]}}';
    const head = `{"features":[${item}`;
    reading.push(Buffer.from(head));
    const thousand = Buffer.from(`,${item}`.repeat(1000));
    for (let times = 0; times < 1001; times += 1) reading.push(thousand);
    // The last one could go on.
    expect(reading.places().length).toBe(1_001_000 * placeSize);
    reading.push(Buffer.from(`,${item}],"type":"FeatureCollection"}`));
    const places = reading.end()?.places;
    expect(places?.length).toBe(1_001_002 * placeSize);
    const some = [0, 1, 999_999, 1_000_000, 1_001_001];
    expect(some.map(index => places?.[index * placeSize])).toEqual(
      some.map(index => head.length + (index - 1) * (item.length + 1) + 1),
    );
  });

  it('are empty if nothing was found', () => {
    const { drawn, facts } = read([]);
    expect(drawn).toEqual([]);
    expect(facts).toMatchObject({ features: 0, placeless: 0, bounds: undefined, areaKm2: 0, properties: [] });
  });

  it('contain only the first features if there are too many to draw', () => {
    const all = Array.from({ length: 9 }, (_none, index) => feature(point(index, index)));
    const few = read(all, { features: 4, positions: 100 });
    expect(few.drawn).toEqual(all.slice(0, 4));
    expect([few.facts.features, few.facts.bounds]).toEqual([9, [0, 0, 8, 8]]);
    // Positions also count, and a small feature after a large one isn't drawn out of order.
    const boxes = [feature(point(0, 0)), feature(box(0, 0, 1, 1)), feature(point(1, 1))];
    expect(read(boxes, { features: 10, positions: 5 }).drawn).toEqual(boxes.slice(0, 1));
    expect(read(boxes).drawn).toEqual(boxes);
  });

  it.each<[string, unknown]>([
    ['too long to be read at once', 'x'.repeat(4_000_001)],
    ['nested too deep to be written again', JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`)],
  ])('exclude features that are %s, and count them', (_what, note) => {
    const { drawn, facts } = read([feature(point(1, 1)), feature(point(2, 2), { note })]);
    expect([drawn.length, facts.features, facts.tooLong]).toEqual([1, 1, 1]);
  });

  it('handle invalid coordinates', () => {
    const { facts } = read([
      feature({ type: 'Polygon', coordinates: [] }),
      feature({ type: 'Polygon', coordinates: 'none' }),
      feature({ type: 'MultiPolygon', coordinates: [[['a']], null] }),
      feature({ type: 'Point', coordinates: [null, 'x'] }),
      feature({ type: 'Point', coordinates: [1, 2] }, 'a text'),
    ]);
    expect(facts).toMatchObject({
      features: 4,
      placeless: 1,
      bounds: [1, 2, 1, 2],
      areaKm2: 0,
      properties: [],
    });
  });

  it('count a limited number of values and properties, whatever the input', () => {
    const { facts } = read(
      Array.from({ length: 300 }, (_none, index) =>
        feature(point(0, 0), {
          [`own${index}`]: 1,
          id: `id ${index}`,
          nested: {},
          long: 'x'.repeat(index),
          is: index % 2 === 0,
          mixed: index === 0 ? 'a' : 1,
        }),
      ),
    );
    expect(facts.properties).toHaveLength(200);
    const named = Object.fromEntries(facts.properties.map(property => [property.name, property]));
    for (const name of ['id', 'nested', 'long']) expect(named[name]).toMatchObject({ values: undefined });
    expect(named.is?.values).toEqual(Object.entries({ true: 150, false: 150 }));
    const values = Object.entries({ 1: 299, a: 1 });
    expect(named.mixed).toEqual({ name: 'mixed', count: 300, values, range: undefined });
  });

  it('reports when the latest image was taken', () => {
    const seenAt = (...properties: object[]) =>
      read(properties.map(record => feature(point(4, 52), record))).facts.seenAt;
    expect(
      seenAt(
        { acquisitionDate: '2025-03-01T10:00:00Z', name: '2030-01-01' },
        { after: '2025-04-01T10:00:00Z', before: '2026-04-01T10:00:00Z', date: 'soon', time: 7 },
        { after: '2025-02-01' },
      ),
    ).toBe(Date.parse('2025-04-01T10:00:00Z'));
    expect(seenAt({ name: '2030-01-01' })).toBeUndefined();
  });

  it.each<[string, Record<string, string>]>([
    ['before any other time', { acquisitionDate: '2025-03-01', date: '2026-01-01' }],
    ['in other words', { acquired_at: '2025-03-01', timestamp: '2026-01-01' }],
    ['by its capture', { 'Capture-Time': '2025-03-01', time: '2026-01-01' }],
    ['as any time without a better one', { datetime: '2025-03-01' }],
    ['not from a part of a word', { date: '2025-03-01', candidate: '2031-01-01', sometimes: '2030-01-01' }],
    [
      'not from its processing',
      { date: '2025-03-01', processing_date: '2026-02-01', processedDate: '2026-02-01' },
    ],
    ['not from an update', { date: '2025-03-01', lastUpdateDate: '2026-02-01', updated_time: '2026-02-01' }],
    ['not from an expiry', { date: '2025-03-01', expiryDate: '2099-12-31', expirationDate: '2099-12-31' }],
    [
      'not from an order',
      { date: '2025-03-01', orderDate: '2026-02-01', deliveryTime: '2026-02-01', createdDate: '2026-02-01' },
    ],
  ])('reports when the image was taken %s', (_how, properties) => {
    expect(read([feature(point(4, 52), properties)]).facts.seenAt).toBe(Date.parse('2025-03-01'));
  });

  it('are read with numbers that are not finite, as if they were missing', () => {
    const text = '{"type":"FeatureCollection","bbox":[NaN,1,2,3],"features":[';
    const scored = (score: string) =>
      `{"type":"Feature","properties":{"score":${score},"text":"NaN, -Infinity"},"geometry":{"type":"Point","coordinates":[5,43]}}`;
    const reading = createReportReading();
    reading.push(
      new TextEncoder().encode(`${text}${['0.5', 'NaN', '-Infinity', 'nan'].map(scored).join(',')}]}`),
    );
    const facts = reading.end()?.facts;
    expect([facts?.features, facts?.tooLong]).toEqual([4, 0]);
    expect(facts?.properties).toMatchObject([
      { name: 'score', count: 1 },
      { name: 'text', count: 4, values: [['NaN, -Infinity', 4]] },
    ]);
  });

  it.each<[string, unknown, string | undefined]>([
    ['none', undefined, undefined],
    ['WGS 84', { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } }, undefined],
    [
      'another one',
      { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32631' } },
      'urn:ogc:def:crs:EPSG::32631',
    ],
    ['another one by code', { type: 'EPSG', properties: { code: 3857 } }, 'EPSG:3857'],
  ])('name the coordinate reference system: %s', (_what, crs, name) => {
    const reading = createReportReading();
    const report = { type: 'FeatureCollection', features: [feature(point(4, 52))], crs };
    reading.push(new TextEncoder().encode(JSON.stringify(report)));
    const facts = reading.end()?.facts;
    expect([facts?.crs, facts?.isInDegrees]).toEqual([name, name === undefined]);
  });
});

describe('the places of features in a text that is being edited', () => {
  it('are those of the features that are complete and drawn', () => {
    const odd = feature(point(2, 2), {
      'a"]}': 'features": [{\\',
      features: [{ geometry: 1 }],
      letters: 'ü🛰',
    });
    const features = [
      'word',
      feature(point(1, 1)),
      feature(null),
      odd,
      [feature(point(8, 8))],
      feature(point(3, 3)),
    ];
    for (const space of [undefined, 2]) {
      const text = JSON.stringify({ type: 'FeatureCollection', features }, undefined, space);
      expect(written(text, featurePlaces(text))).toEqual([features[1], odd, features[5]]);
      expect(written(text, featurePlaces(text.slice(0, -9)))).toEqual([features[1], odd]);
    }
    for (const text of ['', '{"features": [', '}]}]"']) expect(featurePlaces(text)).toHaveLength(0);
  });
});
