import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { type Acquired, sameAcquisition } from '../../../../../src/features/images/rules/sameAcquisition.ts';
import { expectLinear } from '../../../growth.ts';

function image(
  id: string,
  acquisitionDate: string | undefined,
  rest: Partial<Acquired> & { ring?: Position[] } = {},
): Acquired {
  const { ring = box(5, 43, 5.2, 43.3), ...others } = rest;
  return {
    id,
    acquisitionDate,
    footprint: polygon(ring),
    platform: 'PHR1A',
    acquisitionIdentifier: undefined,
    processingLevel: 'ALBUM',
    ...others,
  };
}

const sensor = { processingLevel: 'SENSOR' };

describe('the same acquisition', () => {
  it('is found under two ids, SENSOR first', () => {
    const images = [
      image('album', '2024-06-01T10:20:30.123Z'),
      image('other', '2024-06-02T10:20:30.123Z'),
      image('sensor', '2024-06-01T10:20:30.123Z', sensor),
    ];
    expect(sameAcquisition(images)).toEqual([['sensor', 'album']]);
  });

  it.each([
    ['2024-06-01T10:20:30', '2024-06-01T10:20:30.123456789Z'],
    ['2024-06-01T10:20:30Z', '2024-06-01T12:20:31.9+02:00'],
    ['2024-06-01T10:20:30.000Z', '2024-06-01T10:20:32.000Z'],
    ['2024-06-01T23:59:59.5Z', '2024-06-02T00:00:01Z'],
  ])('can have its time spelled %s and %s', (a, b) => {
    expect(sameAcquisition([image('a', a), image('b', b, sensor)])).toEqual([['b', 'a']]);
    expect(sameAcquisition([image('a', b), image('b', a, sensor)])).toEqual([['b', 'a']]);
  });

  it.each<[string, Acquired]>([
    ['more than two seconds later', image('b', '2024-06-01T10:20:32.001Z')],
    ['of another platform', image('b', '2024-06-01T10:20:30Z', { platform: 'PHR1B' })],
    ['of an unknown time', image('b', undefined)],
    ['of a day alone', image('b', '2024-06-01')],
    ['of another place', image('b', '2024-06-01T10:20:30Z', { ring: box(5.2, 43, 5.4, 43.3) })],
    ['of a strip many times as long', image('b', '2024-06-01T10:20:30Z', { ring: box(5, 42, 5.2, 44) })],
  ])('is not an image %s', (_what, candidate) => {
    expect(sameAcquisition([image('a', '2024-06-01T10:20:30Z'), candidate])).toEqual([]);
    expect(sameAcquisition([candidate, image('a', '2024-06-01T10:20:30Z')])).toEqual([]);
  });

  it('is not a group of adjacent parts, as from one pass', () => {
    const images = [0, 1, 2, 3].map(part =>
      image(`i${part}`, '2024-06-01T10:20:30Z', { ring: box(5 + part * 0.2, 43, 5.2 + part * 0.2, 43.3) }),
    );
    expect(
      sameAcquisition([...images, image('twin', '2024-06-01T10:20:31Z', { ring: box(5.4, 43, 5.6, 43.3) })]),
    ).toEqual([['i2', 'twin']]);
  });

  describe('the identifier of the service', () => {
    const at = '2024-06-01T10:20:30Z';
    const named = (acquisitionIdentifier: string | undefined, rest: Parameters<typeof image>[2] = {}) => ({
      acquisitionIdentifier,
      ...rest,
    });

    it.each<[string, Acquired]>([
      ['whose time is not told', image('b', undefined, named('ACQ_1'))],
      ['of a day alone', image('b', '2024-06-01', named('ACQ_1'))],
      ['of another outline', image('b', at, named('ACQ_1', { ring: box(5, 43, 5.12, 43.3) }))],
    ])('matches an image %s', (_what, candidate) => {
      const sensorImage = image('a', at, named('ACQ_1', sensor));
      expect(sameAcquisition([sensorImage, candidate])).toEqual([['a', 'b']]);
      expect(sameAcquisition([candidate, sensorImage])).toEqual([['a', 'b']]);
    });

    it.each<[string, Acquired]>([
      ['another identifier', image('b', at, named('ACQ_2'))],
      ['another platform', image('b', at, named('ACQ_1', { platform: 'PHR1B' }))],
      ['a later time', image('b', '2024-06-01T10:20:33Z', named('ACQ_1'))],
      ['another part of the strip', image('b', at, named('ACQ_1', { ring: box(5.19, 43, 5.39, 43.3) }))],
      ['no identifier and another outline', image('b', at, { ring: box(5, 43, 5.12, 43.3) })],
    ])('does not match an image with %s', (_what, candidate) => {
      const original = image('a', at, named('ACQ_1'));
      expect(sameAcquisition([original, candidate])).toEqual([]);
      expect(sameAcquisition([candidate, original])).toEqual([]);
    });

    it('falls back to time and place if missing, and never joins two that differ', () => {
      const bare = image('bare', at);
      const [first, second, again] = ['ACQ_1', 'ACQ_2', 'ACQ_1'].map((name, index) =>
        image(`${name} ${index}`, at, named(name)),
      ) as [Acquired, Acquired, Acquired];
      expect(sameAcquisition([bare, first, second])).toEqual([['bare', 'ACQ_1 0']]);
      expect(sameAcquisition([first, bare, second, again])).toEqual([['ACQ_1 0', 'bare', 'ACQ_1 2']]);
      // The group has the identifier from then on, even without a time.
      const timeless = image('timeless', undefined, named('ACQ_1'));
      expect(sameAcquisition([bare, first, timeless])).toEqual([['bare', 'ACQ_1 0', 'timeless']]);
    });

    it.each([
      ['each has its own', (index: number) => `ACQ_${index}`],
      ['none has one', () => undefined],
    ])('takes time proportional to their number if %s', (_what, nameOf) => {
      const imagesOf = (length: number) =>
        Array.from({ length }, (_none, index) =>
          image(
            `i${index}`,
            new Date(1.7e12 + (index >> 1) * 60_000).toISOString(),
            named(nameOf(index >> 1), index % 2 === 0 ? sensor : {}),
          ),
        );
      expectLinear(2_000, imagesOf, images =>
        expect(sameAcquisition(images)).toHaveLength(images.length / 2),
      );
    });
  });
});
