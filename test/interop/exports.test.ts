import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Geometry } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { exportFormats } from '../../src/geo/export/formats.ts';
import { readWkt } from '../../src/features/areas/rules/import/wkt.ts';
import { exportReport } from '../../src/features/deliveries/ui/exportReport.ts';
import { ledgerCsv } from '../../src/features/ledger/rules/ledgerCsv.ts';
import { paymentsCsv } from '../../src/features/account/rules/paymentsCsv.ts';
import { editor } from '../fake/editor.ts';
import { newUser, say, user } from '../fake/user.ts';
import { deliverySetup } from '../unit/features/deliveries/ui/deliverySetup.ts';
import { jsonOf, parquet, programs, python } from './programs.ts';

interface ReadFeature {
  fid?: number;
  values: Record<string, string>;
  geometry: Geometry | null;
  valid: boolean;
}

interface ReadFile {
  driver?: string;
  count: number;
  crs: string | null;
  types: Record<string, string>;
  features: ReadFeature[];
}

const script = 'Grüße, 你好 مرحبا हिन्दी Ελλάδα 🛰️ <b>&"\'';
const point = (...coordinates: number[]) => ({ type: 'Point', coordinates });
const square = (west: number, south: number, size: number): number[][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

const feature = (id: string | number | undefined, geometry: unknown, properties: object) => ({
  type: 'Feature',
  ...(id === undefined ? {} : { id }),
  geometry,
  properties,
});

/** The digits of a `huge` beginning with this are beyond what numbers keep. */
const huge = '9007199254740993';

const features = [
  feature('eins', point(4, 52, 17.5), {
    title: script,
    '': 'no name',
    nested: { a: [1, { b: null }], text: 'ü' },
    seen: '2026-03-01T12:00:00+02:00',
    day: '2026-03-01',
    count: 1,
    share: 0.25,
    ok: true,
    huge: '@huge@',
    long: 4_000_000_000,
    nothing: null,
  }),
  feature(
    2,
    { type: 'Polygon', coordinates: [square(5, 43, 1), square(5.2, 43.2, 0.2).reverse()] },
    {
      title: 'hole',
      count: -2147483648,
      share: 1e-7,
      ok: false,
    },
  ),
  feature(
    '三',
    { type: 'MultiPolygon', coordinates: [[square(0, 0, 1)], [square(2, 0, 1)]] },
    { title: 'two' },
  ),
  feature(
    undefined,
    {
      type: 'Polygon',
      coordinates: [
        [
          [179, 10, 5],
          [-179, 10, 5],
          [-179, 11, 5],
          [179, 11, 5],
          [179, 10, 5],
        ],
      ],
    },
    { title: 'across' },
  ),
  feature('open', { type: 'Polygon', coordinates: [square(7, 7, 1).slice(0, 4)] }, { title: 'open ring' }),
  feature(
    'line',
    {
      type: 'LineString',
      coordinates: [
        [1, 1],
        [2, 2],
        [3, 1],
      ],
    },
    { title: 'line' },
  ),
  feature(
    'multi',
    {
      type: 'MultiPoint',
      coordinates: [
        [1, 1],
        [2, 2],
      ],
    },
    { title: 'points' },
  ),
];
const ids = ['eins', '2', '三', undefined, 'open', 'line', 'multi'];
const titles = features.map(({ properties }) => (properties as { title: string }).title);

const areaOf = (geometry: Geometry | null): number => {
  const rings =
    geometry?.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry?.type === 'MultiPolygon'
        ? geometry.coordinates
        : [];
  const ringArea = (ring: number[][]) =>
    Math.abs(
      ring.reduce((sum, [x = 0, y = 0], at) => {
        const [nextX = x, nextY = y] = ring[at + 1] ?? [];
        return sum + (x * nextY - nextX * y) / 2;
      }, 0),
    );
  return rings.reduce(
    (sum, [outer = [], ...holes]) =>
      sum + ringArea(outer) - holes.reduce((all, hole) => all + ringArea(hole), 0),
    0,
  );
};
const types = ['Point', 'Polygon', 'MultiPolygon', 'MultiPolygon', 'Polygon', 'LineString', 'MultiPoint'];
const areas = [0, 0.96, 2, 2, 1, 0, 0];

let folder: string;
const paths = {} as Record<'csv' | 'kml' | 'geoparquet' | 'flatgeobuf' | 'flat', string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-interop-'));
  newUser();
  editor.folders = [folder];
  const source = join(folder, 'report.geojson');
  const text = JSON.stringify({ type: 'FeatureCollection', features }).replace('"@huge@"', huge);
  await writeFile(source, text);
  const { parts } = await deliverySetup([], {});
  await exportTo(parts, source);
  const flat = join(folder, 'flat.geojson');
  await writeFile(flat, text.replaceAll(/,17\.5\]|,5\]/g, ']'));
  editor.fileAnswers.push(join(folder, 'flat.fgb'));
  user.answers.push(say('FlatGeobuf'), say('Reveal File'));
  await exportReport(parts, vscode.Uri.file(flat));
  paths.flat = join(folder, 'flat.fgb');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function exportTo(parts: Parameters<typeof exportReport>[0], source: string): Promise<void> {
  for (const format of ['csv', 'kml', 'geoparquet', 'flatgeobuf'] as const) {
    const { label, ending } = exportFormats[format];
    paths[format] = join(folder, `out${ending}`);
    editor.fileAnswers.push(paths[format]);
    user.answers.push(say(label), say('Reveal File'));
    await exportReport(parts, vscode.Uri.file(source));
  }
}

