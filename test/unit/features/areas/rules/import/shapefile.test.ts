import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  type AreaFile,
  type AreasRead,
  readAreasOfFile,
} from '../../../../../../src/features/areas/rules/import/readAreas.ts';
import { areasIn, boxRing, labelsOf, problemIn, readDataFile, sorted } from './files.ts';
import { type Column, dbfOf, polygonShp, recordsShp } from './madeShapefile.ts';

const wgs84Prj =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

const bytesOfText = (text: string) => new TextEncoder().encode(text);

const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\uFEFF${text}`, 'utf16le'));

function readShp(
  shp: Uint8Array,
  files: Record<string, Uint8Array> = {},
  prj = wgs84Prj,
): Promise<AreasRead> {
  const beside = new Map([['a.prj', bytesOfText(prj)], ...Object.entries(files)]);
  return readAreasOfFile({ name: 'a.shp', bytes: shp, beside });
}

/** Rings of all areas, as sets of positions: outer ring first. */
function polygonsIn(read: AreasRead): string[][][] {
  return areasIn(read).areas.map(({ feature }) => feature.geometry.coordinates.map(sorted));
}

const clockwise = (west: number, south: number, east: number, north: number) =>
  boxRing(west, south, east, north).toReversed();

describe('rings of a Shapefile', () => {
  it('are areas if they are in no other, in whatever direction they run', async () => {
    const read = await readDataFile('mixed2.zip');
    expect(polygonsIn(read)).toEqual([[sorted(boxRing(0, 0, 1, 1))], [sorted(boxRing(2, 0, 3, 1))]]);
    expect(areasIn(read).leftOut).toEqual([]);
  });

  it('that stick out of the ring around them remain holes of it, with a word', async () => {
    const read = await readDataFile('beyond.zip');
    expect(polygonsIn(read)).toEqual([
      [sorted(boxRing(0, 0, 1, 1)), sorted(boxRing(0.9, 0.4, 1.0000001, 0.6))],
    ]);
    expect(areasIn(read).notes).toEqual(['a.shp 1: rings 1 and 2 overlap.']);
  });

  it('are holes of the ring that contains them, not of its bounding box', async () => {
    const [first, second] = polygonsIn(await readDataFile('holes-bbox.zip'));
    expect(first?.slice(1)).toEqual([sorted(boxRing(7.5, 1, 8.5, 2))]);
    expect(second).toHaveLength(1);
  });

  it('inside of another are holes even if they run like it, with a word', async () => {
    const read = await readDataFile('hole-cw.zip');
    expect(polygonsIn(read)).toEqual([[sorted(boxRing(0, 0, 1, 1)), sorted(boxRing(0.2, 0.2, 0.4, 0.4))]]);
    expect(areasIn(read).notes).toEqual([
      'a.shp 1: ring 2 in ring 1 has the direction of an area, and was read as a hole.',
    ]);
  });

  it.each<[string, number[][][], number[], string[]]>([
    ['an island in a lake', [clockwise(0, 0, 9, 9), boxRing(1, 1, 8, 8), clockwise(2, 2, 3, 3)], [2, 1], []],
    [
      'all directions reversed',
      [boxRing(0, 0, 9, 9), clockwise(1, 1, 2, 2), boxRing(10, 0, 11, 1)],
      [2, 1],
      [],
    ],
    ['a hole before its ring', [boxRing(1, 1, 2, 2), clockwise(0, 0, 9, 9)], [2], []],
    ['a hole that touches its ring along an edge', [clockwise(0, 0, 9, 9), boxRing(0, 1, 2, 2)], [2], []],
    [
      'a hole whose vertices are all on its ring',
      [
        clockwise(0, 0, 2, 2),
        [
          [1, 0],
          [2, 1],
          [1, 2],
          [0, 1],
          [1, 0],
        ],
      ],
      [2],
      [],
    ],
    ['a ring beside that shares an edge', [clockwise(0, 0, 1, 1), clockwise(1, 0, 2, 1)], [1, 1], []],
    [
      'parts that overlap',
      [clockwise(0, 0, 2, 2), clockwise(1, 1, 3, 3)],
      [1, 1],
      ['a.shp 1: rings 1 and 2 overlap.'],
    ],
    [
      'the same ring twice',
      [clockwise(0, 0, 2, 2), clockwise(0, 0, 2, 2)],
      [1, 1],
      ['a.shp 1: rings 1 and 2 overlap.'],
    ],
  ])('are kept: %s', async (_what, rings, expected, notes) => {
    const read = await readShp(polygonShp([rings]));
    expect(areasIn(read).areas.map(({ feature }) => feature.geometry.coordinates.length)).toEqual(expected);
    expect(areasIn(read).notes).toEqual(notes);
  });

  it('without an area are named', async () => {
    const line = [
      [5, 5],
      [6, 6],
      [5, 5],
    ];
    const read = areasIn(await readShp(polygonShp([[clockwise(0, 0, 1, 1), line]])));
    expect(read.areas).toHaveLength(1);
    expect(read.leftOut).toEqual(['a.shp 1 (2): ring 1 has fewer than three vertices']);
  });

  it('are compared in time that grows with their number', async () => {
    const rings = [clockwise(0, 0, 80, 80)];
    for (let x = 0; x < 70; x++)
      for (let y = 0; y < 70; y++) rings.push(boxRing(x + 0.1, y + 0.1, x + 0.9, y + 0.9));
    const [area] = areasIn(await readShp(polygonShp([rings]))).areas;
    expect(area?.feature.geometry.coordinates).toHaveLength(4901);
  });
});

describe('records of a Shapefile', () => {
  it('are named by their type', async () => {
    expect(problemIn(await readDataFile('patch.zip'))).toContain('MultiPatch is not an area');
  });

  it('after the announced length of the file are read too', async () => {
    const shp = polygonShp([[clockwise(0, 0, 1, 1)], [clockwise(2, 0, 3, 1)]]);
    const first = new DataView(shp.buffer).getInt32(104) * 2 + 108;
    new DataView(shp.buffer).setInt32(24, first / 2);
    expect(areasIn(await readShp(shp)).areas).toHaveLength(2);
  });

  it('with Z and M values are areas, without rings are named', async () => {
    const [record = new Uint8Array()] = recordsShp(polygonShp([[clockwise(0, 0, 1, 1)]]));
    const zAndM = new Uint8Array(record.length + 200);
    zAndM.set(record);
    zAndM[0] = 15;
    const empty = new Uint8Array(44);
    empty[0] = 5;
    const read = areasIn(await readShp(polygonShp([[clockwise(0, 0, 1, 1)]], [zAndM, empty])));
    expect(read.areas).toHaveLength(2);
    expect(read.leftOut).toEqual(['a.shp 3: has no geometry']);
  });
});

describe('layers of a ZIP file', () => {
  it('without a projection are named, and the others imported', async () => {
    const read = areasIn(await readDataFile('oneprj.zip'));
    expect(labelsOf(read)).toEqual(['a.shp 1']);
    expect(read.leftOut).toEqual(['b.shp needs its projection: add b.prj, or export it as GeoJSON']);
    expect(read.withoutProjection).toEqual(['b.shp']);
  });

  it('without a projection are imported in the one that the user names', async () => {
    const shp = polygonShp([[clockwise(500_000, 5_000_000, 510_000, 5_010_000)]]);
    const file: AreaFile = { name: 'a.shp', bytes: shp };
    const unnamed = await readAreasOfFile(file);
    expect(unnamed).toMatchObject({ kind: 'unreadable', withoutProjection: ['a.shp'] });
    const read = areasIn(await readAreasOfFile({ ...file, epsg: 32631 }));
    expect(read.transformedFrom).toEqual(['EPSG:32631']);
    expect(read.areas[0]?.feature.geometry.coordinates[0]?.[0]?.[0]).toBeCloseTo(3, 6);
    expect(problemIn(await readAreasOfFile({ ...file, epsg: 4326 }))).toContain('out of range for degrees');
    expect(problemIn(await readAreasOfFile({ ...file, epsg: 2263 }))).toContain("EPSG:2263 isn't supported");
  });

  it('that are damaged or in an unknown projection are named, and the others imported', async () => {
    const shp = polygonShp([[clockwise(0, 0, 1, 1)]]);
    const prj = bytesOfText(wgs84Prj);
    const files = { 'a.shp': shp, 'a.prj': prj, 'b.shp': shp.subarray(0, 150), 'b.prj': prj };
    const others = {
      'c.shp': shp,
      'c.prj': bytesOfText('LOCAL_CS["Site"]'),
      'd.shp': shp,
      'd.prj': prj,
      'd.dbf': prj,
    };
    const read = areasIn(await readAreasOfFile({ name: 'a.zip', bytes: zipSync({ ...files, ...others }) }));
    expect(labelsOf(read)).toEqual(['a.shp 1']);
    expect(read.leftOut).toEqual([
      'b.shp is damaged or incomplete. Export it again',
      `The projection "Site" (c.prj: LOCAL_CS) isn't supported. Save the data in EPSG:4326 and import it again`,
      'd.dbf is damaged. Export it again, or remove it to import the areas without names',
    ]);
  });

  it('are found beside the companion files of macOS, in folders of other systems, by their names in UTF-8', async () => {
    expect(labelsOf(areasIn(await readDataFile('appledouble.zip')))).toEqual(['d/a.shp 1']);
    const shp = polygonShp([[clockwise(0, 0, 1, 1)]]);
    const prj = bytesOfText(wgs84Prj);
    const bytes = zipSync({
      'Fläche\\hafen.shp': shp,
      'Fläche//hafen.prj': prj,
      '__MACOSX\\._hafen.shp': prj,
    });
    const length = new DataView(bytes.buffer).getUint32(bytes.length - 6, true);
    // Without the flag for UTF-8 (APPNOTE 4.4.4, bit 11) in the directory.
    for (let at = length; at < bytes.length - 22; at++) {
      if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 1) bytes[at + 9] = 0;
    }
    const withRest = Uint8Array.from([...bytes, 0x0d, 0x0a, 0, 0]);
    expect(labelsOf(areasIn(await readAreasOfFile({ name: 'a.zip', bytes: withRest })))).toEqual([
      'Fläche/hafen.shp 1',
    ]);
  });
});

