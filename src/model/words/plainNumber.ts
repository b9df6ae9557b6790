import { decimalsOf } from '../edits/ringFixes.ts';
import { withoutEnd } from './withoutEnd.ts';

/** Digits after the point that a number can be asked for at most. */
const mostDecimals = 100;

/** A finite number with all of its digits and no more, without an exponent and without a minus zero. */
export function plainNumber(value: number): string {
  const shortest = String(value);
  if (!shortest.includes('e-')) return shortest;
  const written = value.toFixed(Math.min(decimalsOf(shortest), mostDecimals));
  return Number(written) === 0 ? '0' : withoutEnd(written, '0');
}
