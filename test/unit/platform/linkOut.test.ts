import { mkdir, realpath, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { linkOut, refuseLinkOut } from '../../../src/platform/dialogs/linkOut.ts';
import { UserError } from '../../../src/platform/host/userError.ts';
import { editor } from '../../fake/editor.ts';
import { tempFolder } from '../tempFolder.ts';

let project = '';
let elsewhere = '';
beforeEach(async () => {
  const folder = await realpath(await tempFolder());
  project = join(folder, 'project');
  elsewhere = join(folder, 'elsewhere');
  await mkdir(join(project, 'data'), { recursive: true });
  await mkdir(elsewhere);
  open(project);
});

function open(...paths: string[]) {
  editor.folders = paths;
}

describe.skipIf(process.platform === 'win32')('a path in an open folder', () => {
  it('stays there if another download creates its folders in the meantime', async () => {
    const path = join(project, 'reports', 'new');
    for (let round = 0; round < 200; round++) {
      const looking = Array.from({ length: 4 }, () => linkOut(path));
      const making = mkdir(path, { recursive: true });
      expect(await Promise.all(looking)).toEqual([undefined, undefined, undefined, undefined]);
      await making;
      await rm(join(project, 'reports'), { recursive: true });
    }
  });

  it('stays there if its path contains no link, or one to another place in the folder', async () => {
    await symlink('data', join(project, 'reports'));
    for (const way of ['', 'new/deep', 'data', 'reports', 'reports/new', '..data'])
      expect(await linkOut(join(project, way))).toBeUndefined();
  });

  it.each([
    ['a link to another folder', '../elsewhere', 'elsewhere'],
    ['a link beside the folder, whose name begins alike', '../project-2', 'project-2'],
    ['a link to nothing, which whoever writes there would make', '../elsewhere/not/yet', 'elsewhere/not/yet'],
  ])('leads out by %s', async (_what, to, target) => {
    const link = join(project, 'reports');
    await symlink(to, link);
    const out = { link, target: join(project, '..', target) };
    expect(await linkOut(link)).toEqual(out);
    expect(await linkOut(join(link, 'new/deep'))).toEqual(out);
  });

  it('leads out by a link in its path, and by one to another link', async () => {
    await symlink(elsewhere, join(project, 'data/out'));
    await symlink('data/out', join(project, 'reports'));
    expect(await linkOut(join(project, 'data/out/x'))).toEqual({
      link: join(project, 'data/out'),
      target: elsewhere,
    });
    expect(await linkOut(join(project, 'reports'))).toMatchObject({ link: join(project, 'reports') });
  });

  it('is not affected by a link above the folder that was opened', async () => {
    await symlink(project, join(elsewhere, 'here'));
    open(join(elsewhere, 'here'));
    expect(await linkOut(join(elsewhere, 'here/reports'))).toBeUndefined();
    await symlink(elsewhere, join(project, 'reports'));
    expect(await linkOut(join(elsewhere, 'here/reports'))).toMatchObject({ target: elsewhere });
  });

  it('may lead to another folder that is open on its own', async () => {
    await symlink(elsewhere, join(project, 'survey'));
    open(project, join(project, 'survey'));
    expect(await linkOut(join(project, 'survey/reports'))).toBeUndefined();
  });

  it('is refused with the link, where it leads and the ways out', async () => {
    await symlink(elsewhere, join(project, 'reports'));
    const refused = refuseLinkOut(join(project, 'reports'));
    await expect(refused).rejects.toBeInstanceOf(UserError);
    await expect(refused).rejects.toThrow(
      `Nothing was written: ${join(project, 'reports')} links outside the workspace, to ${elsewhere}. ` +
        'Remove the link or choose another folder (for downloads, in the setting swath.downloads.folder).',
    );
  });

  it('is distinguished from one that cannot be checked', async () => {
    await symlink('round', join(project, 'round'));
    await expect(linkOut(join(project, 'round/x'))).rejects.toMatchObject({ code: 'ELOOP' });
  });
});

describe('a path outside any open folder', () => {
  it('may be anywhere: the user chose it', async () => {
    await symlink(project, join(elsewhere, 'there'));
    expect(await linkOut(join(elsewhere, 'there'))).toBeUndefined();
    open();
    expect(await linkOut(join(project, 'reports'))).toBeUndefined();
  });
});
