import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../geo/polygons.ts';
import type { Image } from '../../../../src/service/rules/imagery.ts';
import type { Figures } from '../../../../src/features/images/rules/figures.ts';
import type { Catalog, CatalogState } from '../../../../src/features/images/imageCatalog.ts';
import { createImageFigures } from '../../../../src/features/images/imageFigures.ts';
import { settle } from '../../fakes.ts';
import { bareImage } from '../../fixtures.ts';

const area = polygon(box(5, 43, 6, 44));
const west = bareImage({ id: 'west', footprint: polygon(box(4, 42, 5.5, 45)) });
const east = bareImage({ id: 'east', footprint: polygon(box(5.5, 42, 7, 45)) });

function setUp(load?: () => Promise<Figures>) {
  const current = signal({
    aoi: { polygon: area },
    phase: { kind: 'done' },
    searchId: 1,
    images: [],
  } as unknown as CatalogState);
  const selectedImages = signal<readonly Image[]>([]);
  const catalog = { current, selectedImages } as unknown as Catalog;
  return { current, selectedImages, measured: createImageFigures(catalog, load) };
}

describe('what the selected images cover together', () => {
  it('follows the selection and the area', async () => {
    const { current, selectedImages, measured } = setUp();
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
});

describe('acquisitions that are listed twice', () => {
  const duplicate = (id: string, processingLevel: string): Image =>
    bareImage({
      id,
      footprint: west.footprint,
      platform: 'PHR1A',
      acquisitionDate: '2026-03-14T10:42:07.125Z',
      processingLevel,
    });

  const album = duplicate('album', 'ALBUM');
  const sensor = duplicate('sensor', 'SENSOR');

  /** Continues the search: applies a change in one step. */
  function search() {
    const { current, measured } = setUp();
    const step = (change: Partial<CatalogState>) => {
      current.value = { ...current.peek(), ...change };
      return [...measured.duplicates.peek()];
    };
    return { step, measured };
  }

  it('are marked with the images, once all requested pages are loaded', async () => {
    const { step } = search();
    step({ phase: { kind: 'searching' } });
    await settle();
    expect(step({ images: [album, east, sensor] })).toEqual([]);
    expect(step({ phase: { kind: 'done' } })).toEqual([['album', 'sensor']]);
  });

  it('are marked among the images that are left when loading more of them fails', async () => {
    const { step } = search();
    step({ phase: { kind: 'searching' } });
    await settle();
    const failed = { kind: 'failed', error: new Error('Offline.') } as const;
    expect(step({ images: [album, east, sensor], phase: failed })).toEqual([['album', 'sensor']]);
  });

  it('stay known while more images load, and are the same object if no new duplicate is found', async () => {
    const { step, measured } = search();
    step({ phase: { kind: 'searching' } });
    await settle();
    step({ images: [album, sensor], phase: { kind: 'done' } });
    const known = measured.duplicates.peek();
    expect(step({ phase: { kind: 'searching' } })).toEqual([['album', 'sensor']]);
    step({ images: [album, sensor, east], phase: { kind: 'done' } });
    expect(measured.duplicates.peek()).toBe(known);
    const second = { ...duplicate('second', 'ALBUM'), footprint: sensor.footprint };
    step({ phase: { kind: 'searching' } });
    expect(step({ images: [album, sensor, east, second], phase: { kind: 'done' } })).toHaveLength(2);
  });
});
