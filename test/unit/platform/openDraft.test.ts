import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { openDraft } from '../../../src/platform/documents/openDraft.ts';
import { UserError } from '../../../src/platform/host/userError.ts';
import { editor } from '../../fake/editor.ts';
import { newUser } from '../../fake/user.ts';

const draft = { name: 'Port 1', ending: '.geojson', text: '{}\n' };

/** A visible document that drafts can be created from. */
function show(place: string, column = 1): string {
  return editor.show(editor.open(place, ''), column).document.uri.toString();
}

beforeEach(() => {
  newUser();
  editor.folders = ['/nowhere/project'];
});

describe('a draft', () => {
  it('is an unsaved document in the workspace folder, and its editor is returned', async () => {
    const editor = await openDraft(draft);
    expect(editor.document.uri.toString()).toBe('untitled:/nowhere/project/Port-1.geojson');
    expect(editor.document.getText()).toBe('{}\n');
  });

  it('gets the folder of the file that it is created from', async () => {
    const { document } = await openDraft({ ...draft, from: show('/survey/ports.geojson') });
    expect(document.uri.path).toBe('/survey/Port-1.geojson');
    const unsaved = await openDraft({ ...draft, from: show('untitled:/elsewhere/new.geojson') });
    expect(unsaved.document.uri.path).toBe('/nowhere/project/Port-1.geojson');
  });

  it('never replaces another', async () => {
    const first = await openDraft(draft);
    const second = await openDraft({ ...draft, text: '[]' });
    expect(second.document.uri.path).toBe('/nowhere/project/Port-1-2.geojson');
    expect(first.document.getText()).toBe('{}\n');
  });

  it('never shares a document with one that opens at the same time', async () => {
    const both = await Promise.all([openDraft(draft), openDraft({ ...draft, text: '[]' })]);
    expect(both.map(({ document }) => [document.uri.path, document.getText()])).toEqual([
      ['/nowhere/project/Port-1.geojson', '{}\n'],
      ['/nowhere/project/Port-1-2.geojson', '[]'],
    ]);
    for (const { document } of both) editor.documents.close(document as never);
    expect((await openDraft(draft)).document.uri.path).toBe('/nowhere/project/Port-1.geojson');
  });

  it('is shown before it gets its text: VS Code itself opens a changed one that no editor shows for a moment', async () => {
    const visible: number[] = [];
    const follow = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      visible.push(
        vscode.window.visibleTextEditors.filter(textEditor => textEditor.document === document).length,
      );
    });
    const { selection } = await openDraft(draft);
    follow.dispose();
    expect(visible).toEqual([1]);
    expect(selection.active).toEqual(new vscode.Position(0, 0));
  });

  it('uses the indentation of its text', async () => {
    const editor = await openDraft({ ...draft, text: '{\n  "type": "Feature"\n}\n' });
    expect(editor.options).toEqual({ insertSpaces: true, tabSize: 2 });
    expect((await openDraft(draft)).options).toEqual({});
  });

  it('takes the focus, unless it is opened for a user at the map', async () => {
    editor.arrange(['map'], 1);
    await openDraft({ ...draft, isQuiet: true });
    expect(editor.workbench.activeEditor).toBeUndefined();
    await openDraft(draft);
    expect(editor.workbench.activeEditor).toBe(editor.openedEditors[1]);
  });

  it('says so when the editor does not accept its text', async () => {
    editor.documents.takesEdits = false;
    const failure: unknown = await openDraft(draft).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(String(failure)).toContain('write the draft Port-1.geojson');
  });
});

describe('the column of a draft', () => {
  const columnOf = async (from?: string) => {
    await openDraft({ ...draft, from });
    return editor.openedEditors.at(-1)?.viewColumn;
  };

  it('is that of the document that it is created from', async () => {
    editor.arrange(['text', 'map', 'text'], 1);
    expect(await columnOf(show('/survey/ports.geojson', 3))).toBe(3);
  });

  it('is the first other one beside an active map, so that the map stays visible', async () => {
    editor.arrange(['map', 'text', 'text'], 1);
    expect(await columnOf()).toBe(2);
  });
});
