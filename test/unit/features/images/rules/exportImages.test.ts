import { text } from 'node:stream/consumers';
import type { FeatureCollection, Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { readExportTable } from '../../../../../src/geo/export/exportTable.ts';
import { type ExportFormat, exportFormats } from '../../../../../src/geo/export/formats.ts';
import { box } from '../../../geo/polygons.ts';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import { imageColumns, imageFeatures } from '../../../../../src/features/images/rules/exportImages.ts';
import { factNamed, factNames } from '../../../../../src/features/images/rules/imageFacts.ts';
import { bareImage } from '../../../fixtures.ts';

const image = bareImage({
  id: 'i1',
  acquisitionDate: '2026-03-01T10:00:00.123Z',
  constellation: 'PHR',
  platform: 'PHR1A',
  processingLevel: 'SENSOR',
  productType: 'mono',
  resolution: 0.5,
  cloudCover: 12.5,
  snowCover: 0,
  incidenceAngle: -3.25,
  parentIdentifier: 'strip',
  properties: { id: 'i1', own: { deep: [1] }, cloudCover: 12.5 },
});

async function exportText(format: ExportFormat, images: readonly Image[], area?: Polygon, atOnce?: number) {
  const table = await readExportTable(imageFeatures(images, area, undefined, atOnce), imageColumns(images));
  const write = await exportFormats[format].load();
  return text(write(table, 'images'));
}

describe('images as GeoJSON', () => {
  it('are features with everything as sent', async () => {
    const collection = JSON.parse(
      await exportText('geojson', [image, bareImage({ id: 'i2' })]),
    ) as FeatureCollection;
    expect(collection.type).toBe('FeatureCollection');
    expect(collection.features[0]).toEqual({
      type: 'Feature',
      id: 'i1',
      properties: image.properties,
      geometry: image.footprint,
    });
    expect(collection.features.map(({ id }) => id)).toEqual(['i1', 'i2']);
  });

  it('have the share of the area beside it, which nothing else in the file says', async () => {
    const west = { type: 'Polygon' as const, coordinates: [box(5, 43, 5.5, 44)] };
    const { features } = JSON.parse(await exportText('geojson', [image], west)) as FeatureCollection;
    expect(features[0]?.properties).toEqual({ ...image.properties, aoiCoveredPercent: 100 });
  });

  it('have what is known of them here: the note, the shortlist and how much of the area is clear', async () => {
    const area = { type: 'Polygon' as const, coordinates: [box(4, 43, 6, 44)] };
    const known = { pins: new Map([['i1', 'for May']]), clear: new Map([['i1', { share: 0.5 }]]) };
    const images = [image, bareImage({ id: 'i2' })];
    const table = await readExportTable(imageFeatures(images, area, known), imageColumns(images, known));
    const write = await exportFormats.geojson.load();
    const { features } = JSON.parse(await text(write(table))) as FeatureCollection;
    expect(features[0]?.properties).toMatchObject({
      aoiCoveredPercent: 50,
      clearHerePercent: 25,
      note: 'for May',
      shortlisted: 'yes',
    });
    expect(features[1]?.properties).toEqual({ aoiCoveredPercent: 50 });
    expect(imageColumns(images, known).map(({ name }) => name)).toEqual([
      ...imageColumns(images).map(({ name }) => name),
      'note',
      'clearHerePercent',
      'shortlisted',
    ]);
  });

  it('have the columns that every table has at the same places in each', () => {
    const fixed = factNames
      .map(name => factNamed(name).file)
      .flatMap(file => (file === 'none' || file.ifAny ? [] : [file.place]));
    expect(fixed.toSorted((a, b) => a - b)).toEqual(imageColumns([]).map((_column, index) => index + 1));
  });

  it('are one per line, and a collection if there are none', async () => {
    expect((await exportText('geojson', [image, image])).split('\n')).toHaveLength(5);
    expect(JSON.parse(await exportText('geojson', []))).toEqual({
      type: 'FeatureCollection',
      generator: 'Swath',
      features: [],
    });
  });
});

describe('images as CSV', () => {
  it('are lines below a header', async () => {
    const [head, line, end, ...more] = (await exportText('csv', [image])).split('\r\n');
    // Those that a table may lack follow.
    expect(`${head},`).toMatch(
      /^id,acquisitionDate,constellation,platform,processingLevel,productType,resolution,cloudCover,snowCover,incidenceAngle,parentIdentifier,longitude,latitude,areaKm2,aoiCoveredPercent,/,
    );
    expect(line).toMatch(
      /^i1,2026-03-01T10:00:00\.123Z,PHR,PHR1A,SENSOR,mono,0\.5,12\.5,0,-3\.25,strip,5\.5,43\.5,89\d\d\.\d+,(?:,|$)/,
    );
    expect([end, more]).toEqual(['', []]);
  });

  it('have the share of the area that each image covers', async () => {
    const west = { type: 'Polygon' as const, coordinates: [box(5, 43, 5.5, 44)] };
    const line = (await exportText('csv', [bareImage()], west)).split('\r\n')[1];
    expect(line).toMatch(/,100$/);
    const whole = { type: 'Polygon' as const, coordinates: [box(5, 43, 7, 44)] };
    expect(await exportText('csv', [bareImage()], whole)).toMatch(/,50\r\n$/);
  });

  it('leave empty what the service omitted', async () => {
    expect((await exportText('csv', [bareImage()])).split('\r\n')[1]).toMatch(/^img,{11}5\.5,43\.5,\d/);
  });

  it.each([
    ['a "quoted", text', '"a ""quoted"", text"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-cmd', "'-cmd"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ])('have %j as a harmless field', async (id, field) => {
    const head = await exportText('csv', []);
    const all = await exportText('csv', [bareImage({ id })]);
    const line = all.slice(head.length);
    expect(line.startsWith(`${field},`)).toBe(true);
  });

  it('have the center of the parts on both sides of the antimeridian', async () => {
    const parts = [box(179, 0, 180, 1), box(-180, 0, -178, 1)].map(ring => [ring]);
    const image = bareImage({ footprint: { type: 'MultiPolygon', coordinates: parts } });
    const line = (await exportText('csv', [image])).split('\r\n')[1];
    expect(line?.split(',').slice(-4, -2)).toEqual(['-179.5', '0.5']);
  });
});

describe('images as ids', () => {
  it('are one per line', async () => {
    expect(await exportText('ids', [bareImage({ id: 'a' }), bareImage({ id: 'b' })])).toBe('a\nb\n');
  });
});

describe('the portions', () => {
  it.each(['geojson', 'csv', 'ids'] as const)(
    'of %s make the same text, however many there are',
    async format => {
      const images = Array.from({ length: 7 }, (_none, index) => bareImage({ id: `i${index}` }));
      const text = await exportText(format, images, undefined, 3);
      expect(text).toBe(await exportText(format, images));
      expect(text.match(/i\d/g)).toHaveLength(7);
    },
  );
});
