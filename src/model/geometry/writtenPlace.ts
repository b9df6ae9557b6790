import type { Position } from 'geojson';

/** Digits after the point that a new position has at most: a tenth of a millimetre. */
export const writtenDecimals = 9;

/** The same for positions that can no longer be told apart once they are written. */
export function writtenPlace([x = 0, y = 0]: Position): string {
  return `${x.toFixed(writtenDecimals)} ${y.toFixed(writtenDecimals)}`;
}
