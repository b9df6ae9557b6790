import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onFolderChange } from '../../../src/editor/files.ts';
import { tempFolder } from '../tempFolder.ts';

const newFolder = async () => join(await tempFolder(), 'storage', 'ledger');

describe('following a folder', () => {
  it('tells of lines that any window writes, and of nothing after its end', async () => {
    const folder = await newFolder();
    const changes = { count: 0, tell: () => undefined as unknown };
    const changed = () => {
      changes.count += 1;
      changes.tell();
    };
    const following = onFolderChange([folder], name => name.endsWith('.jsonl'), changed);
    onTestFinished(() => following.dispose());
    const told = new Promise(resolve => (changes.tell = () => resolve(undefined)));
    await writeFile(join(folder, 'prices-0001.jsonl'), '{}\n');
    await told;
    expect(changes.count).toBe(1);
    following.dispose();
  });

  it('goes without where a folder cannot be made', async () => {
    const folder = await newFolder();
    await mkdir(dirname(folder), { recursive: true });
    await writeFile(folder, '');
    expect(() =>
      onFolderChange(
        [folder],
        () => true,
        () => undefined,
      ).dispose(),
    ).not.toThrow();
  });
});
