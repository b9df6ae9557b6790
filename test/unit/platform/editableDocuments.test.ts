import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { checkDocuments } from '../../../src/platform/documents/checkedDocuments.ts';
import {
  activeEditor,
  editableDocuments,
  isEditable,
  openEditable,
} from '../../../src/platform/documents/editableDocuments.ts';
import { decorateFiles } from '../../../src/platform/documents/fileDecorations.ts';
import { onFirstJson } from '../../../src/platform/documents/jsonDocuments.ts';
import { openDraft } from '../../../src/platform/documents/openDraft.ts';
import {
  resolveOrderDocument,
  resolveShortlistDocument,
} from '../../../src/platform/documents/swathDocuments.ts';
import { followUse } from '../../../src/platform/host/followUse.ts';
import { editor } from '../../fake/editor.ts';
import { newUser, user } from '../../fake/user.ts';
import { tempFolder } from '../tempFolder.ts';

const past = 'git:/survey/quay.order.json?{"ref":"HEAD"}';

beforeEach(() => {
  newUser();
  editor.fileSystems.set('git', false).set('vscode-vfs', true).set('vscode-local-history', false);
});

describe('a document that a person edits', () => {
  it.each([
    ['can be', 'file:///survey/quay.order.json'],
    ['can be', 'untitled:/survey/quay.order.json'],
    ['can be', 'vscode-vfs://github/survey/quay.order.json'],
    ["can't be", past],
    ["can't be", 'vscode-local-history:/survey/quay.order.json'],
    ["can't be", 'chat-editing-snapshot-text-model:/survey/quay.order.json'],
    ["can't be", 'output:quay.order.json'],
    ["can't be", 'swath:/order-1.order.json'],
  ])('%s %s', (verb, uri) => {
    expect(isEditable(vscode.Uri.parse(uri))).toBe(verb === 'can be');
  });

  it('is a cell of a notebook, but not of its past', () => {
    const cellOf = (name: string) => ({ document: editor.open(`vscode-notebook-cell:/${name}#1`, '{}') });
    for (const scheme of ['file', 'git'])
      editor.notebooks.push({
        uri: vscode.Uri.parse(`${scheme}:/a.ipynb`),
        getCells: () => [cellOf(scheme)],
      });
    expect(isEditable(vscode.Uri.parse('vscode-notebook-cell:/file#1'))).toBe(true);
    expect(isEditable(vscode.Uri.parse('vscode-notebook-cell:/git#1'))).toBe(false);
  });
});

describe('the past of a file', () => {
  const open = () => editor.open(past, '{"title": "Quay"}');

  it('is neither listed nor active', () => {
    editor.show(open());
    expect(editableDocuments()).toEqual([]);
    expect(activeEditor()).toBeUndefined();
  });

  it('is refused by a command that is called on it', async () => {
    const uri = open().uri;
    const refusal =
      "This is another version of quay.order.json, which can't be edited. Open the file itself.";
    await expect(openEditable(uri)).rejects.toThrow(refusal);
    await expect(resolveOrderDocument(uri.toString())).rejects.toThrow(refusal);
  });

  it('is not offered by a command without a document, even while it is active', async () => {
    editor.show(open());
    const file = editor.open('/survey/quay.order.json', '{}');
    user.answers = [() => undefined];
    expect(await resolveOrderDocument(undefined)).toBeUndefined();
    expect(editor.inputs.at(-1)?.items).toMatchObject([{ label: 'quay.order.json', uri: file.uri }]);
    editor.show(editor.open('git:/a.shortlist.geojson', '{}'));
    await expect(resolveShortlistDocument(undefined)).rejects.toThrow(/^No shortlist/);
  });

  it('has no badge', async () => {
    const load = vi.fn();
    decorateFiles({ register: () => undefined, lazy: () => load } as never, /\.order\.json$/, load);
    expect(await editor.decoration(vscode.Uri.parse(past))).toBeUndefined();
    expect(load).not.toHaveBeenCalled();
  });

  it('starts nothing', () => {
    const start = vi.fn();
    followUse(start, signal(false));
    onFirstJson(start);
    // Views of other tests are visible.
    start.mockClear();
    open();
    expect(start).not.toHaveBeenCalled();
    editor.open('/survey/quay.order.json', '{}');
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('takes no name from a draft', async () => {
    const folder = await tempFolder();
    editor.folders = [folder];
    editor.open(`git:${folder}/quay.order.json`, '{}');
    const { document } = await openDraft({ name: 'quay', ending: '.order.json', text: '{}' });
    expect(document.uri.toString()).toBe(`untitled:${folder}/quay.order.json`);
  });

  describe('has no problems', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('in the list of the editor', async () => {
      const find = vi.fn(() => Promise.resolve([]));
      const checks = checkDocuments({ name: 'test', isChecked: () => true, find }, () => undefined);
      open();
      await vi.advanceTimersByTimeAsync(1000);
      expect(find).not.toHaveBeenCalled();
      editor.open('/survey/quay.order.json', '{}');
      await vi.advanceTimersByTimeAsync(1000);
      expect(find).toHaveBeenCalledOnce();
      checks.dispose();
    });
  });
});
