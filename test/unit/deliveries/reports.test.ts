import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  createReports,
  drawnOf,
  type RememberedReport,
  type ShownReport,
} from '../../../src/deliveries/reports.ts';
import { readContents, readReport } from '../../../src/deliveries/reportContents.ts';

const point = { type: 'Point', coordinates: [5.3, 43.3] };
const feature = (rest: object = {}) => ({
  type: 'Feature',
  geometry: point,
  properties: { class: 'car' },
  ...rest,
});
const collection = (features: unknown, rest: object = {}) =>
  JSON.stringify({ type: 'FeatureCollection', ...rest, features });

describe('a report', () => {
  it('is read feature by feature, the properties as they come', () => {
    const polygon = { type: 'Polygon', coordinates: [] };
    const properties = { id: 7, score: 0.98, nested: { a: [1] }, empty: null };
    expect(readReport(collection([feature(), feature({ geometry: polygon, properties })]))).toEqual([
      { geometry: point, properties: { class: 'car' } },
      { geometry: polygon, properties },
    ]);
  });

  it('may have found nothing', () => {
    expect(readReport(collection([]))).toEqual([]);
  });

  it('tells how many of its features have no place to be drawn at', async () => {
    const drawnFrom = async (...features: object[]) => {
      const contents = await readContents(pieces(collection(features)));
      return contents && drawnOf(contents);
    };
    expect(await drawnFrom(feature(), feature({ geometry: null }))).toMatchObject({ placeless: 1 });
    expect(await drawnFrom(feature())).not.toHaveProperty('placeless');
  });

  it('may hold more than GeoJSON asks for', () => {
    expect(readReport(collection([feature({ id: 1, bbox: [] })], { name: 'cars', crs: {} }))).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['null', { properties: null }],
    ['absent', { properties: undefined }],
  ])('has a feature without properties where they are %s', (_what, part) => {
    expect(readReport(collection([feature(part)]))).toEqual([{ geometry: point, properties: {} }]);
  });

  it.each<[string, unknown]>([
    ['its geometry is null', feature({ geometry: null })],
    ['its geometry is absent', feature({ geometry: undefined })],
    ['its geometry is a text', feature({ geometry: 'POINT (5 43)' })],
    ['its geometry has no type', feature({ geometry: {} })],
    ['its geometry has coordinates of no type', feature({ geometry: { coordinates: [5, 43] } })],
    ['its geometry has a type alone', feature({ geometry: { type: 'Point' } })],
    ['it is null', null],
    ['it is a number', 7],
  ])('leaves a feature out where there is nothing to draw: %s', (_what, broken) => {
    expect(readReport(collection([broken, feature()]))).toEqual([
      { geometry: point, properties: { class: 'car' } },
    ]);
  });

  it.each<[string, string]>([
    ['an empty file', ''],
    ['half a file', collection([feature()]).slice(0, -5)],
    ['a page', '<html>busy</html>'],
    ['a single feature', JSON.stringify(feature())],
    ['a geometry', JSON.stringify(point)],
    ['a list of features', JSON.stringify([feature()])],
    ['an error message', '{"message":"gone"}'],
    ['null', 'null'],
    ['a text', '"FeatureCollection"'],
    ['features that are no list', collection({ 0: feature() })],
    ['another kind of object with features', JSON.stringify({ type: 'Topology', features: [feature()] })],
    ['an object without a type', JSON.stringify({ features: [feature()] })],
  ])('is none where the file holds %s', (_what, text) => {
    expect(readReport(text)).toBeUndefined();
  });

  it('is read or not, whatever the file holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.array(fc.jsonValue()).map(collection)), text => {
        expect(() => readReport(text)).not.toThrow();
      }),
    );
  });
});

async function* pieces(text: string) {
  await Promise.resolve();
  yield new TextEncoder().encode(text);
}

describe('the report on the map', () => {
  const report = (orderId: string): ShownReport => ({
    orderId,
    title: orderId,
    uri: `file:///${orderId}`,
    features: [],
  });

  function bench(files: Record<string, string> = {}, last?: RememberedReport) {
    const memory = { value: last };
    const reports = createReports(
      { read: () => memory.value, write: value => (memory.value = value) },
      async uri => {
        const text = files[uri];
        return text === undefined ? undefined : readContents(pieces(text));
      },
    );
    return { reports, memory };
  }

  it('is taken up by the next window from its file, and forgotten when it was closed', async () => {
    const { reports, memory } = bench();
    reports.show(report('o1'));
    expect(memory.value).toEqual({ orderId: 'o1', title: 'o1', uri: 'file:///o1' });
    const text =
      '{"type":"FeatureCollection","features":[{"geometry":{"type":"Point","coordinates":[1,2]}}]}';
    const next = bench({ 'file:///o1': text }, memory.value);
    await next.reports.resume();
    expect(next.reports.current.value).toMatchObject({ orderId: 'o1', features: [{ properties: {} }] });
    next.reports.clear();
    expect(next.memory.value).toBeUndefined();
  });

  it('stays away when its file is gone, is no report any more, or another one is shown by then', async () => {
    const last = { orderId: 'o1', title: 'o1', uri: 'file:///o1' };
    const gone = bench({}, last);
    await gone.reports.resume();
    expect(gone.reports.current.value).toBeUndefined();
    const other = bench({ 'file:///o1': '<html>' }, last);
    await other.reports.resume();
    expect(other.reports.current.value).toBeUndefined();
    const late = bench({ 'file:///o1': '{"type":"FeatureCollection","features":[]}' }, last);
    const resuming = late.reports.resume();
    late.reports.show(report('o2'));
    await resuming;
    expect(late.reports.current.value?.orderId).toBe('o2');
  });

  it('is the last that was shown, until it is cleared', () => {
    const { reports } = bench();
    expect(reports.current.value).toBeUndefined();
    reports.show(report('o1'));
    reports.show(report('o2'));
    expect(reports.current.value).toEqual(report('o2'));
    reports.clear();
    expect(reports.current.value).toBeUndefined();
  });
});
