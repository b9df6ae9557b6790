/** For each failed test: a screenshot of the window, and the messages of the extension so far. */
import { writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { afterEach } from 'vitest';
import { repository } from '../editor/repository.ts';
import { resultsFolder, resultsFolderOf } from '../editor/resultsFolder.ts';
import { screenshot } from '../editor/workbench.ts';
import { currentHarness } from './harness.ts';

afterEach(async ({ task }) => {
  const harness = currentHarness();
  if (task.result?.state !== 'fail' || !harness) return;
  const suite = basename(task.file.filepath, '.test.ts');
  const test = task.name.replaceAll(/[^\p{L}\p{N} ,.'-]/gu, '').slice(0, 120);
  const picture = await screenshot(
    harness.page,
    join(suite, test),
    resultsFolder() ?? resultsFolderOf('webview'),
  );
  const log = picture.replace(/png$/, 'log');
  const { editor, problems } = harness;
  const messages = editor.messages.map(({ kind, text }) => `[${kind} shown] ${text}`);
  await writeFile(
    log,
    [...editor.log, ...messages, ...problems.map(problem => JSON.stringify(problem))].join('\n'),
  );
  const texts = await harness.page
    .frames()
    .at(-1)
    ?.evaluate(() => `${document.activeElement?.outerHTML.slice(0, 200)}\n${document.body.innerText}`)
    .catch(() => undefined);
  // The summary of the run prints this text, because a screenshot may not leave the machine.
  if (texts !== undefined) await writeFile(picture.replace(/png$/, 'txt'), texts);
  const [seen, logPath] = [picture, log].map(file => relative(repository, file));
  console.error(`${suite}: "${task.name}" failed. Page: ${seen}. Log: ${logPath}`);
});
