import fc from 'fast-check';

/** Numbers spread evenly over a range: `fc.double` takes exponents evenly, so that nearly all of its numbers are tiny. */
export function uniform(min: number, max: number): fc.Arbitrary<number> {
  const steps = 1_000_000;
  return fc.integer({ min: 0, max: steps }).map(step => min + ((max - min) * step) / steps);
}
