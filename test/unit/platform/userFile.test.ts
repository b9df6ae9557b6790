import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { openDraft, writeBesideOthers } from '../../../src/platform/documents/openDraft.ts';
import { writeUserFile } from '../../../src/platform/files/userFile.ts';
import { UserError } from '../../../src/platform/host/userError.ts';
import { editor } from '../../fake/editor.ts';
import { tempFolder } from '../tempFolder.ts';

let project: string;
let outside: string;
let path: string;
beforeEach(async () => {
  const folder = await tempFolder();
  project = join(folder, 'project');
  outside = join(folder, 'outside');
  path = join(project, 'images.shortlist.geojson');
  await mkdir(project);
  await mkdir(outside);
  editor.folders = [project];
});

const write = (content: string | AsyncIterable<string>) => writeUserFile(vscode.Uri.file(path), content);

describe.skipIf(process.platform === 'win32')('a file that the user names', () => {
  it.each([
    ['a link that leads nowhere', (target: string) => symlink(target, path)],
    [
      'a link to a file',
      async (target: string) => writeFile(target, 'theirs').then(() => symlink(target, path)),
    ],
  ])('is not written outside the workspace by %s', async (_what, plant) => {
    await plant(join(outside, 'settings.json'));
    const before = await readdir(outside);
    await expect(write('mine')).rejects.toThrow('Nothing was written');
    expect(await readdir(outside)).toEqual(before);
    for (const name of before) expect(await readFile(join(outside, name), 'utf8')).toBe('theirs');
  });

  it('replaces a link to another file of the workspace, which stays as it is', async () => {
    await writeFile(join(project, 'settings.json'), 'theirs');
    await symlink('settings.json', path);
    await write('mine');
    expect((await lstat(path)).isFile()).toBe(true);
    expect(await readFile(join(project, 'settings.json'), 'utf8')).toBe('theirs');
  });

  it('is named if it can not be written, not the temporary file beside it', async () => {
    path = join(project, 'gone', 'images.csv');
    await expect(write('mine')).rejects.toThrow(new UserError(`Couldn't write ${path}: folder not found`));
  });

  it('stays as it was if the new content breaks off', async () => {
    await writeFile(path, 'before');
    async function* broken() {
      yield 'half';
      await Promise.reject(new Error('broken off'));
    }
    await expect(write(broken())).rejects.toThrow('broken off');
    expect(await readFile(path, 'utf8')).toBe('before');
    expect(await readdir(project)).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'win32')('a link that leads nowhere', () => {
  beforeEach(() => symlink(join(outside, 'planted'), join(project, 'quay.order.json')));

  it('is no free name for a draft: saving it would write where the link leads', async () => {
    const { document } = await openDraft({ name: 'quay', ending: '.order.json', text: '{}' });
    expect(document.uri.fsPath).toBe(join(project, 'quay-2.order.json'));
  });

  it('is no free name for one of several files', async () => {
    expect(await writeBesideOthers(project, 'quay', '.order.json', '{}')).toBe(
      join(project, 'quay-2.order.json'),
    );
    expect(await readdir(outside)).toEqual([]);
  });

  it('takes no files of a folder out of the workspace', async () => {
    await symlink(outside, join(project, 'orders'));
    await expect(writeBesideOthers(join(project, 'orders'), 'quay', '.order.json', '{}')).rejects.toThrow(
      'Nothing was written',
    );
  });
});
