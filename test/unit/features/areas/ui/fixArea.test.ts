import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { signal } from '@preact/signals-core';
import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { beforeEach, describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import type { AoiSource, CatalogState } from '../../../../../src/features/images/imageCatalog.ts';
import { fixArea, swapAxes } from '../../../../../src/features/areas/ui/aoiFixes.ts';
import { clipArea, simplifyArea } from '../../../../../src/features/areas/ui/clipArea.ts';
import { splitAreaFiles } from '../../../../../src/features/areas/ui/splitAreaFiles.ts';
import type { Document } from '../../../../fake/documents.ts';
import { editor } from '../../../../fake/editor.ts';
import { type Answer, newUser, read, say, user } from '../../../../fake/user.ts';
import { tempFolder } from '../../../tempFolder.ts';

const ring = box(5, 43, 6, 44);
const multi: MultiPolygon = { type: 'MultiPolygon', coordinates: [[ring], [box(8, 43, 9, 44)]] };
const feature = (geometry: unknown, name?: string) => ({
  type: 'Feature',
  properties: name === undefined ? {} : { name },
  geometry,
});

function putCursor(document: Document, at: string): void {
  editor.putCursor(editor.show(document), 1, document.getText().indexOf(at));
}

function open(path: string, value: unknown, cursorAt = '"coordinates"'): Document {
  const document = editor.open(`untitled:${path}`, JSON.stringify(value));
  putCursor(document, cursorAt);
  return document;
}

/** A search with images of these footprints, some of them selected. */
function catalogOf(footprints: (Polygon | MultiPolygon)[] = [], selected: string[] = []) {
  const images = footprints.map(
    (footprint, index) =>
      ({
        id: String(index),
        footprint,
        acquisitionDate: `2026-03-0${index + 1}T10:00:00Z`,
        constellation: 'PHR',
      }) as Image,
  );
  return {
    current: signal({ images, selected } as unknown as CatalogState),
    visible: signal(images),
    estimates: signal(undefined),
  };
}

const parsed = (document: Document) => JSON.parse(document.getText()) as unknown;

beforeEach(() => {
  newUser();
  editor.folders = ['/nowhere/project'];
});

it('leaves a document that is read-only in the session as it is, and says so', async () => {
  const document = open('/nowhere/town.geojson', polygon(ring));
  const text = document.getText();
  document.isReadOnly = true;
  const target = { uri: document.uri.toString(), path: [], fix: { kind: 'swap-axes' } };
  await expect(fixArea(catalogOf(), target)).rejects.toThrow(
    /^town\.geojson is read-only\. Make it writable/,
  );
  expect(document.getText()).toBe(text);
});

describe('a delivered report', () => {
  const report = () => open('/nowhere/town-0123abcd.geojson', feature(polygon(ring)));
  const record = /^town-0123abcd\.geojson is a delivered report\. Copy /;

  it.each<[string, (document: Document) => Promise<void>]>([
    ['fixed', () => fixArea(catalogOf(), undefined)],
    [
      'fixed by a lens',
      document =>
        fixArea(catalogOf(), { uri: document.uri.toString(), path: ['geometry'], fix: { kind: 'round' } }),
    ],
    ['simplified', () => simplifyArea(undefined)],
    ['clipped', () => clipArea(catalogOf([polygon(box(5, 43, 5.5, 44))]), undefined)],
  ])('is not %s', async (_how, run) => {
    const document = report();
    const before = document.getText();
    await expect(run(document)).rejects.toThrow(record);
    expect(document.getText()).toBe(before);
    expect(user.prompts).toEqual([]);
  });
});

describe('Fix Area', () => {
  it('applies the given fix by one edit', async () => {
    const document = open('/a.geojson', feature(multi));
    const target = { uri: document.uri.toString(), path: ['geometry'], fix: { kind: 'split' } };
    await fixArea(catalogOf(), target);
    expect((parsed(document) as FeatureCollection).features).toHaveLength(2);
    expect(document.version).toBe(2);
    expect(user.prompts).toEqual([]);
  });

  it('says when there is nothing to do', async () => {
    const document = open('/a.geojson', polygon(ring));
    await fixArea(catalogOf(), { uri: document.uri.toString(), path: [], fix: { kind: 'close' } });
    expect(document.version).toBe(1);
    expect(user.messages).toEqual(['The area has nothing to fix.']);
  });

  it('computes its edits again if the text has changed in the meantime, once', async () => {
    const document = open('/a.geojson', polygon(ring.slice(0, 4)));
    const target = { uri: document.uri.toString(), path: [], fix: { kind: 'close' } };
    const fixing = fixArea(catalogOf(), target);
    editor.documents.replace(document, `  ${document.getText()}`);
    await fixing;
    expect(document.getText().startsWith('  {')).toBe(true);
    expect(parsed(document)).toEqual(polygon(ring));

    Object.defineProperty(document, 'version', { get: () => Math.random(), set: () => undefined });
    await expect(fixArea(catalogOf(), target)).rejects.toThrow("Couldn't change a.geojson");
  });

  it('asks which one, among those that would change the area at the cursor', async () => {
    const collection = (outline: typeof ring) => ({
      type: 'FeatureCollection',
      features: [feature(polygon(outline))],
    });
    const document = open('/a.geojson', collection(ring.slice(0, 4)));
    user.answers.push(say('Close ring'));
    await fixArea(catalogOf(), undefined);
    expect(user.prompts[0]?.choices).toEqual(['Close ring', 'Swap longitude and latitude']);
    expect(parsed(document)).toEqual(collection(ring));
  });

  it('offers commands with questions where they are useful', async () => {
    const vertices: Position[] = [...ring.slice(0, 4), [5, 43.9], [5, 43.5], [5, 43]];
    open('/a.geojson', { type: 'FeatureCollection', features: [feature(polygon(vertices)), feature(multi)] });
    user.answers.push(say(undefined), say('Split into Files of One Polygon Each…'));
    await fixArea(catalogOf([polygon(ring)]), undefined);
    expect(user.prompts[0]?.lines).toEqual([
      'Swap longitude and latitude',
      'Simplify the Polygon… | 7 positions',
      'Clip to a Footprint…',
      'Split Areas into Files… | 3 areas',
    ]);
    putCursor(editor.document('a.geojson'), '"MultiPolygon"');
    await fixArea(catalogOf(), undefined);
    expect(user.prompts[1]?.choices).toEqual([
      'Split into single Polygons',
      'Keep largest polygon',
      'Swap longitude and latitude',
      'Split into Files of One Polygon Each…',
      'Split Areas into Files…',
    ]);
    expect(editor.ran).toEqual([['swath.splitAreaFiles', expect.anything()]]);
  });

  it('keeps one polygon in an order', async () => {
    open('/a.order.json', { aoi: multi });
    user.answers.push(say('Keep largest polygon'));
    await fixArea(catalogOf(), undefined);
    expect(user.prompts[0]?.choices).toEqual(['Keep largest polygon', 'Swap longitude and latitude']);
  });
});

describe('Swap Longitude and Latitude', () => {
  const swapped = polygon(ring.map(([x, y]) => [y, x]));

  it('changes the only area of a text from its start', async () => {
    const document = open(
      '/a.geojson',
      { type: 'FeatureCollection', features: [feature(polygon(ring))] },
      '{',
    );
    await swapAxes(catalogOf(), undefined);
    expect((parsed(document) as FeatureCollection).features[0]?.geometry).toEqual(swapped);
  });

  it('changes the area on the map while no text has the focus', async () => {
    const document = editor.open('untitled:/a.geojson', JSON.stringify(feature(polygon(ring))));
    const catalog = catalogOf();
    const aoi = { uri: document.uri.toString(), path: ['geometry'] } as unknown as AoiSource;
    catalog.current.value = { ...catalog.current.peek(), aoi };
    await swapAxes(catalog, undefined);
    expect(parsed(document)).toEqual(feature(swapped));
  });

  it('refuses what would be beyond the poles, in every part', async () => {
    const parts = { type: 'MultiPolygon', coordinates: [[ring], [box(100, 43, 101, 44)]] };
    const document = open('/a.geojson', parts);
    await swapAxes(catalogOf(), undefined);
    expect(document.version).toBe(1);
    expect(user.messages).toEqual(["Can't swap longitude and latitude: that gives no area on Earth."]);
  });
});

describe('Simplify', () => {
  const circle = Array.from({ length: 201 }, (_value, index): Position => {
    const angle = ((index % 200) * Math.PI) / 100;
    return [5 + Math.cos(angle), 43 + Math.sin(angle)];
  });

  it('asks for the number, shows the effect, and applies it', async () => {
    const document = open('/a.geojson', feature(polygon(circle), 'round'));
    const answers: unknown[] = [];
    const typing: Answer = async ({ value, validate }) => {
      answers.push(value);
      for (const text of ['', 'x', '3', '201', '1e2', ' 40 ']) answers.push(await validate(text));
      return '40';
    };
    user.answers.push(typing);
    await simplifyArea(undefined);
    expect(user.prompts[0]?.detail).toContain('201 positions');
    const range = 'Enter a whole number from 4 to 200.';
    expect(answers.slice(0, 6)).toEqual(['100', range, range, range, range, range]);
    expect(answers[6]).toMatchObject({
      severity: 1,
      message: expect.stringMatching(
        /^40 positions\. The outline moves by up to \d+ m, and the area changes by -\d/,
      ) as unknown,
    });
    const { geometry, properties } = parsed(document) as Feature<Polygon>;
    expect(geometry.coordinates[0]).toHaveLength(40);
    expect(properties).toEqual({ name: 'round' });
    expect(document.version).toBe(2);
  });
});

describe('Clip to a footprint', () => {
  it('offers selected images first, then those that cover a part, and clips', async () => {
    const document = open('/a.geojson', feature(polygon(ring), 'port'));
    const footprints = [box(0, 40, 9, 50), box(5, 43, 5.25, 44), box(20, 43, 21, 44), box(5, 43, 5.999, 44)];
    const catalog = catalogOf(
      [...footprints.map(footprint => polygon(footprint)), polygon(box(0, 40, 9, 50))],
      ['0', '2'],
    );
    user.answers.push(say('2026-03-02 10:00:00 UTC'));
    await clipArea(catalog, { uri: document.uri.toString(), path: ['geometry'] });
    expect(user.prompts[0]?.lines).toEqual([
      '2026-03-01 10:00:00 UTC | PHR · covers 100 % · selected on the map',
      '2026-03-02 10:00:00 UTC | PHR · covers 25 %',
      '2026-03-04 10:00:00 UTC | PHR · covers 99.9 %',
    ]);
    expect(parsed(document)).toMatchObject({ properties: { name: 'port' }, geometry: { type: 'Polygon' } });
    const [after = []] = (parsed(document) as Feature<Polygon>).geometry.coordinates;
    expect(Math.max(...after.map(([x]) => x))).toBe(5.25);
    expect(user.messages).toEqual([expect.stringMatching(/^Clipped the area to .* km², 25 % of it\.$/)]);
  });

  it('asks for no image if its menu is where it was chosen', async () => {
    const document = open('/a.geojson', feature(polygon(ring), 'port'));
    const catalog = catalogOf([polygon(box(5, 43, 5.25, 44)), polygon(box(5, 43, 5.5, 44))]);
    await clipArea(catalog, { uri: document.uri.toString(), path: ['geometry'], imageId: '1' });
    expect(user.prompts.map(({ kind }) => kind)).toEqual(['message']);
    expect(user.messages).toEqual([expect.stringMatching(/, 50 % of it\.$/)]);
  });

  it('leaves out what the list hides, and says so', async () => {
    const document = open('/a.geojson', feature(polygon(ring), 'port'));
    const footprints = [box(5, 43, 5.25, 44), box(5, 43, 5.5, 44)];
    const catalog = catalogOf(footprints.map(footprint => polygon(footprint)));
    const span = { from: Date.UTC(2026, 2, 2), to: Date.UTC(2026, 2, 3) };
    catalog.current.value = { ...catalog.current.value, span };
    user.answers.push(() => undefined);
    await clipArea(catalog, { uri: document.uri.toString(), path: ['geometry'] });
    expect(user.prompts[0]?.lines).toEqual(['2026-03-02 10:00:00 UTC | PHR · covers 50 %']);
    expect(editor.inputs.at(-1)?.placeholder).toBe('hidden: 1 (2026-03-02)');
  });

  const comb = polygon([
    [0, 0],
    [5, 0],
    [5, 3],
    [3, 3],
    [3, 1],
    [2, 1],
    [2, 3],
    [0, 3],
    [0, 0],
  ]);
  const across = [polygon(box(-1, 2, 6, 4))];

  it.each([
    ['Keep Largest Part', 'Polygon'],
    ['Keep All 2 Parts', 'MultiPolygon'],
  ])('asks about several parts: %s', async (answer, type) => {
    const document = open('/a.geojson', comb);
    user.answers.push(say('2026-03-01 10:00:00 UTC'), read(/covers 2 parts/, answer));
    await clipArea(catalogOf(across), undefined);
    expect(parsed(document)).toMatchObject({ type });
  });
});

describe('Split into files', () => {
  /** The initial folder of each folder dialog. */
  const startedAt = () => editor.fileDialogs.map(({ options }) => options.defaultUri?.path);

  it("writes each polygon beside the existing files, and doesn't change the document", async () => {
    const folder = await tempFolder();
    writeFileSync(join(folder, 'Two-Ports-1.aoi.geojson'), 'mine');
    editor.open(`untitled:${join(folder, 'Two-Ports-2.aoi.geojson')}`, '');
    const document = editor.open(join(folder, 'a.geojson'), JSON.stringify(feature(multi, 'Two Ports')));
    const before = document.getText();
    editor.fileAnswers.push(folder);
    user.answers.push(read(/^Files written to .*: 2\./, 'Open'));
    await splitAreaFiles({ uri: document.uri.toString(), path: ['geometry'] });
    expect(startedAt()).toEqual([folder]);
    expect(readdirSync(folder).sort()).toEqual([
      'Two-Ports-1-2.aoi.geojson',
      'Two-Ports-1.aoi.geojson',
      'Two-Ports-2-2.aoi.geojson',
    ]);
    expect(readFileSync(join(folder, 'Two-Ports-1.aoi.geojson'), 'utf8')).toBe('mine');
    const second = JSON.parse(readFileSync(join(folder, 'Two-Ports-2-2.aoi.geojson'), 'utf8')) as unknown;
    expect(second).toEqual(feature(polygon(box(8, 43, 9, 44)), 'Two Ports'));
    expect(editor.openedEditors.map(textEditor => textEditor.document.uri.path)).toEqual([
      join(folder, 'Two-Ports-1-2.aoi.geojson'),
      join(folder, 'Two-Ports-2-2.aoi.geojson'),
    ]);
    expect([document.getText(), document.version]).toEqual([before, 1]);
  });

  it('names files after their areas, with a number only where two have one name', async () => {
    const folder = await tempFolder();
    const features = ['Quay', 'Pier', 'Quay'].map(name => feature(polygon(ring), name));
    open('/areas.geojson', { type: 'FeatureCollection', features });
    editor.fileAnswers.push(folder);
    user.answers.push(read(new RegExp(`^Files written to ${basename(folder)}: 3\\.`), undefined));
    await splitAreaFiles(undefined);
    expect(readdirSync(folder).sort()).toEqual([
      'Pier.aoi.geojson',
      'Quay-1.aoi.geojson',
      'Quay-3.aoi.geojson',
    ]);
  });

  it('asks before it writes many, names them after the document, and reports what it left out', async () => {
    const folder = await tempFolder();
    const point = feature({ type: 'Point', coordinates: [0, 0] });
    const features = [...Array.from({ length: 60 }, () => feature(polygon(ring))), point];
    open('/areas.geojson', { type: 'FeatureCollection', features });
    editor.fileAnswers.push(folder, folder);
    user.answers.push(say(undefined), say('Write Here'), read(/: 60\. Features left out .*: 1\./, undefined));
    await splitAreaFiles(undefined);
    expect(readdirSync(folder)).toEqual([]);
    await splitAreaFiles(undefined);
    const names = readdirSync(folder).sort();
    expect([names.length, names[0], names.at(-1)]).toEqual([
      60,
      'areas-01.aoi.geojson',
      'areas-60.aoi.geojson',
    ]);
    expect(startedAt()).toEqual(['/nowhere/project', '/nowhere/project']);
    expect(user.prompts.at(-1)?.choices).toEqual(['Open']);
  });
});