function readWith(reader: 'gdal' | 'geopandas', interpreter: string, path: string): ReadFile {
  const read = jsonOf(interpreter, 'read_vectors.py', reader, path) as Record<string, ReadFile>;
  return read[path] as ReadFile;
}

/** In the order of the report: an index sorts the features of some formats. */
function inOrder({ features: found }: ReadFile) {
  return titles.map(title => found.find(({ values }) => values.title === title));
}

/** What every format keeps. */
function expectAll(read: ReadFile, hasHeights = true) {
  expect(read.count).toBe(features.length);
  const found = inOrder(read);
  expect(found.map(item => item?.values.title)).toEqual(titles);
  // A field of a CSV is empty rather than missing.
  expect(found.map(item => item?.values.id || undefined)).toEqual(ids);
  expect(found.every(item => item?.valid)).toBe(true);
  found.forEach((item, at) => expect(areaOf(item?.geometry ?? null)).toBeCloseTo(areas[at] ?? NaN, 6));
  expect(found.map(item => item?.geometry?.type)).toEqual(types);
  expect(found[0]?.geometry).toMatchObject({ coordinates: hasHeights ? [4, 52, 17.5] : [4, 52] });
  const longitudes =
    JSON.stringify(found[3]?.geometry)
      .match(/-?\d+(\.\d+)?/g)
      ?.map(Number) ?? [];
  expect([Math.min(...longitudes), Math.max(...longitudes)]).toEqual([-180, 180]);
  const [first] = found;
  expect(first?.values.unnamed).toBe('no name');
  expect(JSON.parse(first?.values.nested ?? '')).toEqual({ a: [1, { b: null }], text: 'ü' });
  expect(first?.values.day).toBe('2026-03-01');
  expect(first?.values.nothing ?? '').toBe('');
}

describe.skipIf(!programs.gdal.isThere())('GDAL', () => {
  it('reads FlatGeobuf with types, heights, and all digits', () => {
    const read = readWith('gdal', python.system, paths.flatgeobuf);
    expectAll(read);
    expect(read).toMatchObject({ driver: 'FlatGeobuf', crs: '4326' });
    expect(read.types).toMatchObject({
      id: 'String',
      count: 'Integer',
      share: 'Real',
      ok: 'Integer',
      long: 'Integer64',
      huge: 'Integer64',
      seen: 'DateTime',
    });
    const [first, second] = inOrder(read);
    expect(first?.values).toMatchObject({ huge, long: '4000000000', count: '1', share: '0.25' });
    expect(first?.values.seen).toMatch(/^2026\/03\/01 10:00:00/);
    expect(second?.values).toMatchObject({ count: '-2147483648', share: '1e-07' });
  });

  it('reads CSV with WKT', () => {
    const read = readWith('gdal', python.system, paths.csv);
    expectAll(read);
    expect(inOrder(read)[0]?.values).toMatchObject({
      huge,
      long: '4000000000',
      seen: '2026-03-01T12:00:00+02:00',
    });
  });

  it('reads KML', () => {
    const read = readWith('gdal', python.system, paths.kml);
    // GDAL has the name of a placemark beside its data.
    expectAll(read);
    expect(read.driver).toMatch(/KML/);
    expect(inOrder(read)[0]?.values).toMatchObject({ Name: script, huge });
  });
});

