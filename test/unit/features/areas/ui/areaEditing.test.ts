import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TextDocument } from 'vscode';
import { box, polygon } from '../../../geo/polygons.ts';
import { openDraft } from '../../../../../src/platform/documents/openDraft.ts';
import { createSession, type SessionOwner } from '../../../../../src/session/session.ts';
import { createCatalog } from '../../../../../src/features/images/imageCatalog.ts';
import { createAreas } from '../../../../../src/features/areas/areas.ts';
import { isOfferedHere } from '../../../../../src/features/areas/ui/aoiDocument.ts';
import { createAreaEditing, followAreas } from '../../../../../src/features/areas/ui/areaEditing.ts';
import { followDocument } from '../../../../../src/features/areas/ui/followedDocument.ts';
import type { Document } from '../../../../fake/documents.ts';
import { editor } from '../../../../fake/editor.ts';
import { TextEditorSelectionChangeKind, Uri } from '../../../../fake/values.ts';
import { anyKept, clockAt, fakeClient, settle, signedInSession, storage } from '../../../fakes.ts';
import { bareImage } from '../../../fixtures.ts';
import { tempFolder } from '../../../tempFolder.ts';

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
/** Moves the third vertex of the first area north. */
const step = { kind: 'move', ring: 0, vertex: 2, to: [6, 44.5] } as const;

let document: Document;
/** As if typed on the keyboard, replacing `length` characters. */
const type = (at: number, length: number, words: string) => editor.edit(document, at, length, words);
const errors: unknown[] = [];
const open: { dispose(): void }[] = [];

function signedOut(): SessionOwner {
  const { keyStore, sessionMemory } = storage();
  return createSession({
    keys: keyStore,
    memory: sessionMemory,
    makeClient: () => Promise.resolve(fakeClient({})),
  });
}

/** @param follows whether the map follows the document */
function setUp({ follows = true, session = signedOut() } = {}) {
  const catalog = createCatalog(
    session,
    { read: () => undefined, write: () => undefined },
    () => 50,
    clockAt(),
  );
  const areas = createAreas(catalog);
  const followed = followDocument(
    areas,
    anyKept,
    aoi => catalog.lookAt(aoi),
    error => errors.push(error),
  );
  open.push(followed);
  const editing = createAreaEditing(areas, followed);
  if (follows) areas.follow(document.uri.toString());
  return { areas, followed, editing, catalog, revision: () => areas.current.peek().revision };
}

beforeEach(() => {
  errors.length = 0;
  editor.folders = ['/survey'];
  document = editor.open('/survey/ports.geojson', text);
});
afterEach(() => {
  for (const disposable of open.splice(0)) disposable.dispose();
  expect(errors).toEqual([]);
});

