import type { Position } from 'geojson';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAreas } from '../../../src/state/areas.ts';
import { createCatalog } from '../../../src/state/catalog.ts';
import { createSession } from '../../../src/state/session.ts';
import type { FakeDocument } from '../language/fakeEditor.ts';
import { box, polygon } from '../model/geometry/polygons.ts';
import { fakeClient, storage } from '../state/fakes.ts';
import type { DocumentEditor } from './documentEditor.ts';

const editor = vi.hoisted(() => ({ current: undefined as unknown as DocumentEditor }));
vi.mock('vscode', async () => {
  const { DocumentEditor: Made, vscodeOver } = await import('./documentEditor.ts');
  editor.current = new Made();
  return vscodeOver(editor.current);
});
const { createAreaEditing } = await import('../../../src/platform/areaEditing.ts');
const { followDocument } = await import('../../../src/platform/followedDocument.ts');

const feature = (name: string, west: number) => ({
  type: 'Feature',
  properties: { name },
  geometry: polygon(box(west, 43, west + 1, 44)),
});
const text = JSON.stringify({
  type: 'FeatureCollection',
  features: [feature('Harbour', 5), feature('Dam', 7)],
});
const first = ['features', 0, 'geometry'];
const moved: Position[][] = [box(5, 43, 6, 44.5)];

let document: FakeDocument;
const errors: unknown[] = [];
const open: { dispose(): void }[] = [];

/** @param follows whether the map follows the document */
function bench({ follows = true } = {}) {
  const { keyStore, sessionMemory } = storage();
  const session = createSession({
    keys: keyStore,
    memory: sessionMemory,
    makeClient: () => Promise.resolve(fakeClient({})),
  });
  const catalog = createCatalog(session, { read: () => undefined, write: () => undefined }, () => 50);
  const areas = createAreas(catalog);
  const followed = followDocument(areas, error => errors.push(error));
  open.push(followed);
  const editing = createAreaEditing(areas, followed);
  if (follows) areas.follow(document.uri.toString());
  return { areas, followed, editing, catalog, revision: () => areas.current.peek().revision };
}

beforeEach(() => {
  errors.length = 0;
  editor.current.documents.length = 0;
  editor.current.beforeEdit = () => true;
  document = editor.current.open('/survey/ports.geojson', text);
});
afterEach(() => {
  for (const one of open.splice(0)) one.dispose();
  expect(errors).toEqual([]);
});

describe('a change that was drawn on the map', () => {
  it('is made in the document that it was drawn on, whatever editor is active', async () => {
    const { followed, editing, revision } = bench();
    const other = editor.current.open('/survey/other.geojson', text);
    editor.current.active = { document: other, selection: { active: {} } };
    await followed.read();
    expect(await editing.change(revision(), { kind: 'reshape', path: first, rings: moved })).toBeUndefined();
    editor.current.active = undefined;
    expect(other.text).toBe(text);
    expect(document.text).toBe(
      text.replaceAll('44]', '44.5]').replace(/7,44\.5|8,44\.5/g, at => at.replace('.5', '')),
    );
  });

  it('is dropped when the text was edited since, and the areas are those of the text', async () => {
    const { followed, editing, revision, areas } = bench();
    await followed.read();
    const seen = revision();
    editor.current.type(document, { rangeOffset: text.indexOf('Harbour'), rangeLength: 7, text: 'Port' });
    const after = document.text;
    const problem = await editing.change(seen, { kind: 'reshape', path: first, rings: moved });
    expect(problem).toContain('changed meanwhile');
    expect(document.text).toBe(after);
    expect(areas.current.peek().areas[0]?.name).toBe('Port');
  });

  it('is dropped when the text is edited on the way', async () => {
    const { followed, editing, revision } = bench();
    await followed.read();
    let looks = 0;
    const getText = document.getText.bind(document);
    document.getText = () => {
      const now = getText();
      // First it is compared, then it is handed over to be changed.
      if (++looks === 2) {
        queueMicrotask(() => editor.current.type(document, { rangeOffset: 0, rangeLength: 0, text: ' ' }));
      }
      return now;
    };
    const problem = await editing.change(revision(), { kind: 'reshape', path: first, rings: moved });
    expect(problem).toContain('was not changed');
    expect(document.text).toBe(` ${text}`);
  });

  it('is dropped where the editor refuses it', async () => {
    const { followed, editing, revision } = bench();
    await followed.read();
    editor.current.beforeEdit = () => false;
    expect(await editing.change(revision(), { kind: 'remove', path: first })).toContain('read-only');
    expect(document.text).toBe(text);
  });

  it('waits for a broken text to be mended, while the map keeps what it knew', async () => {
    const { followed, editing, revision, areas } = bench();
    await followed.read();
    editor.current.type(document, { rangeOffset: text.length - 1, rangeLength: 1, text: '' });
    await followed.read();
    expect(areas.current.peek()).toMatchObject({ areas: [{ name: 'Harbour' }, { name: 'Dam' }] });
    expect(await editing.change(revision(), { kind: 'remove', path: first })).toContain('changed meanwhile');
    editor.current.type(document, { rangeOffset: document.text.length, rangeLength: 0, text: '}' });
    await followed.read();
    expect(areas.current.peek().locked).toBeUndefined();
    expect(await editing.change(revision(), { kind: 'remove', path: first })).toBeUndefined();
  });

  it('is refused in a document that is gone', async () => {
    const { followed, editing, revision, areas } = bench();
    await followed.read();
    document.isClosed = true;
    editor.current.documents.length = 0;
    expect(await editing.change(revision(), { kind: 'remove', path: first })).toContain('cannot be opened');
    await followed.read();
    expect(areas.current.peek().locked).toContain('cannot be opened');
  });

  it('is shown in an editor, so that it can be saved', async () => {
    const { followed, editing, revision } = bench();
    await followed.read();
    editor.current.shown.length = 0;
    await editing.change(revision(), { kind: 'remove', path: first });
    expect(editor.current.shown).toEqual(['/survey/ports.geojson']);
  });

  it('takes an area that is drawn in hand where there is none', async () => {
    const { followed, editing, revision, catalog, areas } = bench();
    await followed.read();
    await editing.change(revision(), { kind: 'add', rings: [box(9, 43, 10, 44)] });
    expect(catalog.current.peek().aoi?.path).toEqual(['features', 2, 'geometry']);
    expect(areas.inHand()?.path).toEqual(['features', 2, 'geometry']);
  });
});

