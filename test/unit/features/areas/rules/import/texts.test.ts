import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { setLocale } from '../../../../../../src/base/words/displayLanguage.ts';
import { cornersText } from '../../../../../../src/geo/positionText.ts';
import { positions } from '../../../../geo/polygons.ts';
import { crsOfName } from '../../../../../../src/features/areas/rules/import/crs.ts';
import {
  readAreasOfBounds,
  readAreasOfText,
} from '../../../../../../src/features/areas/rules/import/readAreas.ts';
import { runs } from '../../../../../randomRuns.ts';
import { expectLinear, stopwatch } from '../../../../growth.ts';
import { areasIn, areasOfText, boxRing, labelsOf, problemOfText, ringsOf, sorted } from './files.ts';

const triangle = positions('0 0, 1 0, 1 1, 0 0');

describe('WKT', () => {
  it.each([
    'POLYGON((0 0,1 0,1 1,0 0))',
    'polygon ((0 0, 1 0, 1 1, 0 0))',
    '\n POLYGON\t( ( 0 0 ,\n1 0 , 1 1 , 0 0 ) ) \n',
    'POLYGON Z ((0 0 5, 1 0 5, 1 1 5, 0 0 5))',
    'POLYGONZM((0 0 5 6,1 0 5 6,1 1 5 6,0 0 5 6))',
    'SRID=4326;POLYGON((0 0,1 0,1 1,0 0))',
    'POLYGON((0. .0,1e0 0,+1 10E-1,0 0))',
    // Not closed, with the wrong winding, and with a repeated position.
    'POLYGON((0 0,1 1,1 1,1 0))',
    'MULTIPOLYGON(((0 0,1 0,1 1,0 0)))',
  ])('%s is one triangle', text => {
    const [ring] = ringsOf(areasOfText(text));
    expect(ring).toEqual(triangle);
  });

  it('gives the parts of collections, one line after another, and names what is not an area', () => {
    const read = areasOfText(
      `GEOMETRYCOLLECTION(POINT(1 2), POLYGON((0 0,1 0,1 1,0 0)), MULTIPOINT((1 2),(3 4)), POLYGON EMPTY)
       LINESTRING(0 0, 1 1, 1 0, 0 0);
       MULTIPOLYGON(((2 2,3 2,3 3,2 2)),((4 4,5 4,5 5,4 4),(4.5 4.2,4.6 4.2,4.6 4.3,4.5 4.2)))`,
    );
    expect(labelsOf(read)).toEqual(['geometry 1', 'geometry 3 (1)', 'geometry 3 (2)']);
    expect(read.areas[2]?.feature.geometry.coordinates).toHaveLength(2);
    expect(read.leftOut).toEqual([
      'geometry 1: Point is not an area',
      'geometry 1: MultiPoint is not an area',
      'geometry 2: LineString is not an area',
    ]);
  });

  it.each<[string, RegExp]>([
    ['POLYGON((0 0,1 0,1 x,0 0))', /^Invalid WKT at line 1, column 20\.$/],
    ['POLYGON((0 0,\n1 0,1 1', /line 2, column 8\.$/],
    ['POLYGON((0 0,1 0,1 1,0 0', /line 1, column 25\.$/],
    ['POLYGON((0 0,1,1 1,0 0))', /column 15\.$/],
    ['POLYGON((0 0 0 0 0,1 1))', /column 19\.$/],
    ['POLYGON((0 0,1 0,1 1,0 0)) hello', /^Can't import "HELLO" at line 1, column 28\./],
    ['POLYGON((0 0,1 0,1 1,0 0)) 7', /column 28\.$/],
    ['CURVEPOLYGON(CIRCULARSTRING(0 0,1 1,0 0))', /import "CURVEPOLYGON".*ST_CurveToLine/],
    ['POLYGON EMPTY', /contains no area\. geometry 1: has no geometry/],
    ['POLYGON((0 0,1 0,0 0))', /ring 1 has fewer than three vertices/],
    ['SRID=9999;POLYGON((0 0,1 0,1 1,0 0))', /EPSG:9999 isn.t supported/],
    ['SRID=32631;POLYGON((5 43,6 43,6 44,5 43))', /look like degrees, but claim to be in EPSG:32631/],
    [
      'POLYGON((651409 903287,651412 903295,651420 903295,651409 903287))',
      /out of range for degrees: 651409, 903287\..*SRID/,
    ],
    ['SRID=32631;POLYGON((1e30 1e30,2e30 2e30,2e30 1e30,1e30 1e30))', /is outside EPSG:32631/],
  ])('%s is refused with the place', (text, problem) => {
    expect(problemOfText(text)).toMatch(problem);
  });

  it('of endlessly nested collections is refused', () => {
    const text = `${'GEOMETRYCOLLECTION('.repeat(40)}POINT(0 0)${')'.repeat(40)}`;
    expect(problemOfText(text)).toMatch(/too large or nested too deeply/);
  });

  it('is read in one pass', () => {
    const corners = Array.from({ length: 200_000 }, (_, i) => [Math.cos(i / 31_831), Math.sin(i / 31_831)]);
    const took = stopwatch();
    const [ring] = ringsOf(areasOfText(`POLYGON((${corners.map(at => at.join(' ')).join(',')}))`));
    expect(ring).toHaveLength(200_001);
    // A reader that searches the rest of the text for each number takes minutes.
    expect(took()).toBeLessThan(5000);
  });
});

describe('GeoJSON', () => {
  const polygon = { type: 'Polygon', coordinates: [triangle] };
  const feature = { type: 'Feature', id: 7, properties: { color: 'red' }, geometry: polygon };

  it.each<[string, unknown, string]>([
    ['a geometry', polygon, 'geometry 1'],
    ['a feature', feature, '7'],
    ['a collection', { type: 'FeatureCollection', features: [feature] }, '7'],
    ['a collection of geometries', { type: 'GeometryCollection', geometries: [polygon] }, 'geometry 1'],
    [
      'CRS84',
      { ...polygon, crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } } },
      'geometry 1',
    ],
  ])('%s is read', (_what, value, label) => {
    const read = areasOfText(JSON.stringify(value));
    expect(ringsOf(read)).toEqual([triangle]);
    expect(labelsOf(read)).toEqual([label]);
  });

  it('keeps the properties, and accepts comments', () => {
    const read = areasOfText(JSON.stringify(feature).replace('{', '{ // mine\n').replace(/\}$/, ',}'));
    expect(read.areas[0]?.feature.properties).toEqual({ color: 'red', name: '7' });
  });

  it.each<[string, string, RegExp]>([
    ['broken', '{"type": "Polygon",\n "coordinates": [[[1,2],', /^Invalid JSON at line 2, column 25\.$/],
    ['of another kind', '{"type": "Order"}', /"type" must be/],
    ['without a type', '{"a": 1}', /not GeoJSON/],
    ['a list', '[1]', /not GeoJSON/],
    [
      'with a type that is no text',
      '{"type": "Feature", "geometry": {"type": {"toString": 1}}}',
      /\{"toString":1\} is not an area/,
    ],
    ['too deep', '['.repeat(5000), /too large or nested too deeply/],
    [
      'too deep in what it says of itself',
      JSON.stringify({ ...feature, properties: 0 }).replace(
        ':0',
        `:{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      ),
      /too large or nested too deeply/,
    ],
    [
      'in an unknown projection',
      JSON.stringify({ ...polygon, crs: { properties: { name: 'EPSG:5514' } } }),
      /EPSG:5514 isn.t supported/,
    ],
    [
      'in a projection that is not named',
      JSON.stringify({ ...polygon, crs: { type: 'link' } }),
      /projection \{"type":"link"\} isn't supported/,
    ],
    [
      'with text for numbers',
      JSON.stringify({ ...polygon, coordinates: [[['0', '0']]] }),
      /position 1 of ring 1 is not two numbers/,
    ],
    ['with a null geometry', '{"type": "Feature", "geometry": null, "properties": null}', /has no geometry/],
    ['of an unknown geometry', '{"type": "Feature", "geometry": {"type": "Box"}}', /Box is not an area/],
    ['without features', '{"type": "FeatureCollection"}', /GeoJSON is damaged/],
    ['TopoJSON without arcs', '{"type": "Topology", "objects": {}}', /TopoJSON is damaged/],
    [
      'TopoJSON with a lost arc',
      '{"type": "Topology", "arcs": [], "objects": {"a": {"type": "Polygon", "arcs": [[4]]}}}',
      /TopoJSON is damaged/,
    ],
    ['XML that is broken', '<kml>\n<a></b></kml>', /Invalid KML at line 2/],
    ['other XML', '<html></html>', /Can't find an area/],
    ['nothing', '  ', /Copy an area first/],
    ['hexadecimal WKB', '0103000020E6100000010000000500000000000000', /ST_AsEWKT/],
  ])('%s is refused', (_what, text, problem) => {
    expect(problemOfText(text)).toMatch(problem);
  });

  it('skips a broken feature and keeps the others', () => {
    const broken = {
      type: 'Feature',
      properties: { name: 'Bad' },
      geometry: {
        type: 'Polygon',
        coordinates: [positions('0 95, 1 95, 1 96')],
      },
    };
    const read = areasOfText(JSON.stringify({ type: 'FeatureCollection', features: [broken, feature] }));
    expect(labelsOf(read)).toEqual(['7']);
    expect(read.leftOut).toEqual([
      expect.stringMatching(/^Bad \(feature 1\): Longitude and latitude are probably swapped/),
    ]);
  });
});

describe('an area of more than half of the Earth', () => {
  const around = { type: 'Polygon', coordinates: [boxRing(-170, -10, 170, 10)] };

  it.each([JSON.stringify(around), 'POLYGON((-170 -10,170 -10,170 10,-170 10,-170 -10))'])(
    'whose edge is not divided is read across the antimeridian, and that is said: %s',
    text => {
      const { areas, notes } = areasOfText(text);
      expect(areas).toHaveLength(1);
      expect(notes).toEqual([
        'geometry 1: an edge of 340° is read as 20° across the antimeridian. If the long way is meant, add a vertex in between.',
      ]);
    },
  );

  it.each([
    'POLYGON((-170 -10,0 -10,170 -10,170 10,0 10,-170 10,-170 -10))',
    'POLYGON((170 -10,190 -10,190 10,170 10,170 -10))',
    'POLYGON((-180 -90,180 -90,180 90,-180 90,-180 -90))',
  ])('is plain otherwise: %s', text => {
    expect(areasOfText(text).notes).toEqual([]);
  });

  it.each<[string, () => ReturnType<typeof areasOfText>]>([
    ['as a box', () => areasOfText('-100,-10,100,10')],
    ['as bounds', () => areasIn(readAreasOfBounds([-100, -10, 100, 10]))],
  ])('is what it says %s', (_how, read) => {
    const { areas, notes } = read();
    const [ring = []] = areas[0]?.feature.geometry.coordinates ?? [];
    expect([areas.length, notes, ring.length]).toEqual([1, [], 7]);
    expect(areas[0]?.areaKm2).toBeCloseTo(2 * (areasOfText('-100,-10,0,10').areas[0]?.areaKm2 ?? 0), 0);
  });
});

describe('a number that could be another one', () => {
  it.each(['5.37, 43.3, 1.000', '5.37, 43.3, 2.500 km', '10, -20, 30 000', '10, -20, 30,000'])(
    'is no radius: %s',
    text => {
      expect(problemOfText(text)).toMatch(/isn't clear what radius .* without a thousands separator/);
    },
  );
});

describe('GeoJSON as programs and people write it', () => {
  const shape = '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}';

  it.each<[string, string]>([
    ['below a comment', `// drawn by hand\n${shape}`],
    ['below a block comment', `/* drawn\n by hand */\n\n${shape}`],
    ['as a list of features', `[{"type":"Feature","properties":{},"geometry":${shape}}]`],
    ['with an EPSG code', shape.replace('{', '{"crs":{"type":"EPSG","properties":{"code":4326}},')],
    ['with a code as text', shape.replace('{', '{"crs":{"type":"EPSG","properties":{"code":"4326"}},')],
    ['with a bare name', shape.replace('{', '{"crs":"WGS 84",')],
    ['with the id of PROJJSON', shape.replace('{', '{"crs":{"id":{"authority":"EPSG","code":4326}},')],
    [
      'with a link to the system',
      shape.replace(
        '{',
        '{"crs":{"type":"link","properties":{"href":"http://www.opengis.net/def/crs/EPSG/0/4326"}},',
      ),
    ],
  ])('is read %s', (_how, text) => {
    expect(ringsOf(areasOfText(text))[0]).toEqual(triangle);
  });

  it('is transformed from a system with a code', () => {
    const utm =
      '{"type":"Polygon","crs":{"type":"EPSG","properties":{"code":32631}},"coordinates":[[[500000,4649776],[501000,4649776],[501000,4650776],[500000,4649776]]]}';
    const [[[longitude = 0, latitude = 0] = []] = []] = [ringsOf(areasOfText(utm))[0]];
    expect([longitude, latitude]).toEqual([expect.closeTo(3, 6), expect.closeTo(42, 3)]);
  });

  it.each<[string, string, RegExp]>([
    ['a bowtie', '[[5,43],[6,44],[6,43],[5,44],[5,43]]', /crosses itself/],
    ['a line there and back', '[[5,43],[6,44],[5,43],[5,43]]', /encloses no area|fewer than three/],
    ['the latitude first', '[[43,120],[43,121],[44,121],[43,120]]', /are probably swapped/],
  ])('is refused with its cause: %s', (_what, ring, problem) => {
    expect(problemOfText(`{"type":"Polygon","coordinates":[${ring}]}`)).toMatch(problem);
  });

  it('that is a closed track across the antimeridian is an area', () => {
    const points = ['-17 179.5', '-17 -179.5', '-16 -179.5', '-16 179.5', '-17 179.5'].map(place => {
      const [lat, lon] = place.split(' ');
      return `<trkpt lat="${lat}" lon="${lon}"/>`;
    });
    const read = areasOfText(`<gpx><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`);
    expect([read.areas.length, read.leftOut, read.notes]).toEqual([1, [], []]);
  });
});