describe('a change that was drawn on the map', () => {
  it('is applied to the document that it was drawn on, whichever editor is active', async () => {
    const { followed, editing, revision } = setUp();
    const second = editor.open('/survey/other.geojson', text);
    editor.show(second);
    await followed.read();
    expect(await editing.change(revision(), { kind: 'reshape', path: first, step })).toBeUndefined();
    expect(second.getText()).toBe(text);
    expect(document.getText()).toBe(text.replace('[6,44]', '[6,44.5]'));
  });

  it('is dropped if the text was edited since, and the areas are those of the text', async () => {
    const { followed, editing, revision, areas } = setUp();
    await followed.read();
    const seen = revision();
    type(text.indexOf('Harbour'), 7, 'Port');
    const after = document.getText();
    const problem = await editing.change(seen, { kind: 'reshape', path: first, step });
    expect(problem).toContain("Couldn't change");
    expect(document.getText()).toBe(after);
    expect(areas.current.peek().areas[0]?.name).toBe('Port');
  });

  it('is dropped if the text is edited before it arrives', async () => {
    const { followed, editing, revision } = setUp();
    await followed.read();
    let reads = 0;
    const getText = document.getText.bind(document);
    document.getText = () => {
      const now = getText();
      // First it is compared, then it is passed on to be changed.
      if (++reads === 2) {
        queueMicrotask(() => type(0, 0, ' '));
      }
      return now;
    };
    const problem = await editing.change(revision(), { kind: 'reshape', path: first, step });
    expect(problem).toContain("Couldn't change");
    expect(document.getText()).toBe(` ${text}`);
  });

  it('waits until a broken text is fixed, while the map keeps the previous areas', async () => {
    const { followed, editing, revision, areas } = setUp();
    await followed.read();
    type(text.length - 1, 1, '');
    await followed.read();
    expect(areas.current.peek()).toMatchObject({ areas: [{ name: 'Harbour' }, { name: 'Dam' }] });
    expect(await editing.change(revision(), { kind: 'remove', path: first })).toContain("Couldn't change");
    type(document.getText().length, 0, '}');
    await followed.read();
    expect(areas.current.peek().locked).toBeUndefined();
    expect(await editing.change(revision(), { kind: 'remove', path: first })).toBeUndefined();
  });

  it.each([
    ['visible', true],
    ['behind another tab', false],
  ])('leaves a document that is read-only in the session as it is: %s', async (_where, isVisible) => {
    const { followed, editing, revision, areas } = setUp();
    await followed.read();
    editor.show(document, 1);
    if (!isVisible) editor.show(editor.open('/survey/other.geojson', '{}'), 1);
    document.isReadOnly = true;
    const problem = 'ports.geojson is read-only. Make it writable, or edit a copy.';
    expect(await editing.change(revision(), { kind: 'remove', path: first })).toBe(problem);
    expect(document.getText()).toBe(text);
    expect(areas.current.peek().areas).toHaveLength(2);
    // The user makes it writable again.
    document.isReadOnly = false;
    expect(await editing.change(revision(), { kind: 'remove', path: first })).toBeUndefined();
    expect(JSON.parse(document.getText())).toMatchObject({ features: [{ properties: { name: 'Dam' } }] });
    expect(document.isDirty).toBe(true);
  });

  it.each(['git:/survey/ports.geojson', 'output:ports.geojson'])('leaves %s as it is', async uri => {
    document = editor.open(uri, text);
    const { followed, editing, revision, areas } = setUp();
    await followed.read();
    expect(areas.current.peek().locked).toContain('ports.geojson is read-only.');
    const problem = await editing.change(revision(), { kind: 'remove', path: first });
    expect(problem).toContain('ports.geojson is read-only.');
    expect(document.getText()).toBe(text);
  });

  it('leaves a file as it is that its file system reports as read-only', async () => {
    const path = join(await tempFolder(), 'ports.geojson');
    await writeFile(path, text);
    document = editor.open(path, text);
    editor.protectedPaths.add(path);
    const { followed, editing, revision } = setUp();
    await followed.read();
    const problem = await editing.change(revision(), { kind: 'remove', path: first });
    expect(problem).toContain('ports.geojson is read-only.');
    expect(document.getText()).toBe(text);
  });

  it('is shown in an editor, so that it can be saved', async () => {
    const { followed, editing, revision } = setUp();
    await followed.read();
    await editing.change(revision(), { kind: 'remove', path: first });
    expect(editor.openedEditors.map(textEditor => textEditor.document)).toEqual([document]);
  });

  it('makes a drawn area the active one if there is none', async () => {
    const { followed, editing, revision, catalog, areas } = setUp();
    await followed.read();
    await editing.change(revision(), { kind: 'add', ring: box(9, 43, 10, 44) });
    expect(catalog.current.peek().aoi?.path).toEqual(['features', 2, 'geometry']);
    expect(areas.active()?.path).toEqual(['features', 2, 'geometry']);
  });
});

describe('a shape drawn without a document, or for a new one', () => {
  const drawn = { kind: 'add', ring: box(9, 43, 10, 44) } as const;

  it.each([false, true])('goes there; the map follows it and keeps the focus', async follows => {
    const { editing, areas, followed } = setUp({ follows });
    await followed.read();
    editor.arrange(['map'], 1);
    expect(await editing.change(undefined, drawn)).toBeUndefined();
    const begun = editor.openedEditors[0]?.document;
    expect(begun?.uri.toString()).toBe('untitled:/survey/area.aoi.geojson');
    expect(JSON.parse(begun?.getText() ?? '')).toMatchObject({
      features: [{ geometry: polygon(box(9, 43, 10, 44)) }],
    });
    expect(editor.workbench.activeEditor).toBeUndefined();
    expect(areas.current.peek().document?.uri).toBe('untitled:/survey/area.aoi.geojson');
    expect(areas.active()?.path).toEqual(['features', 0, 'geometry']);
    expect(document.getText()).toBe(text);
  });
});

describe('the cursor in the document', () => {
  const put = (name: string, kind: number) =>
    editor.putCursor(editor.show(document), 1, text.indexOf(name), kind);

  it('makes the area there the active one; after a search only by the pointer or a command', async () => {
    const search = () => Promise.resolve({ images: [], total: 0, received: 0 });
    const session = await signedInSession(fakeClient({ search }));
    const { followed, areas, catalog } = setUp({ session });
    await followed.read();
    put('Dam', TextEditorSelectionChangeKind.Keyboard);
    expect(areas.active()?.name).toBe('Dam');
    put('Harbour', TextEditorSelectionChangeKind.Keyboard);
    expect(areas.active()?.name).toBe('Harbour');
    await catalog.search({});
    put('Dam', TextEditorSelectionChangeKind.Keyboard);
    expect(areas.active()?.name).toBe('Harbour');
    put('Dam', TextEditorSelectionChangeKind.Command);
    expect(areas.active()?.name).toBe('Dam');
    await catalog.search({});
    put('Harbour', TextEditorSelectionChangeKind.Mouse);
    expect(areas.active()?.name).toBe('Harbour');
  });
});

