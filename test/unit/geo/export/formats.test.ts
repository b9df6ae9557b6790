import { buffer } from 'node:stream/consumers';
import { DOMParser } from '@xmldom/xmldom';
import { ByteBuffer } from 'flatbuffers';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js';
import type { HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js';
import type { Feature, Geometry } from 'geojson';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { readParquet } from 'parquet-wasm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ExportFeature, readExportTable } from '../../../../src/geo/export/exportTable.ts';
import { type ExportFormat, exportFormats } from '../../../../src/geo/export/formats.ts';
import { readWkt } from '../../../../src/features/areas/rules/import/wkt.ts';
import { box, polygon } from '../polygons.ts';

async function bytesOf(format: ExportFormat, features: readonly ExportFeature[]): Promise<Buffer> {
  const write = await exportFormats[format].load();
  const table = await readExportTable(() => [features.slice(0, 2), [], features.slice(2)]);
  return buffer(write(table, 'harbour'));
}

const hostile = '=1+"1" <script>alert(1)</script> ]]> 🛰️';

const holed = polygon(box(5, 43, 6, 44), box(5.2, 43.2, 5.4, 43.4));
const islands: Geometry = { type: 'MultiPolygon', coordinates: [[box(0, 0, 1, 1)], [box(2, 0, 3, 1)]] };

/** One of each kind; across the antimeridian as the catalog writes it. */
const features: readonly ExportFeature[] = [
  {
    geometry: holed,
    properties: { name: hostile, seen: '2026-03-01T12:00:00+02:00', count: 1, share: 1, ok: true, mixed: 1 },
  },
  {
    geometry: islands,
    properties: {
      name: 'islands',
      seen: null,
      count: -2,
      share: 0.5,
      ok: false,
      mixed: 'x',
      tags: { a: [1] },
    },
  },
  {
    geometry: { type: 'Point', coordinates: [4, 52, 17] },
    properties: { visibility: 0, constructor: 'here' },
  },
  { geometry: null, properties: { name: 'nowhere' } },
  { geometry: { type: 'Polygon', coordinates: 'broken' }, properties: { name: 'broken' } },
  { geometry: polygon(box(179, 10, 181, 11)), properties: { name: 'across' } },
];

const cut: Geometry[] = [polygon(box(179, 10, 180, 11)), polygon(box(-180, 10, -179, 11))];

/** Rings start anywhere. */
function areaOf(rings: readonly (readonly number[][])[]): unknown {
  return rings.map(ring => [...new Set(ring.map(String))].sort());
}

function shapeOf(geometry: Geometry | null | undefined): unknown {
  if (geometry?.type === 'MultiPolygon') return geometry.coordinates.map(areaOf).sort();
  return geometry?.type === 'Polygon' ? [areaOf(geometry.coordinates)] : (geometry ?? undefined);
}

const across = [cut.flatMap(shapeOf as (part: Geometry) => unknown[])].flat().sort();
const shapes = [
  shapeOf(holed),
  shapeOf(islands),
  { type: 'Point', coordinates: [4, 52, 17] },
  undefined,
  undefined,
  across,
];

describe('columns', () => {
  it('have the narrowest type that fits all values', async () => {
    const values: Record<string, unknown[]> = {
      integer: [1, -5, null],
      number: [1, 2.5, 3_000_000_000],
      long: [1, 3_000_000_000],
      huge: [1, 2 ** 53 - 1, 2n ** 63n - 1n],
      tooLarge: [2n ** 63n],
      largeFractions: [0.5, 2n ** 60n],
      boolean: [true, false],
      time: ['2026-03-01T12:00:00Z', '2026-03-01 12:00:00.123'],
      text: ['2026-03-01T12:00:00Z', 'soon'],
      day: ['2026-03-01'],
      fine: ['2026-03-01T12:00:00.123456Z'],
      mixed: [1, true],
      nested: [{ a: 1 }, [2]],
      none: [null],
    };
    const rows = Object.entries(values).flatMap(([name, all]) =>
      all.map(value => ({ geometry: null, properties: { [name]: value } })),
    );
    const { columns } = await readExportTable(() => [rows]);
    const texts = ['text', 'day', 'fine', 'mixed', 'nested', 'none', 'tooLarge', 'largeFractions'];
    expect(Object.fromEntries(columns.map(({ name, type }) => [name, type]))).toEqual({
      integer: 'integer',
      number: 'number',
      boolean: 'boolean',
      time: 'time',
      long: 'long',
      huge: 'long',
      ...Object.fromEntries(texts.map(name => [name, 'text'])),
    });
  });
});

describe('what other programs need', () => {
  const point = { type: 'Point', coordinates: [4, 52] };
  const tableWith = (...all: ExportFeature[]) => readExportTable(() => [all]);
  const named = async (...all: ExportFeature[]) => (await tableWith(...all)).columns.map(({ name }) => name);
  const csv = async (...all: ExportFeature[]) => (await bytesOf('csv', all)).toString().trim().split('\r\n');
  const wktOf = async (geometry: unknown) =>
    (await csv({ geometry, properties: { a: 1 } }, { geometry: holed, properties: {} }))[1]?.replace(
      /.*?,"?([A-Z].*?)"?$|.*/,
      '$1',
    );

  it('has ids of features as a column, unless a property has them', async () => {
    const feature = (id: ExportFeature['id'], properties: object) => ({
      ...(id === undefined ? {} : { id }),
      geometry: point,
      properties: { ...properties },
    });
    expect(await csv(feature(7, { a: 1 }), feature('x,y', { a: 2 }), feature(undefined, { a: 3 }))).toEqual([
      ...['id,a,longitude,latitude', '7,1,4,52', '"x,y",2,4,52', ',3,4,52'],
    ]);
    expect(await named(feature(7, { id: 7 }), feature(8, { id: 8 }))).toEqual(['id']);
    expect(await csv(feature(7, { id: 'seven' }))).toEqual(['id_,id,longitude,latitude', '7,seven,4,52']);
    expect((await tableWith(feature(7, {}))).columns).toMatchObject([{ name: 'id', type: 'integer' }]);
  });

  it('has no column without a name, with control characters in it, or with the name of another', async () => {
    const properties = { '': 1, ' ': 2, unnamed: 3, 'a\u0000b': 4, 'a b': 5, name: 6, name_: 7, geometry: 8 };
    const all = [{ geometry: point, properties }];
    expect(await named(...all)).toEqual([
      'unnamed_',
      'unnamed__',
      'unnamed',
      'a b_',
      'a b',
      'name',
      'name_',
      'geometry',
    ]);
    const kml = (await bytesOf('kml', all)).toString();
    const data = [...kml.matchAll(/<Data name="(.*?)">\s*<value>(.*?)</g)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(data.map(([, value]) => value)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    expect(new Set(data.map(([name]) => name)).size).toBe(8);
  });

  it.each([
    [
      'closes rings',
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      ],
      'POLYGON ((0 0, 1 0, 1 1, 0 0))',
      0,
    ],
    [
      'has no ring of three positions',
      [
        [
          [0, 0],
          [1, 0],
          [0, 0],
        ],
      ],
      '',
      1,
    ],
    [
      'has no hole of three positions',
      [
        ...holed.coordinates.slice(0, 1),
        [
          [5.1, 43.1],
          [5.2, 43.1],
          [5.1, 43.1],
        ],
      ],
      'POLYGON ((5 43, 6 43, 6 44, 5 44, 5 43))',
      1,
    ],
    ['makes no area of a hole', [[[0, 0]], box(0, 0, 1, 1)], '', 1],
  ])('%s', async (_what, coordinates, wkt, reduced) => {
    const geometry = { type: 'Polygon', coordinates };
    expect([await wktOf(geometry), (await tableWith({ geometry, properties: {} })).reduced]).toEqual([
      wkt,
      reduced,
    ]);
  });

  it.each([
    ['POINT Z (4 52 17)', { type: 'Point', coordinates: [4, 52, 17] }],
    [
      'MULTIPOINT ((4 52), (5 53))',
      {
        type: 'MultiPoint',
        coordinates: [
          [4, 52],
          [5, 53],
        ],
      },
    ],
    [
      'LINESTRING Z (4 52 17, 5 53 0)',
      {
        type: 'LineString',
        coordinates: [
          [4, 52, 17],
          [5, 53],
        ],
      },
    ],
    ['', { type: 'LineString', coordinates: [[4, 52]] }],
    [
      'GEOMETRYCOLLECTION Z (POINT Z (4 52 0), POINT Z (4 52 1))',
      { type: 'GeometryCollection', geometries: [point, { type: 'Point', coordinates: [4, 52, 1] }] },
    ],
  ])('has its heights in WKT: %j', async (wkt, geometry) => {
    expect(await wktOf(geometry)).toBe(wkt);
    if (wkt !== '') expect(readWkt(wkt)).toHaveLength(1);
  });

  it('has the heights of a polygon that it cuts at the antimeridian', async () => {
    const coordinates = [
      [
        [179, 10, 1],
        [-179, 10, 3],
        [-179, 11, 3],
        [179, 11, 1],
        [179, 10, 1],
      ],
    ];
    const wkt = (await wktOf({ type: 'Polygon', coordinates })) ?? '';
    const heights = [...wkt.matchAll(/(-?\d+) (1[01]) ([\d.]+)/g)].map(
      ([, x, , z]) => `${x} ${Number(z).toFixed(6)}`,
    );
    expect([...new Set(heights)].sort()).toEqual([
      '-179 3.000000',
      '-180 2.000000',
      '179 1.000000',
      '180 2.000000',
    ]);
  });

  it('has all digits of large integers', async () => {
    const all = [
      { id: 9007199254740993n, geometry: point, properties: { n: -9007199254740995n, in: [2n ** 60n] } },
    ];
    expect((await csv(...all))[1]).toBe('9007199254740993,-9007199254740995,[1152921504606846976],4,52');
    const geojson = (await bytesOf('geojson', all)).toString();
    expect(geojson).toContain(
      '"id":9007199254740993,"properties":{"n":-9007199254740995,"in":[1152921504606846976]}',
    );
    const bytes = await bytesOf('geoparquet', all);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    expect(await parquetReadObjects({ file })).toMatchObject([
      { id: 9007199254740993n, n: -9007199254740995n },
    ]);
    expect((await bytesOf('kml', all)).toString()).toContain('9007199254740993');
    await bytesOf('flatgeobuf', all);
  });
});

describe('the bounds of GeoParquet', () => {
  const boundsOf = async (...geometries: Geometry[]) => {
    const bytes = await bytesOf(
      'geoparquet',
      geometries.map(geometry => ({ geometry, properties: {} })),
    );
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const geo = parquetMetadata(file).key_value_metadata?.find(({ key }) => key === 'geo')?.value ?? '{}';
    return (JSON.parse(geo) as { columns: { geometry: { bbox: number[] } } }).columns.geometry.bbox;
  };

  it('have their west in the eastern hemisphere where the features are on both sides of 180°', async () => {
    expect(await boundsOf(polygon(box(179, 1, 181, 2)))).toEqual([179, 1, -179, 2]);
    expect(await boundsOf(polygon(box(179, 1, -179, 2)), { type: 'Point', coordinates: [-170, 5] })).toEqual([
      179, 1, -170, 5,
    ]);
  });

  it('are plain where the features are all around the Earth, or touch 180° on one side', async () => {
    const places = [0, -100].map((x): Geometry => ({ type: 'Point', coordinates: [x, 5] }));
    const around = await boundsOf(polygon(box(179, 1, 181, 2)), ...places);
    expect(around).toEqual([-180, 1, 180, 5]);
    expect(await boundsOf(polygon(box(170, 1, 180, 2)))).toEqual([170, 1, 180, 2]);
  });
});

describe('GeoParquet', () => {
  const read = async (all: readonly ExportFeature[]) => {
    const bytes = await bytesOf('geoparquet', all);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const metadata = parquetMetadata(file);
    const geo = metadata.key_value_metadata?.find(({ key }) => key === 'geo')?.value ?? '';
    return { bytes, metadata, geo: JSON.parse(geo) as unknown, rows: await parquetReadObjects({ file }) };
  };

  it('has typed columns, WKB, and metadata of version 1.1', async () => {
    const { geo, rows } = await read(features);
    expect(geo).toEqual({
      version: '1.1.0',
      primary_column: 'geometry',
      columns: {
        geometry: {
          encoding: 'WKB',
          geometry_types: ['Polygon', 'MultiPolygon', 'Point Z'],
          bbox: [-180, 0, 17, 180, 52, 17],
        },
      },
    });
    expect(rows.map(({ geometry }) => shapeOf(geometry as Geometry | undefined))).toEqual(shapes);
    expect(rows[0]).toMatchObject({
      name: hostile,
      seen: new Date('2026-03-01T10:00:00Z'),
      count: 1,
      share: 1,
      ok: true,
      mixed: '1',
    });
    expect(rows[1]).toMatchObject({
      seen: null,
      count: -2,
      share: 0.5,
      ok: false,
      mixed: 'x',
      tags: '{"a":[1]}',
    });
    expect(rows.map(row => row.constructor)).toEqual([null, null, 'here', null, null, null]);
  });

  it('is what another reader takes, in several groups', async () => {
    const many = Array.from({ length: 9001 }, (_none, index) => ({ geometry: holed, properties: { index } }));
    const { bytes, metadata, rows } = await read(many);
    expect(metadata.row_groups.length).toBeGreaterThan(1);
    expect(rows.map(({ index }): unknown => index)).toEqual(many.map(({ properties: { index } }) => index));
    const batches = readParquet(bytes).recordBatches();
    expect(batches.reduce((sum, batch) => sum + batch.numRows, 0)).toBe(9001);
    expect(batches[0]?.numColumns).toBe(2);
  });
});

describe('FlatGeobuf', () => {
  beforeEach(() => void vi.spyOn(console, 'debug').mockImplementation(() => {}));

  const read = async (
    bytes: Uint8Array,
    rect?: { minX: number; minY: number; maxX: number; maxY: number },
  ) => {
    let header: HeaderMeta | undefined;
    const headerMetaFn = (meta: HeaderMeta) => void (header = meta);
    const found: Feature[] = [];
    for await (const feature of deserialize(bytes, { headerMetaFn, ...(rect ? { rect } : {}) }))
      found.push(feature);
    return { header, found };
  };

  it('has typed columns, the coordinate system, and all features with a geometry', async () => {
    const bytes = await bytesOf('flatgeobuf', features);
    expect(bytes.subarray(0, 4).toString('hex')).toBe('66676203');
    const { header, found } = await read(bytes);
    // The size of the header follows the magic bytes. Programs call a layer without a name "unknown".
    expect(Header.getSizePrefixedRootAsHeader(new ByteBuffer(bytes.subarray(8))).name()).toBe('harbour');
    expect(header).toMatchObject({ crs: { code: 4326 }, featuresCount: 4, indexNodeSize: 16 });
    const byName = new Map(found.map(feature => [feature.properties?.name, feature]));
    const expected = [0, 1, 2, 5].map(at => [features[at]?.properties.name, shapes[at]]);
    // A file has heights, or none.
    const flat = (text: string) => text.replaceAll(/,0"/g, '"');
    for (const [name, shape] of expected)
      expect(flat(JSON.stringify(shapeOf(byName.get(name)?.geometry)))).toBe(JSON.stringify(shape));
    expect(byName.get(hostile)?.properties).toEqual({
      name: hostile,
      seen: '2026-03-01T10:00:00.000Z',
      count: 1,
      share: 1,
      ok: true,
      mixed: '1',
    });
    expect(byName.get('islands')?.properties).toMatchObject({ tags: '{"a":[1]}' });
  });

  it('finds features by its index', async () => {
    const places = Array.from({ length: 1000 }, (_none, index) => [index % 50, Math.floor(index / 50)]);
    const points = places.map(coordinates => ({ geometry: { type: 'Point', coordinates }, properties: {} }));
    const bytes = Uint8Array.from(await bytesOf('flatgeobuf', points));
    const { found } = await read(bytes, { minX: 9.5, minY: 4.5, maxX: 12.5, maxY: 6.5 });
    const expected = places.filter(([x = 0, y = 0]) => x > 9.5 && x < 12.5 && y > 4.5 && y < 6.5);
    expect(
      found.map(({ geometry }) => 'coordinates' in geometry && String(geometry.coordinates)).sort(),
    ).toEqual(expected.map(String).sort());
    expect((await read(bytes)).found).toHaveLength(1000);
  });

  it('can have no features', async () => {
    const { header, found } = await read(
      await bytesOf('flatgeobuf', [{ geometry: null, properties: { a: 1 } }]),
    );
    expect([header?.featuresCount, header?.indexNodeSize, found]).toEqual([0, 0, []]);
  });
});

describe('KML', () => {
  const read = async (all: readonly ExportFeature[]) => {
    const text = (await bytesOf('kml', all)).toString();
    const onError = (_level: string, message: string) => expect.fail(message);
    return new DOMParser({ onError }).parseFromString(text, 'text/xml').documentElement;
  };

  it('contains nothing that XML forbids', async () => {
    const texts = { name: 'a]]>b\ufffe\uffff', '\ufffe]]>': '\ud800c\u0000\u001b]]>' };
    const text = (await bytesOf('kml', [{ geometry: holed, properties: texts }])).toString();
    expect(text).not.toMatch(/\]\]>|[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/);
    const kml = await read([{ geometry: holed, properties: texts }]);
    expect(kml?.getElementsByTagName('name')[0]?.textContent).toBe('a]]>b');
    const values = [...(kml?.getElementsByTagName('Data') ?? [])].map(element => [
      element.getAttribute('name'),
      element.textContent?.trim(),
    ]);
    expect(values).toContainEqual([']]>', 'c]]>']);
  });

  it('keeps white space', async () => {
    const text = ' a\tb\nc\rd ';
    const kml = await read([{ geometry: holed, properties: { name: text } }]);
    expect(kml?.getElementsByTagName('name')[0]?.textContent).toBe(text);
    expect(kml?.getElementsByTagName('Data')[0]?.textContent).toBe(text);
  });

  it('has every type of geometry, with heights, holes and plain numbers', async () => {
    const geometries = [
      { type: 'Point', coordinates: [1e-7, 2, 3] },
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [1, 2],
            [3, 4],
          ],
        ],
      },
      { type: 'GeometryCollection', geometries: [holed] },
    ];
    const geometry = { type: 'GeometryCollection', geometries };
    const text = (await bytesOf('kml', [{ geometry, properties: {} }])).toString();
    expect(text).toContain(
      '<MultiGeometry><Point><coordinates>0.0000001,2,3</coordinates></Point>' +
        '<MultiGeometry><LineString><coordinates>1,2,0\n3,4,0</coordinates></LineString></MultiGeometry>' +
        '<MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>',
    );
    expect(text.match(/<innerBoundaryIs>/g)).toHaveLength(1);
  });

  it('has a placemark per feature, in the order of its schema, with text as text', async () => {
    const kml = await read(features);
    expect(kml?.namespaceURI).toBe('http://www.opengis.net/kml/2.2');
    const placemarks = [...(kml?.getElementsByTagName('Placemark') ?? [])];
    const members = placemarks.map(placemark =>
      [...placemark.childNodes].map(node => node.nodeName).filter(name => name !== '#text'),
    );
    expect(members).toEqual([
      ['name', 'TimeStamp', 'ExtendedData', 'Polygon'],
      ['name', 'ExtendedData', 'MultiGeometry'],
      ['ExtendedData', 'Point'],
      ['name', 'ExtendedData'],
      ['name', 'ExtendedData'],
      ['name', 'ExtendedData', 'MultiGeometry'],
    ]);
    const [first, , third, , , last] = placemarks;
    expect(first?.getElementsByTagName('name')[0]?.textContent).toBe(hostile);
    expect(first?.getElementsByTagName('when')[0]?.textContent).toBe('2026-03-01T10:00:00.000Z');
    expect(first?.getElementsByTagName('innerBoundaryIs')).toHaveLength(1);
    const data = [...(third?.getElementsByTagName('Data') ?? [])];
    expect(data.map(element => [element.getAttribute('name'), element.textContent?.trim()])).toEqual([
      ['visibility_', '0'],
      ['constructor', 'here'],
    ]);
    const places = [...(last?.getElementsByTagName('coordinates') ?? [])].map(
      element => element.textContent ?? '',
    );
    const longitudes = places
      .join('\n')
      .split('\n')
      .map(place => Number(place.split(',')[0]));
    expect([Math.min(...longitudes), Math.max(...longitudes)]).toEqual([-180, 180]);
  });
});

