import fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { anyPolygon, box, polygon } from '../../../geo/polygons.ts';
import { type SearchCriteria, serviceCriteria } from '../../../../../src/service/rules/searchCriteria.ts';
import { searchParameters } from '../../../../../src/service/rules/serviceRequest.ts';
import { onlyCriterion } from '../../../anyCriteria.ts';

const today = '2026-03-31';
const always = { sortBy: '-acquisitionDate', itemsPerPage: '50', startPage: '1' };

const triangle: Position[] = [
  [5.3, 43.27],
  [5.37, 43.27],
  [5.37, 43.32],
  [5.3, 43.27],
];

describe('the parameters of a search', () => {
  it.each<[SearchCriteria, Record<string, string>]>([
    [{}, {}],
    [
      { aoi: polygon(triangle) },
      { relation: 'intersects', geometry: 'POLYGON ((5.3 43.27, 5.37 43.27, 5.37 43.32, 5.3 43.27))' },
    ],
    [
      { aoi: polygon(box(-10, -8, 10, 8), box(-1, -2, 1, 2)) },
      {
        relation: 'intersects',
        geometry: 'POLYGON ((-10 -8, 10 -8, 10 8, -10 8, -10 -8), (-1 -2, 1 -2, 1 2, -1 2, -1 -2))',
      },
    ],
    // The API uses pairs of longitude and latitude.
    [
      { aoi: polygon(triangle.map(([x, y]): Position => [x, y, 12.5])) },
      { relation: 'intersects', geometry: 'POLYGON ((5.3 43.27, 5.37 43.27, 5.37 43.32, 5.3 43.27))' },
    ],
    [
      { circle: { longitude: -5.25, latitude: 43.5, radius: 1500 } },
      { lat: '43.5', lon: '-5.25', radius: '1500' },
    ],
    [{ bounds: [-5.5, 43.25, 5, 44] }, { bbox: '-5.5,43.25,5,44' }],
    [{ bounds: [179, -18, -179, -16] }, { bbox: '179,-18,-179,-16' }],
    // Cloud-free is also a criterion.
    [{ maxCloudCover: 0 }, { cloudCover: '[0,0]' }],
    [{ maxCloudCover: 30 }, { cloudCover: '[0,30]' }],
    [{ minCloudCover: 12.5 }, { cloudCover: '[12.5,100]' }],
    [{ productType: 'bundle,mono' }, { productType: 'bundle,mono' }],
    [{ sortBy: 'incidenceAngle,-acquisitionDate' }, { sortBy: 'incidenceAngle,-acquisitionDate' }],
  ])('are written for %j', (criteria, sent) => {
    expect(searchParameters(criteria, 1, 50, today)).toStrictEqual({ ...always, ...sent });
  });

  it.each(Object.keys(serviceCriteria) as (keyof SearchCriteria)[])('have what %s asks for', name => {
    const criterion = onlyCriterion(name);
    const area = name === 'relation' ? { aoi: polygon(triangle) } : {};
    const sent = searchParameters({ ...criterion, ...area }, 1, 50, today);
    if (serviceCriteria[name].form.kind === 'own')
      expect(sent).not.toEqual(searchParameters({}, 1, 50, today));
    else expect(Object.values(sent).join(' ')).toContain(Object.values(criterion).join('').slice(0, 10));
  });

  it.each<[string, SearchCriteria, from: string, to: string]>([
    [
      'whole days',
      { acquiredFrom: '2025-01-01', acquiredTo: '2025-02-28' },
      '2025-01-01T00:00:00.000Z',
      '2025-02-28T23:59:59.999Z',
    ],
    [
      'days to the end of today',
      { acquiredFrom: '2025-01-01' },
      '2025-01-01T00:00:00.000Z',
      '2026-03-31T23:59:59.999Z',
    ],
    [
      'days from before the first acquisition',
      { acquiredTo: '2025-02-28' },
      '2000-01-01T00:00:00.000Z',
      '2025-02-28T23:59:59.999Z',
    ],
    [
      'no time after today',
      { acquiredFrom: '2027-01-01' },
      '2027-01-01T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ],
    [
      'moments of another zone',
      { acquiredAfter: '2025-01-01T01:30:00+02:00', acquiredBefore: '2025-01-01T12:00:00Z' },
      '2024-12-31T23:30:00.000Z',
      '2025-01-01T12:00:00.000Z',
    ],
  ])('request %s', (_what, criteria, from, to) => {
    const acquisitionDate = `[${from},${to}]`;
    expect(searchParameters(criteria, 1, 50, today)).toStrictEqual({ ...always, acquisitionDate });
  });

  it.each<[string, SearchCriteria, string]>([
    [
      'a polygon and a circle',
      { aoi: polygon(triangle), circle: { longitude: 5, latitude: 43, radius: 10 } },
      'Use either "aoi" or "circle".',
    ],
    [
      'a day and a moment to begin with',
      { acquiredFrom: '2025-01-01', acquiredAfter: '2025-01-01T00:00:00Z' },
      'Use either "acquiredFrom" or "acquiredAfter".',
    ],
    [
      'another relation than "intersects" to an area across the antimeridian',
      {
        relation: 'within',
        aoi: polygon([
          [179, -17],
          [-179, -17],
          [-179, -16],
          [179, -17],
        ]),
      },
      'Areas across the antimeridian support only "intersects".',
    ],
    [
      'a relation to no polygon',
      { relation: 'within', bounds: [5, 43, 6, 44] },
      '"relation" needs a polygon. Set "aoi", or remove "relation".',
    ],
    [
      'an interval that ends before it begins',
      { acquiredFrom: '2025-01-02', acquiredTo: '2025-01-01' },
      'The interval ends at 2025-01-01T23:59:59.999Z, before it starts at 2025-01-02T00:00:00.000Z.',
    ],
    [
      'more cloud at least than at most',
      { minCloudCover: 40, maxCloudCover: 30 },
      'Cloud cover must be a range in 0 to 100 %, not 40 to 30.',
    ],
    [
      'more cloud than there can be',
      { minCloudCover: 1000.5 },
      'Cloud cover must be a range in 0 to 100 %, not 1,000.5 to 100.',
    ],
  ])('refuse %s instead of dropping one of them', (_what, criteria, sentence) => {
    expect(() => searchParameters(criteria, 1, 50, today)).toThrow(new RangeError(sentence));
  });

  it.each<[string, SearchCriteria]>([
    ['a day that is no date', { acquiredFrom: 'yesterday' }],
    ['a day that no calendar has', { acquiredTo: '2025-02-30' }],
    ['a moment without a zone', { acquiredAfter: '2025-01-01T10:00:00' }],
    ['a moment that is a day', { acquiredBefore: '2025-01-01' }],
    ['a circle without a radius', { circle: { longitude: 5, latitude: 43, radius: 0 } }],
    ['a circle beyond the pole', { circle: { longitude: 5, latitude: 91, radius: 1 } }],
    ['a box upside down', { bounds: [5, 44, 6, 43] }],
    ['a box beyond the Earth', { bounds: [5, 43, 181, 44] }],
    ['cloud of more than all', { maxCloudCover: 101 }],
    ['a list of fields with blanks', { sortBy: 'acquisitionDate, cloudCover' }],
    ['a product type without a name', { productType: '' }],
    ['the ids of no image', { ids: [] }],
  ])('refuse %s', (_what, criteria) => {
    expect(() => searchParameters(criteria, 1, 50, today)).toThrow(RangeError);
  });

  it('keep every digit of every position', () => {
    fc.assert(
      fc.property(anyPolygon, aoi => {
        const { geometry = '' } = searchParameters({ aoi }, 1, 50, today);
        const rings = geometry
          .replace(/^POLYGON \(\(/, '')
          .replace(/\)\)$/, '')
          .split('), (')
          .map(ring => ring.split(', ').map(position => position.split(' ').map(Number)));
        // Zero has one sign in requests.
        const written = aoi.coordinates.map(ring => ring.map(position => position.map(number => number + 0)));
        expect(rings).toEqual(written);
      }),
    );
  });
});
