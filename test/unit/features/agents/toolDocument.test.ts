import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { box, polygon } from '../../geo/polygons.ts';
import { toolArea } from '../../../../src/features/agents/toolArea.ts';
import { toolDocument, toolName } from '../../../../src/features/agents/toolDocument.ts';
import { editor, newEditor } from '../../../fake/editor.ts';
import { tempFolder } from '../../tempFolder.ts';

const pattern = '**/*.{geojson,json}';
let root = '';

beforeEach(async () => {
  editor.fileSystems.set('git', false);
  root = await tempFolder();
  editor.folders = [join(root, 'one')];
});

/** Files of the workspace; each contains its path. */
async function files(...paths: string[]) {
  for (const path of paths) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), path);
  }
}
const named = async (name: string) => (await toolDocument(name, pattern)).getText();
const open = (path: string, text = `open ${path}`) => editor.open(path.replace('$', root), text);

describe('a file that an agent names', () => {
  it('is the one at that path in the workspace, even if another one of that name is open', async () => {
    await files('one/aoi.geojson', 'one/old/aoi.geojson');
    open('$/one/old/aoi.geojson');
    expect(await named('aoi.geojson')).toBe('one/aoi.geojson');
    expect(await named('./old/../aoi.geojson')).toBe('one/aoi.geojson');
    expect(await named('old/aoi.geojson')).toBe('open $/one/old/aoi.geojson');
  });

  it('is the only one of its name, open or not', async () => {
    await files('one/old/aoi.geojson');
    expect(await named('aoi.geojson')).toBe('one/old/aoi.geojson');
    open('untitled:/elsewhere/draft.order.json');
    expect(await named('draft.order.json')).toBe('open untitled:/elsewhere/draft.order.json');
    open('untitled:Untitled-1');
    expect(await named('Untitled-1')).toBe('open untitled:Untitled-1');
  });

  it('is none of several of its name, which are named', async () => {
    await files('one/old/aoi.geojson', 'one/new/aoi.geojson');
    open('$/one/old/aoi.geojson');
    const [first, second] = ['new', 'old'].map(name => `file://${root}/one/${name}/aoi.geojson`);
    await expect(named('aoi.geojson')).rejects.toThrow(
      `"aoi.geojson" names several documents. Nothing was done. Pass one of these: ${first} ${second}`,
    );
    expect(await named(second ?? '')).toBe('open $/one/old/aoi.geojson');
  });

  it('is none of two folders, but for its whole path', async () => {
    await files('one/data/aoi.geojson', 'data/aoi.geojson', 'one/a.geojson', 'data/a.geojson');
    editor.folders = ['one', 'data'].map(name => join(root, name));
    for (const name of ['data/aoi.geojson', 'a.geojson'])
      await expect(named(name)).rejects.toThrow('names several documents');
    expect(await named('one/data/aoi.geojson')).toBe('one/data/aoi.geojson');
    expect(await named(join(root, 'data/aoi.geojson'))).toBe('data/aoi.geojson');
    expect(await named('one/a.geojson')).toBe('one/a.geojson');
  });

  it('is the file, never its past', async () => {
    await files('one/aoi.geojson');
    open('git:$/one/aoi.geojson?{"ref":"HEAD"}');
    for (const name of ['aoi.geojson', join(root, 'one/aoi.geojson')])
      expect(await named(name)).toBe('one/aoi.geojson');
    await expect(named(`git:${root}/one/aoi.geojson`)).rejects.toThrow('is not a file of the workspace');
  });

  it.each([
    ['with blanks around it', ' Küste 1.geojson\n'],
    ['with percent encoding', 'K%C3%BCste%201.geojson'],
    ['as a URI', 'file://$/one/K%C3%BCste%201.geojson'],
    ['as a URI without encoding', 'file://$/one/Küste 1.geojson'],
    ['as an absolute path', '$/one/Küste 1.geojson'],
    ['with the name of its folder', 'one/Küste 1.geojson'],
    ['with backslashes', 'one\\Küste 1.geojson'],
  ])('is found %s, however its accents are written', async (_how, name) => {
    for (const form of ['NFC', 'NFD']) {
      newEditor();
      root = await tempFolder();
      editor.folders = [join(root, 'one')];
      await files(`one/Küste 1.geojson`.normalize(form));
      expect((await named(name.replace('$', root))).normalize('NFC')).toBe('one/Küste 1.geojson');
    }
  });

  it('is the one that is written so, if two differ only in their accents', async () => {
    const forms = ['NFC', 'NFD'].map(form => 'Küste.geojson'.normalize(form));
    await files(...forms.map(form => `one/${form}`));
    for (const form of forms) expect(await named(form)).toBe(`one/${form}`);
    await expect(named('K%C3%BCste.geojson ')).resolves.toBe(`one/${forms[0]}`);
  });

  it('is no other one whose case differs, where the file system tells them apart', async () => {
    await files('one/aoi.geojson', 'one/AOI.geojson');
    expect(await named('AOI.geojson')).toBe('one/AOI.geojson');
    await expect(named('Aoi.geojson')).rejects.toThrow(
      '"Aoi.geojson" is not a file of the workspace. Pass one of these: AOI.geojson, aoi.geojson.',
    );
  });

  it('is never outside of the workspace', async () => {
    await files('secret.geojson', 'one/aoi.geojson');
    for (const name of [
      '../secret.geojson',
      '%2e%2e/secret.geojson',
      '..\\secret.geojson',
      `file://${root}/secret.geojson`,
    ])
      await expect(named(name)).rejects.toThrow('is not a file of the workspace');
  });

  it('has a name by which it is found again', async () => {
    await files('one/old/aoi.geojson');
    for (const document of [open('$/one/old/aoi.geojson'), open('untitled:/elsewhere/a b.geojson')])
      expect(await toolDocument(toolName(document.uri), pattern)).toBe(document);
  });
});

describe('an area that an agent names', () => {
  const areasOf = (...names: string[]) => {
    const features = names.map((name, at) => ({
      type: 'Feature',
      properties: { name },
      geometry: polygon(box(at, 0, at + 1, 1)),
    }));
    open('/areas.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  };
  /** Longitude of its west. */
  const found = async (area: string) =>
    (await toolArea({ file: 'areas.geojson', area }))?.polygon.coordinates[0]?.[0]?.[0];

  it('is found however its accents and blanks are written, if it is the only one', async () => {
    areasOf('Küste'.normalize('NFD'), 'Hafen ');
    expect([await found('Küste'), await found('Hafen'), await found(' Hafen'), await found('#2')]).toEqual([
      0, 1, 1, 1,
    ]);
  });

  it('is the one that is written so, and none of several', async () => {
    areasOf('Hafen', 'Hafen ', 'Kai', 'Kai');
    expect([await found('Hafen'), await found('Hafen ')]).toEqual([0, 1]);
    for (const area of ['Kai', ' Hafen'])
      await expect(found(area)).rejects.toThrow('"areas.geojson" contains 4 areas.');
  });

  it('is no number that is also the name of another one', async () => {
    areasOf('2', '1', '3');
    await expect(found('2')).rejects.toThrow('by its number: #1 2, #2 1, #3 3');
    expect([await found('#2'), await found('3')]).toEqual([1, 2]);
  });
});
