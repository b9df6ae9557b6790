import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Analytic } from '../../../../../src/service/rules/analyticOrder.ts';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import { bestPairs, type PairOptions } from '../../../../../src/features/images/rules/bestPair.ts';
import { bareImage } from '../../../fixtures.ts';

const aoi = polygon(box(5.2, 43.2, 5.4, 43.4));

const changes: Analytic = {
  code: 'analytic.changes',
  name: 'Changes',
  type: 'changes',
  sensor: ['PHR', 'SPOT'],
  description: undefined,
};

/** A SENSOR image from PHR over the AOI without clouds, plus what a test changes. */
function image(id: string, acquisitionDate: string | undefined, rest: Partial<Image> = {}): Image {
  return bareImage({
    id,
    acquisitionDate,
    constellation: 'PHR',
    platform: 'PHR1A',
    processingLevel: 'SENSOR',
    productType: 'bundle',
    cloudCover: 0,
    snowCover: 0,
    incidenceAngle: 10,
    ...rest,
  });
}

function idsOf(images: readonly Image[], options?: PairOptions, analytic = changes): string[][] {
  return bestPairs(aoi, images, analytic, options).pairs.map(({ ids }) => [...ids]);
}

const small = polygon(box(5.2, 43.2, 5.3, 43.4));

const noTwo = 'No two of the others form a pair. Search a longer time span.';

