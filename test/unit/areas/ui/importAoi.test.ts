import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { unzipSync } from 'fflate';
import type { FeatureCollection } from 'geojson';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { importAoi } from '../../../../src/areas/ui/importAoi.ts';
import { UserError } from '../../../../src/editor/userError.ts';
import { readForeignText } from '../../../../src/areas/ui/areaReading.ts';
import { editor } from '../../../fake/editor.ts';
import { newPerson, person, say, type Answer } from '../../../fake/person.ts';
import { tempFolder } from '../../tempFolder.ts';

const data = resolve(import.meta.dirname, '../../../data/import');
const triangle = 'POLYGON((0 0,1 0,1 1,0 0))';
const collection =
  '{\n  "type": "FeatureCollection",\n  "bbox": [0.10, 0, 1, 1],\n  "features": [\n    {"type": "Feature", "properties": null, "geometry": null}\n  ]\n}\n';

const put = (name: string) => vscode.Uri.file(join(data, name));
const all: Answer = ({ choices }) => choices;

function openDocument(path: string, text: string, column?: number) {
  const document = editor.open(`untitled:${path}`, text);
  editor.show(document, column);
  return document;
}

/** The names of the features in the document that was shown last. */
function namesShown(): unknown[] {
  const { features } = JSON.parse(editor.shown.at(-1)?.document.getText() ?? '') as FeatureCollection;
  return features.map(({ properties }) => properties?.name as unknown);
}

// A glance at the clipboard gives up after 300 ms, and the readers are loaded on first use.
beforeAll(() => readForeignText(triangle));
beforeEach(() => {
  newPerson();
  editor.folders = ['/nowhere/project'];
});

