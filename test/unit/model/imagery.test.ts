import { describe, expect, it } from 'vitest';
import { constellationCodes, isConstellation } from '../../../src/model/imagery.ts';

describe('a constellation code', () => {
  it.each(constellationCodes)('%s is one', code => {
    expect(isConstellation(code)).toBe(true);
  });

  it.each([undefined, '', 'phr', 'PHR1A', 'SPOT6', 'toString', 'constructor', '__proto__'])(
    '%s is none',
    word => {
      expect(isConstellation(word)).toBe(false);
    },
  );
});
