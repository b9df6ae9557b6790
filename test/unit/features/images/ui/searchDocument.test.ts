import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { isSearchDocument, searchName } from '../../../../../src/platform/documents/swathDocuments.ts';
import {
  readSearchDocument,
  resolveSearchDocument,
} from '../../../../../src/features/images/ui/searchDocument.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, user } from '../../../../fake/user.ts';
import { tempFolder } from '../../../tempFolder.ts';

const documentAt = (path: string, text = '{}') => editor.open(path, text);

beforeEach(newUser);

describe('the document of a saved search', () => {
  it('is recognized by its name, and named after it', () => {
    expect(isSearchDocument(documentAt('/x/port of call.search.json'))).toBe(true);
    expect(isSearchDocument(documentAt('/x/search.json'))).toBe(false);
    expect(searchName(documentAt('/x/port of call.search.json'))).toBe('port of call');
  });

  it('is read when it is JSON', async () => {
    expect(await readSearchDocument(documentAt('/x', '{"lastDays": 3}'))).toEqual({
      kind: 'search',
      search: { lastDays: 3 },
    });
    expect(await readSearchDocument(documentAt('/y', '{"lastDays": "3"}'))).toMatchObject({
      kind: 'problems',
    });
    expect(await readSearchDocument(documentAt('/x', '{'))).toBeUndefined();
  });

  it('is described in the list, unless its file is long', async () => {
    const folder = await tempFolder();
    editor.folders = [folder];
    for (const length of [0, 1_000_001])
      writeFileSync(join(folder, `${length}.search.json`), '{"lastDays": 3}'.padEnd(length));
    user.answers = [() => undefined];
    await resolveSearchDocument(undefined);
    const details = editor.inputs.at(-1)?.items.map(({ detail }) => detail);
    expect(details?.sort()).toEqual(['last 3 days', undefined]);
  });

  it('is the given one, else the active one', async () => {
    const first = documentAt('/a.search.json');
    const second = documentAt('/b.search.json');
    editor.show(second);
    expect(await resolveSearchDocument('file:/a.search.json')).toBe(first);
    expect(await resolveSearchDocument(vscode.Uri.file('/a.search.json'))).toBe(first);
    expect(await resolveSearchDocument(undefined)).toBe(second);
  });
});