describe('Import Area', () => {
  it('takes the areas of a file that are chosen, and says what it left out', async () => {
    person.answers.push(({ choices }) => choices.filter(label => label.startsWith('Islands')));
    await importAoi(put('harbours.kml'));
    const [{ lines, choices, picked } = {}] = person.shown;
    expect(lines?.[0]).toBe('Vieux-Port | 1.8 km²');
    expect([choices?.length, picked]).toEqual([4, choices]);
    expect(namesShown()).toEqual(['Islands (1)', 'Islands (2)']);
    expect(editor.shown[0]?.document.uri.toString()).toBe('untitled:/nowhere/project/harbours.geojson');
    expect(person.told).toEqual([
      '2 areas from harbours (KML). Left out: Islands (Placemark 2): a point, which has no area; Quay (Placemark 3): a line that does not come back to its start, which has no area; Lighthouse (Placemark 5): a point, which has no area.',
    ]);
  });

  it('says from which projection it transformed', async () => {
    await importAoi(put('harbour-utm31.wkt'));
    expect(person.told).toEqual([
      'One area from harbour-utm31 (WKT). Transformed from EPSG:32631 to WGS 84.',
    ]);
  });

  it('reads a lone .shp with what is beside it', async () => {
    const folder = await tempFolder();
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(join(data, 'utm31-shapefile.zip')))))
      if (!name.endsWith('/')) writeFileSync(join(folder, name.replace('layers/', '').toUpperCase()), bytes);
    person.answers.push(all);
    await importAoi(vscode.Uri.file(join(folder, 'HARBOURS.SHP')));
    expect(namesShown()).toEqual(['Fos-sur-Mer', 'Harbour é']);
  });

  it('inserts into the document that was active, by one edit', async () => {
    const document = openDocument('/nowhere/mine.geojson', collection);
    person.answers.push(say('Insert into mine.geojson'));
    await importAoi(put('harbour-utm31.wkt'));
    expect(document.version).toBe(2);
    const parts = document.getText().split('"geometry": null}');
    expect(parts[0]).toBe(collection.split('"geometry": null}')[0]);
    expect(parts[1]).toMatch(/^,\n {4}\{[^]*\}\n {2}\]\n\}\n$/);
    expect((JSON.parse(document.getText()) as FeatureCollection).features).toHaveLength(2);
    expect(editor.shown.map(one => one.document)).toEqual([document]);
  });

  it('leaves the map in sight, whether it opens a document or inserts into one', async () => {
    editor.arrange(['map', 'text', 'text'], 1);
    await importAoi(put('harbour-utm31.wkt'));
    openDocument('/nowhere/mine.geojson', collection, 3);
    person.answers.push(say('Insert into mine.geojson'));
    await importAoi(put('harbour-utm31.wkt'));
    expect(editor.shown.map(({ viewColumn }) => viewColumn)).toEqual([2, 3]);
  });

  it('inserts into the text as it stands when it is edited meanwhile', async () => {
    const document = openDocument('/nowhere/mine.geojson', collection);
    person.answers.push(say('Insert into mine.geojson'));
    const read = document.getText.bind(document);
    let looks = 0;
    document.getText = () => {
      const now = read();
      // It is looked at twice before the question, and then to insert.
      if (++looks === 3) {
        queueMicrotask(() => editor.documents.replace(document, `\n${now}`));
      }
      return now;
    };
    await importAoi(put('harbour-utm31.wkt'));
    expect(document.getText().startsWith('\n{')).toBe(true);
    expect((JSON.parse(document.getText()) as FeatureCollection).features).toHaveLength(2);
  });

  it('keeps to that document when another one becomes active meanwhile', async () => {
    const document = openDocument('/nowhere/mine.geojson', collection);
    person.answers.push(() => {
      openDocument('/nowhere/other.geojson', collection);
      return 'Insert into mine.geojson';
    });
    await importAoi(put('harbour-utm31.wkt'));
    expect(document.getText()).not.toBe(collection);
    expect(editor.document('other.geojson').getText()).toBe(collection);
  });

  it('into a document that is no collection any more changes nothing and says so', async () => {
    const document = openDocument('/nowhere/mine.geojson', collection);
    person.answers.push(() => {
      editor.documents.replace(document, '{');
      return 'Insert into mine.geojson';
    });
    await expect(importAoi(put('harbour-utm31.wkt'))).rejects.toThrow(
      /mine\.geojson is no FeatureCollection any more/,
    );
    expect(document.getText()).toBe('{');
  });

  it('makes a new document beside one that is no collection', async () => {
    const document = openDocument('/nowhere/mine.json', '{"about": "FeatureCollection"}');
    await importAoi(put('harbour-utm31.wkt'));
    expect(document.getText()).toBe('{"about": "FeatureCollection"}');
    expect(namesShown()).toEqual([undefined]);
  });

  it('makes a new document beside a delivered report', async () => {
    const report = openDocument('/nowhere/port-0123abcd.geojson', collection);
    await importAoi(put('harbour-utm31.wkt'));
    expect(report.getText()).toBe(collection);
    expect(editor.shown).toHaveLength(1);
  });

  it('offers the clipboard first when there is an area in it', async () => {
    editor.clipboard = triangle;
    person.answers.push(shown => shown.choices[0]);
    await importAoi();
    expect(person.shown[0]?.choices).toEqual(['From the Clipboard', 'From a File…', 'Type or Paste…']);
    expect(editor.shown[0]?.document.getText()).toContain('"Polygon"');
  });

  it('does not show what else is on the clipboard', async () => {
    editor.clipboard = 'my-secret-key';
    person.answers.push(say('From the Clipboard'));
    const failure: unknown = await importAoi().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(person.shown[0]?.choices[0]).toBe('From a File…');
    expect(String(failure) + person.screen).not.toContain('secret');
  });

  it('takes a text, and tells what is wrong with it while it is typed', async () => {
    person.answers.push(say('Type or Paste…'), shown => {
      expect(shown.detail).toContain('latitude, longitude, radius');
      expect(shown.validate('POLYGON((0 0,1 x))')).toMatch(/line 1, column 16/);
      expect(shown.validate('')).toBeUndefined();
      expect(shown.validate(triangle)).toBeUndefined();
      return triangle;
    });
    await importAoi();
    expect(editor.shown).toHaveLength(1);
  });

  it('tells later what is wrong with a long text that is pasted', async () => {
    person.answers.push(
      say('Type or Paste…'),
      async shown => {
        const overtaken = shown.validate(`${triangle} x `.repeat(2000));
        const latest = shown.validate(`${triangle} x `.repeat(2001));
        expect(await overtaken).toBeUndefined();
        expect(await latest).toMatch(/^WKT, line 1, column 28: "X" cannot be read/);
        return `${triangle} `.repeat(2000);
      },
      all,
    );
    await importAoi();
    expect(namesShown().length).toBe(2000);
  });

  it('opens the file that is chosen', async () => {
    editor.fileAnswers.push(put('sydney-utm56s.geojson'));
    person.answers.push(say('From a File…'));
    await importAoi();
    expect(namesShown()).toEqual(['Sydney']);
  });

  it.each([
    ['the first list', () => person.answers.push(say(undefined))],
    ['the file', () => person.answers.push(say('From a File…')) + editor.fileAnswers.push(undefined)],
    ['the text', () => person.answers.push(say('Type or Paste…'), say(undefined))],
  ])('does nothing when %s is left', async (_what, leave) => {
    leave();
    await importAoi();
    expect(editor.shown).toEqual([]);
    expect(person.told).toEqual([]);
  });

  it('does nothing when no area is kept, or no place is chosen', async () => {
    person.answers.push(say([]));
    await importAoi(put('harbours.kml'));
    const document = openDocument('/nowhere/mine.geojson', collection);
    person.answers.push(say(undefined));
    await importAoi(put('harbour-utm31.wkt'));
    expect([document.version, editor.shown, person.told]).toEqual([1, [], []]);
  });

  it('refuses a file that is too large without reading it', async () => {
    const path = join(await tempFolder(), 'world.zip');
    writeFileSync(path, '');
    truncateSync(path, 250_000_000);
    await expect(importAoi(vscode.Uri.file(path))).rejects.toThrow(/world\.zip has 250 MB/);
  });

  it('tells when the document takes no edit', async () => {
    editor.documents.takesEdits = false;
    await expect(importAoi(put('harbour-utm31.wkt'))).rejects.toThrow(/could not be written/);
  });
});