describe('a box', () => {
  it.each(['5.2,43.2,5.4,43.4', ' [5.2, 43.2, 5.4, 43.4] ', '5.2 43.2 5.4 43.4', '5.2;43.2;5.4;4.34e1'])(
    '"%s" is west, south, east, north',
    text => {
      expect(ringsOf(areasOfText(text))).toEqual([boxRing(5.2, 43.2, 5.4, 43.4)]);
    },
  );

  it('can have the minus of printed texts', () => {
    expect(ringsOf(areasOfText('−5.4, −43.4, −5.2, −43.2'))).toEqual([boxRing(-5.4, -43.4, -5.2, -43.2)]);
  });

  it('all around the Earth is read from its corners', () => {
    expect(areasOfText('90 S 180 W to 90 N 180 E').areas).toEqual(areasOfText('-180,-90,180,90').areas);
  });

  it('across the antimeridian becomes two', () => {
    const { areas } = areasOfText('170,-20,-170,-10');
    expect(areas.map(({ feature }) => sorted(feature.geometry.coordinates[0]))).toEqual([
      sorted(boxRing(170, -20, 180, -10)),
      sorted(boxRing(-180, -20, -170, -10)),
    ]);
  });

  it.each<[string, RegExp]>([
    ['10,43,5,44', /"10,43,5,44" isn.t a box.* west less than east/],
    ['5,44,10,43', /south less than north/],
    ['43,5,44,95', /isn.t a box/],
    ['200,5,210,6', /longitudes from -180 to 180/],
    ['5,43,5,44', /isn.t a box/],
  ])('%s is refused', (text, problem) => {
    expect(problemOfText(text)).toMatch(problem);
  });

  it.each<[string, [number, number, number, number], number]>([
    ['anywhere', [5, 43, 6, 44], 1],
    ['of a map that went around the Earth', [365, 43, 366, 44], 1],
    ['across the antimeridian', [175, -20, 190, -10], 2],
    ['of more than the Earth', [-400, -95, 400, 95], 1],
  ])('as bounds %s is on Earth', (_where, bounds, count) => {
    const { areas } = areasIn(readAreasOfBounds(bounds));
    expect(areas).toHaveLength(count);
    const total = areas.reduce((sum, { areaKm2 }) => sum + areaKm2, 0);
    expect(total).toBeGreaterThan(8000);
  });
});

