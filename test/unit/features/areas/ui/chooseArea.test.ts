import { beforeEach, describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { createCatalog } from '../../../../../src/features/images/imageCatalog.ts';
import { searchImages } from '../../../../../src/features/areas/ui/chooseArea.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { clockAt, fakeClient, signedInSession } from '../../../fakes.ts';

const feature = (west: number, name?: string) => ({
  type: 'Feature',
  properties: { name },
  geometry: polygon(box(west, 43, west + 1, 44)),
});
const features = [feature(5, 'Harbour'), feature(7), feature(9, 'Dam')];
const text = JSON.stringify({ type: 'FeatureCollection', features });

async function setUp() {
  /** Happens during a search. */
  const during = { happens: () => {} };
  const client = fakeClient({
    search: () => {
      during.happens();
      return Promise.resolve({ images: [], total: 0, received: 0 });
    },
  });
  const session = await signedInSession(client);
  const catalog = createCatalog(
    session,
    { read: () => undefined, write: () => undefined },
    () => 50,
    clockAt(),
  );
  const document = editor.open('/survey/ports.aoi.geojson', text);
  editor.show(document);
  const search = async (argument?: unknown) => {
    await searchImages(session, catalog, argument);
    return catalog.current.peek().aoi?.name;
  };
  return { document, search, during };
}

beforeEach(() => {
  newUser();
  editor.folders = ['/survey'];
});

describe('a search from the menu of a file', () => {
  it('is of an area of it, whichever editor is active', async () => {
    const { search } = await setUp();
    const other = editor.open('/survey/field.geojson', JSON.stringify(feature(20, 'Field')));
    expect(await search(other.uri)).toBe('Field');
    const roads = editor.open('/survey/roads.geojson', '{"type":"LineString","coordinates":[[5,43],[6,44]]}');
    await expect(search(roads.uri)).rejects.toThrow('roads.geojson contains no Polygon');
  });
});

describe('a search from the palette', () => {
  it('takes the focus to its images, but not from another text', async () => {
    const { search, document, during } = await setUp();
    const ran = async (happens: () => void, argument?: unknown) => {
      editor.show(document);
      user.answers.push(say('Dam'));
      editor.ran.length = 0;
      during.happens = happens;
      await search(argument);
      return editor.ran.map(([, target]) => target);
    };
    const onMap = { show: 'aoi' };
    expect(await ran(() => undefined)).toEqual([onMap, { hasFocus: true }]);
    expect(await ran(() => editor.show(editor.open('/survey/notes.md', '')))).toEqual([onMap]);
    expect(await ran(() => undefined, document.uri)).toEqual([onMap]);
  });

  it('asks by name which of several areas, and then stays with it', async () => {
    const { search } = await setUp();
    user.answers.push(say('Dam'));
    expect(await search()).toBe('Dam');
    expect(user.prompts[0]).toMatchObject({
      text: 'Which area of ports.aoi.geojson?',
      choices: ['Harbour', 'Area 2', 'Dam'],
    });
    expect(await search()).toBe('Dam');
    expect(user.prompts).toHaveLength(1);
  });

  it('is of the area at the cursor, if there is one', async () => {
    const { document, search } = await setUp();
    editor.putCursor(editor.show(document), 1, text.indexOf('Harbour'));
    expect(await search()).toBe('Harbour');
    expect(user.prompts).toEqual([]);
  });
});