describe('the table of a Shapefile', () => {
  const shp = polygonShp([[clockwise(0, 0, 1, 1)]]);

  async function rowOf(
    columns: readonly Column[],
    fields: string,
    files: Record<string, Uint8Array> = {},
    driver = 0,
  ) {
    const dbf = dbfOf(columns, [` ${fields}`], driver);
    const read = areasIn(await readShp(shp, { 'a.dbf': dbf, ...files }));
    return { properties: read.areas[0]?.feature.properties, notes: read.notes };
  }

  it.each([
    ['enc-1251_ldid_0xC9_no_cpg.zip', 'Порт'],
    ['enc-big5_cpg__950_.zip', '臺'],
    ['enc-latin1_cpg__88591_.zip', 'Forêt'],
  ])('%s is decoded', async (name, label) => {
    const read = areasIn(await readDataFile(name));
    expect(labelsOf(read)).toEqual([label]);
    expect(read.notes).toEqual([]);
  });

  it.each([
    ['UTF-8', '\xc3\xa9', 'é'],
    ['65001', '\xc3\xa9', 'é'],
    ['1252', '\xe9', 'é'],
    ['ANSI 1251', '\xcf', 'П'],
    ['CP1250', '\xb3', 'ł'],
    ['windows-1253', '\xe1', 'α'],
    ['ISO 8859-2', '\xb3', 'ł'],
    ['ISO88595', '\xb0', 'А'],
    ['885915', '\xa4', '€'],
    ['28591', '\xe9', 'é'],
    ['LATIN1', '\xe9', 'é'],
    ['OEM 850', '\x82', 'é'],
    ['437', '\x82', 'é'],
    ['852', '\x88', 'ł'],
    ['IBM866', '\x8f', 'П'],
    ['932', '\x8d\x60', '港'],
    ['936', '\xb8\xdb', '港'],
    ['949', '\xc7\xd7', '항'],
    ['EUC_KR', '\xc7\xd7', '항'],
    ['Big5', '\xb4\xe4', '港'],
    ['10000', '\x8e', 'é'],
    ['KOI8-R', '\xf0', 'П'],
  ])('is decoded as its .cpg file says: %s', async (cpg, field, text) => {
    const files = { 'a.cpg': bytesOfText(`${cpg}\r\n`) };
    expect(await rowOf([['T', 'C', 6]], field.padEnd(6), files)).toEqual({
      properties: { T: text },
      notes: [],
    });
  });

  it('is decoded as its .cpg file says, which can be in UTF-16, as can the .prj file', async () => {
    const files = { 'a.cpg': utf16('ISO 8859-5'), 'a.prj': utf16(wgs84Prj) };
    expect(await rowOf([['T', 'C', 6]], '\xb0     ', files)).toEqual({ properties: { T: 'А' }, notes: [] });
  });

  it.each([
    [0x01, '\x82', 'é'],
    [0x02, '\x9b', 'ø'],
    [0x03, '\xe9', 'é'],
    [0x13, '\x8d\x60', '港'],
    [0x26, '\x8f', 'П'],
    [0x4d, '\xb8\xdb', '港'],
    [0x57, '\xc3\xa9', 'é'],
    [0x64, '\x88', 'ł'],
    [0x7d, '\xf9', 'ש'],
    [0xc8, '\xb3', 'ł'],
    [0xcb, '\xe1', 'α'],
  ])('is decoded as byte 29 of its header says: %i', async (driver, field, text) => {
    expect(await rowOf([['T', 'C', 6]], field.padEnd(6), {}, driver)).toEqual({
      properties: { T: text },
      notes: [],
    });
  });

  it('whose encoding is unknown or wrong is read with a word', async () => {
    expect(await rowOf([['T', 'C', 6]], 'For\xeat ')).toEqual({
      properties: { T: 'Forêt' },
      notes: [
        "a.dbf doesn't name its encoding and was read as Windows-1252: if letters are wrong, add a .cpg file.",
      ],
    });
    const files = { 'a.cpg': bytesOfText('UTF-8') };
    expect((await rowOf([['T', 'C', 6]], 'For\xeat ', files)).notes).toEqual([
      "a.dbf contains text that isn't utf-8: correct its .cpg file.",
    ]);
  });

  it('keeps every digit, and every column', async () => {
    expect(areasIn(await readDataFile('bigid.zip')).areas[0]?.feature.properties).toMatchObject({
      PARCEL: '1234567890123456789',
    });
    const columns: Column[] = [
      ['ID', 'N', 19],
      ['ID', 'N', 8],
      ['', 'C', 3],
      ['OK', 'L', 1],
      ['NO', 'L', 1],
      ['MAYBE', 'L', 1],
      ['FULL', 'N', 4],
      ['SIZE', 'F', 8],
      ['DAY', 'D', 8],
      ['NEVER', 'D', 8],
    ];
    const fields = `   9007199254740992     1,5abcTf?****1.25e+0320260105${' '.repeat(8)}`;
    expect((await rowOf(columns, fields)).properties).toEqual({
      ID: '9007199254740992',
      ID_2: 1.5,
      field: 'abc',
      OK: true,
      NO: false,
      MAYBE: null,
      FULL: null,
      SIZE: 1250,
      DAY: '2026-01-05',
      NEVER: null,
      name: '9007199254740992',
    });
  });

  it('says which columns and rows are missing', async () => {
    const columns: Column[] = [
      ['T', 'C', 2],
      ['NOTE', 'M', 10],
    ];
    expect(await rowOf(columns, `ab         1`)).toEqual({
      properties: { T: 'ab' },
      notes: ['Columns of a.dbf that were left out: NOTE.'],
    });
    const dbf = dbfOf([['T', 'C', 2]], [' ab']);
    const two = polygonShp([[clockwise(0, 0, 1, 1)], [clockwise(2, 0, 3, 1)]]);
    expect(areasIn(await readShp(two, { 'a.dbf': dbf })).notes).toEqual(['a.dbf has 1 rows for 2 shapes.']);
  });

  it('names shapes that are deleted in it', async () => {
    const dbf = dbfOf([['T', 'C', 2]], ['*ab', ' cd']);
    const two = polygonShp([[clockwise(0, 0, 1, 1)], [clockwise(2, 0, 3, 1)]]);
    const read = areasIn(await readShp(two, { 'a.dbf': dbf }));
    expect(read.areas.map(({ feature }) => feature.properties)).toEqual([{ T: 'cd' }]);
    expect(read.leftOut).toEqual(['a.shp 1: deleted in its table']);
  });

  it('of ten million records is read no further than the shapes go', async () => {
    const dbf = dbfOf([['T', 'C', 2]], [' ab']);
    const many = new Uint8Array(65 + 3 * 10_000_000);
    many.set(dbf);
    new DataView(many.buffer).setUint32(4, 10_000_000, true);
    const before = process.memoryUsage().heapUsed;
    expect(areasIn(await readShp(shp, { 'a.dbf': many })).areas[0]?.feature.properties).toEqual({ T: 'ab' });
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
  });

  it('and shapes beyond the first hundred thousand are left out with a word', async () => {
    const nothing = Array.from({ length: 100_000 }, () => new Uint8Array(4));
    const read = areasIn(await readShp(polygonShp([[clockwise(0, 0, 1, 1)]], nothing)));
    expect(read.areas).toHaveLength(1);
    expect(read.leftOut).toContain('a.shp: only the first 100000 shapes are read');
  });
});
