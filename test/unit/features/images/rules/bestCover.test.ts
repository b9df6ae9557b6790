import fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it, onTestFinished } from 'vitest';
import { setLocale } from '../../../../../src/base/words/displayLanguage.ts';
import { footprintCover } from '../../../../../src/geo/remainder.ts';
import { box, polygon } from '../../../geo/polygons.ts';
import {
  bestCover,
  type CoverCandidate,
  type CoverWish,
} from '../../../../../src/features/images/rules/bestCover.ts';
import { stopwatch } from '../../../growth.ts';

/** Near the equator, fractions equal those of the plane to four digits. */
const aoi = polygon(box(0, 0, 1, 1));

function image(
  id: string,
  ring: Position[],
  rest: Omit<CoverCandidate, 'id' | 'footprint'> = {},
): CoverCandidate {
  return { id, footprint: polygon(ring), ...rest };
}

function idsOf(images: readonly CoverCandidate[], wish: CoverWish = 'fewest', area = aoi): string[] {
  return bestCover(area, images, wish).ids;
}

describe('the fewest images', () => {
  it.each<[string, CoverCandidate[]]>([
    // Unnecessary once both halves are there.
    ['one that the others make needless', [image('band', box(-0.1, 0.2, 1.1, 0.8))]],
    [
      'three of which none is needless',
      [
        image('west', box(-0.1, -0.1, 0.55, 1.1)),
        image('middle', box(0.55, -0.1, 0.8, 1.1)),
        image('east', box(0.8, -0.1, 1.1, 1.1)),
      ],
    ],
  ])('are found where always taking what adds most takes %s', (_what, others) => {
    const halves = [image('south', box(-0.1, -0.1, 1.1, 0.5)), image('north', box(-0.1, 0.5, 1.1, 1.1))];
    const choice = bestCover(aoi, [...others, ...halves], 'fewest');
    expect(choice.ids.toSorted()).toEqual(['north', 'south']);
    expect(choice).toMatchObject({ share: 1 });
  });

  it('are the clearest of as few, without images from a stereo acquisition if others suffice', () => {
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

  it('are never ALBUM images, whose orders may never be delivered', () => {
    const images = [
      image('album', box(-1, -1, 2, 2), { processingLevel: 'ALBUM' }),
      image('west', box(0, 0, 0.6, 1), { processingLevel: 'SENSOR' }),
    ];
    const { ids, reasons } = bestCover(aoi, images, 'fewest');
    expect(ids).toEqual(['west']);
    expect(reasons[0]).toBe('ALBUM images left out, whose orders may never be delivered: 1');
    expect(bestCover(aoi, images.slice(0, 1), 'fewest').ids).toEqual([]);
  });

  it('come with what each adds, the most first', () => {
    const images = [
      image('part', box(0.6, 0, 1, 1)),
      image('most', box(0, 0, 0.7, 1)),
      image('far', box(5, 5, 6, 6)),
    ];
    const { ids, reasons, share } = bestCover(aoi, images, 'fewest');
    expect(ids).toEqual(['most', 'part']);
    expect(reasons).toEqual(['adds 70 %', 'adds 30 %']);
    expect(share).toBe(1);
  });

  it('cover what can be covered, and report what cannot', () => {
    const images = [
      image('west', box(0, 0, 0.3, 1)),
      image('inside', box(0.1, 0.1, 0.2, 0.2)),
      image('east', box(0.6, 0, 1, 1)),
    ];
    const choice = bestCover(aoi, images, 'fewest');
    expect(choice.ids).toEqual(['east', 'west']);
    expect(choice.share).toBeCloseTo(0.7, 9);
    expect(choice.reasons[0]).toBe('No other image in the list covers the remaining 30 % of the area.');
  });

  it('are found across the antimeridian', () => {
    const area = polygon(box(179, 0, 181, 1));
    const images = [image('east', box(-180, -1, -178, 2)), image('west', box(178, -1, 180, 2))];
    expect(bestCover(area, images, 'fewest')).toMatchObject({ share: 1, ids: ['east', 'west'] });
  });

  it('are as few, and for that number as clear, as any combination allows', () => {
    const part = fc.integer({ min: 0, max: 9 });
    const size = fc.integer({ min: 2, max: 8 });
    const anyImage = fc.tuple(part, part, size, size, fc.nat(5));
    const shareOf = (some: readonly CoverCandidate[]) =>
      footprintCover(
        aoi,
        some.map(({ footprint }) => footprint),
      ).share;
    fc.assert(
      fc.property(fc.array(anyImage, { minLength: 1, maxLength: 8 }), boxes => {
        const images = boxes.map(([x, y, width, height, cloudCover], index) =>
          image(`i${index}`, box(x / 10 - 0.1, y / 10 - 0.1, (x + width) / 10, (y + height) / 10), {
            cloudCover,
          }),
        );
        const reachable = shareOf(images);
        const needed = reachable >= 0.999 ? 0.999 : reachable * 0.999;
        const costOf = (some: readonly CoverCandidate[]) =>
          some.reduce((sum, { cloudCover = 0 }) => sum + cloudCover, 1000 * some.length);
        const choice = bestCover(aoi, images, 'fewest');
        const chosen = images.filter(({ id }) => choice.ids.includes(id));
        expect(shareOf(chosen)).toBeCloseTo(choice.share, 9);
        expect(choice.share).toBeGreaterThanOrEqual(needed - 1e-9);
        for (let tried = 0; tried < 2 ** images.length; tried++) {
          const some = images.filter((_one, index) => (tried >> index) % 2 === 1);
          if (costOf(some) < costOf(chosen)) expect(shareOf(some)).toBeLessThan(needed);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are found in bounded time among many that overlap at random', () => {
    let state = 1;
    const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
    const images = Array.from({ length: 400 }, (_, index) => {
      const x = random() * 1.1 - 0.1;
      const y = random() * 1.1 - 0.1;
      return image(`i${index}`, box(x, y, x + 0.2, y + 0.2), { cloudCover: index % 7 });
    });
    const took = stopwatch();
    const { share, ids } = bestCover(aoi, images, 'fewest');
    expect(took()).toBeLessThan(5000);
    expect(share).toBeGreaterThan(0.99);
    expect(ids.length).toBeLessThan(60);
  });
});

const lacking = "Stereo images, or without date or cloud cover: 1. The others don't cover the area.";

describe('the newest images', () => {
  const west = box(-1, -1, 0.5, 2);
  const east = box(0.5, -1, 2, 2);
  const whole = box(-1, -1, 2, 2);

  it('keep the oldest as new as possible, with more images if necessary', () => {
    const images = [
      image('old whole', whole, { acquisitionDate: '2021-01-01T10:00:00Z' }),
      image('west', west, { acquisitionDate: '2025-05-01T10:00:00Z' }),
      image('older west', west, { acquisitionDate: '2024-05-01T10:00:00Z' }),
      image('east', east, { acquisitionDate: '2023-02-03T10:00:00Z' }),
    ];
    const choice = bestCover(aoi, images, 'newest');
    expect(choice.ids.toSorted()).toEqual(['east', expect.stringContaining('west')]);
    expect(choice.reasons).toContain('The oldest is from 2023-02-03: all newer images together cover 50 %.');
    expect(idsOf(images, 'fewest')).toEqual(['old whole']);
  });

  it('have known dates if those cover the area, and say so otherwise', () => {
    const images = [image('undated', whole), image('dated', whole, { acquisitionDate: '1999-01-01' })];
    expect(idsOf(images, 'newest')).toEqual(['dated']);
    const choice = bestCover(
      aoi,
      [image('undated', east), image('dated', west, { acquisitionDate: '2020-01-01' })],
      'newest',
    );
    expect(choice.ids).toHaveLength(2);
    expect(choice.reasons).toContain(lacking);
  });

  it('are from a stereo acquisition only if nothing else covers the area, and say so', () => {
    const stereo = { acquisitionDate: '2025-01-01', productType: 'stereo' };
    expect(idsOf([image('stereo', whole, stereo), image('undated', whole)], 'newest')).toEqual(['undated']);
    const choice = bestCover(aoi, [image('stereo', whole, stereo), image('mono', west)], 'newest');
    expect(choice.ids).toEqual(['stereo']);
    expect(choice.reasons).toContain(lacking);
  });
});

describe('the clearest images', () => {
  it('have figures with the decimal sign of the display language', () => {
    setLocale({ language: 'de', bundle: undefined });
    onTestFinished(() => setLocale({ language: 'en', bundle: undefined }));
    const images = [image('whole', box(-1, -1, 2, 2), { cloudCover: 8.25, incidenceAngle: 12.34 })];
    const reasons = bestCover(aoi, images, 'clearest').reasons.join('\n');
    expect(reasons).toContain('8,3 % cloud, incidence angle 12,3°');
  });

  const west = box(-1, -1, 0.5, 2);
  const east = box(0.5, -1, 2, 2);

  it('keep the cloudiest as clear as possible, then are few, then have the smallest incidence angles', () => {
    const images = [
      image('whole', box(-1, -1, 2, 2), { cloudCover: 8, incidenceAngle: 2 }),
      image('west', west, { cloudCover: 1, incidenceAngle: 25 }),
      image('west, steep', west, { cloudCover: 3, incidenceAngle: 5 }),
      image('east', east, { cloudCover: 4, incidenceAngle: 12.34, acquisitionDate: '2024-02-03T01:02:03Z' }),
      image('unknown', box(-1, -1, 2, 2), { incidenceAngle: 0 }),
    ];
    const choice = bestCover(aoi, images, 'clearest');
    expect(choice.ids.toSorted()).toEqual(['east', 'west, steep']);
    expect(choice.reasons).toEqual(
      expect.arrayContaining([
        'The cloudiest: 4 % cloud; all clearer images together cover 50 %.',
        'adds 50 %, 2024-02-03, 4 % cloud, incidence angle 12.3°',
      ]),
    );
  });

  it('are clear in the area where that was estimated, which the reasons say', () => {
    const images = [
      image('whole', box(-1, -1, 2, 2), { cloudCover: 8 }),
      image('west', west, { cloudCover: 60, clearHere: 0.97 }),
      image('east', east, { cloudCover: 2 }),
    ];
    const both = bestCover(aoi, images, 'clearest');
    expect(both.ids.toSorted()).toEqual(['east', 'west']);
    expect(both.reasons).toEqual(
      expect.arrayContaining([
        'The cloudiest: ≈ 3 % cloud over the area; all clearer images together cover 50 %.',
        "Estimated from quicklooks for 1 of 2 images; the others by the service's cloud cover of the whole image.",
        'adds 50 %, ≈ 3 % cloud over the area',
        'adds 50 %, 2 % cloud',
      ]),
    );
    const cloudyEast = image('east', east, { cloudCover: 2, clearHere: 0.4 });
    expect(idsOf([...images.slice(0, 2), cloudyEast], 'clearest')).toEqual(['whole']);
  });
});
