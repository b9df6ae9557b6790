import type * as files from 'node:fs/promises';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createFileTarget } from '../../../../src/features/deliveries/fileTarget.ts';
import { tempFolder } from '../../tempFolder.ts';

/** A file system without support for links, as on some shared folders and memory cards. */
vi.mock('node:fs/promises', async original => ({
  ...(await original<typeof files>()),
  link: () => Promise.reject(Object.assign(new Error('ENOTSUP'), { code: 'ENOTSUP' })),
}));

it('a file gets its name without links', async () => {
  const path = join(await tempFolder(), 'harbour.aoi.geojson');
  const target = await createFileTarget(path);
  await target.write(new TextEncoder().encode('report'));
  await target.commit();
  expect(await readFile(path, 'utf8')).toBe('report');
  expect(await readdir(dirname(path))).toEqual(['harbour.aoi.geojson']);
});

it('an existing file is kept without links', async () => {
  const path = join(await tempFolder(), 'harbour.aoi.geojson');
  const target = await createFileTarget(path);
  await target.write(new TextEncoder().encode('report'));
  await writeFile(path, 'theirs');
  await expect(target.commit()).rejects.toMatchObject({ code: 'EEXIST' });
  await target.discard();
  expect(await readFile(path, 'utf8')).toBe('theirs');
});
