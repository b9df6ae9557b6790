// npm run bench -- package
//
// How large the packed extension is.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stat } from 'node:fs/promises';
import { buildExtension } from '../editor/buildExtension.ts';
import { filesIn, makePackage } from '../package/makePackage.ts';
import type { Measurement } from './benchRow.ts';

export async function benchPackage(): Promise<Measurement[]> {
  await buildExtension('--production');
  const folder = await mkdtemp(join(tmpdir(), 'swath-bench-'));
  try {
    const path = await makePackage(folder);
    const files = await filesIn(path);
    const land = files.find(({ name }) => name.endsWith('/land.json'))?.bytes ?? NaN;
    const { size } = await stat(path);
    return [
      { name: 'packed .vsix', unit: 'MB', runs: [size / 1e6], most: 1.7 },
      { name: 'packed .vsix, outlines of the land in it', unit: 'MB', runs: [land / 1e6] },
      { name: 'packed .vsix, files', unit: 'files', runs: [files.length] },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}
