import type { FeatureCollection } from 'geojson';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { desk, fakeDocument, fakeGroup } from './areaWindow.ts';
import { read, say, scripted } from './scriptedWindow.ts';

vi.mock('vscode', async () => (await import('./areaWindow.ts')).areaVscode);

const { newAoi } = await import('../../../src/commands/newAoi.ts');

const triangle = 'POLYGON((0 0,1 0,1 1,0 0))';

beforeEach(() => desk.reset());

describe('New Area', () => {
  const none = () => undefined;

  it('is of what the map shows', async () => {
    scripted.answers.push(say('The Extent of the Map'));
    await newAoi(() => [5, 43, 6, 44]);
    expect(JSON.parse(desk.shown[0]?.text ?? '')).toMatchObject({
      features: [
        {
          geometry: {
            coordinates: [
              [
                [5, 43],
                [6, 43],
                [6, 44],
                [5, 44],
                [5, 43],
              ],
            ],
          },
        },
      ],
    });
    expect(desk.shown[0]?.uri.toString()).toBe('untitled:/nowhere/project/aoi.geojson');
  });

  it('offers neither map nor clipboard where there is nothing in them', async () => {
    scripted.answers.push(say(undefined));
    await newAoi(none);
    expect(scripted.shown[0]?.choices).toEqual(['A Box…', 'A Circle…', 'A Template']);
    expect(desk.shown).toEqual([]);
  });

  it.each([
    ['A Box…', /West, south, east, north/, '5,43,6,44', 5],
    ['A Circle…', /Latitude first, then longitude/, '43.3, 5.37, 2 km', 65],
  ])('%s is typed, and says in which order', async (choice, words, text, positions) => {
    scripted.answers.push(say(choice), read(words, text));
    await newAoi(none);
    const { features } = JSON.parse(desk.shown[0]?.text ?? '') as FeatureCollection;
    expect(features[0]?.geometry).toMatchObject({ coordinates: [{ length: positions }] });
  });

  it('goes to a new document even beside a collection, with a name of its own', async () => {
    const collection = fakeDocument(
      '/nowhere/project/aoi.geojson',
      '{"type":"FeatureCollection","features":[]}',
    );
    desk.documents.push(collection);
    desk.active = collection;
    scripted.answers.push(say('A Box…'), say('5,43,6,44'));
    await newAoi(none);
    expect(desk.shown[0]?.uri.path).toBe('/nowhere/project/aoi-2.geojson');
    expect(collection.version).toBe(1);
  });

  it('is what the clipboard holds', async () => {
    scripted.clipboard = triangle;
    scripted.answers.push(say('From the Clipboard'));
    await newAoi(none);
    expect(desk.shown[0]?.uri.path).toBe('/nowhere/project/clipboard.geojson');
  });

  it('leaves the clipboard alone in a browser until it is chosen', async () => {
    scripted.isWeb = true;
    scripted.clipboard = 'no area';
    scripted.answers.push(say('From the Clipboard'));
    await expect(newAoi(none)).rejects.toThrow();
    expect(scripted.shown[0]?.choices).toEqual(['A Box…', 'A Circle…', 'From the Clipboard', 'A Template']);
  });

  it('leaves the map in sight, also as a template', async () => {
    desk.groups = [fakeGroup(1, 'map', true)];
    scripted.answers.push(say('A Template'));
    await newAoi(none);
    desk.groups = [fakeGroup(1, 'map', true), fakeGroup(2, 'text')];
    scripted.answers.push(say('The Extent of the Map'));
    await newAoi(() => [5, 43, 6, 44]);
    expect(desk.showings.map(({ viewColumn }) => viewColumn)).toEqual([-2, 2]);
  });

  it('is a template that is GeoJSON with its examples filled in', async () => {
    scripted.answers.push(say('A Template'));
    await newAoi(none);
    const [template = ''] = desk.snippets;
    const examples = new Map(
      [...template.matchAll(/\$\{(\d):([^}]*)\}/g)].map(([, stop, example]) => [stop, example]),
    );
    const filled = template.replace(
      /\$\{(\d):[^}]*\}|\$(\d)/g,
      (_all, a?: string, b?: string) => examples.get(a ?? b) ?? '',
    );
    expect((JSON.parse(filled) as FeatureCollection).features[0]?.geometry).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [5.33, 43.28],
          [5.38, 43.28],
          [5.38, 43.31],
          [5.33, 43.31],
          [5.33, 43.28],
        ],
      ],
    });
  });
});