describe('CSV', () => {
  it('has centers and shapes, and no formulas', async () => {
    const [head, first, , point, nowhere, , last] = (await bytesOf('csv', features)).toString().split('\r\n');
    expect(head).toBe('name,seen,count,share,ok,mixed,tags,visibility,constructor,longitude,latitude,wkt');
    expect(first).toMatch(
      /^"'=1\+""1"" <script>.*🛰️",2026-03-01T12:00:00\+02:00,1,1,true,1,,,,5\.5,43\.5,"POLYGON/,
    );
    expect(point).toBe(',,,,,,,0,here,4,52,POINT Z (4 52 17)');
    expect(nowhere).toBe('nowhere,,,,,,,,,,,');
    expect(last).toMatch(/,180,10\.5,"MULTIPOLYGON|,-180,10\.5,"MULTIPOLYGON/);
    const wkt = /"(POLYGON.*)"$/.exec(first ?? '')?.[1] ?? '';
    expect(readWkt(wkt).map(({ geometry }) => shapeOf(geometry as Geometry))).toEqual([shapeOf(holed)]);
  });

  it('has only centers if all are points, beside columns of the same name', async () => {
    const point = { type: 'Point', coordinates: [4, 52] };
    const text = (await bytesOf('csv', [{ geometry: point, properties: { longitude: 'east' } }])).toString();
    expect(text).toBe('longitude,longitude_,latitude\r\neast,4,52\r\n');
  });
});
