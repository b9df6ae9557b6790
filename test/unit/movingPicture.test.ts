import { decodeApng, encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { pictureOf } from '../page/movingPicture.ts';

const size = 4;

/** Gray, with one pixel of another color. */
function shot(at: number, color: readonly number[]): Uint8Array {
  const data = new Uint8Array(size * size * 3).fill(100);
  data.set(color, at * 3);
  return encode({ width: size, height: size, data, channels: 3 });
}

describe('a moving picture', () => {
  it('shows each screenshot for its time, without end', () => {
    const frames = [
      { png: shot(5, [255, 0, 0]), ms: 1500 },
      { png: shot(6, [0, 0, 255]), ms: 40 },
      { png: shot(6, [0, 0, 255]), ms: 900 },
    ];
    const read = decodeApng(pictureOf(frames));
    expect(read.numberOfPlays).toBe(0);
    const seconds = read.frames.map(frame => frame.delayNumber / frame.delayDenominator);
    expect(seconds).toEqual([1.5, 0.04, 0.9]);
    expect(read).toMatchObject({ width: size, height: size });
  });
});