describe('a click in the text of another document', () => {
  const other = JSON.stringify({ type: 'FeatureCollection', features: [feature('Quay', 3)] });
  const put = (there: Document, kind: number) =>
    editor.putCursor(editor.show(there), 1, other.indexOf('Quay'), kind);

  it('makes the area there the active one, after a search too, which keys do not', async () => {
    const { followed, areas, catalog } = setUp();
    await followed.read();
    areas.take(first);
    const second = editor.open('/survey/quays.geojson', other);
    put(second, TextEditorSelectionChangeKind.Keyboard);
    put(second, TextEditorSelectionChangeKind.Mouse);
    await expect.poll(() => catalog.current.peek().aoi?.name).toBe('Quay');
    expect(areas.current.peek().document?.name).toBe('quays.geojson');
  });

  it.each([
    ['/survey/quays.geojson', true],
    ['/survey/quays.order.json', false],
    ['/survey/quays.shortlist.geojson', false],
    ['/survey/quays-1a2b3c4d.geojson', false],
    ['git:/survey/quays.geojson', false],
  ])('chooses only where the text offers its areas: %s', (path, isOffered) => {
    expect(isOfferedHere(editor.open(path, other) as unknown as TextDocument, anyKept)).toBe(isOffered);
  });
});

describe('a file of areas that comes to the front', () => {
  const quays = JSON.stringify({
    type: 'FeatureCollection',
    features: [feature('Quay', 3), feature('Dock', 9)],
  });

  it('is what the map shows, with the area at its cursor or the first one, unless images are selected', async () => {
    const images = [bareImage({ id: 'a', footprint: polygon(box(5, 43, 6, 44)) })];
    const search = () => Promise.resolve({ images, total: 1, received: 1 });
    const session = await signedInSession(fakeClient({ search }));
    const catalog = createCatalog(
      session,
      { read: () => undefined, write: () => undefined },
      () => 50,
      clockAt(),
    );
    open.push(followAreas(catalog, anyKept, error => errors.push(error)));
    const [others, second] = ['notes.geojson', 'quays.aoi.geojson'].map(name =>
      editor.open(`/survey/${name}`, quays),
    );
    if (!others || !second) throw new Error('Not open.');
    const chosen = () => catalog.current.peek().aoi?.name;
    editor.show(second);
    await expect.poll(chosen).toBe('Quay');
    editor.putCursor(editor.show(second), 1, quays.indexOf('Dock'), TextEditorSelectionChangeKind.Mouse);
    await expect.poll(chosen).toBe('Dock');
    const third = editor.open('/survey/third.aoi.geojson', text);
    editor.show(third);
    await expect.poll(chosen).toBe('Harbour');
    editor.show(second);
    await expect.poll(chosen).toBe('Dock');
    // Any other GeoJSON may be of anything.
    editor.show(others);
    await catalog.search({});
    catalog.select(['a']);
    editor.show(third);
    await settle();
    expect(chosen()).toBe('Dock');
  });
});

it.each([
  ['undoes what was drawn into a new draft', true],
  ['keeps the text of a draft that nobody drew', false],
])('%s', async (_what, isDrawn) => {
  const { areas, followed, editing } = setUp({ follows: false });
  if (isDrawn) await editing.change(undefined, { kind: 'add', ring: box(5, 43, 6, 44) });
  else {
    const { document: draft } = await openDraft({ name: 'a', ending: '.aoi.geojson', text });
    areas.follow(draft.uri.toString());
    await followed.read();
  }
  await editing.undo();
  await followed.read();
  expect(editor.openedEditors[0]?.document.getText()).toBe(isDrawn ? '' : text);
});

describe('the document that the map follows', () => {
  it('is the file that a draft was saved as', async () => {
    document = editor.open('untitled:/survey/draft.geojson', text);
    const { followed, areas } = setUp();
    await followed.read();
    const saved = editor.open('/survey/saved.geojson', text);
    editor.show(saved);
    editor.documents.close(document);
    expect(areas.current.peek().document?.name).toBe('saved.geojson');
    expect(areas.current.peek().areas).toHaveLength(2);
  });

  it('is none once a draft was closed without saving, also while the editor keeps it, empty', async () => {
    document = editor.open('untitled:/survey/draft.geojson', text);
    const { followed, areas, catalog } = setUp();
    await followed.read();
    areas.take(first);
    type(0, text.length, '');
    await followed.read();
    expect(areas.current.peek()).toMatchObject({ document: undefined, areas: [] });
    expect(catalog.current.peek().aoi).toBeUndefined();
  });

  it('is the file that a draft was saved as, also while the editor keeps the draft, empty', async () => {
    document = editor.open('untitled:/survey/draft.geojson', text);
    const { followed, areas } = setUp();
    await followed.read();
    const saved = editor.open('/survey/saved.geojson', text);
    editor.show(saved);
    type(0, text.length, '');
    await followed.read();
    expect(areas.current.peek().document?.name).toBe('saved.geojson');
    expect(areas.current.peek().areas).toHaveLength(2);
  });

  it('keeps its areas when it or its folder is renamed', async () => {
    const { followed, areas } = setUp();
    await followed.read();
    editor.filesRenamed.fire({
      files: [{ oldUri: Uri.parse('file:///survey'), newUri: Uri.parse('file:///play') }],
    });
    expect(areas.current.peek().document?.uri).toBe('file:///play/ports.geojson');
    expect(areas.current.peek().areas).toHaveLength(2);
  });
});