describe('a circle', () => {
  it.each<[string, number]>([
    ['5.37, 43.3, 500 m', 0.5],
    ['5.37 43.3 2km', 2],
    ['[-5.37, -43.3, 20 KM]', 20],
  ])('"%s" is longitude, latitude, radius', (text, radius) => {
    const { areas } = areasOfText(text);
    const [ring = []] = areas[0]?.feature.geometry.coordinates ?? [];
    expect(ring).toHaveLength(65);
    // 64 vertices enclose 0.9984 of the circle.
    expect((areas[0]?.areaKm2 ?? 0) / (Math.PI * radius ** 2)).toBeCloseTo(1, 2);
    const south = text.includes('-') ? -43.3 : 43.3;
    expect(Math.max(...ring.map(([, latitude]) => latitude))).toBeCloseTo(south + radius / 111.195, 4);
  });

  it.each<[string, RegExp]>([
    ['5, 95, 500 m', /"5, 95, 500 m" isn.t a circle/],
    ['195, 5, 500 m', /isn.t a circle/],
    ['5, 43, 0 m', /isn.t a circle/],
    ['5, 43, -10 m', /isn.t a circle/],
    ['5, 43, 3000 km', /at most 2000 km/],
    ['0, 89.99, 10 km', /contains a pole/],
    ['5, 43, 500', /Add the unit of the radius/],
    [
      '51.95, 4.05',
      /^4\.050° N, 51\.950° E is a point, not an area\. Add a radius, such as 51\.95, 4\.05, 5 km\. If the latitude is first: 51\.95 N, 4\.05 E, 5 km\.$/,
    ],
    ['5, 95', /isn.t a circle/],
    ['nowhere', /a box or a circle, longitude first or with letters: 43\.3 N, 5\.37 E, 2 km/],
  ])('%s is refused', (text, problem) => {
    expect(problemOfText(text)).toMatch(problem);
  });
});

