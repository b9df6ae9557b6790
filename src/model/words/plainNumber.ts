import { decimalsOf } from '../edits/ringFixes.ts';
import { withoutEnd } from './withoutEnd.ts';

/** Maximum decimals that can be requested for a number. */
const mostDecimals = 100;

/** A finite number with exactly its digits, without an exponent and without a negative zero. */
export function plainNumber(value: number): string {
  const shortest = String(value);
  if (!shortest.includes('e-')) return shortest;
  const written = value.toFixed(Math.min(decimalsOf(shortest), mostDecimals));
  return Number(written) === 0 ? '0' : withoutEnd(written, '0');
}
