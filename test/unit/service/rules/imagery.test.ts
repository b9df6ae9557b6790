import { describe, expect, it } from 'vitest';
import { isStereo, mayDo } from '../../../../src/service/rules/imagery.ts';

describe('an image', () => {
  it.each<[string | undefined, boolean]>([
    ['stereo', true],
    ['tristereo', true],
    ['tri-stereo', true],
    ['Stereo', true],
    ['mono', false],
    ['bundle', false],
    [undefined, false],
  ])('of the product type %s is from a stereo acquisition or not', (productType, isOneOfSeveral) => {
    expect(isStereo({ productType })).toBe(isOneOfSeveral);
  });

  it('can be used as its rights say, and without known rights if they are missing', () => {
    expect(mayDo({ rights: ['browse'] }, 'browse')).toBe(true);
    expect(mayDo({ rights: ['browse'] }, 'wmts')).toBe(false);
    expect(mayDo({ rights: [] }, 'browse')).toBe(false);
    expect(mayDo({ rights: undefined }, 'browse')).toBeUndefined();
  });
});