describe('the best pair', () => {
  it('is from one constellation that the analytic supports, at any resolution', () => {
    const images = [
      image('phr', '2024-06-01T10:00:00Z', { resolution: 0.7 }),
      image('spot', '2025-06-01T10:00:00Z', { constellation: 'SPOT' }),
      image('phr, cloudy', '2025-06-01T10:00:00Z', { cloudCover: 10, resolution: 0.5 }),
      image('neo', '2024-06-01T10:00:00Z', { constellation: 'PNEO' }),
      image('neo later', '2025-06-01T10:00:00Z', { constellation: 'PNEO' }),
    ];
    expect(idsOf(images)).toEqual([['phr', 'phr, cloudy']]);
    expect(bestPairs(aoi, images, changes).pairs[0]?.constellation).toBe('PHR');
    expect(idsOf(images, {}, { ...changes, sensor: ['SPOT'] })).toEqual([]);
    // An analytic without sensors runs on the resolutions of all analytics.
    expect(idsOf(images, {}, { ...changes, sensor: [] })).toEqual([['phr', 'phr, cloudy']]);
  });

  it('is the one with the fewest points: cloud, snow, incidence angles, season', () => {
    const first = image('first', '2023-06-01T10:00:00Z');
    const others = [
      image('cloudy', '2024-06-01T10:00:00Z', { cloudCover: 20 }),
      image('snowy', '2024-06-01T10:00:00Z', { snowCover: 15 }),
      image('steep', '2024-06-01T10:00:00Z', { incidenceAngle: 28 }),
      image('other season', '2024-09-01T10:00:00Z'),
      image('best', '2024-06-15T10:00:00Z', { cloudCover: 1, incidenceAngle: 11.5 }),
    ];
    for (const candidate of others.slice(0, 4)) {
      const [pair] = bestPairs(aoi, [first, candidate, others[4] ?? first], changes, { maxPairs: 1 }).pairs;
      expect(pair?.ids).toEqual(['first', 'best']);
      expect(pair?.score).toBeCloseTo(1 + 1.5 + 14 * 0.25, 9);
    }
  });

  it('is given with its reasons', () => {
    const images = [
      image('newer', '2025-11-15T09:00:00.123456789Z', {
        cloudCover: 3,
        incidenceAngle: 13.4,
        snowCover: undefined,
      }),
      image('older', '2024-06-01T10:00:00', { cloudCover: 1, incidenceAngle: 12.06, snowCover: 2 }),
    ];
    const [pair] = bestPairs(aoi, images, changes).pairs;
    expect(pair).toMatchObject({ ids: ['older', 'newer'], shares: [1, 1] });
    expect(pair?.reasons).toEqual([
      'both cover 100 % of the area',
      '532 d apart, different season',
      'incidence 12.1° and 13.4°',
      '1 % and 3 % cloud',
      '2 % and unknown snow',
    ]);
  });

  it('is ranked by how clear the area is where that was estimated, which the reasons say', () => {
    const images = [
      image('older', '2024-06-01T10:00:00Z', { cloudCover: 4 }),
      image('cloudy here', '2025-06-01T10:00:00Z', { cloudCover: 5 }),
      image('clear here', '2025-06-02T10:00:00Z', { cloudCover: 60 }),
    ];
    const estimates = [undefined, 0.2, 0.985];
    const estimated = images.map((image, at) => ({ ...image, clearHere: estimates[at] }));
    const [pair] = bestPairs(aoi, estimated, changes).pairs;
    expect(pair?.ids).toEqual(['older', 'clear here']);
    expect(pair?.reasons).toEqual(
      expect.arrayContaining(['older: 4 % cloud in the whole image', 'newer: ≈ 2 % cloud over the area']),
    );
  });

  it.each([
    ['2023-03-01', '2024-03-01', '366 d apart, same season'],
    ['2024-12-25', '2025-01-08', '14 d apart, same season'],
    ['2022-01-01', '2024-03-15', '804 d apart, different season'],
    ['2024-06-01', '2024-06-02', '1 d apart, same season'],
  ])('of %s and %s is %s', (older, newer, apart) => {
    const [pair] = bestPairs(aoi, [image('b', newer), image('a', older)], changes).pairs;
    expect(pair?.ids).toEqual(['a', 'b']);
    expect(pair?.reasons[1]).toBe(apart);
  });

  it('never includes an ALBUM image, and the obstacles count them', () => {
    const images = [
      image('sensor', '2024-06-01T10:00:00Z'),
      image('album', '2025-06-01T10:00:00Z', { processingLevel: 'ALBUM' }),
      image('album too', '2025-06-02T10:00:00Z', { processingLevel: 'ALBUM' }),
      image('no level', '2025-06-02T10:00:00Z', { processingLevel: undefined }),
      image('neo', '2025-06-02T10:00:00Z', { constellation: 'PNEO' }),
      image('elsewhere', '2025-06-02T10:00:00Z', { footprint: polygon(box(50, 3, 51, 4)) }),
    ];
    const { pairs, obstacles } = bestPairs(aoi, images, changes);
    expect(pairs).toEqual([]);
    expect(obstacles).toEqual([
      "Images that Changes doesn't support: 4. It takes SENSOR images from PHR, SPOT.",
      'Images covering less than 99.9 % of the area: 1. Try a smaller one.',
      noTwo,
    ]);
  });

  it('covers the AOI, or most of it if no two images cover it', () => {
    const part = polygon(box(5.2, 43.2, 5.38, 43.4));
    const whole = [
      image('a', '2022-01-01', { cloudCover: 30 }),
      image('b', '2023-06-01', { cloudCover: 30 }),
    ];
    const parts = [
      image('small', '2022-06-01', { footprint: small }),
      image('part', '2023-06-01', { footprint: part }),
    ];
    expect(idsOf([...parts, ...whole])).toEqual([['a', 'b']]);
    const { pairs, obstacles } = bestPairs(aoi, [...parts, ...whole.slice(0, 1)], changes);
    expect(pairs[0]?.ids).toEqual(['a', 'part']);
    expect(pairs[0]?.shares[1]).toBeCloseTo(0.9, 9);
    expect(pairs[0]?.reasons[0]).toBe('both cover 90 % of the area');
    expect(obstacles).toEqual(['Images covering less than 99.9 % of the area: 2. Try a smaller one.']);
  });

  it('counts what both cover, and is none if that is a sliver', () => {
    const at = (id: string, year: number, west: number, east: number) =>
      image(id, `${year}-06-01`, { footprint: polygon(box(west, 43.2, east, 43.4)) });
    const images = [at('west', 2022, 5.2, 5.31), at('east', 2023, 5.3, 5.4), at('middle', 2024, 5.24, 5.34)];
    const { pairs } = bestPairs(aoi, images, changes);
    expect(pairs.map(({ ids, overlap }) => [...ids, Math.round(overlap * 100)])).toEqual([
      ['west', 'middle', 35],
      ['east', 'middle', 20],
    ]);
    expect(pairs[0]?.reasons[0]).toBe('both cover 35 % of the area');
    expect(bestPairs(aoi, images.slice(0, 2), changes).obstacles).toContain(
      'Pairs with less than 10 % of the area in common: 1.',
    );
  });

  it('is from two days unless there is nothing else, and never one acquisition twice', () => {
    const morning = image('morning', '2024-06-01T10:00:00Z');
    const later = image('later', '2024-06-01T10:00:40Z');
    const duplicate = image('twin', '2024-06-01T10:00:00.700');
    const year = image('next year', '2025-12-01T10:00:00Z', { cloudCover: 40 });
    expect(idsOf([morning, later, duplicate, year], { maxPairs: 1 })).toEqual([['morning', 'next year']]);
    expect(idsOf([morning, later])).toEqual([['morning', 'later']]);
    expect(bestPairs(aoi, [morning, later], changes).pairs[0]?.reasons[1]).toBe('0 d apart, same season');
    const { pairs, obstacles } = bestPairs(aoi, [morning, duplicate], changes);
    expect(pairs).toEqual([]);
    expect(obstacles).toEqual([noTwo]);
    const named = { acquisitionIdentifier: 'ACQ_1' };
    const days = [image('a', '2024-06-01', named), image('b', '2024-06-01', named)];
    expect(bestPairs(aoi, days, changes).obstacles).toEqual([noTwo]);
    const differing = { ...duplicate, acquisitionIdentifier: 'ACQ_2' };
    expect(idsOf([{ ...morning, ...named }, differing])).toEqual([]);
    // Complete ones from one day are worse than partial ones from two.
    expect(
      idsOf([morning, later, image('small', '2025-06-01', { footprint: small })], { maxPairs: 1 }),
    ).toEqual([['morning', 'small']]);
  });

  it('is as far apart in time as requested', () => {
    const images = [
      image('a', '2024-01-01T00:00:00Z'),
      image('b', '2024-01-11T00:00:00Z'),
      image('c', '2025-01-01T00:00:00Z', { cloudCover: 50 }),
    ];
    expect(idsOf(images, { maxPairs: 1 })).toEqual([['a', 'b']]);
    expect(idsOf(images, { minDays: 11 })).toEqual([
      ['a', 'c'],
      ['b', 'c'],
    ]);
    expect(bestPairs(aoi, images, changes, { minDays: 400 })).toEqual({
      pairs: [],
      obstacles: ['Pairs less than 400 days apart: 3. Enter fewer days.'],
      isTooClose: true,
    });
    expect(idsOf([image('a', '2024-01-01'), image('undated', undefined)], { minDays: 1 })).toEqual([]);
    expect(idsOf([image('a', '2024-01-01'), image('undated', undefined)])).toEqual([['undated', 'a']]);
  });

  it('and the next ones are the best of all pairs', () => {
    const images = Array.from({ length: 40 }, (_, index) =>
      image(`i${index}`, new Date(Date.UTC(2000 + (index % 20), 5, 1 + ((index * 7) % 29))).toISOString(), {
        cloudCover: ((index * 37) % 41) / 4,
        incidenceAngle: ((index * 53) % 31) / 3,
        constellation: index % 3 === 0 ? 'SPOT' : 'PHR',
      }),
    );
    const all = images.flatMap((first, index) =>
      images
        .slice(index + 1)
        .flatMap(second => bestPairs(aoi, [first, second], changes).pairs.map(({ score }) => score)),
    );
    const found = bestPairs(aoi, images, changes, { maxPairs: 7 }).pairs.map(({ score }) => score);
    expect(found).toEqual(all.toSorted((a, b) => a - b).slice(0, 7));
  });
});
