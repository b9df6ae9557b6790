import * as fs from 'node:fs';
import * as fsPromises from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { createSearching } from '../../src/searching.ts';
import { newPerson, person } from '../fake/person.ts';
import { searchBench } from './commands/searchBench.ts';
import { tempFolder } from './platform/tempFolder.ts';

vi.mock('node:fs', { spy: true });
vi.mock('node:fs/promises', { spy: true });

/** Every path below the folder that the file system was asked for, whatever for. */
function touched(folder: string): string[] {
  return [...Object.values(fs), ...Object.values(fsPromises)]
    .flatMap(value => (vi.isMockFunction(value) ? value.mock.calls : []))
    .flat()
    .filter((given): given is string => typeof given === 'string' && given.startsWith(folder));
}

beforeEach(newPerson);

describe('what saved searches have found before', () => {
  it('is looked up when What Is New is run for the first time, and not while the extension starts', async () => {
    const folder = await tempFolder();
    const kept = join(folder, 'seen');
    await fsPromises.mkdir(kept);
    await fsPromises.writeFile(join(kept, 'some.json'), '{}');
    vi.clearAllMocks();
    const { session, catalog, uri } = await searchBench();
    const parts = { session, catalog, storage: vscode.Uri.file(folder) };
    // No more of its parts is needed by the searches alone.
    const { commands } = createSearching(parts as unknown as Parameters<typeof createSearching>[0]);
    await commands['swath.runSearch']?.(uri);
    expect(touched(kept)).toEqual([]);
    await commands['swath.searchNew']?.(uri);
    expect(touched(kept)).not.toEqual([]);
    expect(person.told.at(-1)).toContain('looked through for the first time');
  });
});
