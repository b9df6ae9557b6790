import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { exportFormats } from '../../../../../src/geo/export/formats.ts';
import type { Catalog } from '../../../../../src/features/images/imageCatalog.ts';
import { keptFacts, type Pin } from '../../../../../src/features/images/shortlist.ts';
import { exportImages as run } from '../../../../../src/features/images/ui/exportImages.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { tempFolder } from '../../../tempFolder.ts';
import { port, portImage, searchSetup } from './searchSetup.ts';

const aoi = { uri: 'file:/nowhere/port.geojson', path: [], name: 'Port', polygon: port, areaKm2: 9000 };

const pins = signal<readonly Pin[]>([]);
let path: string;
const written = () => readFile(path, 'utf8');

/** Exports to a file, and presses nothing in the message at the end. */
async function exportImages(catalog: Catalog, argument?: unknown): Promise<void> {
  editor.fileAnswers.push(path);
  user.answers.push(say(undefined));
  await run(catalog, { pins }, argument);
}

async function setUp() {
  const parts = await searchSetup();
  await parts.catalog.search({ aoi });
  return parts;
}

beforeEach(async () => {
  newUser();
  path = join(await tempFolder(), 'all');
  pins.value = [];
  vi.useFakeTimers({ now: Date.parse('2026-03-20T10:41:30Z'), toFake: ['Date'] });
  return () => vi.useRealTimers();
});

describe('exporting images', () => {
  it('writes the given ones, in their order, to a file that the user names', async () => {
    const { catalog } = await setUp();
    await exportImages(catalog, { format: 'ids', ids: ['b', 'gone', 5, 'a'] });
    expect(await written()).toBe('b\na\n');
    expect(user.prompts.map(({ text, choices }) => [text, choices])).toEqual([
      ['Exported 2 images to all.', ['Open', 'Reveal File']],
    ]);
    expect(editor.progress.map(({ title }) => title)).toEqual(['Exporting all']);
    expect(editor.openedEditors).toEqual([]);
  });

  it('opens the file when the user wants it, if it is text', async () => {
    const { catalog } = await setUp();
    user.answers.push(say('Open'));
    await exportImages(catalog, { format: 'kml', ids: ['a'] });
    expect(editor.ran).toMatchObject([['vscode.open', { fsPath: path }, { preview: false }]]);
    user.answers = [];
    await exportImages(catalog, { format: 'flatgeobuf', ids: ['a'] });
    expect(user.prompts.at(-1)?.choices).toEqual(['Reveal File']);
  });

  it('suggests the home folder without a workspace', async () => {
    const { catalog } = await setUp();
    editor.folders = [];
    await exportImages(catalog, { format: 'ids', ids: ['a'] });
    expect(editor.fileDialogs[0]?.options.defaultUri?.fsPath).toBe(join(homedir(), 'Port-2026-03-20.txt'));
  });

  it.each([
    [
      'geojson',
      '.geojson',
      /^\{"type":"FeatureCollection","generator":"Swath","features":\[\n\{"type":"Feature","id":"a",.*\n\]\}\n$/,
    ],
    [
      'csv',
      '.csv',
      /^id,acquisitionDate,.*,aoiCoveredPercent\b.*\r\na,2026-03-01T10:00:00Z,PHR,.*,100\b.*\r\n$/,
    ],
    // Beside the same images as GeoJSON.
    [
      'stac',
      '.stac.geojson',
      /^\{"type":"FeatureCollection",.*\n\{"type":"Feature","stac_version":"1\.1\.0",/,
    ],
  ] as const)('writes %s', async (format, ending, text) => {
    const { catalog } = await setUp();
    await exportImages(catalog, { format, ids: ['a'] });
    expect(await written()).toMatch(text);
    const place = `/nowhere/project/Port-2026-03-20${ending}`;
    expect(editor.fileDialogs[0]?.options).toMatchObject({
      defaultUri: { path: place },
      filters: { [exportFormats[format].label]: [ending.split('.').at(-1)] },
    });
  });

  it('asks for format and images when run from the palette', async () => {
    const { catalog } = await setUp();
    catalog.select(['b']);
    catalog.narrow({ label: 'New since then', ids: ['a'] });
    user.answers.push(say('IDs'), say('Selected'));
    await exportImages(catalog);
    expect(user.prompts[1]?.lines).toEqual([
      'Selected | 1 image',
      'New since then | 1 image',
      'Loaded so Far | 2 images',
      'All | 3 images',
    ]);
    expect(await written()).toBe('b\n');
  });

  it('offers what the list shows, and names its filters', async () => {
    const { catalog } = await setUp();
    catalog.filterList({ limits: {}, span: { from: Date.UTC(2026, 2, 2), to: Date.UTC(2026, 2, 4) } });
    user.answers.push(say('In the List'));
    await exportImages(catalog, { format: 'ids' });
    expect(user.prompts[0]?.lines[0]).toBe('In the List | 1 image · 2026-03-02 – 2026-03-03');
    expect(await written()).toBe('b\n');
  });

  it.each([
    ['New since then', 'a\n'],
    ['Loaded so Far', 'a\nb\n'],
    ['All', 'a\nb\nc\n'],
  ])('exports the choice: %s', async (choice, text) => {
    const { catalog } = await setUp();
    catalog.narrow({ label: 'New since then', ids: ['a'] });
    user.answers.push(say(choice));
    await exportImages(catalog, { format: 'ids' });
    expect(await written()).toBe(text);
  });

  it('exports the shortlist with its notes, also without a search', async () => {
    const { catalog } = await searchSetup();
    const [p, q] = ['p', 'q'].map(id => portImage(id, 4));
    pins.value = [p, q].flatMap(image =>
      image ? [{ image: keptFacts(image), note: `of ${image.id}` }] : [],
    );
    user.answers.push(say('CSV'), say('Shortlist'));
    await exportImages(catalog);
    expect(user.prompts[0]?.lines.slice(3)).toEqual([
      'IDs',
      'KML | for Google Earth',
      'GeoParquet | for DuckDB, GeoPandas and QGIS',
      'FlatGeobuf | for QGIS and GDAL, in place of a GeoPackage',
    ]);
    expect(user.prompts[1]?.lines).toEqual(['Shortlist | 2 images']);
    const [head, first] = (await written()).split('\r\n');
    expect(head).toMatch(/,aoiCoveredPercent,note,shortlisted\b/);
    expect(first).toMatch(/^p,2026-03-04T10:00:00Z,PHR,.*,of p,yes\b/);
  });

  it('says what to do if there are no images, or none of those requested', async () => {
    const { catalog } = await searchSetup();
    await expect(exportImages(catalog, { format: 'ids', ids: ['a'] })).rejects.toThrow(/Search for images/);
    await catalog.search({ aoi });
    await expect(exportImages(catalog, { format: 'ids', ids: ['z'] })).rejects.toThrow(
      /Another search replaced this one/,
    );
  });
});