describe('degrees with letters', () => {
  const around = (text: string) => {
    const [ring = []] = ringsOf(areasOfText(text));
    const latitudes = ring.map(([, latitude]) => latitude);
    const longitudes = ring.map(([longitude]) => longitude);
    return [latitudes, longitudes].map(values =>
      Number(((Math.min(...values) + Math.max(...values)) / 2).toFixed(3)),
    );
  };

  it.each([
    '52.52 N, 13.405 E, 2 km',
    'N52.52 E13.405 500 m',
    '13.405E 52.52N, 2,5 km',
    '52,52 N; 13,405 E; 2 km',
    `52°31'12"N 13°24'18"E 2km`,
    'lat 52.52, lon 13.405, 2 km',
  ])('are a circle in any order: %s', text => {
    expect(around(text)).toEqual([52.52, 13.405]);
  });

  it.each([
    '43.2 N 5.2 E, 43.4 N 5.4 E',
    '5.4E 43.2N 5.2E 43.4N',
    'N43.4 E5.2, N43.2 E5.4',
    `43°12'N 5°12'E; 43°24'N 5°24'E`,
    `43°12'N 5°12'E to 43°24'N 5°24'E`,
    `43°12'N 5°12'E–43°24'N 5°24'E`,
    '43.2 N 5.2 E - 43.4 N 5.4 E',
    '43,2° N, 5,2° E bis 43,4° N, 5,4° E',
    'N43.2 E5.2-N43.4 E5.4',
    '5.2, 43.2 to 5.4, 43.4',
    '5.2 43.2 – 5.4 43.4',
    'lat: 43.2, lon: 5.2 - lat: 43.4, lon: 5.4',
    '\u200E43.2 N 5.2 E\u200E to 43.4 N 5.4 E',
  ])('are the corners of a box: %s', text => {
    expect(ringsOf(areasOfText(text))).toEqual([boxRing(5.2, 43.2, 5.4, 43.4)]);
  });

  it('are the shorter way across the antimeridian', () => {
    const { areas } = areasOfText('20S 170W, 10S 170E');
    expect(areas.map(({ feature }) => sorted(feature.geometry.coordinates[0]))).toEqual([
      sorted(boxRing(170, -20, 180, -10)),
      sorted(boxRing(-180, -20, -170, -10)),
    ]);
  });

  it.each<[string, RegExp]>([
    ['52.52 N, 13.40 E', /^52\.520° N, 13\.400° E is a point.* such as 52\.52 N, 13\.40 E, 5 km\.$/],
    ['95 N, 13 E, 2 km', /^95 N is out of range/],
    ['52 N, 13 N, 2 km', /^52 N, 13 N, 2 km needs a latitude/],
    ['52 N, 13 E, 14 E', /needs a latitude/],
    ['43.2 N 5.3 E to 43.2 N 5.4 E', /^The two corners in "43.2 N 5.3 E to 43.2 N 5.4 E" enclose no area/],
    ['52 N 13 E to 53 N', /^52 N 13 E to 53 N needs a latitude/],
    ['lat 43.2 lon 5.2 5.3', /^Can't read lon 5.2 5.3 as/],
    // The dash could be a sign.
    ['N 43.2 E - 5.2, N 43.4 E 5.4', /^Can't read/],
    ['52 N, 13, 2 km', /^Can't read 52 N, 13 as coordinates\. Enter them as in/],
    ['52,52° N, 13,40° O, 2 km', /^O is east in German/],
    [`52°31'12" 13°24'18" 2 km`, /^Add N or S, and E or W, to the degrees/],
    ['52 N, 13 E, 1.000 km', /isn't clear what radius/],
  ])('are refused with the cause: %s', (text, problem) => {
    expect(problemOfText(text)).toMatch(problem);
  });
});

describe('a box as Swath writes it', () => {
  const bundle = JSON.parse(readFileSync('media/l10n/bundle.l10n.de.json', 'utf8')) as Record<string, string>;
  afterEach(() => setLocale({ language: 'en', bundle: undefined }));

  it.each(['en', 'de'])('is read back, and an area is named by it: %s', language => {
    setLocale({ language, bundle: language === 'de' ? bundle : undefined });
    const side = fc.integer({ min: 1, max: 1_790_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: -1_800_000, max: 1_790_000 }),
        fc.integer({ min: -850_000, max: 840_000 }),
        side,
        fc.integer({ min: 1, max: 10_000 }),
        (x, y, width, height) => {
          const bounds = [x, y, x + width, y + height].map(value => value / 10_000) as [
            number,
            number,
            number,
            number,
          ];
          const [west, south, east, north] = bounds;
          const { areas } = areasOfText(cornersText(bounds, 4));
          const turned = east > 180 ? east - 360 : east;
          expect(areas).toEqual(areasOfText([west, south, turned, north].join(',')).areas);
          const named = areas[0]?.label.replace(/ \(1\)$/, '') ?? '';
          expect(areasOfText(named).areas).toEqual(areas);
        },
      ),
      runs({ quick: 100, full: 500 }),
    );
  });

  it('has at most 7 decimals', () => {
    const [ring = []] = ringsOf(areasOfText(`43°17'N 5°20'E to 43°19'N 5°24'E`));
    expect(ring[0]).toEqual([5.3333333, 43.2833333]);
  });

  it.each([
    ['5.36 43.3 2km', '2 km around 43.30° N, 5.36° E'],
    ['43.3 N 5 E 500 m', '500 m around 43.3° N, 5.0° E'],
    ['5,43,6,44', '43° N, 5° E to 44° N, 6° E'],
  ])('names its area for what it is: %s', (text, name) => {
    expect(labelsOf(areasOfText(text))).toEqual([name]);
    expect(areasOfText(text).areas[0]?.feature.properties).toEqual({ name });
    expect(ringsOf(areasOfText(name))).toEqual(ringsOf(areasOfText(text)));
  });
});

describe('decimal commas', () => {
  it('are read between semicolons', () => {
    expect(ringsOf(areasOfText('5,2; 43,2; 5,4; 43,4'))).toEqual([boxRing(5.2, 43.2, 5.4, 43.4)]);
    expect(areasOfText('2 km um 5,2; 43,2')).toEqual(areasOfText('5.2, 43.2, 2 km'));
    expect(ringsOf(areasOfText('5,37;43,3;2,5 km'))).toEqual(ringsOf(areasOfText('5.37, 43.3, 2.5 km')));
  });

  it.each<[string, RegExp]>([
    // They would be a box of whole degrees.
    ['5,30; 43,35', /^43\.350° N, 5\.300° E is a point/],
    ['5,30 43,35', /isn't clear which commas in "5,30 43,35" are decimal/],
    ['5,30, 43,35', /isn't clear which commas/],
    ['5,30, 43,35, 2 km', /isn't clear which commas/],
    ['5,30; 43,35, 2 km', /isn't clear which commas/],
  ])('are never taken for others: %s', (text, problem) => {
    expect(problemOfText(text)).toMatch(problem);
  });

  it('are no commas between numbers without blanks, or beside decimal points', () => {
    expect(ringsOf(areasOfText('5,43,6,44'))).toEqual([boxRing(5, 43, 6, 44)]);
    expect(ringsOf(areasOfText('5.2,43.2 5.4,43.4'))).toEqual([boxRing(5.2, 43.2, 5.4, 43.4)]);
  });
});

describe('any text from the clipboard', () => {
  it('is never quoted if it is not an area', () => {
    for (const text of [
      'my-secret-key',
      '{"key": my-secret-key}',
      '["my-secret-key',
      '<a key="my-secret-key">',
      '<kml my-secret-key</kml>',
    ]) {
      expect(problemOfText(text)).not.toContain('secret');
    }
  });

  it('is read or refused with a message, without an exception', () => {
    const starts = fc.constantFrom(
      '',
      'POLYGON((',
      'SRID=1;POINT',
      '<kml>',
      '<gpx><trk>',
      '{"type":"Topology","arcs":[',
      '{"type":"FeatureCollection","features":[',
      '[',
    );
    fc.assert(
      fc.property(starts, fc.string(), (start, rest) => {
        const read = readAreasOfText(start + rest);
        expect(['areas', 'unreadable']).toContain(read.kind);
      }),
      runs({ quick: 100, full: 500 }),
    );
  });

  it('is read or refused if it is any JSON', () => {
    const types = 'Topology Feature FeatureCollection Polygon MultiPolygon GeometryCollection LineString';
    const names = 'features coordinates geometry geometries objects arcs crs properties transform';
    const type = fc.constantFrom(...types.split(' '));
    const members = fc.dictionary(fc.constantFrom(...names.split(' ')), fc.jsonValue());
    fc.assert(
      fc.property(type, members, (kind, others) => {
        const read = readAreasOfText(JSON.stringify({ ...others, type: kind }));
        expect(['areas', 'unreadable']).toContain(read.kind);
      }),
      runs({ quick: 100, full: 500 }),
    );
  });
});

describe('a text that is designed to take long', () => {
  const collection = (text: string) => ({
    type: 'FeatureCollection',
    crs: { properties: { name: text } },
    features: [],
  });

  it.each<[string, (length: number) => string]>([
    ['digits', length => '1'.repeat(length)],
    ['digits and points', length => '1.'.repeat(length / 2)],
    ['numbers and blanks', length => `1 2 3${' '.repeat(length)}x`],
    ['blanks in WKT', length => `POLYGON${' '.repeat(length)}x`],
    ['digits in WKT', length => `POLYGON((${'1'.repeat(length)}x`],
    ['blanks before an SRID', length => `SRID${' '.repeat(length)}=x`],
    ['the name of a projection', length => JSON.stringify(collection(`EPSG${'.'.repeat(length)}`))],
    ['the names of projections', length => JSON.stringify(collection('EPSG '.repeat(length / 5)))],
    ['Placemarks side by side', length => `<kml>${'<Placemark/>'.repeat(length / 12)}</kml>`],
  ])('%s: takes proportional time', (_what, make) => {
    expectLinear(2000, make, text => expect(readAreasOfText(text).kind).toBe('unreadable'));
  });

  it.each([
    ['Placemarks', 'kml', 'Placemark'],
    ['folders', 'kml', 'Folder'],
    ['tracks', 'gpx', 'trk'],
  ])('%s inside each other are refused before they are searched', (_what, root, element) => {
    const nested = (levels: number) =>
      `<${root}>${`<${element}>`.repeat(levels)}${`</${element}>`.repeat(levels)}</${root}>`;
    expect(problemOfText(nested(90))).toMatch(/is empty\.|has no geometry/);
    expect(problemOfText(nested(10_000))).toMatch(/too large or nested too deeply/);
  });

  it('TopoJSON that expands to more positions than fit in memory is refused', () => {
    const topology = (polygons: number) => ({
      type: 'Topology',
      arcs: [Array.from({ length: 1000 }, (_none, index) => [Math.sin(index), Math.cos(index)])],
      objects: { a: { type: 'MultiPolygon', arcs: Array.from({ length: polygons }, () => [[~0]]) } },
    });
    expect(areasOfText(JSON.stringify(topology(2))).areas).toHaveLength(2);
    expect(problemOfText(JSON.stringify(topology(5001)))).toMatch(/is too large or nested/);
  });
});

it.each([
  'EPSG:32631',
  'epsg 32631',
  'urn:ogc:def:crs:EPSG::32631',
  'urn:ogc:def:crs:EPSG:6.9:32631',
  'http://www.opengis.net/def/crs/EPSG/0/32631',
])('the projection %s is known', name => {
  expect(crsOfName(name).name).toBe('EPSG:32631');
});
