import { describe, expect, it } from 'vitest';
import type { SavedSearch } from '../../../../src/model/images/searchFile.ts';
import { searchSummary } from '../../../../src/model/images/searchSummary.ts';
import { box, polygon } from '../geometry/polygons.ts';

const aoi = polygon(box(5.3, 43.27, 5.37, 43.32));

describe('the summary of a search', () => {
  it.each<[SavedSearch, string]>([
    [{}, 'everywhere'],
    [{ aoi, relation: 'intersects' }, '31.5 km²'],
    [{ aoi, relation: 'contains' }, '31.5 km² · images that cover the whole area'],
    [{ aoi, relation: 'disjoint' }, '31.5 km² · images outside the area'],
    [{ circle: { longitude: 5.3, latitude: 43, radius: 2500 } }, '2.5 km around 5.3, 43'],
    [{ bounds: [1, 2, 3, 4] }, 'box 1, 2, 3, 4'],
    [{ aoi, lastDays: 30, maxCloudCover: 20 }, '31.5 km² · last 30 days · cloud up to 20 %'],
    [{ aoi, lastDays: 1, minCloudCover: 0, maxCloudCover: 5 }, '31.5 km² · today · cloud 0 to 5 %'],
    [{ aoi, acquiredFrom: '2026-01-01' }, '31.5 km² · from 2026-01-01'],
    [{ aoi, acquiredTo: '2026-01-01', minCloudCover: 50 }, '31.5 km² · up to 2026-01-01 · cloud from 50 %'],
    [
      { acquiredAfter: '2026-01-01T00:00:00Z', acquiredTo: '2026-01-05' },
      'everywhere · 2026-01-01T00:00:00Z to 2026-01-05',
    ],
    [
      { aoi, constellation: 'PNEO', processingLevel: 'SENSOR', productType: 'mono', minCoverage: 80 },
      '31.5 km² · PNEO (0.3 m) · SENSOR · mono · new ones cover 80 %',
    ],
    [
      { workspace: 'public', sortBy: 'cloudCover' },
      'everywhere · public catalog, 0.5 and 1.5 m · sorted by cloudCover',
    ],
    [{ workspace: 'public-pneo' }, 'everywhere · public catalog, 0.3 m'],
    [{ workspaceId: 'w1' }, 'everywhere · private workspace'],
  ])('of %j', (search, text) => {
    expect(searchSummary(search)).toBe(text);
  });
});