describe('what is drawn without a document', () => {
  const rings = [box(9, 43, 10, 44)];
  const drawn = { kind: 'add', rings } as const;

  it('goes into a new one, which the map follows, while the focus stays there', async () => {
    const { editing, areas } = bench({ follows: false });
    editor.current.shownQuietly.length = 0;
    expect(await editing.change(undefined, drawn)).toBeUndefined();
    const begun = editor.current.documents.at(-1);
    expect(begun?.uri.toString()).toBe('untitled:/survey/aoi.geojson');
    expect(JSON.parse(begun?.text ?? '')).toMatchObject({
      features: [{ geometry: polygon(box(9, 43, 10, 44)) }],
    });
    expect(editor.current.shownQuietly).toEqual(['/survey/aoi.geojson']);
    expect(areas.current.peek().document?.uri).toBe('untitled:/survey/aoi.geojson');
    expect(areas.inHand()?.path).toEqual(['features', 0, 'geometry']);
  });

  it('is refused where the editor does not take it, and nothing is followed', async () => {
    const { editing, areas } = bench({ follows: false });
    editor.current.beforeEdit = () => false;
    await expect(editing.change(undefined, drawn)).rejects.toThrow('aoi.geojson could not be written');
    expect(areas.current.peek().document).toBeUndefined();
  });

  it('opens no document for what cannot be an area', async () => {
    const { editing } = bench({ follows: false });
    const before = editor.current.documents.length;
    expect(await editing.change(undefined, { kind: 'add', rings: [[]] })).toMatch(/position|ring|outline/i);
    expect(editor.current.documents).toHaveLength(before);
  });
});

describe('the document that the map follows', () => {
  it('is the file that a draft was saved as', async () => {
    editor.current.documents.length = 0;
    document = editor.current.open('/survey/draft.geojson', text);
    Object.assign(document.uri, { scheme: 'untitled', toString: () => 'untitled:/survey/draft.geojson' });
    const { followed, areas } = bench();
    await followed.read();
    const saved = editor.current.open('/survey/saved.geojson', text);
    Object.assign(saved.uri, { scheme: 'file' });
    document.isClosed = true;
    editor.current.active = { document: saved, selection: { active: {} } };
    editor.current.closed.fire(document);
    expect(areas.current.peek().document?.name).toBe('saved.geojson');
    expect(areas.current.peek().areas).toHaveLength(2);
    editor.current.active = undefined;
  });

  it('keeps its areas when it is renamed, alone or with its folder', async () => {
    const { followed, areas } = bench();
    await followed.read();
    const named = (uri: string) => ({ toString: () => uri });
    editor.current.renamed.fire({
      files: [{ oldUri: named('file:///survey'), newUri: named('file:///play') }],
    });
    expect(areas.current.peek().document?.uri).toBe('file:///play/ports.geojson');
    expect(areas.current.peek().areas).toHaveLength(2);
  });
});
