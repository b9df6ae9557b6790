import type { MultiPolygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { shiftToward } from '../../../../../src/geo/antimeridian.ts';
import { square } from '../areas/areaRow.ts';
import type { ImageRow } from '../../../../../src/protocol/protocol.ts';
import { FootprintIndex } from '../../../../../webview/features/footprints/footprintIndex.ts';
import { type WorldBox, worldX, worldY } from '../../../../../webview/ground/worldPoint.ts';
import { randomFootprints, randomNumbers } from '../../../../bench/randomFootprints.ts';
import { contains } from '../../shell/contains.ts';

function image(id: string, west: number, south: number, size: number, constellation?: string): ImageRow {
  return {
    id,
    footprint: { type: 'Polygon', coordinates: [square(west, south, size)] },
    whyNo: {},
    ...(constellation === undefined ? {} : { constellation }),
  };
}

function indexOf(images: readonly ImageRow[], home = 0): FootprintIndex {
  const index = new FootprintIndex();
  index.setImages(images, home);
  return index;
}

function idsAt(index: FootprintIndex, longitude: number, latitude: number): string[] {
  return index.at(worldX(longitude), worldY(latitude)).map(place => index.idAt(place));
}

function projected(footprint: ImageRow['footprint']): { lat: number; lng: number }[][][] {
  const polygons = footprint.type === 'Polygon' ? [footprint.coordinates] : footprint.coordinates;
  return polygons.map(rings => rings.map(ring => ring.map(([x, y]) => ({ lat: worldY(y), lng: worldX(x) }))));
}

function meeting(index: FootprintIndex, box: WorldBox, from = 0): number[] {
  return [...index.meeting(box, from)].flatMap(part => [...part]);
}

describe('FootprintIndex.at', () => {
  it('finds the same as a search of every footprint, in list order, however the list arrived', () => {
    const images = randomFootprints(3000, 7);
    const atOnce = indexOf(images);
    const inPages = new FootprintIndex();
    for (let count = 130; count < 3130; count += 130) {
      inPages.setImages(images.slice(0, count), 0);
      inPages.at(0.5, 0.5);
    }
    const polygons = images.map(({ footprint }) => projected(footprint));
    const random = randomNumbers(3);
    let hits = 0;
    for (let number = 0; number < 1500; number += 1) {
      const x = worldX(random() * 44 - 12);
      const y = worldY(random() * 28 + 34);
      const expected = polygons.flatMap((rings, place) =>
        contains(rings, { lat: y, lng: x }) ? [place] : [],
      );
      hits += expected.length;
      expect(atOnce.at(x, y)).toEqual(expected);
      expect(inPages.at(x, y)).toEqual(expected);
    }
    expect(hits).toBeGreaterThan(300);
  });

  it('handles holes and several polygons', () => {
    const coordinates: MultiPolygon['coordinates'] = [
      [square(0, 0, 10), square(4, 4, 2)],
      [square(20, 0, 10)],
      // Overlaps the first polygon: a place in both is still inside.
      [square(8, 0, 4)],
    ];
    const index = indexOf([{ id: 'a', footprint: { type: 'MultiPolygon', coordinates }, whyNo: {} }]);
    expect(idsAt(index, 1, 1)).toEqual(['a']);
    expect(idsAt(index, 5, 5)).toEqual([]);
    expect(idsAt(index, 15, 5)).toEqual([]);
    expect(idsAt(index, 25, 5)).toEqual(['a']);
    expect(idsAt(index, 9, 1)).toEqual(['a']);
  });

  it('finds footprints only in the copy of the world nearest to home', () => {
    const images = [image('west', -179.5, 0, 1), image('across', 179.5, 0, 1)];
    const index = indexOf(images, 179);
    expect(shiftToward(-179, 179)).toBe(360);
    expect(idsAt(index, 180.2, 0.5)).toEqual(['across']);
    expect(idsAt(index, 180.9, 0.5)).toEqual(['west']);
    expect(idsAt(index, -179.1, 0.5)).toEqual([]);
    index.setImages(images, -179);
    expect(idsAt(index, -179.1, 0.5)).toEqual(['west']);
    expect(idsAt(index, -179.8, 0.5)).toEqual(['across']);
  });

  it('does not find what is hidden, or arrives hidden, until it is shown again', () => {
    const images = [image('a', 0, 0, 2), image('b', 0, 0, 2), image('c', 0, 0, 2)];
    const index = indexOf(images.slice(0, 2));
    expect(index.setHidden(new Set(['b', 'c']))).toBe(true);
    index.setImages(images, 0);
    expect(idsAt(index, 1, 1)).toEqual(['a']);
    expect(meeting(index, [0, 0, 1, 1])).toEqual([0]);
    expect(index.isAny([0, 0, 1, 1], 1)).toBe(false);
    expect([index.findPlace('b'), index.shownCount, index.count]).toEqual([undefined, 1, 3]);
    expect(index.setHidden(new Set(['c', 'b', 'unknown']))).toBe(false);
    expect(index.setHidden(new Set())).toBe(true);
    expect(idsAt(index, 1, 1)).toEqual(['a', 'b', 'c']);
    expect([index.findPlace('b'), index.shownCount]).toEqual([1, 3]);
  });
});

describe('FootprintIndex.setImages', () => {
  const images = randomFootprints(40, 2);

  it('reports whether the list has only grown', () => {
    const index = new FootprintIndex();
    expect(index.setImages([], 0)).toBe('none');
    expect(index.setImages(images.slice(0, 10), 0)).toBe('replaced');
    expect(index.setImages(images.slice(0, 10), 0)).toBe('none');
    expect(index.setImages(images, 0)).toBe('grown');
    expect(index.setImages(images.slice(0, 39), 0)).toBe('replaced');
    expect(index.setImages(images.slice(0, 39), 360)).toBe('replaced');
    expect(index.setImages(images.slice(1), 360)).toBe('replaced');
    expect(index.count).toBe(39);
    expect(index.setImages([], 360)).toBe('replaced');
    expect(index.findPlace(images[5]?.id ?? '')).toBeUndefined();
    expect(meeting(index, [-1, -1, 2, 2])).toEqual([]);
  });

  it('finds what intersects a box from an index in the list on, in list order', () => {
    const many = randomFootprints(40_000, 5);
    const index = indexOf(many);
    const box: WorldBox = [worldX(0), worldY(50), worldX(5), worldY(45)];
    const expected = many.flatMap((_, place) => (index.shapes.meets(place, box) ? [place] : []));
    expect(expected.length).toBeGreaterThan(500);
    expect(meeting(index, box)).toEqual(expected);
    expect(meeting(index, box, 30_000)).toEqual(expected.filter(place => place >= 30_000));
    expect(index.isAny(box, 30_000)).toBe(true);
    expect(index.isAny(box, 40_000)).toBe(false);
  });

  it('keeps its contents when home moves but every footprint stays in the nearest copy', () => {
    const index = indexOf(images, 10);
    expect(index.setImages(images, 11.5)).toBe('none');
    expect(index.setImages(images, 350)).toBe('replaced');
    const there = images.map(({ id }) => index.findPlace(id) ?? -1).map(place => index.shapes.west(place));
    expect(there.every(west => west > 1)).toBe(true);
    expect(index.setImages(images.slice(0, 30), 349)).toBe('replaced');
  });
});
