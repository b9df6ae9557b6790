/** Files as other programs write them. */
import { strToU8, zipSync } from 'fflate';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { stringifyExact } from '../../../../../../src/base/json/exactJson.ts';
import { readAreasOfFile } from '../../../../../../src/features/areas/rules/import/readAreas.ts';
import { areaFiles } from '../../../../../../src/features/areas/rules/text/areaFiles.ts';
import {
  areasIn,
  areasOfText,
  boxRing,
  bytesOf,
  labelsOf,
  problemIn,
  problemOfText,
  readDataFile,
  ringsOf,
  sorted,
} from './files.ts';

const square = boxRing(5.1, 43.1, 5.2, 43.2);
const coordinates = '5.1,43.1,0 5.2,43.1,0 5.2,43.2,0 5.1,43.2,0 5.1,43.1,0';
const polygonOf = (text: string) =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${text}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
const kmlOf = (content: string) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${content}</Document></kml>`;
const placemark = (geometry: string) => `<Placemark><name>A</name>${geometry}</Placemark>`;

async function fileOf(bytes: Uint8Array, name = 'a.kml') {
  return areasIn(await readAreasOfFile({ name, bytes }));
}

/** The area as a box; fails if it is none. */
const boundsOf = (ring: readonly Position[] = []) => [
  Math.min(...ring.map(([x]) => x)),
  Math.min(...ring.map(([, y]) => y)),
  Math.max(...ring.map(([x]) => x)),
  Math.max(...ring.map(([, y]) => y)),
];

describe('KML', () => {
  it.each(['prefix.kml', 'xsi.kml', 'track2.kml'])('%s is one square', async name => {
    const read = areasIn(await readDataFile(name));
    expect(labelsOf(read)).toEqual(['A']);
    expect(ringsOf(read)).toEqual([square]);
    expect(read.leftOut).toEqual([]);
  });

  it('with an inner boundary in front of the outer one keeps the hole', async () => {
    const read = areasIn(await readDataFile('inner-first.kml'));
    const [outer, hole] = ringsOf(read);
    expect(outer).toEqual(square);
    expect(sorted(hole)).toEqual(sorted(boxRing(5.14, 43.14, 5.16, 43.16)));
    expect(read.areas[0]?.areaKm2).toBeCloseTo(86.6, 0);
  });

  it('keeps extended data and a description in CDATA', async () => {
    expect(areasIn(await readDataFile('extended.kml')).areas[0]?.feature.properties).toEqual({
      name: 'A',
      description: '<b>Field 7</b>',
      parcel: 'P-17',
      crop: 'wheat',
      owner: 'x',
    });
  });

  it('gives numbers of a schema as numbers, unless digits would be lost', () => {
    const fields = ['a:int', 'b:float', 'c:bool', 'd:string', 'e:int'].map(field => field.split(':'));
    const schema = fields.map(([name, type]) => `<SimpleField name="${name}" type="${type}"/>`).join('');
    const values = ['7', '0.5', 'true', '007', '9007199254740993'];
    const data = values
      .map((value, at) => `<SimpleData name="${fields[at]?.[0]}">${value}</SimpleData>`)
      .join('');
    const text = kmlOf(
      `<Schema id="s">${schema}</Schema>${placemark(
        `<ExtendedData><SchemaData schemaUrl="#s">${data}</SchemaData></ExtendedData>${polygonOf(coordinates)}`,
      )}`,
    );
    const expected = { name: 'A', a: 7, b: 0.5, c: true, d: '007', e: '9007199254740993' };
    expect(areasOfText(text).areas[0]?.feature.properties).toEqual(expected);
  });

  it('names a link to another file, whose region is not an area', async () => {
    expect(problemIn(await readDataFile('netlink2.kml'))).toBe(
      "netlink2.kml: The KML contains no area. NL (link 1): linked files aren't read. Download and import them.",
    );
  });

  it('with a region imports only the polygon', () => {
    const region =
      '<Region><LatLonAltBox><north>44</north><south>43</south><east>6</east><west>5</west></LatLonAltBox></Region>';
    expect(ringsOf(areasOfText(kmlOf(`${region}${placemark(region + polygonOf(coordinates))}`)))).toEqual([
      square,
    ]);
  });

  it('of a picture on the ground is the frame of the picture; what is turned or on the screen is named', () => {
    const box = (more: string) =>
      `<LatLonBox><north>43.2</north><south>43.1</south><east>5.2</east><west>5.1</west>${more}</LatLonBox>`;
    const overlays = `<GroundOverlay><name>Map</name>${box('')}</GroundOverlay>
      <GroundOverlay><name>Turned</name>${box('<rotation>30</rotation>')}</GroundOverlay>
      <ScreenOverlay><name>Legend</name></ScreenOverlay>`;
    const read = areasOfText(kmlOf(overlays));
    expect(ringsOf(read)).toEqual([square]);
    expect(read.leftOut).toEqual([
      'Turned (feature 2): GroundOverlay is not an area',
      'Legend (feature 3): ScreenOverlay is not an area',
    ]);
  });

  it.each([
    '5.1, 43.1, 0\n 5.2, 43.1, 0\n 5.2, 43.2, 0 5.1 , 43.2 , 0 5.1,43.1,0',
    '\t5.1,43.1\r\n5.2,43.1\r\n5.2,43.2\r\n5.1,43.2\r\n5.1,43.1\r\n',
  ])('with blanks in coordinates is read', text => {
    expect(ringsOf(areasOfText(kmlOf(placemark(polygonOf(text)))))).toEqual([square]);
  });

  it('with a damaged position leaves the area out, and says where', () => {
    const text = kmlOf(placemark(polygonOf('5.1,43.1 5.2 5.2,43.2 5.1,43.1')));
    expect(problemOfText(text)).toContain('A (feature 1): position 2 of ring 1 is not two numbers');
  });

  it('with nested geometries and several rings of one boundary keeps each of them', () => {
    const inner = (text: string) => `<LinearRing><coordinates>${text}</coordinates></LinearRing>`;
    const holes = `<innerBoundaryIs>${inner('5.11,43.11 5.12,43.11 5.12,43.12 5.11,43.11')}${inner('5.15,43.15 5.16,43.15 5.16,43.16 5.15,43.15')}</innerBoundaryIs>`;
    const polygon = polygonOf(coordinates).replace('</Polygon>', `${holes}</Polygon>`);
    const text = kmlOf(
      placemark(
        `<MultiGeometry>${polygon}<MultiGeometry>${polygonOf('1,1 2,1 2,2 1,1')}<Point/></MultiGeometry></MultiGeometry>`,
      ),
    );
    const read = areasOfText(text);
    expect(read.areas.map(({ feature }) => feature.geometry.coordinates.length)).toEqual([3, 1]);
    expect(read.leftOut).toEqual(['A (feature 1): Point is not an area']);
  });

  it('reports the place of an error as in the file, whatever is undeclared', () => {
    expect(problemOfText('<kml xsi:a="b"><a></b></kml>')).toMatch(
      /^Invalid KML at line 1, column (?:1[6-9]|2[0-9])\.$/,
    );
  });
});

describe('KMZ', () => {
  it('gives the areas of every KML file', async () => {
    const read = areasIn(await readDataFile('two.kmz'));
    expect(labelsOf(read)).toEqual(['A', 'B']);
    expect(read.leftOut).toEqual([]);
  });

  it('names the damaged file, and follows links inside the archive', async () => {
    const link = '<NetworkLink><Link><href>parts/b.kml</href></Link></NetworkLink>';
    const bytes = zipSync({
      'doc.kml': strToU8(kmlOf(link)),
      'parts/b.kml': strToU8(kmlOf(placemark(polygonOf(coordinates)))),
      'parts/c.kml': strToU8('<kml><a></kml>'),
      'parts/._b.kml': strToU8('Mac OS X'),
    });
    const read = await fileOf(bytes, 'a.kmz');
    expect(labelsOf(read)).toEqual(['A']);
    expect(read.leftOut).toEqual([expect.stringMatching(/^parts\/c\.kml: Invalid KML at line 1/)]);
  });
});

describe('GPX', () => {
  const points = '5.1 43.1,5.2 43.1,5.2 43.2,5.1 43.2,5.1 43.1'.split(',').map(point => point.split(' '));
  const gpxOf = (prefix: string, declaration: string) => {
    const listed = points.map(
      ([lon, lat]) =>
        `<${prefix}trkpt lat="${lat}" lon=" ${lon} "><${prefix}extensions><gpxtpx:hr>90</gpxtpx:hr></${prefix}extensions></${prefix}trkpt>`,
    );
    return `<${prefix}gpx ${declaration} xsi:schemaLocation="x"><${prefix}trk><${prefix}name>Field</${prefix}name><${prefix}desc><![CDATA[Wheat & rye]]></${prefix}desc><${prefix}extensions><a:crop>rye</a:crop></${prefix}extensions><${prefix}trkseg>${listed.join('')}</${prefix}trkseg></${prefix}trk></${prefix}gpx>`;
  };

  it.each([
    ['without a prefix', '', 'xmlns="http://www.topografix.com/GPX/1/1"'],
    ['with a declared prefix', 'ns2:', 'xmlns:ns2="http://www.topografix.com/GPX/1/1"'],
    ['with prefixes that are not declared', 'ns2:', ''],
  ])('%s is read', (_what, prefix, declaration) => {
    const read = areasOfText(gpxOf(prefix, declaration));
    expect(ringsOf(read)).toEqual([square]);
    expect(read.areas[0]?.feature.properties).toEqual({
      name: 'Field',
      description: 'Wheat & rye',
      crop: 'rye',
    });
  });
});

describe('encodings', () => {
  const text = `<?xml version="1.0" encoding="ENC"?>${kmlOf(`<Placemark><name>Forêt Łódź</name>${polygonOf(coordinates)}</Placemark>`)}`;
  const utf16 = (declared: string, isBig: boolean, mark: boolean) => {
    const written = (mark ? '\uFEFF' : '') + text.replace('ENC', declared);
    const bytes = new Uint8Array(written.length * 2);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < written.length; at++) view.setUint16(at * 2, written.charCodeAt(at), !isBig);
    return bytes;
  };

  it('UTF-8 that declares UTF-16 is read', async () => {
    expect(labelsOf(areasIn(await readDataFile('decl16.kml')))).toEqual(['Forêt']);
  });

  it.each([
    ['UTF-16 with a mark', utf16('utf-16', false, true)],
    ['UTF-16, big end first', utf16('utf-16', true, true)],
    ['UTF-16 without a mark', utf16('utf-16', false, false)],
    ['UTF-16, big end first, without a mark', utf16('utf-16', true, false)],
    ['UTF-16 that declares UTF-8', utf16('utf-8', false, true)],
    ['UTF-8 with a mark', strToU8(`\uFEFF${text.replace('ENC', 'utf-8')}`)],
    ['UTF-8 with a mark that declares Latin-1', strToU8(`\uFEFF${text.replace('ENC', 'iso-8859-1')}`)],
  ])('%s is read', async (_what, bytes) => {
    const read = await fileOf(bytes);
    expect(labelsOf(read)).toEqual(['Forêt Łódź']);
    expect(read.leftOut).toEqual([]);
  });

  it.each([
    ['windows-1252', [0xea], 'ê'],
    ['windows-1251', [0xcb], 'Л'],
    ['Shift_JIS', [0x93, 0x8c], '東'],
    ['GB18030', [0xb6, 0xab], '东'],
  ])('%s is read as declared', async (encoding, letters, name) => {
    const [before = '', behind = ''] = text.replace('ENC', encoding).split('Forêt Łódź');
    const bytes = Uint8Array.from([...strToU8(before), ...letters, ...strToU8(behind)]);
    expect(labelsOf(await fileOf(bytes))).toEqual([name]);
  });

  it('text that is not in its encoding is told', async () => {
    const json = `{"type":"Feature","properties":{"name":"For?t"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}`;
    const bytes = strToU8(json).with(json.indexOf('?'), 0xea);
    const read = await fileOf(bytes, 'a.geojson');
    expect(read.areas).toHaveLength(1);
    expect(read.leftOut).toEqual(["letters that aren't UTF-8. Save the text as UTF-8"]);
  });
});

it('an empty file is called so', async () => {
  expect(problemIn(await readAreasOfFile({ name: 'a.geojson', bytes: strToU8('\n') }))).toBe(
    'a.geojson: The file is empty.',
  );
});

describe('longitudes beyond ±180°', () => {
  it.each([
    ['KML', async () => areasIn(await readDataFile('lon185.kml'))],
    ['WKT', () => areasOfText('POLYGON((179 -17,185 -17,185 -16,179 -16,179 -17))')],
    ['WKT to the west', () => areasOfText('POLYGON((-181 -17,-175 -17,-175 -16,-181 -16,-181 -17))')],
    [
      'GeoJSON',
      () =>
        areasOfText('{"type":"Polygon","coordinates":[[[179,-17],[185,-17],[185,-16],[179,-16],[179,-17]]]}'),
    ],
  ])('are cut in %s', async (_format, read) => {
    const { areas, leftOut } = await read();
    const bounds = areas.map(({ feature }) => boundsOf(feature.geometry.coordinates[0]));
    expect(bounds.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [-180, -17, -175, -16],
      [179, -17, 180, -16],
    ]);
    expect(leftOut).toEqual([]);
  });

  it('are moved where the whole area is beyond, with its hole', () => {
    const read = areasOfText('POLYGON((190 1,192 1,192 3,190 3,190 1),(190.5 1.5,191 1.5,191 2,190.5 1.5))');
    const [outer, hole] = ringsOf(read);
    expect(boundsOf(outer)).toEqual([-170, 1, -168, 3]);
    expect(boundsOf(hole)).toEqual([-169.5, 1.5, -169, 2]);
  });

  it('of a line there and back are left out', () => {
    // Clipping such a ring never ends.
    const line = [
      '182.01 43.2000000000001',
      '184.02 43.199000000000105',
      '186.03 43.199000000000204',
      '188.04 43.199000000000304',
      '190.05 43.1990000000004',
      '192.06 43.1990000000005',
    ];
    const ring = [...line, ...line.slice(-1), ...line.toReversed()];
    expect(problemOfText(`POLYGON((${ring.join(',')}))`)).toMatch(/crosses itself/);
  });

  it('of more than the whole Earth are left out', () => {
    expect(problemOfText('POLYGON((-200 -10,200 -10,200 10,-200 10,-200 -10))')).toMatch(
      /goes around a pole or the whole Earth/,
    );
  });
});

describe('a ring around a pole', () => {
  it.each([
    ['the north pole', 'POLYGON((0 80,90 80,170 80,-90 80,0 80))', [-180, 80, 180, 90]],
    ['the south pole', 'POLYGON((0 -80,-90 -80,-170 -80,90 -80,0 -80))', [-180, -90, 180, -80]],
  ])('encloses %s', (_pole, text, bounds) => {
    const { areas } = areasOfText(text);
    const all = areas.flatMap(({ feature }) => feature.geometry.coordinates.flat());
    expect(boundsOf(all)).toEqual(bounds);
    const total = areas.reduce((sum, { areaKm2 }) => sum + areaKm2, 0);
    // The cap of 10° of the ellipsoid, by PROJ.
    expect(total).toBeCloseTo(3_908_572.758, 1);
  });
});

describe('areas without a size', () => {
  it.each([
    ['POLYGON((0 0,1 1,2 2,0 0))', /its outer ring encloses no area/],
    ['POLYGON((0 0,1 0,1 1,0 0),(0 0,9 0,9 9,0 0))', /its holes are larger than its outer ring/],
    ['POLYGON((0 0,1 0,1 1,0 0),(0 0,1 0,1 1,0 0))', /its holes are larger than its outer ring/],
  ])('%s is left out', (text, problem) => {
    expect(problemOfText(text)).toMatch(problem);
  });
});

describe('GeoJSON, a feature a line', () => {
  const [first = '', second = ''] = new TextDecoder().decode(bytesOf('two-lines.ndjson')).trim().split('\n');

  it('is read', async () => {
    expect(labelsOf(areasIn(await readDataFile('two-lines.ndjson')))).toEqual(['A', 'B']);
  });

  it.each([
    ['with blank lines and carriage returns', `${first}\r\n\r\n${second}\r\n`],
    ['as a text sequence', `\u001E${first}\n\u001E${second}\n`],
    [
      'as a text sequence of several lines',
      `\u001E${JSON.stringify(JSON.parse(first), null, 2)}\n\u001E${second}`,
    ],
  ])('%s is read', (_what, text) => {
    expect(labelsOf(areasOfText(text))).toEqual(['A', 'B']);
  });

  it('names lines that are damaged or something else', () => {
    const read = areasOfText(`${first}\n{"type":"Feature",\n{"type":"Order"}\n${second}`);
    expect(labelsOf(read)).toEqual(['A', 'B']);
    expect(read.leftOut).toEqual([
      'line 2: invalid JSON',
      expect.stringMatching(/^line 3: The JSON is not GeoJSON/),
    ]);
  });
});

describe('the id of a feature', () => {
  const geometry = { type: 'Polygon', coordinates: [square] };
  const written = { type: 'Feature', id: 'b-7', properties: { name: 'Berth' }, geometry };

  it('is kept beside its name', () => {
    const [area] = areasOfText(JSON.stringify(written)).areas;
    expect(area?.feature).toEqual(written);
    expect(area?.label).toBe('Berth');
  });

  it('is that of each of its areas, and the name if there is no other', () => {
    const several = { type: 'MultiPolygon', coordinates: [[square], [boxRing(6, 43, 7, 44)]] };
    const { areas } = areasOfText(JSON.stringify({ ...written, id: 7, properties: null, geometry: several }));
    expect(areas.map(({ feature: { id, properties } }) => [id, properties?.name])).toEqual([
      [7, '7 (1)'],
      [7, '7 (2)'],
    ]);
  });

  it('is the attribute of a placemark', async () => {
    const text = kmlOf(placemark(polygonOf(coordinates)).replace('>', ' id="b-7">'));
    expect((await fileOf(strToU8(text))).areas[0]?.feature).toMatchObject({
      id: 'b-7',
      properties: { name: 'A' },
    });
  });
});

describe('large integers', () => {
  const digits = '9007199254740993';
  const feature = (id: string) =>
    `{"type":"Feature","id":${id},"properties":{"parcel":-${digits}1,"list":[${digits}],"size":1.5e300},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}`;
  const collection = `{"type":"FeatureCollection","features":[${feature(digits)}]}`;

  it.each([
    ['GeoJSON', collection],
    ['GeoJSON with comments', collection.replace('{', '{ // mine\n')],
    ['GeoJSON, a feature a line', `${feature(digits)}\n${feature('1')}`],
    [
      'TopoJSON',
      `{"type":"Topology","arcs":[[[0,0],[1,0],[1,1],[0,0]]],"objects":{"a":{"type":"Polygon","arcs":[[0]],"id":${digits},"properties":{"parcel":-${digits}1,"list":[${digits}],"size":1.5e300}}}}`,
    ],
  ])('keep their digits in %s', (_format, text) => {
    const [area] = areasOfText(text).areas;
    const written = stringifyExact(area?.feature).replaceAll(/\s/g, '');
    expect(written).toContain(`"id":${digits},`);
    expect(written).toContain(`"parcel":-${digits}1,"list":[${digits}],"size":1.5e+300,"name":"${digits}"`);
  });

  it('keep their digits with one file per area', () => {
    const [file] = areaFiles(collection, []).files;
    expect(file?.text.replaceAll(/\s/g, '')).toContain(`"parcel":-${digits}1,"list":[${digits}]`);
    expect(file?.text).toContain(`"id": ${digits}`);
  });
});

describe('WKT', () => {
  it('without some of its members is read', async () => {
    expect(ringsOf(areasIn(await readDataFile('empty-member.wkt')))).toHaveLength(1);
  });

  it.each([
    'GEOMETRYCOLLECTION(POLYGON EMPTY,POLYGON((0 0,1 0,1 1,0 0)),POINT(NaN NaN),MULTIPOINT(EMPTY,(1 1)))',
    'MULTIPOLYGON(((0 0,1 0,1 1,0 0)),EMPTY)',
    'POLYGON Z((0 0 NaN,1 0 nan,1 1 NaN,0 0 NaN))',
    '"POLYGON((0 0,1 0,1 1,0 0))"',
    "'SRID=4326;POLYGON((0 0,1 0,1 1,0 0))'",
    '"POLYGON((0 0,1 0,1 1,0 0))";',
  ])('%s is one triangle', text => {
    expect(ringsOf(areasOfText(text))).toHaveLength(1);
  });

  it.each<[string, RegExp]>([
    ['POLYGON((0 0,NaN NaN,1 1,0 0))', /position 2 of ring 1 is not two numbers/],
    ['POLYGON(EMPTY,(0 0,1 0,1 1,0 0))', /ring 1 has fewer than three vertices/],
    ['MULTIPOLYGON(EMPTY)', /The WKT is empty/],
    ['GEOGCRS["WGS 84",DATUM["World Geodetic System 1984"]]', /describes a coordinate reference system/],
    ['PROJCS["UTM",GEOGCS["WGS 84"]]', /describes a coordinate reference system/],
  ])('%s is refused by its cause', (text, problem) => {
    expect(problemOfText(text)).toMatch(problem);
  });
});
