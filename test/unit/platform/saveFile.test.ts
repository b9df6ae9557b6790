import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Uri } from 'vscode';
import { saveCsv } from '../../../src/platform/files/saveFile.ts';
import { editor } from '../../fake/editor.ts';
import { newUser, say, user } from '../../fake/user.ts';
import { tempFolder } from '../tempFolder.ts';

it('offers to open a file of a virtual workspace, but not to reveal it, as its path is none of the disk', async () => {
  newUser();
  const path = join(await tempFolder(), 'all.csv');
  editor.fileAnswers.push(Uri.file(path).with({ scheme: 'vscode-vfs' }));
  user.answers.push(say(undefined));
  await saveCsv('all', 'a', '3 entries');
  expect(user.prompts.map(({ choices }) => choices)).toEqual([['Open']]);
});
