import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readAreasOfFile } from '../../../../../../src/features/areas/rules/import/readAreas.ts';
import { areasIn, boxRing, bytesOf, labelsOf, problemIn, readDataFile, ringsOf, sorted } from './files.ts';

const harbour = boxRing(5.33, 43.28, 5.38, 43.31);

describe('a file in a projection', () => {
  // The data was written in these projections from degrees with PROJ, which this code doesn't use.
  it.each([
    ['harbour-utm31.wkt', 'EPSG:32631', harbour],
    ['harbour-3857.wkt', 'EPSG:3857', harbour],
    ['sydney-utm56s.geojson', 'EPSG:32756', boxRing(151.2, -33.88, 151.25, -33.84)],
    ['lambert93-shapefile.zip', 'RGF_1993_Lambert_93', harbour],
    ['bng-shapefile.zip', 'British_National_Grid', boxRing(-0.15, 51.48, -0.08, 51.52)],
    [
      'feet-shapefile.zip',
      'NAD_1983_StatePlane_California_III_FIPS_0403_Feet',
      boxRing(-122.45, 37.75, -122.4, 37.8),
    ],
  ])('%s is transformed to degrees', async (name, crs, ring) => {
    const read = areasIn(await readDataFile(name));
    const [outer = []] = ringsOf(read);
    expect(outer).toHaveLength(5);
    for (const [x = 0, y = 0] of ring) {
      const nearest = Math.min(...outer.map(([atX, atY]) => Math.hypot(atX - x, atY - y)));
      // A meter is a hundred-thousandth of a degree.
      expect(nearest).toBeLessThan(2e-7);
    }
    expect(read.transformedFrom).toEqual([crs]);
  });

  it.each([
    ['no-prj-shapefile.zip', /harbour\.shp needs its projection: add harbour\.prj/],
    ['xian-shapefile.zip', /projection "GCS_Xian_1980" \(field\.prj: DATUM\) isn.t supported/],
    ['local-shapefile.zip', /The projection "Site grid" \(site\.prj: LOCAL_CS\) isn.t supported/],
  ])('%s, whose projection is unknown, is refused', async (name, problem) => {
    expect(problemIn(await readDataFile(name))).toMatch(problem);
    expect(problemIn(await readDataFile(name))).toContain(`${name}: `);
  });
});

