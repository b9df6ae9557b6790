import { beforeEach, describe, expect, it, vi } from 'vitest';
import { desk, fakeDocument, fakeGroup } from '../commands/areaWindow.ts';
import { resetSearchWindow, searchDesk } from '../commands/searchWindow.ts';

vi.mock('vscode', async () => {
  const { areaVscode } = await import('../commands/areaWindow.ts');
  const { searchVscode } = await import('../commands/searchWindow.ts');
  return { ...areaVscode, languages: searchVscode.languages };
});

const { openDraft } = await import('../../../src/platform/openDraft.ts');
const { UserError } = await import('../../../src/platform/presentError.ts');

const draft = { name: 'Port 1', ending: '.geojson', text: '{}\n' };

/** A text in sight that drafts can be made from. */
function show(path: string, viewColumn: number, scheme = 'file') {
  const document = fakeDocument(path, '', scheme);
  desk.documents.push(document);
  desk.visible.push({ document, viewColumn });
  return document.uri.toString();
}

beforeEach(() => resetSearchWindow());

describe('a draft', () => {
  it('is an unsaved document in the folder of the workspace, and its editor is handed back', async () => {
    const editor = await openDraft(draft);
    expect(editor.document.uri.toString()).toBe('untitled:/nowhere/project/Port-1.geojson');
    expect(editor.document.getText()).toBe('{}\n');
  });

  it('is named beside the file that it is made from', async () => {
    const { document } = await openDraft({ ...draft, from: show('/survey/ports.geojson', 1) });
    expect(document.uri.path).toBe('/survey/Port-1.geojson');
    const unsaved = await openDraft({ ...draft, from: show('/elsewhere/new.geojson', 1, 'untitled') });
    expect(unsaved.document.uri.path).toBe('/nowhere/project/Port-1.geojson');
  });

  it('never takes the place of another', async () => {
    const first = await openDraft(draft);
    const second = await openDraft({ ...draft, text: '[]' });
    expect(second.document.uri.path).toBe('/nowhere/project/Port-1-2.geojson');
    expect(first.document.getText()).toBe('{}\n');
  });

  it('has the language that its ending leaves open, and no other', async () => {
    await openDraft(draft);
    expect(searchDesk.languages).toEqual([]);
    await openDraft({ ...draft, ending: '.order.json', language: 'json' });
    expect(searchDesk.languages).toEqual(['json']);
  });

  it('goes on with the indentation that its text has', async () => {
    const editor = await openDraft({ ...draft, text: '{\n  "type": "Feature"\n}\n' });
    expect(editor.options).toEqual({ insertSpaces: true, tabSize: 2 });
    expect((await openDraft(draft)).options).toBeUndefined();
  });

  it('takes the focus, unless it is opened for somebody at the map', async () => {
    await openDraft(draft);
    await openDraft({ ...draft, isQuiet: true });
    expect(desk.showings.map(({ preserveFocus }) => preserveFocus)).toEqual([false, true]);
  });

  it('says so when the editor does not take its text', async () => {
    desk.takesEdits = false;
    const failure: unknown = await openDraft(draft).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(String(failure)).toContain('Port-1.geojson could not be written');
    expect(desk.shown).toEqual([]);
  });
});

describe('the column of a draft', () => {
  const columnOf = async (from?: string) => {
    await openDraft({ ...draft, from });
    return desk.showings.at(-1)?.viewColumn;
  };

  it('is that of the document that it is made from', async () => {
    desk.groups = [fakeGroup(1, 'text', true), fakeGroup(2, 'map'), fakeGroup(3, 'text')];
    expect(await columnOf(show('/survey/ports.geojson', 3))).toBe(3);
  });

  it('is the active one where that is not the map', async () => {
    desk.groups = [fakeGroup(1, 'text'), fakeGroup(2, 'map'), fakeGroup(3, 'text', true)];
    expect(await columnOf()).toBe(3);
    expect(await columnOf('file:/survey/not-in-sight.geojson')).toBe(3);
  });

  it('is the first other one beside an active map, so that the map stays in sight', async () => {
    desk.groups = [fakeGroup(1, 'map', true), fakeGroup(2, 'text'), fakeGroup(3, 'text')];
    expect(await columnOf()).toBe(2);
  });

  it('is a new one where there is nothing but the map', async () => {
    desk.groups = [fakeGroup(1, 'map', true)];
    expect(await columnOf()).toBe(-2);
  });
});
