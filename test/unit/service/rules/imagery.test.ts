import { describe, expect, it } from 'vitest';
import { isStereo, mayDo } from '../../../../src/service/rules/imagery.ts';

describe('an image', () => {
  it.each<[string | undefined, 'is' | "isn't"]>([
    ['stereo', 'is'],
    ['tristereo', 'is'],
    ['tri-stereo', 'is'],
    ['Stereo', 'is'],
    ['mono', "isn't"],
    ['bundle', "isn't"],
    [undefined, "isn't"],
  ])('of the product type %j %s from a stereo acquisition', (productType, verb) => {
    expect(isStereo({ productType })).toBe(verb === 'is');
  });

  it('can be used as its rights say, and without known rights if they are missing', () => {
    expect(mayDo({ rights: ['browse'] }, 'browse')).toBe(true);
    expect(mayDo({ rights: ['browse'] }, 'wmts')).toBe(false);
    expect(mayDo({ rights: [] }, 'browse')).toBe(false);
    expect(mayDo({ rights: undefined }, 'browse')).toBeUndefined();
  });
});
