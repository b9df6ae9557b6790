import { beforeEach, describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { editableDocuments } from '../../../../src/platform/documents/editableDocuments.ts';
import { openDraft } from '../../../../src/platform/documents/openDraft.ts';
import { createAgentDrafts } from '../../../../src/features/agents/agentDrafts.ts';
import { editor } from '../../../fake/editor.ts';
import { newUser } from '../../../fake/user.ts';

beforeEach(() => {
  newUser();
  editor.closeAll();
});

const quay = { name: 'Quay', ending: '.order.json', text: '{}' };

/** Agents that draft 30 orders at once, each time. */
function manyDrafts() {
  const drafts = createAgentDrafts();
  return () =>
    Promise.allSettled(
      Array.from({ length: 30 }, () =>
        drafts.open(onOpen => openDraft({ ...quay, onOpen }), new AbortController().signal),
      ),
    );
}

function tabOf(document: vscode.TextDocument) {
  const tab = editor.workbench.tabs.find(candidate => candidate.editor?.document === document);
  return tab ?? expect.fail('It has no tab.');
}

describe('drafts of agents', () => {
  it('are ten at most', async () => {
    await manyDrafts()();
    expect(editableDocuments()).toHaveLength(10);
  });

  it('are ten at most after some were closed', async () => {
    const draftMany = manyDrafts();
    await draftMany();
    const [first, second] = editableDocuments();
    editor.closeTab(tabOf(first ?? expect.fail('There is none.')));
    // Its tab is still there for a moment.
    editor.documents.close((second ?? expect.fail('There is only one.')) as never);
    expect(editableDocuments()).toHaveLength(8);
    await draftMany();
    expect(editableDocuments()).toHaveLength(10);
  });

  it('are ten at most while their texts cannot be written', async () => {
    const draftMany = manyDrafts();
    editor.documents.takesEdits = false;
    await draftMany();
    editor.documents.takesEdits = true;
    await draftMany();
    expect(editableDocuments()).toHaveLength(10);
  });

  it('do not open once their calls are canceled', async () => {
    const drafts = createAgentDrafts();
    const canceled = new AbortController();
    const first = drafts.open(onOpen => openDraft({ ...quay, onOpen }), new AbortController().signal);
    const second = drafts.open(onOpen => openDraft({ ...quay, onOpen }), canceled.signal);
    canceled.abort();
    await expect(second).rejects.toThrow('aborted');
    expect(editableDocuments()).toEqual([(await first).document]);
  });

  it('make place for others when they are saved', async () => {
    const draftMany = manyDrafts();
    await draftMany();
    const [first] = editableDocuments();
    // The editor closes the draft, and opens the file.
    editor.closeTab(tabOf(first ?? expect.fail('There is none.')));
    editor.show(editor.open('/saved/Quay.order.json', '{}'));
    await draftMany();
    expect(editableDocuments().filter(({ isUntitled }) => isUntitled)).toHaveLength(10);
  });

  it('are counted without those of the user', async () => {
    await openDraft(quay);
    const draftMany = manyDrafts();
    await draftMany();
    await openDraft(quay);
    expect(editableDocuments()).toHaveLength(12);
    await draftMany();
    expect(editableDocuments()).toHaveLength(12);
  });
});
