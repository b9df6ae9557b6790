import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import { figures, type Figures } from '../../../src/model/images/figures.ts';
import type { Image } from '../../../src/model/images/imagery.ts';
import type { Catalog, CatalogState } from '../../../src/state/catalog.ts';
import { createImageFigures } from '../../../src/state/imageFigures.ts';
import { bareImage } from '../model/fixtures.ts';
import { box, polygon } from '../model/geometry/polygons.ts';
import { deferred, settle } from './fakes.ts';

const area = polygon(box(5, 43, 6, 44));
const west = bareImage({ id: 'west', footprint: polygon(box(4, 42, 5.5, 45)) });
const east = bareImage({ id: 'east', footprint: polygon(box(5.5, 42, 7, 45)) });

function bench(load?: () => Promise<Figures>) {
  const current = signal({
    aoi: { polygon: area },
    phase: { kind: 'done' },
    images: [],
  } as unknown as CatalogState);
  const selectedImages = signal<readonly Image[]>([]);
  const catalog = { current, selectedImages } as unknown as Catalog;
  return { current, selectedImages, measured: createImageFigures(catalog, load) };
}

describe('what the chosen images cover together', () => {
  it('follows the choice and the area', async () => {
    const { current, selectedImages, measured } = bench();
    expect(measured.cover.value).toBeUndefined();
    selectedImages.value = [west];
    await expect.poll(() => measured.cover.value?.share).toBeCloseTo(0.5, 3);
    expect(measured.cover.value?.gap?.coordinates).toHaveLength(1);
    selectedImages.value = [west, east];
    await expect.poll(() => measured.cover.value?.share).toBe(1);
    expect(measured.cover.value?.gap).toBeUndefined();
    current.value = { ...current.value, aoi: undefined };
    expect(measured.cover.value).toBeUndefined();
  });

  it('is never told of a choice that it was not measured of', async () => {
    const { current, selectedImages, measured } = bench();
    selectedImages.value = [west];
    await expect.poll(() => measured.cover.value?.share).toBeCloseTo(0.5, 3);
    // More of the same search arrives: the choice is what it was.
    current.value = { ...current.value, images: [east] };
    selectedImages.value = [west];
    expect(measured.cover.value?.share).toBeCloseTo(0.5, 3);
    selectedImages.value = [west, east];
    expect(measured.cover.value).toBeUndefined();
    await expect.poll(() => measured.cover.value?.share).toBe(1);
  });

  it('drops a figure of a choice that is made no more', async () => {
    const first = deferred<Figures>();
    const loads = [first.promise, Promise.resolve(figures)];
    const { selectedImages, measured } = bench(
      () => loads.shift() ?? Promise.reject(new Error('a third load')),
    );
    selectedImages.value = [west];
    selectedImages.value = [west, east];
    await settle();
    expect(measured.cover.value?.share).toBe(1);
    first.resolve(figures);
    await settle();
    expect(measured.cover.value?.share).toBe(1);
  });
});

describe('acquisitions that were found twice', () => {
  const twin = (id: string, processingLevel: string): Image =>
    bareImage({
      id,
      footprint: west.footprint,
      platform: 'PHR1A',
      acquisitionDate: '2026-03-14T10:42:07.125Z',
      processingLevel,
    });

  it('are told when all that was asked for is there', async () => {
    const { current, measured } = bench();
    const images = [twin('album', 'ALBUM'), east, twin('sensor', 'SENSOR')];
    current.value = { ...current.value, images, phase: { kind: 'searching' } };
    await settle();
    expect(measured.twins.value.size).toBe(0);
    current.value = { ...current.value, phase: { kind: 'done' } };
    await expect.poll(() => [...measured.twins.value]).toEqual([['album', 'sensor']]);
  });
});
