import type { FeatureCollection } from 'geojson';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newAoi } from '../../../../src/areas/ui/importAoi.ts';
import { readForeignText } from '../../../../src/areas/ui/areaSource.ts';
import { editor } from '../../../fake/editor.ts';
import { newPerson, person, read, say } from '../../../fake/person.ts';
import { box, polygon } from '../../model/geometry/polygons.ts';

const triangle = 'POLYGON((0 0,1 0,1 1,0 0))';

// A glance at the clipboard gives up after 300 ms, and the readers are loaded on first use.
beforeAll(() => readForeignText(triangle));
beforeEach(() => {
  newPerson();
  editor.folders = ['/nowhere/project'];
});

/** Of the first feature of what was opened. */
const areaShown = () =>
  (JSON.parse(editor.shown[0]?.document.getText() ?? '') as FeatureCollection).features[0]?.geometry;

describe('New Area', () => {
  const none = () => undefined;

  it('is of what the map shows', async () => {
    person.answers.push(say('The Extent of the Map'));
    await newAoi(() => [5, 43, 6, 44]);
    expect(areaShown()).toEqual(polygon(box(5, 43, 6, 44)));
    expect(editor.shown[0]?.document.uri.toString()).toBe('untitled:/nowhere/project/aoi.geojson');
  });

  it.each([
    ['A Box…', /West, south, east, north/, '5,43,6,44', 5],
    ['A Circle…', /Latitude, longitude in degrees/, '43.3, 5.37, 2 km', 65],
  ])('%s is typed, and says in which order', async (choice, words, text, positions) => {
    person.answers.push(say(choice), read(words, text));
    await newAoi(none);
    expect(areaShown()).toMatchObject({ coordinates: [{ length: positions }] });
  });

  it('goes to a new document even beside a collection, with a name of its own', async () => {
    const collection = editor.open(
      'untitled:/nowhere/project/aoi.geojson',
      '{"type":"FeatureCollection","features":[]}',
    );
    editor.show(collection);
    person.answers.push(say('A Box…'), say('5,43,6,44'));
    await newAoi(none);
    expect(editor.shown[0]?.document.uri.path).toBe('/nowhere/project/aoi-2.geojson');
    expect(collection.version).toBe(1);
  });

  it('is what the clipboard holds', async () => {
    editor.clipboard = triangle;
    person.answers.push(say('From the Clipboard'));
    await newAoi(none);
    expect(editor.shown[0]?.document.uri.path).toBe('/nowhere/project/clipboard.geojson');
  });

  it('leaves the map in sight, also as a template', async () => {
    editor.arrange(['map'], 1);
    person.answers.push(say('A Template'));
    await newAoi(none);
    const [map] = editor.workbench.tabs;
    if (map) editor.workbench.bringForward(map, true);
    person.answers.push(say('The Extent of the Map'));
    await newAoi(() => [5, 43, 6, 44]);
    expect(editor.shown.map(({ viewColumn }) => viewColumn)).toEqual([2, 2]);
  });

  it('is a template that is GeoJSON with its examples filled in', async () => {
    person.answers.push(say('A Template'));
    await newAoi(none);
    expect(areaShown()).toEqual(polygon(box(5.33, 43.28, 5.38, 43.31)));
  });
});