describe('a Shapefile', () => {
  it('contains every shape, with its name and its hole', async () => {
    const { areas, format } = areasIn(await readDataFile('utm31-shapefile.zip'));
    expect(format).toBe('Shapefile');
    expect(areas.map(({ label }) => label)).toEqual(['Fos-sur-Mer', 'Harbour é']);
    const [outer, hole] = areas[1]?.feature.geometry.coordinates ?? [];
    expect(sorted(outer)).toEqual(sorted(harbour));
    expect(sorted(hole)).toEqual(sorted(boxRing(5.35, 43.29, 5.36, 43.3)));
    expect(areas[1]?.feature.properties).toEqual({ NAME: 'Harbour é', name: 'Harbour é' });
  });

  it('without an archive gets its projection from the file next to it, ignoring case', async () => {
    const { shp, prj } = parts();
    const beside = new Map([['HARBOURS.PRJ', prj]]);
    expect(areasIn(await readAreasOfFile({ name: 'harbours.shp', bytes: shp, beside })).areas).toHaveLength(
      2,
    );
    expect(problemIn(await readAreasOfFile({ name: 'harbours.shp', bytes: shp }))).toContain(
      'add harbours.prj',
    );
  });

  it.each(['cut-off-shapefile.zip', 'lines-shapefile.zip'])('%s is refused', async name => {
    expect(problemIn(await readDataFile(name))).toMatch(
      /damaged or incomplete|roads\.shp 1\): LineString is not an area/,
    );
  });

  it('that is cut off anywhere is refused, or returns what is complete', async () => {
    const { shp, prj } = parts();
    for (let length = 0; length < shp.length; length++) {
      const read = await readAreasOfFile({
        name: 'a.shp',
        bytes: shp.subarray(0, length),
        beside: new Map([['a.prj', prj]]),
      });
      expect(read.kind).toBe('unreadable');
    }
  });

  it('with dates and empty numbers among its attributes returns them as JSON values', async () => {
    const { shp, prj } = parts();
    const fields = dbfField('WHEN', 'D', 8) + dbfField('COUNT', 'N', 4) + dbfField('TEXT', 'C', 4);
    const rows = [' 20260105  12ab  ', ' 20261231    c   '];
    const beside = new Map([
      ['a.prj', prj],
      ['a.dbf', dbfOf(fields, rows)],
    ]);
    const { areas } = areasIn(await readAreasOfFile({ name: 'a.shp', bytes: shp, beside }));
    expect(areas.map(({ feature }) => feature.properties)).toEqual([
      { WHEN: '2026-01-05', COUNT: 12, TEXT: 'ab' },
      { WHEN: '2026-12-31', COUNT: null, TEXT: 'c' },
    ]);
  });

  it.each<[string, (dbf: Uint8Array) => Uint8Array]>([
    ['records that are not there', dbf => dbf.with(7, 255)],
    ['records without a length', dbf => dbf.with(10, 0).with(11, 0)],
    ['nothing in it', () => new Uint8Array()],
    ['half a header', dbf => dbf.subarray(0, 20)],
  ])('with %s in its attributes is refused, and says what to do', async (_what, harm) => {
    const { shp, prj, dbf } = parts();
    const beside = new Map([
      ['a.prj', prj],
      ['a.dbf', harm(dbf)],
    ]);
    const problem = problemIn(await readAreasOfFile({ name: 'a.shp', bytes: shp, beside }));
    expect(problem).toMatch(/a\.dbf is damaged. Export it again, or remove it/);
  });

  it.each(['', 'EPSG:32631', '+proj=utm +zone=31', 'hello', 'PROJCS["Goode",GEOGCS["a"]]', 'GEOGCS['])(
    'with "%s" as a projection is refused',
    async text => {
      const beside = new Map([['a.prj', new TextEncoder().encode(text)]]);
      const problem = problemIn(await readAreasOfFile({ name: 'a.shp', bytes: parts().shp, beside }));
      expect(problem).toMatch(/^a\.shp: The projection ".*" \(a\.prj(?:: [A-Z]+)?\) isn.t supported/);
    },
  );

  function parts() {
    const none = new Uint8Array();
    const files = unzipSync(bytesOf('utm31-shapefile.zip'));
    return {
      shp: files['layers/harbours.shp'] ?? none,
      prj: files['layers/harbours.prj'] ?? none,
      dbf: files['layers/harbours.dbf'] ?? none,
    };
  }
});

/** A field of a dBASE III header: name, type and length. */
function dbfField(name: string, type: string, length: number): string {
  return `${name.padEnd(11, '\0')}${type}\0\0\0\0${String.fromCharCode(length)}`.padEnd(32, '\0');
}

