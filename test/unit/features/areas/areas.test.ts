import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../geo/polygons.ts';
import { createCatalog } from '../../../../src/features/images/imageCatalog.ts';
import { findAreas } from '../../../../src/features/areas/rules/text/geojsonText.ts';
import { createAreas } from '../../../../src/features/areas/areas.ts';
import { clockAt, fakeClient, signedInSession } from '../../fakes.ts';

const uri = 'file:///survey/ports/two%20ports.geojson';

const feature = (name: string, west: number) => ({
  type: 'Feature',
  properties: { name },
  geometry: polygon(box(west, 43, west + 1, 44)),
});

const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });

async function setUp(text = collection(feature('Harbour', 5), feature('Airport', 7))) {
  const client = fakeClient({ search: () => Promise.resolve({ images: [], total: 0, received: 0 }) });
  const session = await signedInSession(client);
  const catalog = createCatalog(
    session,
    { read: () => undefined, write: () => undefined },
    () => 50,
    clockAt(),
  );
  const areas = createAreas(catalog);
  let now = text;
  const show = (next: string) => areas.read(findAreas(next), undefined);
  /** Like the editor: changes the text, then reads it. */
  const replace = (what: string, put: string) => {
    now = now.replace(what, put);
    show(now);
  };
  areas.follow(uri);
  show(text);
  areas.take(['features', 0, 'geometry']);
  return { areas, catalog, replace, show, text: () => now, aoi: () => catalog.current.peek().aoi };
}

describe('the areas of the followed document', () => {
  it('are those of the document with the active AOI', async () => {
    const { areas, catalog, aoi } = await setUp();
    expect(areas.current.peek().document).toEqual({ uri, name: 'two ports.geojson' });
    expect(aoi()).toMatchObject({ uri, name: 'Harbour', path: ['features', 0, 'geometry'] });
    const active = aoi();
    if (active) catalog.lookAt({ ...active, uri: 'untitled:Untitled-1' });
    expect(areas.current.peek()).toMatchObject({ document: { name: 'Untitled-1' }, areas: [] });
  });

  it("are kept while the text can't be read", async () => {
    const { areas } = await setUp();
    areas.lock('It is broken.');
    expect(areas.current.peek()).toMatchObject({ locked: 'It is broken.', areas: [{}, {}] });
  });
});

describe('the active AOI', () => {
  it('follows an edit of its shape and of its name', async () => {
    const { replace, aoi } = await setUp();
    replace('[6,44]', '[6,45]');
    expect(aoi()?.polygon.coordinates[0]?.[2]).toEqual([6, 45]);
    replace('Harbour', 'Old Port');
    expect(aoi()?.name).toBe('Old Port');
  });

  it('stays the same when a feature is inserted before it', async () => {
    const { replace, aoi, areas } = await setUp();
    replace('[{"type":"Feature",', `[${JSON.stringify(feature('New', 1))},{"type":"Feature",`);
    expect(aoi()).toMatchObject({ name: 'Harbour', path: ['features', 1, 'geometry'] });
    expect(areas.active()?.name).toBe('Harbour');
  });

  it('is distinguished from another area that takes its place when it is deleted', async () => {
    const { replace, aoi, areas } = await setUp();
    const gone = `${JSON.stringify(feature('Harbour', 5))},`;
    replace(gone, '');
    expect(areas.active()).toBeUndefined();
    expect(aoi()).toBeUndefined();
    replace('[{', `[${gone}{`);
    expect(areas.active()?.name).toBe('Harbour');
    expect(aoi()?.name).toBe('Harbour');
  });

  it('is the one before if the last one is gone by undo', async () => {
    const { areas, show, text, aoi } = await setUp();
    show(collection(feature('Harbour', 5), feature('Airport', 7), feature('Area 3', 9)));
    areas.take(['features', 2, 'geometry']);
    areas.read(findAreas(text()), undefined, true);
    expect(areas.active()?.name).toBe('Harbour');
    expect(aoi()?.name).toBe('Harbour');
  });

  it.each([
    ['another layout', (text: string) => JSON.stringify(JSON.parse(text), null, 2), 'Harbour', 0],
    ['another order', () => collection(feature('Airport', 7), feature('Harbour', 5)), 'Harbour', 1],
    ['another shape under the same name', () => collection(feature('Harbour', 9)), 'Harbour', 0],
  ])('is found again in a replaced document: %s', async (_name, next, name, index) => {
    const { areas, text, aoi, show } = await setUp();
    show(next(text()));
    expect(areas.active()?.name).toBe(name);
    expect(aoi()?.path).toEqual(['features', index, 'geometry']);
  });

  it('is gone from a document that was replaced by another one', async () => {
    const { areas, show } = await setUp();
    show(collection(feature('Dam', 9), feature('Lake', 11)));
    expect(areas.active()).toBeUndefined();
  });

  it('keeps the results of its search, and says that it has changed since', async () => {
    const { catalog, replace, aoi } = await setUp();
    await catalog.search({});
    replace('Harbour', 'Port');
    expect(catalog.current.peek()).toMatchObject({ phase: { kind: 'done' }, aoiChanged: false });
    replace('[6,44]', '[6,45]');
    expect(catalog.current.peek()).toMatchObject({ phase: { kind: 'done' }, aoiChanged: true });
    replace('[6,45]', '[6,44]');
    expect(catalog.current.peek().aoiChanged).toBe(false);
    replace('[6,44]', '[6,45]');
    await catalog.search({});
    expect(catalog.current.peek().aoiChanged).toBe(false);
    expect(aoi()?.polygon.coordinates[0]?.[2]).toEqual([6, 45]);
  });

  it('moves to the file that a draft is saved as', async () => {
    const { areas, aoi } = await setUp();
    areas.moved('file:///survey/ports.geojson');
    expect(aoi()?.uri).toBe('file:///survey/ports.geojson');
    expect(areas.current.peek()).toMatchObject({ document: { name: 'ports.geojson' }, areas: [{}, {}] });
    expect(areas.active()?.name).toBe('Harbour');
  });
});

describe('the area at a position of the text', () => {
  it('does not take the place of the one that was searched unless a person goes there on purpose', async () => {
    const { areas, catalog, text, aoi } = await setUp();
    await catalog.search({});
    const place = text().indexOf('Airport');
    areas.takeAt(place, false);
    expect(aoi()?.name).toBe('Harbour');
    areas.takeAt(place, true);
    expect(aoi()?.name).toBe('Airport');
  });

  it('becomes the active one, and stays so outside of areas', async () => {
    const { areas, text, aoi } = await setUp();
    for (const [place, name] of [
      [text().indexOf('Airport'), 'Airport'],
      [3, 'Airport'],
      [text().indexOf('Harbour'), 'Harbour'],
    ] as const) {
      areas.takeAt(place, false);
      expect([aoi()?.name, areas.active()?.name]).toEqual([name, name]);
    }
  });
});
