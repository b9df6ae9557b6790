import type { FeatureCollection } from 'geojson';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { exportText } from '../../../src/model/images/exportImages.ts';
import { desk, FakeUri } from './areaWindow.ts';
import { say, scripted } from './scriptedWindow.ts';
import { port, portImage, searchBench } from './searchBench.ts';
import { progress, resetSearchWindow, searchDesk, told } from './searchWindow.ts';

vi.mock('vscode', async () => (await import('./searchWindow.ts')).searchVscode);

const { exportImages } = await import('../../../src/commands/exportImages.ts');

const aoi = { uri: 'file:/nowhere/port.geojson', path: [], name: 'Port', polygon: port, areaKm2: 9000 };

async function bench() {
  const parts = await searchBench();
  await parts.catalog.search({ aoi });
  return parts;
}

beforeEach(() => {
  resetSearchWindow();
  vi.useFakeTimers({ now: Date.parse('2026-03-20T10:41:30Z'), toFake: ['Date'] });
  return () => vi.useRealTimers();
});

describe('exporting images', () => {
  it('opens those that are given, in their order, beside the text of the area', async () => {
    const { catalog } = await bench();
    await exportImages(catalog, { format: 'ids', ids: ['b', 'gone', 5, 'a'] });
    expect(desk.shown[0]?.text).toBe('b\na\n');
    expect(desk.shown[0]?.uri.toString()).toBe('untitled:/nowhere/Port-2026-03-20.txt');
    expect(scripted.shown).toEqual([]);
  });

  it.each([
    ['geojson', '.geojson'],
    ['csv', '.csv'],
  ] as const)('writes %s', async (format, ending) => {
    const { catalog } = await bench();
    await exportImages(catalog, { format, ids: ['a'] });
    expect(desk.shown[0]?.text).toBe(exportText(format, catalog.shown.peek().slice(0, 1)));
    expect(desk.shown[0]?.uri.path).toBe(`/nowhere/Port-2026-03-20${ending}`);
    // Which language that is, is told by the ending.
    expect(searchDesk.languages).toEqual([]);
  });

  it('asks for format and images from the palette', async () => {
    const { catalog } = await bench();
    catalog.select(['b']);
    catalog.narrow({ label: 'New since then', ids: ['a'] });
    scripted.answers.push(say('Ids'), say('Selected'));
    await exportImages(catalog);
    expect(desk.listed).toEqual([
      'Selected | 1 image',
      'New since then | 1 image',
      'Loaded so Far | 2 images',
      'All | loads the others first, 3 in all',
    ]);
    expect(desk.shown[0]?.text).toBe('b\n');
  });

  it.each([
    ['New since then', 'a\n'],
    ['Loaded so Far', 'a\nb\n'],
    ['All', 'a\nb\nc\n'],
  ])('exports what is chosen: %s', async (choice, text) => {
    const { catalog } = await bench();
    catalog.narrow({ label: 'New since then', ids: ['a'] });
    scripted.answers.push(say(choice));
    await exportImages(catalog, { format: 'ids' });
    expect(desk.shown[0]?.text).toBe(text);
  });

  it('exports nothing when the loading of the others is ended', async () => {
    const { catalog, service } = await bench();
    service.wait = id => {
      if (id === 'b') progress.cancel();
      return Promise.resolve();
    };
    scripted.answers.push(say('All'));
    await exportImages(catalog, { format: 'ids' });
    expect(desk.shown).toEqual([]);
  });

  it.each([[[]], [['Ids']]])('does nothing when the user leaves after %j', async answers => {
    const { catalog } = await bench();
    scripted.answers.push(...answers.map(say), say(undefined));
    await exportImages(catalog);
    expect(desk.shown).toEqual([]);
  });

  it('says what to do where there are no images, or none of those that are wanted', async () => {
    const { catalog } = await searchBench();
    await expect(exportImages(catalog, { format: 'ids', ids: ['a'] })).rejects.toThrow(/no images to export/);
    await catalog.search({ aoi });
    await expect(exportImages(catalog, { format: 'ids', ids: ['z'] })).rejects.toThrow(
      /None of these images is in the list/,
    );
  });

  describe('of more than a document should hold', () => {
    async function large() {
      const parts = await searchBench();
      const properties = { note: 'ü'.repeat(1_300_000) };
      parts.service.images = [1, 2].map(day => portImage(`i${day}`, day, 1, { properties }));
      await parts.catalog.search({ aoi });
      return parts.catalog;
    }

    it('writes a file that the user names, and says where', async () => {
      const catalog = await large();
      searchDesk.saves = new FakeUri('file', '/elsewhere/all.geojson');
      await exportImages(catalog, { format: 'geojson', ids: ['i1', 'i2'] });
      expect(searchDesk.savesAt).toEqual(['/nowhere/project/Port-2026-03-20.geojson']);
      const text = searchDesk.written.get('/elsewhere/all.geojson') ?? '';
      expect((JSON.parse(text) as FeatureCollection).features).toHaveLength(2);
      expect(told()).toEqual(['2 images were written to /elsewhere/all.geojson.']);
      expect(desk.shown).toEqual([]);
      expect(progress.titles).toContain('Writing /elsewhere/all.geojson');
    });

    it('writes nothing when the user leaves', async () => {
      const catalog = await large();
      await exportImages(catalog, { format: 'geojson', ids: ['i1', 'i2'] });
      expect([searchDesk.savesAt.length, searchDesk.written.size, told()]).toEqual([1, 0, []]);
    });

    it('can be ended before that', async () => {
      const catalog = await large();
      searchDesk.isCancelled = true;
      await exportImages(catalog, { format: 'geojson', ids: ['i1', 'i2'] });
      expect(searchDesk.savesAt).toEqual([]);
    });
  });
});
