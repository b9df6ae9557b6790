// npm run bench -- package
//
// Size of the packaged extension.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExtension } from '../editor/buildExtension.ts';
import { makePackage } from '../package/makePackage.ts';
import type { Measurement } from './benchRow.ts';

export async function benchPackage(): Promise<Measurement[]> {
  await buildExtension('--production');
  const folder = await mkdtemp(join(tmpdir(), 'swath-bench-'));
  try {
    const { size } = await stat(await makePackage(folder));
    return [{ name: 'packed .vsix', unit: 'MB', runs: [size / 1e6], max: 3 }];
  } finally {
    await rm(folder, { recursive: true });
  }
}
