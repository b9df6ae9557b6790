import { describe, expect, it } from 'vitest';
import type { Constellation } from '../../../../src/model/images/imagery.ts';
import { productTypesOf, radiometriesOf } from '../../../../src/model/order/productOptions.ts';

describe('the tables of products', () => {
  it.each<[Constellation, string[], string[]]>([
    [
      'PHR',
      ['bundle', 'pansharpened', 'panchromatic', 'multiSpectral'],
      ['BASIC16', 'REFLECTANCE', 'DISPLAY'],
    ],
    [
      'SPOT',
      ['bundle', 'pansharpened', 'panchromatic', 'multiSpectral'],
      ['BASIC16', 'REFLECTANCE', 'DISPLAY'],
    ],
    ['PNEO', ['bundle-fs', 'pansharpened-fs'], ['REFLECTANCE', 'DISPLAY']],
  ])('say what %s images come as', (constellation, types, processing) => {
    expect(productTypesOf(constellation)).toEqual(types);
    expect(radiometriesOf(constellation)).toEqual(processing);
  });
});
