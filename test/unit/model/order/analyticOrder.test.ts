import { describe, expect, it } from 'vitest';
import {
  imagesNeeded,
  orderResolution,
  whyNotRunnable,
  type Analytic,
  type AnalyticOrderBody,
} from '../../../../src/model/order/analyticOrder.ts';
import { checkAnalyticOrder } from '../../../../src/model/order/checkAnalyticOrder.ts';
import type { Image } from '../../../../src/model/images/imagery.ts';
import type { JsonPath } from '../../../../src/model/problem.ts';
import { bareImage } from '../fixtures.ts';
import { box, polygon } from '../geometry/polygons.ts';

const aoi = polygon(box(5.3, 43.27, 5.37, 43.32));

function image(constellation: string | undefined, rest: Partial<Image> = {}): Image {
  return bareImage({ footprint: aoi, constellation, ...rest });
}

function analytic(type: string, ...sensor: string[]): Analytic {
  return { code: `analytic.${type}`, name: `The ${type}`, type, sensor, description: undefined };
}

const cars = analytic('objects', 'PHR');
const changes = analytic('changes', 'PHR', 'SPOT');
const [phr, spot, pneo, unknown] = [image('PHR'), image('SPOT'), image('PNEO'), image(undefined)];

describe('an analytic', () => {
  it.each([
    ['objects', 1],
    ['changes', 2],
    ['mosaic', undefined],
  ])('of type %s takes %s image(s)', (type, count) => {
    expect(imagesNeeded(type)).toBe(count);
  });

  it.each<[string, Analytic, Image[]]>([
    ['one image of its sensor', cars, [phr]],
    ['two images of one of its sensors', changes, [spot, spot]],
    ['a PHR image of 0.7 m: constellations count, not metres', cars, [image('PHR', { resolution: 0.7 })]],
    ['any image where the service names no sensor', analytic('objects'), [spot]],
    ['one image where its type appeared later', analytic('mosaic', 'PHR'), [phr]],
  ])('runs on %s', (_what, one, images) => {
    expect(whyNotRunnable(one, images)).toBeUndefined();
  });

  it.each<[string, Analytic, Image[], string]>([
    ['no image', cars, [], 'images needed: 1, selected: 0'],
    ['no image, also of a later type', analytic('mosaic'), [], 'images needed: 1, selected: 0'],
    ['two images where it takes one', cars, [phr, phr], 'images needed: 1, selected: 2'],
    ['one image where it compares two', changes, [phr], 'images needed: 2, selected: 1'],
    ['an image that does not say what it is', cars, [unknown], 'supports PHR, the image is ?'],
    ['an image of another sensor', cars, [spot], 'supports PHR, the image is SPOT'],
    ['a pair of two constellations', changes, [phr, spot], 'needs images of one constellation'],
  ])('does not run on %s, and says so', (_what, one, images, reason) => {
    expect(whyNotRunnable(one, images)).toBe(reason);
  });
});

describe('the resolution of an order', () => {
  it.each<[string, Image[], number | undefined]>([
    ['0.5 m for a PHR image', [phr], 0.5],
    ['1.5 m for a pair of SPOT images', [spot, spot], 1.5],
    ['none for a PNEO image: analytics run at 0.5 and 1.5 m', [pneo], undefined],
    ['none for an image that does not say what it is', [unknown], undefined],
    ['none for a pair of two constellations: no analytic runs on it', [phr, spot], undefined],
  ])('is %s', (_what, images, metres) => {
    expect(orderResolution(images)).toBe(metres);
  });
});

describe('an analytic order', () => {
  const good: AnalyticOrderBody = {
    kind: 'order.analytics-toolbox.archive',
    title: 'Harbour',
    analytic: changes.code,
    resolution: 0.5,
    imageIds: ['a', 'b'],
    aoi,
  };
  const found = (body: object, one?: Analytic) =>
    checkAnalyticOrder(body as Record<string, unknown>, one).map(({ code, path }) => [code, path]);
  const without = (member: keyof AnalyticOrderBody) =>
    Object.fromEntries(Object.entries(good).filter(([name]) => name !== member));

  it.each<[string, object, Analytic | undefined]>([
    ['by itself', good, undefined],
    ['of one image', { ...good, imageIds: ['a'] }, undefined],
    ['of an analytic whose sensors are not known', { ...good, resolution: 1.5 }, analytic('changes')],
    ['of an analytic of a type that appeared later', { ...good, imageIds: ['a'] }, analytic('mosaic', 'PHR')],
  ])('that keeps the rules passes: %s', (_what, body, one) => {
    expect(found(body, one)).toEqual([]);
  });

  it.each<[string, object, string, JsonPath]>([
    ['without a title', without('title'), 'title-missing', ['title']],
    ['with a blank title', { ...good, title: ' \t' }, 'title-missing', ['title']],
    ['without an analytic', without('analytic'), 'analytic-missing', ['analytic']],
    ['without a resolution', without('resolution'), 'resolution', ['resolution']],
    ['without images', without('imageIds'), 'image-ids', ['imageIds']],
    ['with an empty list of images', { ...good, imageIds: [] }, 'image-ids', ['imageIds']],
    ['with an id that is no text', { ...good, imageIds: ['a', 7] }, 'image-ids', ['imageIds']],
    ['with the same image twice', { ...good, imageIds: ['a', 'a'] }, 'image-ids-double', ['imageIds']],
    ['with three images', { ...good, imageIds: ['a', 'b', 'c'] }, 'image-count', ['imageIds']],
    ['without an AOI', without('aoi'), 'aoi-missing', ['aoi']],
    [
      'with an open ring',
      { ...good, aoi: polygon(aoi.coordinates[0]?.slice(0, -1) ?? []) },
      'ring-not-closed',
      ['aoi', 'coordinates', 0, 3],
    ],
  ])('%s is told at its place', (_what, body, code, path) => {
    expect(found(body)).toEqual([[code, path]]);
  });

  it('is told an altitude: the table wants pairs of longitude and latitude', () => {
    const high = polygon(box(5.3, 43.27, 5.37, 43.32).map(position => [...position, 30]));
    const problems = checkAnalyticOrder({ ...good, aoi: high });
    expect(problems.map(problem => problem.path)).toContainEqual(['aoi', 'coordinates', 0, 0]);
  });
});
