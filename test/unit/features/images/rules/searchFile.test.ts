import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { limitNames, type Limits } from '../../../../../src/features/images/rules/listFilters.ts';
import {
  criterionNames,
  type SavedSearch,
  searchCriteria,
} from '../../../../../src/features/images/rules/searchCriteria.ts';
import {
  criteriaOn,
  furtherCriteria,
  readSearchFile,
  searchForImage,
  searchKey,
  searchSummary,
  writeSearchFile,
} from '../../../../../src/features/images/rules/searchFile.ts';
import { anyValue } from '../../../anyCriteria.ts';
import { bareImage } from '../../../fixtures.ts';

const aoi = polygon(box(5, 43, 6, 44));

function faults(value: unknown): string[] {
  const reading = readSearchFile(value);
  return reading.kind === 'search' ? [] : reading.problems.map(({ path }) => path.join('.'));
}

const whole: SavedSearch = {
  aoi,
  relation: 'within',
  acquiredFrom: '2026-01-01',
  acquiredTo: '2026-02-01',
  minCloudCover: 0,
  maxCloudCover: 100,
  constellation: 'PNEO',
  processingLevel: 'ALBUM',
  productType: 'bundle,mono',
  workspace: 'public-pneo',
  workspaceId: 'w1',
  sortBy: '-acquisitionDate,cloudCover',
  minCoverage: 80,
  maxIncidenceAngle: 0,
};

const limits: Limits = Object.fromEntries(limitNames.map(name => [name, 40]));

describe('a saved search', () => {
  it.each(criterionNames)('says that it is restricted by %s', name => {
    const { form } = searchCriteria[name];
    if (form.kind === 'own') return;
    const [value] = fc.sample(anyValue(form), 1);
    const search = { [name]: value } as SavedSearch;
    const further = furtherCriteria(search).map(([, text]) => text);
    expect([searchSummary(search), ...further].join(' ')).toContain(String(value).slice(0, 10));
  });

  it.each<[string, object]>([
    ['every criterion with an area', whole],
    ['a circle', { circle: { longitude: 5, latitude: 43, radius: 500 } }],
    ['a box across the antimeridian', { bounds: [170, -10, -170, 10] }],
    ['days up to now', { lastDays: 1 }],
    ['moments', { acquiredAfter: '2026-01-01T10:00:00Z', acquiredBefore: '2026-01-01T13:00:00+02:00' }],
    ['nothing', {}],
  ])('can be %s', (_what, search) => {
    expect(readSearchFile(search)).toEqual({ kind: 'search', search });
  });

  it.each<[string, unknown, string[]]>([
    ['a list', [], ['']],
    ['nothing at all', null, ['']],
    ['an unknown criterion', { cloud: 5 }, ['cloud']],
    ['a relation that is none', { aoi, relation: 'touches' }, ['relation']],
    ['an area that is no Polygon', { aoi: { type: 'Point', coordinates: [1, 2] } }, ['aoi.type']],
    ['a limit that its field refuses', { maxIncidenceAngle: 91 }, ['maxIncidenceAngle']],
    ['several at once', { maxCloudCover: 200, lastDays: 0 }, ['maxCloudCover', 'lastDays']],
    ['days beside a date', { lastDays: 3, acquiredTo: '2026-01-01' }, ['lastDays']],
    ['an area beside a box', { aoi, bounds: [1, 2, 3, 4] }, ['bounds']],
    ['a relation without an area', { relation: 'within' }, ['relation']],
    [
      'an interval that ends before it begins',
      { acquiredAfter: '2026-01-01T10:00:00Z', acquiredBefore: '2026-01-01T11:00:00+02:00' },
      ['acquiredBefore'],
    ],
  ])('cannot be %s', (_what, value, places) => {
    expect(faults(value)).toEqual(places);
  });

  it.each<[object, string]>([
    [{ relation: 'contains' }, '"relation" needs a polygon. Set "aoi", or remove "relation".'],
    [{ acquiredAfter: '2026-02-03T10:00' }, '"acquiredAfter" must be a date such as 2025-03-31T10:00:00Z.'],
    [{ lastDays: 3, acquiredTo: '2026-01-01' }, 'Use either "lastDays" or "acquiredTo".'],
  ])('says what to do about %j', (value, message) => {
    const reading = readSearchFile(value);
    expect(reading.kind === 'problems' && reading.problems.map(problem => problem.message)).toEqual([
      message,
    ]);
  });

  it('covers the given number of days up to the current one', () => {
    expect(criteriaOn({ lastDays: 1, ...limits, maxCloudCover: 5 }, '2026-03-01')).toEqual({
      acquiredFrom: '2026-03-01',
      maxCloudCover: 5,
    });
    expect(criteriaOn({ lastDays: 30 }, '2026-03-01')).toEqual({ acquiredFrom: '2026-01-31' });
    expect(criteriaOn(whole, '2026-03-01')).toEqual(
      Object.fromEntries(
        Object.entries(whole).filter(([name]) => !['minCoverage', 'maxIncidenceAngle'].includes(name)),
      ),
    );
  });

  it('is written so that it reads the same, with the long area last', () => {
    const text = writeSearchFile({ aoi, maxCloudCover: 20 });
    expect(readSearchFile(JSON.parse(text))).toEqual({
      kind: 'search',
      search: { aoi, maxCloudCover: 20 },
    });
    expect(text.indexOf('aoi')).toBeGreaterThan(text.indexOf('maxCloudCover'));
    expect(text.endsWith('}\n')).toBe(true);
  });

  it.each<[string, number, number, number]>([
    ['beyond the antimeridian', 180.1, 180.3, -179.8],
    ['across it', 179.9, -179.7, -179.9],
  ])('finds an image %s where it is', (_where, west, east, longitude) => {
    const search = searchForImage(bareImage({ footprint: polygon(box(west, -17, east, -16)) }));
    expect(search).toEqual({ circle: { longitude, latitude: -16.5, radius: 1000 } });
    expect(readSearchFile(search)).toEqual({ kind: 'search', search });
  });

  it('is the same search in another order, or with another sort order, display or limits of the list', () => {
    const key = searchKey({ maxCloudCover: 20, aoi });
    expect(searchKey({ aoi, maxCloudCover: 20, sortBy: 'cloudCover', ...limits })).toBe(key);
    expect(searchKey({ aoi, maxCloudCover: 21 })).not.toBe(key);
  });
});
