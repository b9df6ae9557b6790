import { readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import type { FeatureCollection } from 'geojson';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { setLocale } from '../../../../../src/base/words/displayLanguage.ts';
import { box, polygon } from '../../../geo/polygons.ts';
import { UserError } from '../../../../../src/platform/host/userError.ts';
import { readForeignText } from '../../../../../src/features/areas/ui/areaSource.ts';
import { importDropped } from '../../../../../src/features/areas/ui/dropArea.ts';
import { importAoi, newAoi } from '../../../../../src/features/areas/ui/importAoi.ts';
import { editor } from '../../../../fake/editor.ts';
import { type Answer, newUser, say, user } from '../../../../fake/user.ts';
import { bareImage } from '../../../fixtures.ts';
import { tempFolder } from '../../../tempFolder.ts';

const data = resolve(import.meta.dirname, '../../../../data/import');
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

/** The names of the features in the last document that was shown. */
function namesShown(): unknown[] {
  const { features } = JSON.parse(editor.openedEditors.at(-1)?.document.getText() ?? '') as FeatureCollection;
  return features.map(({ properties }) => properties?.name);
}

// Reading the clipboard in advance times out after 300 ms, and the readers are loaded on first use.
beforeAll(() => readForeignText(triangle));
beforeEach(() => {
  newUser();
  editor.answersCreated = true;
  editor.folders = ['/nowhere/project'];
});

describe('Import Area', () => {
  it('imports the selected areas of a file, and reports what it left out', async () => {
    user.answers.push(({ choices }) => choices.filter(label => label.startsWith('Islands')));
    await importAoi(put('harbours.kml'));
    const [{ lines, choices, picked } = {}] = user.prompts;
    expect(lines?.[0]).toBe('Vieux-Port | 1.8 km²');
    expect([choices?.length, picked]).toEqual([4, choices]);
    expect(namesShown()).toEqual(['Islands (1)', 'Islands (2)']);
    const uri = 'untitled:/nowhere/project/harbours.aoi.geojson';
    expect(editor.openedEditors[0]?.document.uri.toString()).toBe(uri);
    expect(editor.ran).toEqual([['swath.openMap', { uri, path: ['features', 0, 'geometry'] }]]);
    expect(user.messages).toEqual([
      '2 areas from KML. Left out: Islands (feature 2): Point is not an area; Quay (feature 3): an open line, which has no area; Lighthouse (feature 5): Point is not an area.',
    ]);
  });

  it('reports the projection that it transformed from', async () => {
    await importAoi(put('harbour-utm31.wkt'));
    expect(user.messages).toEqual(['1 area from WKT, EPSG:32631 → WGS 84.']);
  });

  it('reads a single .shp with the files beside it', async () => {
    const folder = await tempFolder();
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(join(data, 'utm31-shapefile.zip')))))
      if (!name.endsWith('/')) writeFileSync(join(folder, name.replace('layers/', '').toUpperCase()), bytes);
    user.answers.push(all);
    await importAoi(vscode.Uri.file(join(folder, 'HARBOURS.SHP')));
    expect(user.messages).toEqual(['2 areas from Shapefile, WGS 1984 UTM Zone 31N → WGS 84.']);
    expect(namesShown()).toEqual(['Fos-sur-Mer', 'Harbour é']);
  });

  it('asks for the projection of a Shapefile that has none: degrees', async () => {
    user.answers.push(say('WGS 84, Longitude and Latitude in Degrees'));
    await importAoi(put('no-prj-shapefile.zip'));
    expect(user.prompts[0]?.text).toBe('Projection of harbour.shp');
    expect(user.messages).toEqual(['1 area from Shapefile.']);
    expect(namesShown()).toEqual(['Harbour']);
  });

  it('asks for the projection of a Shapefile that has none: an EPSG code', async () => {
    const path = join(await tempFolder(), 'bare.zip');
    const files = Object.entries(unzipSync(readFileSync(join(data, 'utm31-shapefile.zip'))));
    writeFileSync(path, zipSync(Object.fromEntries(files.filter(([name]) => !/\.prj$/i.test(name)))));
    // Meters aren't degrees.
    user.answers.push(say('WGS 84, Longitude and Latitude in Degrees'));
    await expect(importAoi(vscode.Uri.file(path))).rejects.toThrow(/contains no area/);
    user.answers.push(
      say('EPSG Code…'),
      async prompt => {
        expect(await prompt.validate('UTM 31')).toBe('Enter a number of 4 to 6 digits.');
        expect(await prompt.validate('EPSG:32631')).toBeUndefined();
        return 'EPSG:32631';
      },
      all,
    );
    await importAoi(vscode.Uri.file(path));
    expect(user.messages).toEqual(['2 areas from Shapefile, EPSG:32631 → WGS 84.']);
    expect(namesShown()).toEqual(['Fos-sur-Mer', 'Harbour é']);
  });

  it.each([
    ['no projection', [say(undefined)]],
    ['no code', [say('EPSG Code…'), say(undefined)]],
  ])('imports no Shapefile for which the user names %s', async (_what, answers) => {
    user.answers.push(...answers);
    await expect(importAoi(put('no-prj-shapefile.zip'))).rejects.toThrow(
      'harbour.shp needs its projection: add harbour.prj, or export it as GeoJSON.',
    );
    expect([editor.openedEditors, user.messages]).toEqual([[], []]);
  });

  it('inserts into the document that was active, by one edit', async () => {
    const document = openDocument('/nowhere/mine.geojson', collection);
    user.answers.push(say('Insert into mine.geojson'));
    await importAoi(put('harbour-utm31.wkt'));
    // A new file comes first: the active document may be anything.
    expect(user.prompts[0]?.choices).toEqual(['New GeoJSON file', 'Insert into mine.geojson']);
    expect(document.version).toBe(2);
    const path = ['features', 1, 'geometry'];
    expect(editor.ran).toEqual([['swath.openMap', { uri: document.uri.toString(), path }]]);
    const parts = document.getText().split('"geometry": null}');
    expect(parts[0]).toBe(collection.split('"geometry": null}')[0]);
    expect(parts[1]).toMatch(/^,\n {4}\{[^]*\}\n {2}\]\n\}\n$/);
    expect((JSON.parse(document.getText()) as FeatureCollection).features).toHaveLength(2);
    expect(editor.openedEditors.map(textEditor => textEditor.document)).toEqual([document]);
  });

  it('changes nothing if the document is no longer a collection, and says so', async () => {
    const document = openDocument('/nowhere/mine.geojson', collection);
    user.answers.push(() => {
      editor.documents.replace(document, '{');
      return 'Insert into mine.geojson';
    });
    await expect(importAoi(put('harbour-utm31.wkt'))).rejects.toThrow(
      /mine\.geojson is not a GeoJSON FeatureCollection/,
    );
    expect(document.getText()).toBe('{');
  });

  it('offers the clipboard first if it contains an area', async () => {
    editor.clipboard = triangle;
    user.answers.push(prompt => prompt.choices[0]);
    await importAoi();
    expect(user.prompts[0]?.choices).toEqual(['From the Clipboard', 'From a File…', 'Type or Paste…']);
    expect(editor.openedEditors[0]?.document.getText()).toContain('"Polygon"');
  });

  it('offers the KML that is open in the editor first', async () => {
    editor.show(editor.open('/nowhere/project/port.kml', readFileSync(join(data, 'harbours.kml'), 'utf8')));
    user.answers.push(
      prompt => prompt.choices[0],
      ({ choices }) => choices.slice(0, 1),
    );
    await importAoi();
    expect(user.prompts[0]?.choices).toEqual([
      'port.kml',
      'From a File…',
      'From the Clipboard',
      'Type or Paste…',
    ]);
    expect(namesShown()).toEqual(['Vieux-Port']);
  });

  it("doesn't show other content of the clipboard", async () => {
    editor.clipboard = 'my-secret-key';
    user.answers.push(say('From the Clipboard'));
    const failure: unknown = await importAoi().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(user.prompts[0]?.choices[0]).toBe('From a File…');
    expect(String(failure) + user.screen).not.toContain('secret');
  });

  it('accepts text, and shows what is wrong with it while typing', async () => {
    user.answers.push(say('Type or Paste…'), async prompt => {
      expect(prompt.text).toBe('Import an Area');
      expect(prompt.detail).toContain('Longitude before latitude');
      expect(await prompt.validate('POLYGON((0 0,1 x))')).toMatch(/line 1, column 16/);
      expect(await prompt.validate('')).toBeUndefined();
      expect(await prompt.validate(triangle)).toMatchObject({
        message: expect.stringMatching(/^WKT · [\d,]+ km² · 0\.500° N, 0\.500° E$/) as string,
        severity: vscode.InputBoxValidationSeverity.Info,
      });
      // A place near Chartres, typed with its latitude first.
      expect(await prompt.validate('48.2, 1.5, 2 km')).toMatchObject({
        message: expect.stringMatching(
          /1\.500° N, 48\.200° E · In open sea, but on land if .* swapped/,
        ) as string,
        severity: vscode.InputBoxValidationSeverity.Warning,
      });
      return triangle;
    });
    await importAoi();
    expect(editor.openedEditors).toHaveLength(1);
  });

  it('opens the file that the user chooses', async () => {
    editor.fileAnswers.push(put('sydney-utm56s.geojson'));
    user.answers.push(say('From a File…'));
    await importAoi();
    expect(namesShown()).toEqual(['Sydney']);
  });

  it('does nothing if no area is selected or no place is chosen', async () => {
    user.answers.push(say([]));
    await importAoi(put('harbours.kml'));
    const document = openDocument('/nowhere/mine.geojson', collection);
    user.answers.push(say(undefined));
    await importAoi(put('harbour-utm31.wkt'));
    expect([document.version, editor.openedEditors, user.messages]).toEqual([1, [], []]);
  });

  it('refuses a file that is too large, or endless, without reading it', async () => {
    const path = join(await tempFolder(), 'world.zip');
    writeFileSync(path, '');
    truncateSync(path, 250_000_000);
    await expect(importAoi(vscode.Uri.file(path))).rejects.toThrow(/too large or nested too deeply/);
    // In a cloned folder, a link can lead to a device that never ends.
    symlinkSync('/dev/null', `${path}.kml`);
    await expect(importAoi(vscode.Uri.file(`${path}.kml`))).rejects.toThrow(/\.kml isn't a regular file/);
  });
});