describe.skipIf(!programs.geopandas.isThere())('GeoPandas', () => {
  it('reads FlatGeobuf', () => {
    // Fiona 1.9.0 refuses files of several types with heights.
    const read = readWith('geopandas', python.system, paths.flat);
    expectAll(read, false);
    expect(read.crs).toBe('4326');
  });

  it.skipIf(!parquet.isThere())('reads GeoParquet with types, heights, and all digits', () => {
    const read = readWith('geopandas', python.withParquet, paths.geoparquet);
    expectAll(read);
    expect(read.crs).toBe('CRS84');
    expect(read.types.seen).toMatch(/^datetime64/);
    expect(read.features[0]?.values.count).toMatch(/^1(\.0)?$/);
  });
});

describe.skipIf(!programs.geopandas.isThere() || !programs.notebook.isThere())('Jupyter', () => {
  it('runs a notebook that reads an export', async () => {
    const cell = (source: string) => ({
      cell_type: 'code',
      metadata: {},
      execution_count: null,
      outputs: [],
      source,
    });
    const notebook = {
      nbformat: 4,
      nbformat_minor: 4,
      metadata: { kernelspec: { name: 'python3', display_name: 'Python 3' } },
      cells: [
        cell(`import geopandas\ntable = geopandas.read_file(${JSON.stringify(paths.flat)})`),
        cell(`print(len(table), sorted(table["id"].dropna()), table.geometry.is_valid.all())`),
      ],
    };
    const path = join(folder, 'notebook.ipynb');
    await writeFile(path, JSON.stringify(notebook));
    const args = ['-m', 'nbconvert', '--to', 'notebook', '--execute', '--output', 'run.ipynb', path];
    const { status, stderr } = spawnSync(python.system, args, { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const run = await readFile(join(folder, 'run.ipynb'), 'utf8');
    const { cells } = JSON.parse(run) as { cells: { outputs: { text?: string[] }[] }[] };
    expect(cells[1]?.outputs[0]?.text?.join('')).toBe(
      "7 ['2', 'eins', 'line', 'multi', 'open', '三'] True\n",
    );
  });
});

describe.skipIf(!programs.spreadsheet.isThere())('LibreOffice', () => {
  /** The cells as shown. UTF-8 and commas, as its import dialog suggests for these files. */
  function shownCells(path: string): string[][] {
    const out = join(folder, 'shown');
    const { status, stderr } = spawnSync(
      'soffice',
      [
        `-env:UserInstallation=file://${join(folder, 'office')}`,
        '--headless',
        '--infilter=CSV:44,34,76,1',
        '--convert-to',
        'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false',
        '--outdir',
        out,
        path,
      ],
      { encoding: 'utf8' },
    );
    expect(status, stderr).toBe(0);
    return jsonOf(python.system, 'read_csv.py', join(out, basename(path))) as string[][];
  }

  it('shows each feature of a CSV in a row, with its texts', () => {
    const [head = [], ...rows] = shownCells(paths.csv);
    expect(rows).toHaveLength(features.length);
    const column = (name: string) => rows.map(row => row[head.indexOf(name)]);
    expect(column('title')).toEqual(titles);
    expect(column('id')).toEqual(ids.map(id => id ?? ''));
    expect(column('unnamed')[0]).toBe('no name');
    expect(column('nested')[0]).toBe('{"a":[1,{"b":null}],"text":"ü"}');
    const wkts = column('wkt').map(wkt => readWkt(wkt ?? '')[0]?.geometry as Geometry);
    wkts.forEach((geometry, at) => expect(areaOf(geometry)).toBeCloseTo(areas[at] ?? NaN, 6));
    expect(column('wkt')[0]).toBe('POINT Z (4 52 17.5)');
    expect(column('huge')[0]).toBe('9.00719925474099E+015');
  });

  it('computes no text of a file', async () => {
    const path = join(folder, 'payments.csv');
    const payment = {
      id: 'p1',
      createdAt: '2026-03-01T12:00:00Z',
      type: 'order',
      creditAmount: { value: 12, unit: 'credits' },
      description: '=1+1; ; 港 🛰️',
    };
    await writeFile(path, paymentsCsv([payment as unknown as Parameters<typeof paymentsCsv>[0][number]]));
    const [head = [], first = []] = shownCells(path);
    expect(first[head.indexOf('description')]).toContain('=1+1');
    expect(first[head.indexOf('amount')]).toBe('12');
    const ledger = join(folder, 'ledger.csv');
    const entry = {
      at: '2026-03-01T12:00:00Z',
      connection: 'Live',
      action: 'order',
      result: 'done',
      title: '+49 Häfen',
    };
    await writeFile(ledger, ledgerCsv([entry as unknown as Parameters<typeof ledgerCsv>[0][number]]));
    const [ledgerHead = [], ledgerRow = []] = shownCells(ledger);
    expect(ledgerRow[ledgerHead.indexOf('title')]).toContain('+49 Häfen');
  });
});
