import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../geo/polygons.ts';
import {
  type Analytic,
  imagesNeeded,
  orderResolution,
  whyNotRunnable,
} from '../../../../src/service/rules/analyticOrder.ts';
import type { Image } from '../../../../src/service/rules/imagery.ts';
import { bareImage } from '../../fixtures.ts';

const aoi = polygon(box(5.3, 43.27, 5.37, 43.32));

function image(constellation: string | undefined, rest: Partial<Image> = {}): Image {
  return bareImage({ footprint: aoi, constellation, ...rest });
}

function analytic(type: string, ...sensor: string[]): Analytic {
  return { code: `analytic.${type}`, name: `The ${type}`, type, sensor, description: undefined };
}

const cars = analytic('objects', 'PHR');
const changes = analytic('changes', 'PHR', 'SPOT');
const phr = image('PHR');
const spot = image('SPOT');
const pneo = image('PNEO');
const unknown = image(undefined);

describe('an analytic', () => {
  it.each([
    ['objects', 'one image', 1],
    ['changes', 'two images', 2],
    ['mosaic', 'an unknown number of images', undefined],
  ])('of type %s takes %s', (type, _number, count) => {
    expect(imagesNeeded(type)).toBe(count);
  });

  it.each<[string, Analytic, Image[]]>([
    ['one image of its sensor', cars, [phr]],
    ['two images of one of its sensors', changes, [spot, spot]],
    ['a PHR image of 0.7 m: constellations count, not meters', cars, [image('PHR', { resolution: 0.7 })]],
    ['any image where the service names no sensor', analytic('objects'), [spot]],
    ['a pair of two constellations that it supports', changes, [phr, spot]],
    ['one image where its type appeared later', analytic('mosaic', 'PHR'), [phr]],
  ])('runs on %s', (_what, analytic, images) => {
    expect(whyNotRunnable(analytic, images)).toBeUndefined();
  });

  it.each<[string, Analytic, Image[], string]>([
    ['no image', cars, [], 'images needed: 1, selected: 0'],
    ['no image, also of a later type', analytic('mosaic'), [], 'images needed: 1, selected: 0'],
    ['two images where it takes one', cars, [phr, phr], 'images needed: 1, selected: 2'],
    ['one image where it compares two', changes, [phr], 'images needed: 2, selected: 1'],
    ['an image that does not say what it is', cars, [unknown], 'supports PHR, the image is ?'],
    ['an image of another sensor', cars, [spot], 'supports PHR, the image is SPOT'],
  ])('does not run on %s, and says so', (_what, analytic, images, reason) => {
    expect(whyNotRunnable(analytic, images)).toBe(reason);
  });
});

describe('the resolution of an order', () => {
  it.each<[string, Image[], number | undefined]>([
    ['0.5 m for a PHR image', [phr], 0.5],
    ['1.5 m for a pair of SPOT images', [spot, spot], 1.5],
    ['none for a PNEO image: analytics run at 0.5 and 1.5 m', [pneo], undefined],
    ['none for an image that does not say what it is', [unknown], undefined],
    ['1.5 m for a pair of two constellations: both have that', [phr, spot], 1.5],
    ['none for a pair with a PNEO image', [phr, pneo], undefined],
    ['none for no image', [], undefined],
  ])('is %s', (_what, images, meters) => {
    expect(orderResolution(images)).toBe(meters);
  });
});
