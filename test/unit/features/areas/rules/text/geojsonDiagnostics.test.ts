import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { areaCodes } from '../../../../../../src/base/problemCodes.ts';
import { box, polygon, positions } from '../../../../geo/polygons.ts';
import type { AoiUse } from '../../../../../../src/features/areas/rules/text/geojsonCheck.ts';
import { diagnoseAois } from '../../../../../../src/features/areas/rules/text/geojsonDiagnostics.ts';

const folder = new URL('../../../../../data/geojson/', import.meta.url);
const files = readdirSync(folder);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');

const outer = box(5.3, 43.2, 5.4, 43.3);
const bowTie = polygon(positions('5.3 43.2, 5.4 43.3, 5.4 43.2, 5.3 43.3, 5.3 43.2'));

/** Every problem with the text that is underlined. */
function found(text: string, use: AoiUse = 'file') {
  return diagnoseAois(text, use).map(({ code, severity, range, relatedRanges }) => ({
    code,
    severity,
    text: text.slice(range.offset, range.offset + range.length),
    related: relatedRanges.map(span => text.slice(span.offset, span.offset + span.length)),
  }));
}

const firstProblem = (document: unknown, use: AoiUse = 'file') => found(JSON.stringify(document), use)[0];

describe('a GeoJSON file', () => {
  it('shows each problem with the severity of its code, and a file here has each code', () => {
    const severitiesByCode = new Map<string, Set<string>>(
      Object.keys(areaCodes).map(code => [code, new Set()]),
    );
    for (const { code, severity } of files.flatMap(file => found(read(file))))
      severitiesByCode.get(code)?.add(severity);
    const asTold = Object.entries(areaCodes).map(([code, { inFile }]): [string, string[]] => [
      code,
      inFile === 'decided by the check'
        ? [...(severitiesByCode.get(code) ?? [])]
        : inFile === 'no problem'
          ? []
          : [inFile],
    ]);
    expect([...severitiesByCode].map(([code, severities]) => [code, [...severities]])).toEqual(asTold);
    const withoutFile = Object.entries(areaCodes).filter(([code]) => severitiesByCode.get(code)?.size === 0);
    expect(withoutFile.map(([, { inFile }]) => inFile)).toEqual(withoutFile.map(() => 'no problem'));
  });

  it.each(files.filter(file => file.startsWith('good.')))('is not underlined if it is valid: %s', file => {
    expect(found(read(file))).toEqual([]);
  });

  it.each(files.filter(file => !/^(?:good|broken)\./.test(file)))('has exactly one problem: %s', file => {
    const text = read(file);
    const problems = diagnoseAois(text, 'file');
    expect([...new Set(problems.map(({ code }) => code))]).toEqual([file.split('.')[0]]);
    for (const { message, range } of problems) {
      expect(message).toMatch(/^["\d\p{Lu}-].*\.$/u);
      expect(message).not.toMatch(/\{\d\}|undefined|NaN/);
      expect(range.length).toBeGreaterThan(0);
      expect(range.offset + range.length).toBeLessThanOrEqual(text.length);
    }
  });

  it('says once of many points that they are no area, as of a copied report', () => {
    const points = (count: number) => ({
      type: 'FeatureCollection',
      features: Array.from({ length: count }, () => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Point', coordinates: [4, 52] },
      })),
    });
    expect([20, 21, 5000].map(count => found(JSON.stringify(points(count))).length)).toEqual([20, 1, 1]);
  });

  it.each(files.filter(file => file.startsWith('broken.')))('is read as far as possible: %s', file => {
    expect(found(read(file)).map(({ code }) => code)).toEqual(['ring-not-closed']);
  });

  it.each<[string, unknown, string]>([
    ['the last position of an open ring', polygon(outer.slice(0, 4)), '[5.3,43.3]'],
    ['the word that is no Polygon', { type: 'MultiPolygon', coordinates: [[outer]] }, '"MultiPolygon"'],
    ['a position that is none', polygon([...outer.slice(0, 4), ['x'] as never]), '["x"]'],
    ['an edge that crosses another', bowTie, '[5.3,43.2],[5.4,43.3]'],
    ['a hole', polygon(outer, box(6, 43, 6.1, 43.1)), JSON.stringify(box(6, 43, 6.1, 43.1))],
    [
      'the geometry whose coordinates are missing',
      { type: 'Feature', geometry: { type: 'Polygon' } },
      '{"type":"Polygon"}',
    ],
  ])('has %s underlined', (_what, document, text) => {
    expect(firstProblem(document)?.text).toBe(text);
    expect(firstProblem({ a: [{ 'x"]': [1, 'é"', { b: [] }] }, document] })?.text).toBe(text);
  });

  it('has both crossing edges marked, with the place of the crossing', () => {
    const text = JSON.stringify(bowTie);
    expect(found(text)).toMatchObject([{ code: 'ring-bow-tie', related: ['[5.4,43.2],[5.3,43.3]'] }]);
    expect(diagnoseAois(text, 'file')[0]?.message).toContain('43.25000° N, 5.35000° E');
  });

  it('is reported once where two vertices touch, though four pairs of edges do', () => {
    expect(found(read('ring-touches.figure-of-eight.geojson'))).toHaveLength(1);
  });

  it('uses the last of repeated members, as JSON does', () => {
    const open = JSON.stringify(outer.slice(0, 4));
    const text = `{ "type": "Polygon", "coordinates": [7], "coordinates": [${open}] }`;
    expect(found(text)).toMatchObject([{ code: 'ring-not-closed', text: '[5.3,43.3]' }]);
    const commented = `/* two */ ${text}`;
    expect(found(commented)).toMatchObject([{ code: 'ring-not-closed', text: '[5.3,43.3]' }]);
  });

  it('gets at most a thousand problems', () => {
    const open = polygon(outer.slice(0, 4));
    expect(diagnoseAois(JSON.stringify(Array.from({ length: 3000 }, () => open)), 'file')).toHaveLength(1000);
  });
});

