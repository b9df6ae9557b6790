import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { unzipSync } from 'fflate';
import type { FeatureCollection } from 'geojson';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { desk, fakeDocument, fakeGroup, FakeUri } from './areaWindow.ts';
import { say, scripted, screenText } from './scriptedWindow.ts';

vi.mock('vscode', async () => (await import('./areaWindow.ts')).areaVscode);

const { importAoi } = await import('../../../src/commands/importAoi.ts');
const { UserError } = await import('../../../src/platform/presentError.ts');

const data = resolve(import.meta.dirname, '../../data/import');
const triangle = 'POLYGON((0 0,1 0,1 1,0 0))';
const collection =
  '{\n  "type": "FeatureCollection",\n  "bbox": [0.10, 0, 1, 1],\n  "features": [\n    {"type": "Feature", "properties": null, "geometry": null}\n  ]\n}\n';

function put(name: string): FakeUri {
  const uri = new FakeUri('file', `/data/${name}`);
  desk.files.set(uri.path, readFileSync(join(data, name)));
  return uri;
}

function openDocument(path: string, text: string) {
  const document = fakeDocument(path, text);
  desk.documents.push(document);
  desk.active = document;
  return document;
}

/** The names of the features in the document that was shown last. */
function namesShown(): unknown[] {
  const { features } = JSON.parse(desk.shown.at(-1)?.text ?? '') as FeatureCollection;
  return features.map(({ properties }) => properties?.name as unknown);
}

const told = () => scripted.shown.filter(({ kind }) => kind === 'message').map(({ text }) => text);

beforeEach(() => desk.reset());

