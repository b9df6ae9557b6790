import { describe, expect, it } from 'vitest';
import { isStereo, mayDo } from '../../../../src/model/images/imagery.ts';

describe('an image', () => {
  it.each<[string | undefined, boolean]>([
    ['stereo', true],
    ['tristereo', true],
    ['tri-stereo', true],
    ['Stereo', true],
    ['mono', false],
    ['bundle', false],
    [undefined, false],
  ])('of the product type %s is one look of several or not', (productType, isOneOfSeveral) => {
    expect(isStereo({ productType })).toBe(isOneOfSeveral);
  });

  it('may be used as its rights say, and as nobody knows where they say nothing', () => {
    expect(mayDo({ rights: ['browse'] }, 'browse')).toBe(true);
    expect(mayDo({ rights: ['browse'] }, 'wmts')).toBe(false);
    expect(mayDo({ rights: [] }, 'browse')).toBe(false);
    expect(mayDo({ rights: undefined }, 'browse')).toBeUndefined();
  });
});
