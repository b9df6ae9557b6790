import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openText } from './documents.ts';

const search = { acquiredFrom: '2025-01-01', maxCloudCover: 20, bounds: [4.4, 51.8, 4.5, 51.9] };

/** Code of the cells of the active notebook. */
function cells(): string[] {
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  return notebook?.getCells().map(({ document }) => document.getText()) ?? [];
}

describe('a search as a notebook cell', () => {
  it('opens a notebook if there is none, and is inserted below the active cell otherwise', async () => {
    await vscode.commands.executeCommand('swath.useSandbox');
    const { uri } = await openText('port.search.json', search);
    await vscode.commands.executeCommand('swath.insertNotebookCell', uri);
    assert.equal(cells().length, 1);
    const [code = ''] = cells();
    assert.match(code, /"SWATH_API_KEY"/);
    assert.match(code, /import requests/);
    assert.equal(vscode.window.activeNotebookEditor?.notebook.cellAt(0).document.languageId, 'python');
    await vscode.commands.executeCommand('swath.insertNotebookCell', uri);
    assert.deepEqual(cells(), [code, code]);
  });
});
