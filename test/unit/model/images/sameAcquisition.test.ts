import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { sameAcquisition, type Acquired } from '../../../../src/model/images/sameAcquisition.ts';
import { box, polygon } from '../geometry/polygons.ts';

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
    ['2024-06-01T10:20:31.999Z', '2024-06-01T10:20:32.001Z'],
    ['2024-06-01T10:20:30.000Z', '2024-06-01T10:20:32.000Z'],
    ['2024-06-01T23:59:59.5Z', '2024-06-02T00:00:01Z'],
  ])('has its time spelled %s and %s', (one, other) => {
    expect(sameAcquisition([image('a', one), image('b', other, sensor)])).toEqual([['b', 'a']]);
    expect(sameAcquisition([image('a', other), image('b', one, sensor)])).toEqual([['b', 'a']]);
  });

  it.each<[string, Acquired]>([
    ['more than two seconds later', image('b', '2024-06-01T10:20:32.001Z')],
    ['of another platform', image('b', '2024-06-01T10:20:30Z', { platform: 'PHR1B' })],
    ['of an unknown platform', image('b', '2024-06-01T10:20:30Z', { platform: undefined })],
    ['of an unknown time', image('b', undefined)],
    ['of a day alone', image('b', '2024-06-01')],
    ['of another place', image('b', '2024-06-01T10:20:30Z', { ring: box(5.2, 43, 5.4, 43.3) })],
    ['of less than nine tenths', image('b', '2024-06-01T10:20:30Z', { ring: box(5, 43, 5.17, 43.3) })],
    ['of a strip many times as long', image('b', '2024-06-01T10:20:30Z', { ring: box(5, 42, 5.2, 44) })],
  ])('is not an image %s', (_what, other) => {
    expect(sameAcquisition([image('a', '2024-06-01T10:20:30Z'), other])).toEqual([]);
    expect(sameAcquisition([other, image('a', '2024-06-01T10:20:30Z')])).toEqual([]);
  });

  it('has footprints that overlap by nine tenths, in whatever copy of the world', () => {
    const images = [
      image('a', '2024-06-01T10:20:30Z', { ring: box(179.9, 43, 180.1, 43.3) }),
      image('b', '2024-06-01T10:20:30Z', { ring: box(-180.1, 43.01, -179.9, 43.3) }),
    ];
    expect(sameAcquisition(images)).toEqual([['a', 'b']]);
  });

  it('is no group of parts that lie side by side, as one pass leaves them', () => {
    const images = [0, 1, 2, 3].map(part =>
      image(`i${part}`, '2024-06-01T10:20:30Z', { ring: box(5 + part * 0.2, 43, 5.2 + part * 0.2, 43.3) }),
    );
    expect(
      sameAcquisition([...images, image('twin', '2024-06-01T10:20:31Z', { ring: box(5.4, 43, 5.6, 43.3) })]),
    ).toEqual([['i2', 'twin']]);
  });
});
