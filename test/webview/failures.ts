/** For each test that fails: a picture of the window, and what the extension said until then. */
import { writeFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { afterEach } from 'vitest';
import { repository } from '../editor/repository.ts';
import { screenshot } from '../editor/workbench.ts';
import { stageNow } from './stage.ts';

afterEach(async ({ task }) => {
  const stage = stageNow();
  if (task.result?.state !== 'fail' || !stage) return;
  const name = `${basename(task.file.name, '.test.ts')} - ${task.name}`.replaceAll(/[^\w -]/g, '');
  const picture = await screenshot(stage.page, name);
  const log = picture.replace(/png$/, 'log');
  const { editor, problems } = stage;
  const told = editor.messages.map(({ kind, text }) => `[${kind} shown] ${text}`);
  await writeFile(log, [...editor.log, ...told, ...problems.map(one => JSON.stringify(one))].join('\n'));
  console.error(`See ${relative(repository, picture)} and ${relative(repository, log)}`);
});
