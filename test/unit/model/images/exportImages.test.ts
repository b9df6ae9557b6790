import type { FeatureCollection } from 'geojson';
import { describe, expect, it } from 'vitest';
import { exportPieces, type ExportFormat } from '../../../../src/model/images/exportImages.ts';
import type { Image } from '../../../../src/model/images/imagery.ts';
import { bareImage } from '../fixtures.ts';
import { box } from '../geometry/polygons.ts';

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

const exportText = (format: ExportFormat, images: readonly Image[]) =>
  [...exportPieces(format, images)].join('');

describe('images as GeoJSON', () => {
  it('are features with everything as sent', () => {
    const collection = JSON.parse(
      exportText('geojson', [image, bareImage({ id: 'i2' })]),
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

  it('are one per line, and a collection if there are none', () => {
    expect(exportText('geojson', [image, image]).split('\n')).toHaveLength(5);
    expect(JSON.parse(exportText('geojson', []))).toEqual({ type: 'FeatureCollection', features: [] });
  });
});

describe('images as CSV', () => {
  it('are lines below a header', () => {
    const [head, line, end, ...more] = exportText('csv', [image]).split('\r\n');
    expect(head).toBe(
      'id,acquisitionDate,constellation,platform,processingLevel,productType,resolution,cloudCover,snowCover,incidenceAngle,parentIdentifier,longitude,latitude,areaKm2,aoiCoveredPercent',
    );
    expect(line).toMatch(
      /^i1,2026-03-01T10:00:00\.123Z,PHR,PHR1A,SENSOR,mono,0\.5,12\.5,0,-3\.25,strip,5\.5,43\.5,89\d\d\.\d+,$/,
    );
    expect([end, more]).toEqual(['', []]);
  });

  it('have the share of the area that each image covers', () => {
    const west = { type: 'Polygon' as const, coordinates: [box(5, 43, 5.5, 44)] };
    const line = [...exportPieces('csv', [bareImage()], west)].join('').split('\r\n')[1];
    expect(line).toMatch(/,100$/);
    const whole = { type: 'Polygon' as const, coordinates: [box(5, 43, 7, 44)] };
    expect([...exportPieces('csv', [bareImage()], whole)].join('')).toMatch(/,50\r\n$/);
  });

  it('leave empty what the service omitted', () => {
    expect(exportText('csv', [bareImage()]).split('\r\n')[1]).toMatch(/^img,{11}5\.5,43\.5,\d/);
  });

  it.each([
    ['a "quoted", text', '"a ""quoted"", text"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-cmd', "'-cmd"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ])('have %j as a harmless field', (text, field) => {
    const line = exportText('csv', [bareImage({ id: text })]).slice(
      exportText('csv', []).indexOf('\r\n') + 2,
    );
    expect(line.startsWith(`${field},`)).toBe(true);
  });

  it('have the center of the parts on both sides of the antimeridian', () => {
    const parts = [box(179, 0, 180, 1), box(-180, 0, -178, 1)].map(ring => [ring]);
    const line = exportText('csv', [
      bareImage({ footprint: { type: 'MultiPolygon', coordinates: parts } }),
    ]).split('\r\n')[1];
    expect(line?.split(',').slice(-4, -2)).toEqual(['-179.5', '0.5']);
  });
});

describe('images as ids', () => {
  it('are one per line', () => {
    expect(exportText('ids', [bareImage({ id: 'a' }), bareImage({ id: 'b' })])).toBe('a\nb\n');
  });
});

describe('the pieces', () => {
  it.each(['geojson', 'csv', 'ids'] as const)('of %s make the same text, however many there are', format => {
    const images = Array.from({ length: 7 }, (_none, index) => bareImage({ id: `i${index}` }));
    const pieces = [...exportPieces(format, images, undefined, 3)];
    expect(pieces).toHaveLength(5);
    expect(pieces.join('')).toBe(exportText(format, images));
    expect(pieces.join('').match(/i\d/g)).toHaveLength(7);
  });
});