/** A dBASE III table of records that start with the deletion flag. */
function dbfOf(fields: string, rows: readonly string[]): Uint8Array {
  const header = `${'\0'.repeat(32)}${fields}\r`;
  const bytes = Uint8Array.from(`${header}${rows.join('')}\u001a`, character => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  view.setUint32(4, rows.length, true);
  view.setUint16(8, header.length, true);
  view.setUint16(10, rows[0]?.length ?? 0, true);
  return bytes;
}

describe('KML and KMZ', () => {
  it.each(['harbours.kml', 'harbours.kmz'])('%s returns its areas and names the rest', async name => {
    const read = areasIn(await readDataFile(name));
    expect(labelsOf(read)).toEqual(['Vieux-Port', 'Islands (1)', 'Islands (2)', 'Basin']);
    expect(read.leftOut).toEqual([
      'Islands (feature 2): Point is not an area',
      'Quay (feature 3): an open line, which has no area',
      'Lighthouse (feature 5): Point is not an area',
    ]);
    // Without altitudes, in the order of the positions.
    expect(read.areas[0]?.feature.geometry.coordinates).toEqual([boxRing(5.36, 43.29, 5.38, 43.3)]);
    expect(read.areas[0]?.feature.properties).toEqual({ name: 'Vieux-Port', description: 'Old harbour' });
  });

  it('with more elements than fit in memory are refused', async () => {
    const bytes = new TextEncoder().encode(`<kml>${'<a/>'.repeat(500_000)}</kml>`);
    expect(problemIn(await readAreasOfFile({ name: 'a.kml', bytes }))).toMatch(/The data is too large/);
  });

  it('in another encoding are read as declared', async () => {
    const text =
      '<?xml version="1.0" encoding="ISO-8859-1"?><kml><Placemark><name>Forêt</name><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>';
    const bytes = Uint8Array.from(text, character => character.charCodeAt(0));
    expect(labelsOf(areasIn(await readAreasOfFile({ name: 'f.kml', bytes })))).toEqual(['Forêt']);
  });
});

describe('GPX', () => {
  it('closes a track around a field; out and back, a route and a waypoint are not areas', async () => {
    const read = areasIn(await readDataFile('walk.gpx'));
    expect(labelsOf(read)).toEqual(['Around the field']);
    const [ring = []] = ringsOf(read);
    expect(ring.at(-1)).toEqual(ring[0]);
    // An ellipse of 1.11 km by 1.13 km.
    expect(read.areas[0]?.areaKm2).toBeCloseTo(3.95, 1);
    expect(read.leftOut.map(line => line.split(' (')[0])).toEqual(['Out and back', 'To town', 'Car']);
  });

  it('with only lines is reported to contain no area', async () => {
    expect(problemIn(await readDataFile('only-lines.gpx'))).toMatch(
      /^only-lines\.gpx: The GPX contains no area\. To town/,
    );
  });
});

it('TopoJSON is built from its arcs', async () => {
  const read = areasIn(await readDataFile('zones.topojson'));
  expect(labelsOf(read)).toEqual(['West', 'East']);
  expect(sorted(read.areas[0]?.feature.geometry.coordinates[0])).toEqual(
    sorted(boxRing(5.3, 43.2, 5.31, 43.21)),
  );
  expect(sorted(read.areas[1]?.feature.geometry.coordinates[0])).toEqual(
    sorted(boxRing(5.31, 43.2, 5.32, 43.21)),
  );
  expect(read.leftOut).toEqual(['zones 3: Point is not an area']);
});

describe('an archive', () => {
  const kml = new TextEncoder().encode('<kml/>');

  /** An archive of one file, whose central directory says another unpacked size (APPNOTE 4.3.12). */
  function claiming(bytes: Uint8Array, size: number): Uint8Array {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const directory = view.getUint32(bytes.length - 6, true);
    view.setUint32(directory + 24, size, true);
    return bytes;
  }

  it('that unpacks to more than fits in memory is refused before it is unpacked', async () => {
    const bytes = claiming(zipSync({ 'doc.kml': kml }), 201_000_000);
    expect(problemIn(await readAreasOfFile({ name: 'bomb.kmz', bytes }))).toMatch(
      /bomb\.kmz: The data is too large/,
    );
  });

  it('gets no more space than it claims', async () => {
    const bytes = claiming(zipSync({ 'doc.kml': new Uint8Array(25_000_000) }, { level: 1 }), 100);
    const before = process.memoryUsage().arrayBuffers;
    expect((await readAreasOfFile({ name: 'liar.kmz', bytes })).kind).toBe('unreadable');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it.each<[string, number | undefined, RegExp]>([
    ['counts each of them', undefined, /bomb\.kmz: The data is too large/],
    ['and deny their size is refused', 0, /bomb\.kmz: Can't unpack the archive/],
  ])('whose entries share the bytes of one stored file %s', async (_what, claimed, problem) => {
    const bytes = sharedEntries(new Uint8Array(1_000_000), 300, claimed);
    expect(bytes.length).toBeLessThan(1_100_000);
    const before = process.memoryUsage().arrayBuffers;
    expect(problemIn(await readAreasOfFile({ name: 'bomb.kmz', bytes }))).toMatch(problem);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it('of which a byte has changed is refused', async () => {
    const bytes = zipSync({ 'doc.kml': bytesOf('harbours.kml') }, { level: 0 });
    const changed = Buffer.from(bytes).toString('latin1').replace('43.', '44.');
    const read = await readAreasOfFile({ name: 'a.kmz', bytes: Buffer.from(changed, 'latin1') });
    expect(problemIn(read)).toBe(
      'a.kmz: Can\'t unpack the archive ("doc.kml" is damaged.): it is damaged or has a password.',
    );
  });

  it('that claims to contain too many files is refused', async () => {
    const bytes = sharedEntries(new Uint8Array(10), 65_536);
    expect(problemIn(await readAreasOfFile({ name: 'many.zip', bytes }))).toMatch(/The data is too large/);
  });

  it.each<[string, Record<string, Uint8Array>, RegExp]>([
    ['without anything of use', { 'a.txt': kml }, /no Shapefile \(\.shp\) or KML/],
    ['with the copies of a Mac alone', { '__MACOSX/._doc.kml': kml }, /no Shapefile/],
    ['with an empty KML', { 'doc.kml': kml }, /The KMZ is empty/],
  ])('%s is refused', async (_what, files, problem) => {
    expect(problemIn(await readAreasOfFile({ name: 'a.zip', bytes: zipSync(files) }))).toMatch(problem);
  });

  it('with two files of one name is read, and the name is told', async () => {
    const files = { 'one.kml': bytesOf('harbours.kml'), 'two.kml': bytesOf('prefix.kml') };
    const bytes = Buffer.from(zipSync(files)).toString('latin1').replaceAll('two.kml', 'one.kml');
    const read = areasIn(await readAreasOfFile({ name: 'a.kmz', bytes: Buffer.from(bytes, 'latin1') }));
    expect(read.areas).toHaveLength(1);
    expect(read.leftOut).toEqual([
      'one.kml: the archive contains it several times, only the last one is read',
    ]);
  });

  it('with two layers whose names differ by case gives each its own table', async () => {
    const files = unzipSync(bytesOf('utm31-shapefile.zip'));
    const named = Object.entries(files).flatMap(([path, content]) => {
      const name = path.replace(/.*\//, '');
      const renamed = Buffer.from(content).toString('latin1').replace('Fos-sur-Mer', 'Port-Vendres');
      return name === ''
        ? []
        : [
            [name.toLowerCase(), content],
            [name.toUpperCase(), Buffer.from(renamed.replace('Vendres', 'Vendre'), 'latin1')],
          ];
    });
    const bytes = zipSync(Object.fromEntries(named) as Record<string, Uint8Array>);
    const labels = labelsOf(areasIn(await readAreasOfFile({ name: 'a.zip', bytes })));
    expect(labels).toEqual(['Fos-sur-Mer', 'Harbour é', 'Port-Vendre', 'Harbour é']);
  });

  it('that is broken is refused wherever it is cut off', async () => {
    const whole = bytesOf('harbours.kmz');
    for (let length = 0; length < whole.length; length += 7) {
      expect((await readAreasOfFile({ name: 'a.kmz', bytes: whole.subarray(0, length) })).kind).toBe(
        'unreadable',
      );
    }
  });
});

/**
 * An archive of one stored file that its directory lists this many times, each entry claiming to unpack to so many bytes
 * (APPNOTE 4.3.12, and 4.3.14 for the number of entries).
 */
function sharedEntries(content: Uint8Array, count: number, claimed = content.length): Uint8Array {
  const archive = zipSync({ '00000.kml': content }, { level: 0 });
  const directory = new DataView(archive.buffer).getUint32(archive.length - 6, true);
  const entry = archive.slice(directory, archive.length - 22);
  new DataView(entry.buffer).setUint32(24, claimed, true);
  const entries = Array.from({ length: count }, (_none, index) => {
    const named = entry.slice();
    named.set(new TextEncoder().encode(String(index).padStart(5, '0')), 46);
    return named;
  });
  return Uint8Array.from(
    Buffer.concat([archive.subarray(0, directory), ...entries, end64(directory, count)]),
  );
}

/** The end of a directory in the ZIP64 form: its record, the locator of that record, and the normal end record. */
function end64(directory: number, count: number): Uint8Array {
  const end = new Uint8Array(56 + 20 + 22);
  const view = new DataView(end.buffer);
  const entryLength = 46 + '00000.kml'.length;
  view.setUint32(0, 0x06064b50, true);
  view.setUint32(24, count, true);
  view.setUint32(32, count, true);
  view.setUint32(48, directory, true);
  view.setUint32(56, 0x07064b50, true);
  view.setUint32(64, directory + count * entryLength, true);
  view.setUint32(76, 0x06054b50, true);
  view.setUint16(84, 0xffff, true);
  view.setUint16(86, 0xffff, true);
  view.setUint32(92, 0xffffffff, true);
  return end;
}