const dropped = (name: string, bytes: Uint8Array<ArrayBuffer> = readFileSync(join(data, name))) => ({
  name,
  bytes,
});

const longName = Buffer.from(`<kml><Placemark><name>${'y'.repeat(900)}</name></Placemark></kml>`);

describe('Dropping files on the map', () => {
  beforeEach(() => void (editor.folders = [data]));

  it('imports the areas of all files, a .shp with those of its name, and reports which had none', async () => {
    const zipped = Object.entries(unzipSync(readFileSync(join(data, 'utm31-shapefile.zip'))));
    const parts = zipped.map(([path, bytes]) => dropped(basename(path), bytes));
    const others = [dropped('sydney-utm56s.geojson'), dropped('notes.txt', Buffer.from('my-secret-key'))];
    user.answers.push(all);
    const files = [...parts.filter(({ bytes }) => bytes.length > 0), ...others];
    await importDropped({ files, uris: [] }, undefined);
    expect(namesShown()).toEqual(['Fos-sur-Mer', 'Harbour é', 'Sydney']);
    expect(user.messages[0]).toMatch(
      /^3 areas from Shapefile, GeoJSON, WGS 1984 .*→ WGS 84\. Left out: notes\.txt: Can't find .*km\.$/,
    );
    expect(user.messages[0]).not.toContain('secret');
  });

  it('reads a file of the Explorer, and offers the document that the map follows', async () => {
    const document = openDocument('/nowhere/mine.geojson', collection);
    user.answers.push(say('Insert into mine.geojson'));
    const uris = [put('harbour-utm31.wkt').with({ scheme: 'vscode-remote', authority: 'host' }).toString()];
    await importDropped({ files: [], uris }, document.uri.toString());
    expect(document.getText()).toContain('"Polygon"');
  });

  it.each([
    ['a file outside of the folder', { uris: ['file:///etc/harbour.kml'] }, /^Only area files/],
    ['an encoded way out', { uris: [`${put('a').toString()}/%2e%2E/../%2E./a.kml`] }, /^Only area files/],
    ['a way out on Windows', { uris: [`${put('a').toString()}%5C..%5C..%5Ca.kml`] }, /^Only area files/],
    ['a file that is no area', { uris: [put('.env').toString()] }, /^Only area files/],
    [
      'an unknown format',
      { files: [dropped('a.doc', Buffer.from('\u0000'))] },
      /^a\.doc: Can't find an area/,
    ],
    ['long names', { files: [dropped(`${'x'.repeat(900)}.kml`, longName)] }, /^x{79}…: .* y{79}… \(.*has no/],
    ['a folder', { problem: 'unreadable' }, "Can't read what was dropped. Drop files, not folders."],
  ] as const)('refuses %s', async (_what, input, message) => {
    const dropping = importDropped({ files: [], uris: [], ...input }, undefined);
    await expect(dropping).rejects.toThrow(message);
  });
});

/** Of the first feature in the opened document. */
const areaShown = () =>
  (JSON.parse(editor.openedEditors[0]?.document.getText() ?? '') as FeatureCollection).features[0]?.geometry;

describe('New Area', () => {
  const none = () => undefined;

  it('uses the map extent', async () => {
    user.answers.push(say('The Extent of the Map'));
    await newAoi(() => [5, 43, 6, 44]);
    expect(areaShown()).toEqual(polygon(box(5, 43, 6, 44)));
    expect(editor.openedEditors[0]?.document.uri.toString()).toBe(
      'untitled:/nowhere/project/area.aoi.geojson',
    );
  });

  it('is the footprint of an image, named after it, without a question', async () => {
    const footprint = polygon(box(5, 43, 6, 44));
    await newAoi(
      none,
      bareImage({ id: 'a', constellation: 'PHR', acquisitionDate: '2026-03-01T10:00:00Z', footprint }),
    );
    expect(user.prompts).toEqual([]);
    expect(areaShown()).toEqual(footprint);
    expect(editor.openedEditors[0]?.document.getText()).toContain('"name": "PHR 2026-03-01 10:00:00 UTC"');
    expect(editor.ran.map(([id]) => id)).toEqual(['swath.openMap']);
  });

  it('goes to a new document even beside a collection, with its own name', async () => {
    const collection = editor.open(
      'untitled:/nowhere/project/area.aoi.geojson',
      '{"type":"FeatureCollection","features":[]}',
    );
    editor.show(collection);
    user.answers.push(say('Type or Paste…'), async prompt => {
      expect(prompt.text).toBe('New Area of Interest');
      expect(await prompt.validate('5.37, 43.3, 2 km')).toMatchObject({
        message: 'circle · 12.6 km² · 43.300° N, 5.370° E',
      });
      return '5.37, 43.3, 2 km';
    });
    await newAoi(none);
    expect(editor.openedEditors[0]?.document.uri.path).toBe('/nowhere/project/area-2.aoi.geojson');
    expect(areaShown()).toMatchObject({ coordinates: [{ length: 65 }] });
    // What was just made is what the map shows and searches.
    const uri = editor.openedEditors[0]?.document.uri.toString();
    expect(editor.ran).toEqual([['swath.openMap', { uri, path: ['features', 0, 'geometry'] }]]);
    expect(user.messages).toEqual([]);
    expect(collection.version).toBe(1);
  });

  it('is named in the display language while it is typed', async () => {
    setLocale({ language: 'de', bundle: { circle: 'Kreis', box: 'Rechteck' } });
    try {
      user.answers.push(say('Type or Paste…'), async prompt => {
        expect(await prompt.validate('5.37, 43.3, 2 km')).toMatchObject({
          message: 'Kreis · 12,6 km² · 43,300° N, 5,370° E',
        });
        expect(await prompt.validate('5, 43, 6, 44')).toMatchObject({
          message: expect.stringMatching(/^Rechteck · /) as string,
        });
        return undefined;
      });
      await newAoi(none);
    } finally {
      setLocale({ language: 'en', bundle: undefined });
    }
  });

  it('is what was typed into the list', async () => {
    const typed = '5.37, 43.3, 2 km';
    user.answers.push(
      () => {
        editor.input?.type(typed);
        return 'Type or Paste…';
      },
      ({ value }) => value,
    );
    await newAoi(none);
    expect(user.prompts[1]?.value).toBe(typed);
    expect(areaShown()).toMatchObject({ coordinates: [{ length: 65 }] });
  });

  it.each([
    ['is what the clipboard contains', triangle, true],
    ['is not offered from a clipboard without an area', 'words', false],
  ])('%s', async (_what, text, isOffered) => {
    editor.clipboard = text;
    user.answers.push(({ choices }) => choices.find(choice => choice === 'From the Clipboard'));
    await newAoi(none);
    expect(editor.openedEditors.map(({ document }) => document.uri.path)).toEqual(
      isOffered ? ['/nowhere/project/area.aoi.geojson'] : [],
    );
  });

  it('keeps the map visible, also for a template', async () => {
    editor.arrange(['map'], 1);
    user.answers.push(say('A Template'));
    await newAoi(none);
    const [map] = editor.workbench.tabs;
    if (map) editor.workbench.bringForward(map, true);
    user.answers.push(say('The Extent of the Map'));
    await newAoi(() => [5, 43, 6, 44]);
    expect(editor.openedEditors.map(({ viewColumn }) => viewColumn)).toEqual([2, 2]);
    // With its placeholders filled in, the template is GeoJSON.
    expect(areaShown()).toEqual(polygon(box(5.33, 43.28, 5.38, 43.31)));
  });
});
