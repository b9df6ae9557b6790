import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constellationCodes } from '../../../src/model/imagery.ts';
import { searchParameters } from '../../../src/model/searchParameters.ts';
import type { SearchCriteria } from '../../../src/model/searchQuery.ts';
import { anyPolygon, box, polygon } from './polygons.ts';

const today = '2026-03-31';
const always = { sortBy: '-acquisitionDate,cloudCover', itemsPerPage: '50', startPage: '1' };

const triangle = [
  [5.3, 43.27],
  [5.37, 43.27],
  [5.37, 43.32],
  [5.3, 43.27],
];

describe('a search on the wire', () => {
  it.each<[string, SearchCriteria, Record<string, string>]>([
    ['sends order and page alone when nothing is set', {}, {}],
    [
      'writes the AOI as WKT in capitals, and names the relation',
      { aoi: polygon(triangle) },
      { relation: 'intersects', geometry: 'POLYGON ((5.3 43.27, 5.37 43.27, 5.37 43.32, 5.3 43.27))' },
    ],
    [
      'keeps the holes of the AOI',
      { aoi: polygon(box(-10, -8, 10, 8), box(-1, -2, 1, 2)) },
      {
        relation: 'intersects',
        geometry: 'POLYGON ((-10 -8, 10 -8, 10 8, -10 8, -10 -8), (-1 -2, 1 -2, 1 2, -1 2, -1 -2))',
      },
    ],
    [
      'takes both days whole, in UTC with milliseconds',
      { acquiredFrom: '2025-01-01', acquiredTo: '2025-02-28' },
      { acquisitionDate: '[2025-01-01T00:00:00.000Z,2025-02-28T23:59:59.999Z]' },
    ],
    [
      'takes one day whole when it begins and ends on it',
      { acquiredFrom: '2024-02-29', acquiredTo: '2024-02-29' },
      { acquisitionDate: '[2024-02-29T00:00:00.000Z,2024-02-29T23:59:59.999Z]' },
    ],
    [
      'closes an interval without an end with the end of today',
      { acquiredFrom: '2025-01-01' },
      { acquisitionDate: '[2025-01-01T00:00:00.000Z,2026-03-31T23:59:59.999Z]' },
    ],
    [
      'opens an interval without a start before the first acquisition',
      { acquiredTo: '2025-02-28' },
      { acquisitionDate: '[2000-01-01T00:00:00.000Z,2025-02-28T23:59:59.999Z]' },
    ],
    ['sends cloud cover as a closed range without blanks', { maxCloudCover: 30 }, { cloudCover: '[0,30]' }],
    ['sends a cloud cover of zero: cloud-free is a wish too', { maxCloudCover: 0 }, { cloudCover: '[0,0]' }],
    ['names the constellation by its code', { constellation: 'PNEO' }, { constellation: 'PNEO' }],
    ['names the processing level', { processingLevel: 'ALBUM' }, { processingLevel: 'ALBUM' }],
  ])('%s', (_rule, criteria, sent) => {
    expect(searchParameters(criteria, 1, 50, today)).toStrictEqual({ ...sent, ...always });
  });

  it('counts pages from 1 and says how long they are', () => {
    expect(searchParameters({}, 7, 500, today)).toMatchObject({ startPage: '7', itemsPerPage: '500' });
  });

  it('leaves the altitude out of the AOI: the interface knows pairs of longitude and latitude', () => {
    const withAltitude = polygon(triangle.map(position => [...position, 12.5]));
    expect(searchParameters({ aoi: withAltitude }, 1, 50, today).geometry).toBe(
      'POLYGON ((5.3 43.27, 5.37 43.27, 5.37 43.32, 5.3 43.27))',
    );
  });

  it('carries every digit of every position', () => {
    fc.assert(
      fc.property(anyPolygon, aoi => {
        const { geometry = '' } = searchParameters({ aoi }, 1, 50, today);
        const rings = geometry
          .replace(/^POLYGON \(\(/, '')
          .replace(/\)\)$/, '')
          .split('), (')
          .map(ring => ring.split(', ').map(position => position.split(' ').map(Number)));
        // Zero has one sign on the wire.
        const written = aoi.coordinates.map(ring => ring.map(position => position.map(number => number + 0)));
        expect(rings).toEqual(written);
      }),
    );
  });

  it('is the same for the same criteria whatever the order in which they were set', () => {
    const criteria = fc.record(
      {
        aoi: anyPolygon,
        acquiredFrom: fc.constant('2025-01-01'),
        acquiredTo: fc.constant('2025-02-01'),
        maxCloudCover: fc.nat(100),
        constellation: fc.constantFrom(...constellationCodes),
        processingLevel: fc.constantFrom('SENSOR' as const, 'ALBUM' as const),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(criteria, set => {
        const turned = Object.fromEntries(Object.entries(set).reverse()) as SearchCriteria;
        expect(Object.entries(searchParameters(turned, 1, 50, today))).toEqual(
          Object.entries(searchParameters(set, 1, 50, today)),
        );
      }),
    );
  });
});