describe('Import Area', () => {
  it('takes the areas of a file that are chosen, and says what it left out', async () => {
    desk.keeps = label => label.startsWith('Islands');
    await importAoi(put('harbours.kml'));
    expect(desk.many[0]).toBe('☑ Vieux-Port | 1.8 km²');
    expect(desk.many).toHaveLength(4);
    expect(namesShown()).toEqual(['Islands (1)', 'Islands (2)']);
    expect(desk.shown[0]?.uri.toString()).toBe('untitled:/nowhere/project/harbours.geojson');
    expect(told()).toEqual([
      '2 areas from harbours (KML). Left out: Islands (Placemark 2): a point, which has no area; Quay (Placemark 3): a line that does not come back to its start, which has no area; Lighthouse (Placemark 5): a point, which has no area.',
    ]);
  });

  it('says from which projection it transformed', async () => {
    await importAoi(put('harbour-utm31.wkt'));
    expect(told()).toEqual(['One area from harbour-utm31 (WKT). Transformed from EPSG:32631 to WGS 84.']);
  });

  it('reads a lone .shp with what is beside it', async () => {
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(join(data, 'utm31-shapefile.zip'))))) {
      desk.files.set(`/data/${name.replace('layers/', '').toUpperCase()}`, bytes);
    }
    await importAoi(new FakeUri('file', '/data/HARBOURS.SHP'));
    expect(namesShown()).toEqual(['Fos-sur-Mer', 'Harbour é']);
  });

  it('inserts into the document that was active, by one edit', async () => {
    const document = openDocument('/nowhere/mine.geojson', collection);
    scripted.answers.push(say('Insert into mine.geojson'));
    await importAoi(put('harbour-utm31.wkt'));
    expect(desk.edits).toBe(1);
    const parts = document.text.split('"geometry": null}');
    expect(parts[0]).toBe(collection.split('"geometry": null}')[0]);
    expect(parts[1]).toMatch(/^,\n {4}\{[^]*\}\n {2}\]\n\}\n$/);
    expect((JSON.parse(document.text) as FeatureCollection).features).toHaveLength(2);
    expect(desk.shown).toEqual([document]);
  });

  it('leaves the map in sight, whether it opens a document or inserts into one', async () => {
    desk.groups = [fakeGroup(1, 'map', true), fakeGroup(2, 'text'), fakeGroup(3, 'text')];
    await importAoi(put('harbour-utm31.wkt'));
    const document = openDocument('/nowhere/mine.geojson', collection);
    desk.visible.push({ document, viewColumn: 3 });
    scripted.answers.push(say('Insert into mine.geojson'));
    await importAoi(put('harbour-utm31.wkt'));
    expect(desk.showings.map(({ viewColumn }) => viewColumn)).toEqual([2, 3]);
  });

  it('inserts into the text as it stands when it is edited meanwhile', async () => {
    const document = openDocument('/nowhere/mine.geojson', collection);
    scripted.answers.push(say('Insert into mine.geojson'));
    let looks = 0;
    document.getText = () => {
      const now = document.text;
      // It is looked at twice before the question, and then to insert.
      if (++looks === 3) {
        queueMicrotask(() => {
          document.text = `\n${document.text}`;
          document.version++;
        });
      }
      return now;
    };
    await importAoi(put('harbour-utm31.wkt'));
    expect(document.text.startsWith('\n{')).toBe(true);
    expect((JSON.parse(document.text) as FeatureCollection).features).toHaveLength(2);
  });

  it('keeps to that document when another one becomes active meanwhile', async () => {
    const document = openDocument('/nowhere/mine.geojson', collection);
    scripted.answers.push(() => {
      openDocument('/nowhere/other.geojson', collection);
      return 'Insert into mine.geojson';
    });
    await importAoi(put('harbour-utm31.wkt'));
    expect(document.text).not.toBe(collection);
    expect(desk.documents[1]?.text).toBe(collection);
  });

  it('into a document that is no collection any more changes nothing and says so', async () => {
    const document = openDocument('/nowhere/mine.geojson', collection);
    scripted.answers.push(() => {
      document.text = '{';
      return 'Insert into mine.geojson';
    });
    await expect(importAoi(put('harbour-utm31.wkt'))).rejects.toThrow(
      /mine\.geojson is no FeatureCollection any more/,
    );
    expect(document.text).toBe('{');
  });

  it('makes a new document beside one that is no collection', async () => {
    const document = openDocument('/nowhere/mine.json', '{"about": "FeatureCollection"}');
    await importAoi(put('harbour-utm31.wkt'));
    expect(document.text).toBe('{"about": "FeatureCollection"}');
    expect(namesShown()).toEqual([undefined]);
  });

  it('makes a new document beside a delivered report', async () => {
    const report = openDocument('/nowhere/port-0123abcd.geojson', collection);
    await importAoi(put('harbour-utm31.wkt'));
    expect(report.text).toBe(collection);
    expect(desk.shown).toHaveLength(1);
  });

  it('offers the clipboard first when there is an area in it', async () => {
    scripted.clipboard = triangle;
    scripted.answers.push(shown => shown.choices[0]);
    await importAoi();
    expect(scripted.shown[0]?.choices).toEqual(['From the Clipboard', 'From a File…', 'Type or Paste…']);
    expect(desk.shown[0]?.text).toContain('"Polygon"');
  });

  it('does not show what else is on the clipboard', async () => {
    scripted.clipboard = 'my-secret-key';
    scripted.answers.push(say('From the Clipboard'));
    const failure: unknown = await importAoi().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(scripted.shown[0]?.choices[0]).toBe('From a File…');
    expect(String(failure) + screenText()).not.toContain('secret');
  });

  it('takes a text, and tells what is wrong with it while it is typed', async () => {
    scripted.answers.push(say('Type or Paste…'), shown => {
      expect(shown.detail).toContain('latitude, longitude, radius');
      expect(shown.validate?.('POLYGON((0 0,1 x))')).toMatch(/line 1, column 16/);
      expect(shown.validate?.('')).toBeUndefined();
      expect(shown.validate?.(triangle)).toBeUndefined();
      return triangle;
    });
    await importAoi();
    expect(desk.shown).toHaveLength(1);
  });

  it('tells later what is wrong with a long text that is pasted', async () => {
    scripted.answers.push(say('Type or Paste…'), async shown => {
      const overtaken = shown.validate?.(`${triangle} x `.repeat(2000));
      const latest = shown.validate?.(`${triangle} x `.repeat(2001));
      expect(await overtaken).toBeUndefined();
      expect(await latest).toMatch(/^WKT, line 1, column 28: "X" cannot be read/);
      return `${triangle} `.repeat(2000);
    });
    await importAoi();
    expect(namesShown().length).toBe(2000);
  });

  it('opens the file that is chosen', async () => {
    desk.opens = put('sydney-utm56s.geojson');
    scripted.answers.push(say('From a File…'));
    await importAoi();
    expect(namesShown()).toEqual(['Sydney']);
  });

  it.each([
    ['the first list', () => scripted.answers.push(say(undefined))],
    ['the file', () => scripted.answers.push(say('From a File…'))],
    ['the text', () => scripted.answers.push(say('Type or Paste…'), say(undefined))],
  ])('does nothing when %s is left', async (_what, leave) => {
    leave();
    await importAoi();
    expect(desk.shown).toEqual([]);
    expect(told()).toEqual([]);
  });

  it('does nothing when no area is kept, or no place is chosen', async () => {
    desk.keeps = () => false;
    await importAoi(put('harbours.kml'));
    openDocument('/nowhere/mine.geojson', collection);
    scripted.answers.push(say(undefined));
    await importAoi(put('harbour-utm31.wkt'));
    expect([desk.edits, desk.shown, told()]).toEqual([0, [], []]);
  });

  it('refuses a file that is too large without reading it', async () => {
    desk.sizes.set('/data/world.zip', 250_000_000);
    await expect(importAoi(new FakeUri('file', '/data/world.zip'))).rejects.toThrow(/world\.zip has 250 MB/);
  });

  it('tells when the document takes no edit', async () => {
    desk.takesEdits = false;
    await expect(importAoi(put('harbour-utm31.wkt'))).rejects.toThrow(/could not be written/);
  });
});
