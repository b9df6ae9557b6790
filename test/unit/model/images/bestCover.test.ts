import fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { bestCover, type CoverCandidate, type CoverWish } from '../../../../src/model/images/bestCover.ts';
import { coverOf } from '../../../../src/model/images/coverUnion.ts';
import { box, polygon } from '../geometry/polygons.ts';

/** Near the equator shares are those of the plane to four digits. */
const aoi = polygon(box(0, 0, 1, 1));

function image(
  id: string,
  ring: Position[],
  rest: Omit<CoverCandidate, 'id' | 'footprint'> = {},
): CoverCandidate {
  return { id, footprint: polygon(ring), ...rest };
}

function idsOf(images: readonly CoverCandidate[], wish: CoverWish = 'fewest', area = aoi): string[] {
  return bestCover(area, images, wish).images.map(({ id }) => id);
}

describe('the fewest images', () => {
  it('are found where always taking what adds most would take one more', () => {
    // The band in the middle is the largest, and both halves are needed beside it.
    const images = [
      image('middle', box(-0.1, 0.2, 1.1, 0.8)),
      image('south', box(-0.1, -0.1, 1.1, 0.5)),
      image('north', box(-0.1, 0.5, 1.1, 1.1)),
    ];
    const choice = bestCover(aoi, images, 'fewest');
    expect(choice.images.map(({ id }) => id).toSorted()).toEqual(['north', 'south']);
    expect(choice).toMatchObject({ share: 1, reachable: 1, isReached: true, isProven: true });
    expect(choice.reasons).toMatchObject([{ kind: 'count', count: 2, share: 1 }]);
    expect(choice.reasons[0]?.text).toBe('2 images cover 100 % of the area; fewer do not.');
  });

  it.each([3, 5, 7])('leave out what %i quarters and more do not need', count => {
    const quarters = [
      image('sw', box(0, 0, 0.5, 0.5)),
      image('se', box(0.5, 0, 1, 0.5)),
      image('nw', box(0, 0.5, 0.5, 1)),
      image('ne', box(0.5, 0.5, 1, 1)),
    ];
    const others = Array.from({ length: count }, (_, index) => {
      const at = 0.1 + index * 0.1;
      return image(`other${index}`, box(at, at, at + 0.3, at + 0.3));
    });
    expect(idsOf([...others, ...quarters]).toSorted()).toEqual(['ne', 'nw', 'se', 'sw']);
  });

  it('are the clearest of as few, and no look of a stereo acquisition where another will do', () => {
    const whole = box(-1, -1, 2, 2);
    const images = [
      image('cloudy', whole, { cloudCover: 20 }),
      image('unknown', whole),
      image('stereo', whole, { cloudCover: 0, productType: 'stereo' }),
      image('clear', whole, { cloudCover: 3 }),
    ];
    expect(idsOf(images)).toEqual(['clear']);
    expect(idsOf(images.slice(0, 3))).toEqual(['cloudy']);
    const two = [
      image('west', box(-1, -1, 0.5, 2), { cloudCover: 9 }),
      image('west clear', box(-1, -1, 0.5, 2), { cloudCover: 1 }),
      image('east', box(0.5, -1, 2, 2), { cloudCover: 30 }),
      image('all, stereo', whole, { cloudCover: 0, productType: 'tristereo' }),
    ];
    expect(idsOf(two).toSorted()).toEqual(['east', 'west clear']);
  });

  it('come with what each adds, the most first', () => {
    const images = [
      image('part', box(0.6, 0, 1, 1)),
      image('most', box(0, 0, 0.7, 1)),
      image('far', box(5, 5, 6, 6)),
    ];
    const { images: members, share } = bestCover(aoi, images, 'fewest');
    expect(members.map(({ id, text }) => [id, text])).toEqual([
      ['most', 'adds 70 %'],
      ['part', 'adds 30 %'],
    ]);
    expect(members[0]?.adds).toBeCloseTo(0.7, 9);
    expect(members[1]?.adds).toBeCloseTo(0.3, 9);
    expect(share).toBe(1);
  });

  it('cover what can be covered, and tell what cannot', () => {
    const images = [
      image('west', box(0, 0, 0.3, 1)),
      image('inside', box(0.1, 0.1, 0.2, 0.2)),
      image('east', box(0.6, 0, 1, 1)),
    ];
    const choice = bestCover(aoi, images, 'fewest');
    expect(choice.images.map(({ id }) => id)).toEqual(['east', 'west']);
    expect(choice.isReached).toBe(false);
    expect(choice.share).toBeCloseTo(0.7, 9);
    expect(choice.reachable).toBeCloseTo(0.7, 9);
    expect(choice.reasons.find(({ kind }) => kind === 'uncovered')?.text).toBe(
      'No image of the list covers the remaining 30 % of the area.',
    );
  });

  it('are no more than asked for', () => {
    const images = [0, 1, 2, 3].map(index =>
      image(`i${index}`, box(index / 4, 0, (index + 1) / 4 + index / 100, 1)),
    );
    const choice = bestCover(aoi, images, 'fewest', { most: 2 });
    expect(choice.images).toHaveLength(2);
    expect(choice.isReached).toBe(false);
    expect(choice.reasons.find(({ kind }) => kind === 'limited')).toMatchObject({ needed: 4 });
  });

  it('are found across the antimeridian', () => {
    const area = polygon(box(179, 0, 181, 1));
    const images = [image('east', box(-180, -1, -178, 2)), image('west', box(178, -1, 180, 2))];
    expect(bestCover(area, images, 'fewest')).toMatchObject({ share: 1, images: [{}, {}] });
  });

  it('are as few as all choices tried allow, and cover what is said', () => {
    const part = fc.integer({ min: 0, max: 9 });
    const anyImage = fc.tuple(part, part, fc.integer({ min: 2, max: 8 }), fc.integer({ min: 2, max: 8 }));
    fc.assert(
      fc.property(fc.array(anyImage, { minLength: 1, maxLength: 8 }), boxes => {
        const images = boxes.map(([x, y, width, height], index) =>
          image(`i${index}`, box(x / 10 - 0.1, y / 10 - 0.1, (x + width) / 10, (y + height) / 10)),
        );
        const choice = bestCover(aoi, images, 'fewest');
        const chosen = images.filter(({ id }) => choice.images.some(one => one.id === id));
        expect(
          coverOf(
            aoi,
            chosen.map(({ footprint }) => footprint),
          ).share,
        ).toBeCloseTo(choice.share, 9);
        const needed = choice.reachable >= 0.999 ? 0.999 : choice.reachable * 0.999;
        expect(choice.share).toBeGreaterThanOrEqual(needed - 1e-9);
        for (let tried = 0; tried < 2 ** images.length; tried++) {
          const some = images.filter((_one, index) => (tried >> index) % 2 === 1);
          if (some.length >= choice.images.length) continue;
          expect(
            coverOf(
              aoi,
              some.map(({ footprint }) => footprint),
            ).share,
          ).toBeLessThan(needed);
        }
        expect(choice.isProven).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the newest images', () => {
  const west = box(-1, -1, 0.5, 2);
  const east = box(0.5, -1, 2, 2);
  const whole = box(-1, -1, 2, 2);

  it('keep the oldest as new as possible, with more images if need be', () => {
    const images = [
      image('old whole', whole, { acquisitionDate: '2021-01-01T10:00:00Z' }),
      image('west', west, { acquisitionDate: '2025-05-01T10:00:00Z' }),
      image('older west', west, { acquisitionDate: '2024-05-01T10:00:00Z' }),
      image('east', east, { acquisitionDate: '2023-02-03T10:00:00Z' }),
    ];
    const choice = bestCover(aoi, images, 'newest');
    expect(choice.images.map(({ id }) => id).toSorted()).toEqual(['east', expect.stringContaining('west')]);
    expect(choice.reasons.find(({ kind }) => kind === 'oldest')).toEqual({
      kind: 'oldest',
      day: '2023-02-03',
      shareBefore: expect.closeTo(0.5, 9) as number,
      text: 'The oldest is of 2023-02-03: all newer images together cover 50 %.',
    });
    expect(idsOf(images, 'fewest')).toEqual(['old whole']);
  });

  it('are of known dates where those cover the area, and tell where they do not', () => {
    const images = [image('undated', whole), image('dated', whole, { acquisitionDate: '1999-01-01' })];
    expect(idsOf(images, 'newest')).toEqual(['dated']);
    const choice = bestCover(
      aoi,
      [image('undated', east), image('dated', west, { acquisitionDate: '2020-01-01' })],
      'newest',
    );
    expect(choice.images).toHaveLength(2);
    expect(choice.reasons.find(({ kind }) => kind === 'unknown')).toMatchObject({ count: 1 });
  });

  it('are looks of a stereo acquisition only where nothing else covers the area, and tell so', () => {
    const stereo = { acquisitionDate: '2025-01-01', productType: 'stereo' };
    expect(idsOf([image('stereo', whole, stereo), image('undated', whole)], 'newest')).toEqual(['undated']);
    const choice = bestCover(aoi, [image('stereo', whole, stereo), image('mono', west)], 'newest');
    expect(choice.images.map(({ id }) => id)).toEqual(['stereo']);
    expect(choice.reasons.find(({ kind }) => kind === 'stereo')).toMatchObject({ count: 1 });
  });
});

describe('the clearest images', () => {
  const west = box(-1, -1, 0.5, 2);
  const east = box(0.5, -1, 2, 2);

  it('keep the cloudiest as clear as possible, then are few, then have the least incidence angles', () => {
    const images = [
      image('whole', box(-1, -1, 2, 2), { cloudCover: 8, incidenceAngle: 2 }),
      image('west', west, { cloudCover: 1, incidenceAngle: 25 }),
      image('west, steep', west, { cloudCover: 3, incidenceAngle: 5 }),
      image('east', east, { cloudCover: 4, incidenceAngle: 12.34, acquisitionDate: '2024-02-03T01:02:03Z' }),
      image('not known', box(-1, -1, 2, 2), { incidenceAngle: 0 }),
    ];
    const choice = bestCover(aoi, images, 'clearest');
    expect(choice.images.map(({ id }) => id).toSorted()).toEqual(['east', 'west, steep']);
    expect(choice.reasons.find(({ kind }) => kind === 'cloudiest')).toMatchObject({
      cloudCover: 4,
      text: 'The cloudiest has 4 % cloud: all clearer images together cover 50 %.',
    });
    expect(choice.images.find(({ id }) => id === 'east')?.text).toBe(
      'adds 50 %, 2024-02-03, 4 % cloud, incidence 12.3°',
    );
  });
});