describe('an order file', () => {
  const order = (aoi: unknown) => ({ kind: 'order.analytics-toolbox.archive', aoi });
  const products = (aoi: unknown) => ({ kind: 'order.data.product', products: [{ id: 'a', aoi }] });

  it.each([
    ['a crossing ring', bowTie, 'ring-bow-tie'],
    ['an altitude', polygon(outer.map(position => [...position, 3])), 'position-altitude'],
    ['a MultiPolygon', { type: 'MultiPolygon', coordinates: [[outer]] }, 'aoi-not-polygon'],
    ['a repeated position', polygon([...outer.slice(0, 1), ...outer]), 'ring-duplicates'],
  ])('has an error where a file has a warning: %s', (_what, aoi, code) => {
    expect(firstProblem(aoi)).toMatchObject({ code, severity: 'warning' });
    expect(firstProblem(order(aoi), 'order')).toMatchObject({ code, severity: 'error' });
    expect(firstProblem(products(aoi), 'order')).toMatchObject({ code, severity: 'error' });
  });

  it('has every geometry checked that is used as an AOI, whatever it is', () => {
    expect(firstProblem(order('POLYGON EMPTY'), 'order')).toMatchObject({
      code: 'aoi-missing',
      text: '"POLYGON EMPTY"',
    });
    expect(firstProblem(order({ type: 'Point', coordinates: [1, 1] }), 'order')).toMatchObject({
      severity: 'error',
    });
    expect(firstProblem({ kind: 'order.data.product' }, 'order')).toBeUndefined();
  });

  it('has a small AOI as an error only in a product: an analytic has no minimum area', () => {
    const small = polygon(box(5.3, 43.2, 5.3005, 43.2004));
    expect(firstProblem(products(small), 'order')).toMatchObject({
      code: 'aoi-too-small',
      severity: 'error',
    });
    expect(firstProblem(order(small), 'order')).toBeUndefined();
    expect(firstProblem(small)).toMatchObject({ code: 'aoi-too-small', severity: 'warning' });
  });

  it('reports the winding only as information', () => {
    const clockwise = polygon(outer.toReversed());
    expect(firstProblem(order(clockwise), 'order')).toMatchObject({
      code: 'ring-winding',
      severity: 'information',
    });
    expect(firstProblem(clockwise)).toMatchObject({ code: 'ring-winding', severity: 'information' });
  });
});
