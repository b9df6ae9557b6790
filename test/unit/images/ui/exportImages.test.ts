import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeatureCollection } from 'geojson';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { exportPieces } from '../../../../src/model/images/exportImages.ts';
import { exportImages } from '../../../../src/images/ui/exportImages.ts';
import { editor } from '../../../fake/editor.ts';
import { newPerson, person, say } from '../../../fake/person.ts';
import { tempFolder } from '../../tempFolder.ts';
import { port, portImage, searchBench } from './searchBench.ts';

const aoi = { uri: 'file:/nowhere/port.geojson', path: [], name: 'Port', polygon: port, areaKm2: 9000 };

async function bench() {
  const parts = await searchBench();
  await parts.catalog.search({ aoi });
  return parts;
}

beforeEach(() => {
  newPerson();
  vi.useFakeTimers({ now: Date.parse('2026-03-20T10:41:30Z'), toFake: ['Date'] });
  return () => vi.useRealTimers();
});

describe('exporting images', () => {
  it('opens the given ones, in their order, beside the text of the area', async () => {
    const { catalog } = await bench();
    await exportImages(catalog, { format: 'ids', ids: ['b', 'gone', 5, 'a'] });
    expect(editor.shown[0]?.document.getText()).toBe('b\na\n');
    expect(editor.shown[0]?.document.uri.toString()).toBe('untitled:/nowhere/Port-2026-03-20.txt');
    expect(person.shown).toEqual([]);
  });

  it.each([
    ['geojson', '.geojson'],
    ['csv', '.csv'],
  ] as const)('writes %s', async (format, ending) => {
    const { catalog } = await bench();
    await exportImages(catalog, { format, ids: ['a'] });
    const [text] = [[...exportPieces(format, catalog.shown.peek().slice(0, 1), port)].join('')];
    expect(editor.shown[0]?.document.getText()).toBe(text);
    expect(editor.shown[0]?.document.uri.path).toBe(`/nowhere/Port-2026-03-20${ending}`);
  });

  it('asks for format and images when run from the palette', async () => {
    const { catalog } = await bench();
    catalog.select(['b']);
    catalog.narrow({ label: 'New since then', ids: ['a'] });
    person.answers.push(say('IDs'), say('Selected'));
    await exportImages(catalog);
    expect(person.shown.at(-1)?.lines).toEqual([
      'Selected | 1 image',
      'New since then | 1 image',
      'Loaded so Far | 2 images',
      'All | 3 images',
    ]);
    expect(editor.shown[0]?.document.getText()).toBe('b\n');
  });

  it.each([
    ['New since then', 'a\n'],
    ['Loaded so Far', 'a\nb\n'],
    ['All', 'a\nb\nc\n'],
  ])('exports the choice: %s', async (choice, text) => {
    const { catalog } = await bench();
    catalog.narrow({ label: 'New since then', ids: ['a'] });
    person.answers.push(say(choice));
    await exportImages(catalog, { format: 'ids' });
    expect(editor.shown[0]?.document.getText()).toBe(text);
  });

  it('says what to do if there are no images, or none of those requested', async () => {
    const { catalog } = await searchBench();
    await expect(exportImages(catalog, { format: 'ids', ids: ['a'] })).rejects.toThrow(/Search for images/);
    await catalog.search({ aoi });
    await expect(exportImages(catalog, { format: 'ids', ids: ['z'] })).rejects.toThrow(
      /Another search replaced this one/,
    );
  });

  describe('exporting more than fits a document', () => {
    async function large(count = 2) {
      const parts = await searchBench();
      const properties = { note: 'ü'.repeat(2_600_000 / count) };
      parts.service.images = Array.from({ length: count }, (_none, index) =>
        portImage(`i${index + 1}`, 1, 1, { properties }),
      );
      await parts.catalog.search({ aoi });
      await parts.catalog.all();
      return parts.catalog;
    }

    it('writes a file that the user names, and says where', async () => {
      const catalog = await large();
      const path = join(await tempFolder(), 'all.geojson');
      editor.fileAnswers.push(path);
      await exportImages(catalog, { format: 'geojson', ids: ['i1', 'i2'] });
      expect(editor.fileDialogs.map(({ options }) => options.defaultUri?.path)).toEqual([
        '/nowhere/project/Port-2026-03-20.geojson',
      ]);
      const text = await readFile(path, 'utf8');
      expect((JSON.parse(text) as FeatureCollection).features).toHaveLength(2);
      expect(person.told).toEqual([`Wrote 2 images to ${path}.`]);
      expect(editor.shown).toEqual([]);
      expect(editor.progress.map(({ title }) => title)).toEqual(['Exporting images']);
    });
  });
});
