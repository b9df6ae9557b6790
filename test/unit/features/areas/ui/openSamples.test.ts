import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { openSamples } from '../../../../../src/features/areas/ui/openSamples.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { tempFolder } from '../../../tempFolder.ts';

beforeEach(newUser);

it('sample areas are copied into the chosen folder of several, and no copy that was changed is overwritten', async () => {
  const folders = [await tempFolder(), await tempFolder()];
  editor.folders = folders;
  const [, survey = ''] = folders;
  const copies = join(survey, 'swath-samples');
  await mkdir(copies);
  await writeFile(join(copies, 'fields.aoi.geojson'), 'mine');
  user.answers = [say(`Copy into ${basename(survey)}`)];
  await openSamples(
    vscode.Uri.file(resolve('media/samples')),
    vscode.Uri.file(await tempFolder()),
    undefined,
  );
  const originals = await readdir('media/samples');
  expect((await readdir(copies)).sort()).toEqual(originals.sort());
  expect(await readFile(join(copies, 'fields.aoi.geojson'), 'utf8')).toBe('mine');
});
