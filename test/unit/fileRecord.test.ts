import { appendFile, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWhole, recordFiles } from '../editor/fileRecord.mjs';
import { tempFolder } from './tempFolder.ts';

/** A folder with a record of its files. */
async function recorded() {
  const folder = await tempFolder();
  await mkdir(join(folder, 'server/out'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{}');
  await writeFile(join(folder, 'server/out/main.js'), 'serve();');
  await writeFile(join(folder, 'server/empty'), '');
  await recordFiles(folder);
  return (path: string) => join(folder, path);
}

describe('a folder with a record of its files', () => {
  it('is whole as it was recorded, and with more beside it', async () => {
    const at = await recorded();
    expect(await isWhole(at(''))).toBe(true);
    await writeFile(at('server/log'), 'started');
    expect(await isWhole(at(''))).toBe(true);
  });

  it.each<[string, (at: (path: string) => string) => Promise<unknown>]>([
    ['a file is missing', at => rm(at('server/out/main.js'))],
    ['an empty file is missing', at => rm(at('server/empty'))],
    ['a file is truncated', at => truncate(at('server/out/main.js'), 3)],
    ['a file is longer', at => appendFile(at('server/out/main.js'), ' ')],
    ['a file is a folder', at => rm(at('server/empty')).then(() => mkdir(at('server/empty')))],
    ['a folder is missing', at => rm(at('server'), { recursive: true })],
    ['a folder is half removed', at => rm(at('server/out'), { recursive: true })],
    [
      'a folder is a file',
      at => rm(at('server'), { recursive: true }).then(() => writeFile(at('server'), '')),
    ],
    ['all is missing', at => rm(at(''), { recursive: true })],
    ['the record is missing', at => rm(at('files.json'))],
    ['the record is truncated', at => truncate(at('files.json'), 20)],
    ['the record is empty', at => truncate(at('files.json'))],
    ['the record names nothing', at => writeFile(at('files.json'), '{}')],
    ['the record is not one', at => writeFile(at('files.json'), 'null')],
  ])('is damaged if %s', async (_damage, damage) => {
    const at = await recorded();
    await damage(at);
    expect(await isWhole(at(''))).toBe(false);
  });
});
