import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bounds } from '../../../../../src/service/rules/searchQuery.ts';
import { searchParameters } from '../../../../../src/service/rules/serviceRequest.ts';
import {
  readSearchPlace,
  searchBox,
  viewCircle,
} from '../../../../../webview/features/search/searchPlace.ts';

describe('searchBox', () => {
  it.each<[string, Bounds, Bounds]>([
    [
      'the view, in digits that a map has',
      [3.9753341674804, 51.91, 4.15, 51.99],
      [3.975334, 51.91, 4.15, 51.99],
    ],
    ['of a view a turn away', [365, 10, 366, 11], [5, 10, 6, 11]],
    ['across the antimeridian, its west east of its east', [170, -10, 190, 10], [170, -10, -170, 10]],
    ['so from its other side', [-190, -10, -170, 10], [170, -10, -170, 10]],
    ['the whole world where the view is wider', [-400, -85, 300, 85], [-180, -85, 180, 85]],
  ])('is %s', (_what, view, box) => {
    expect(searchBox(view)).toEqual(box);
  });

  it('can always be sent', () => {
    const any = fc.tuple(
      fc.double({ min: -900, max: 900, noNaN: true }),
      fc.double({ min: -95, max: 90, noNaN: true }),
      fc.double({ min: 0.001, max: 800, noNaN: true }),
      fc.double({ min: 0, max: 100, noNaN: true }),
    );
    fc.assert(
      fc.property(any, ([west, south, width, height]) => {
        const view = [west, south, west + width, south + height] as const;
        expect(searchParameters({ bounds: searchBox(view) }, 1, 50, '2026-01-01')).toHaveProperty('bbox');
        expect(searchParameters({ circle: viewCircle(view, 100) }, 1, 50, '2026-01-01')).toMatchObject({
          radius: '100',
        });
      }),
    );
  });
});

describe('viewCircle', () => {
  it('is centered in the picture', () => {
    expect(viewCircle([4, -10, 6, 10], 500)).toEqual({ longitude: 5, latitude: 0, radius: 500 });
    // The latitude of half the height of a map from the equator to 60° N.
    expect(viewCircle([4, 0, 6, 60], 500).latitude).toBeCloseTo(35.26439, 4);
    expect(viewCircle([179, 0, 183, 0], 1).longitude).toBe(-179);
  });
});

describe('readSearchPlace', () => {
  it.each(['', ',', '1,2', '1,2,x', '1,,3', '1,2,3,4,5', 'NaN,1,2'])('finds no place in %j', text => {
    expect(readSearchPlace(text)).toBeUndefined();
  });
});
