// npm run package [-- --pre-release] [-- --store]
//
// Builds Swath and packages it as swath-<version>.vsix, for "Extensions: Install from VSIX…". `--pre-release` gives it a
// version of its own (.github/RELEASING.md); with `--store`, it fails if package.json lacks what the stores need.
import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildExtension } from '../editor/buildExtension.ts';
import { repository } from '../editor/repository.ts';
import { makePackage, missingForStores, readManifest } from './makePackage.ts';

const flag = { type: 'boolean', default: false } as const;
const { values: options } = parseArgs({ options: { 'pre-release': flag, store: flag } });
const missing = missingForStores(await readManifest());
if (missing.length > 0) {
  console.warn(`For the stores, package.json lacks ${missing.join(', ')}: see .github/RELEASING.md.`);
  if (options.store) process.exit(1);
}
await buildExtension('--production');
const path = await makePackage(repository, options['pre-release']);
const { size } = await stat(path);
console.log(`${relative(repository, path)}: ${(size / 1e6).toFixed(2)} MB`);
