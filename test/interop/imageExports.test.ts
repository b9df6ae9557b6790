/** Images of a search and of the shortlist, in every format that they are offered in. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signal } from '@preact/signals-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExportFormat, exportFormats } from '../../src/geo/export/formats.ts';
import { keptFacts, type Pin } from '../../src/features/images/shortlist.ts';
import { exportImages } from '../../src/features/images/ui/exportImages.ts';
import { editor } from '../fake/editor.ts';
import { newUser, say, user } from '../fake/user.ts';
import { port, portImage, searchSetup } from '../unit/features/images/ui/searchSetup.ts';
import { box, polygon } from '../unit/geo/polygons.ts';
import { jsonOf, parquet, programs, python } from './programs.ts';

interface ReadFile {
  count: number;
  crs: string | null;
  types: Record<string, string>;
  features: { values: Record<string, string>; geometry: { type: string } | null; valid: boolean }[];
}

const note = '=1+1; Grüße, 港 مرحبا "🛰️"\nsecond line';
const images = [
  portImage('DS_PHR1A_202603010000000_é', 1, 1, {
    cloudCover: 2.5,
    platform: 'PHR1A',
    // As received: what GeoJSON contains.
    properties: { constellation: 'PHR', platform: 'PHR1A', cloudCover: 2.5 },
  }),
  // Across the antimeridian.
  portImage('across', 2, 1, { footprint: polygon(box(179.5, 43, 180.5, 44)) }),
  portImage('12345678901234567890', 3, 0.5),
];
const ids = images.map(({ id }) => id);

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'swath-images-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The path of the file. */
async function exported(
  format: ExportFormat,
  choice: 'Loaded so Far' | 'All' | 'Shortlist',
): Promise<string> {
  newUser();
  const { label, ending } = exportFormats[format];
  const path = join(folder, `${choice}-${format}${ending}`);
  const pins = images.map(image => ({ image: keptFacts(image), note }));
  const { catalog, service } = await searchSetup();
  service.images = images;
  const aoi = { uri: 'file:///nowhere/port.geojson', path: [], name: 'Port', polygon: port, areaKm2: 9000 };
  if (choice !== 'Shortlist') await catalog.search({ aoi });
  user.answers.push(say(label), say(choice), say('Reveal File'));
  editor.fileAnswers.push(path);
  await exportImages(catalog, { pins: signal<readonly Pin[]>(choice === 'Shortlist' ? pins : []) });
  return path;
}

function readWith(reader: 'gdal' | 'geopandas', path: string): ReadFile {
  const interpreter = path.endsWith('.parquet') ? python.withParquet : python.system;
  return (jsonOf(interpreter, 'read_vectors.py', reader, path) as Record<string, ReadFile>)[path] as ReadFile;
}

/** In the order of the search: an index sorts the features of some formats. */
function valuesIn({ features }: ReadFile) {
  return ids.map(id => features.find(({ values }) => values.id === id)?.values);
}

function expectFootprints({ features, count, crs }: ReadFile) {
  expect(count).toBe(ids.length);
  expect(features.map(({ valid }) => valid)).toEqual(ids.map(() => true));
  const types = ids.map(id => features.find(({ values }) => values.id === id)?.geometry?.type);
  expect(types).toEqual(['Polygon', expect.stringMatching(/^(?:Multi)?Polygon$/), 'Polygon']);
  expect(crs).toMatch(/^(?:4326|CRS84)$/);
}

describe.each(['All', 'Shortlist'] as const)('%s', choice => {
  const notes = choice === 'Shortlist' ? { note } : {};

  it.skipIf(!programs.gdal.isThere()).each(['geojson', 'kml', 'flatgeobuf'] as const)(
    'as %s is read by GDAL',
    async format => {
      const read = readWith('gdal', await exported(format, choice));
      expectFootprints(read);
      const [first] = valuesIn(read);
      expect(first).toMatchObject({ constellation: 'PHR', platform: 'PHR1A', ...notes });
      expect(Number(first?.cloudCover)).toBe(2.5);
      expect(Object.keys(valuesIn(read)[2] ?? {})).not.toContain('cloudCover');
    },
  );

  it.skipIf(!programs.gdal.isThere())('as stac is read by GDAL', async () => {
    const read = readWith('gdal', await exported('stac', choice));
    expectFootprints(read);
    expect(valuesIn(read)[0]).toMatchObject({ datetime: '2026/03/01 10:00:00+00' });
  });

  it.skipIf(!programs.gdal.isThere())('as csv is read by GDAL', async () => {
    const read = readWith('gdal', await exported('csv', choice));
    expect(valuesIn(read)).toHaveLength(3);
    const center = { longitude: '5.5', latitude: '43.5', acquisitionDate: '2026-03-01T10:00:00Z' };
    expect(valuesIn(read)[0]).toMatchObject({ ...center, cloudCover: '2.5' });
    // A leading character keeps spreadsheets from computing it.
    if (choice === 'Shortlist') expect(valuesIn(read)[0]?.note).toBe(`'${note}`);
  });

  it('as ids has one per line', async () => {
    expect(await readFile(await exported('ids', choice), 'utf8')).toBe(ids.map(id => `${id}\n`).join(''));
  });

  it.skipIf(!parquet.isThere())('as geoparquet is read by GeoPandas', async () => {
    const read = readWith('geopandas', await exported('geoparquet', choice));
    expectFootprints(read);
    expect(read.types.acquisitionDate).toMatch(/^datetime64/);
    expect(valuesIn(read)[0]).toMatchObject({ cloudCover: '2.5', ...notes });
  });
});
