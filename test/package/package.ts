// npm run package
//
// Builds Swath and packages it as swath-<version>.vsix, for "Extensions: Install from VSIX…".
import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { buildExtension } from '../editor/buildExtension.ts';
import { repository } from '../editor/repository.ts';
import { makePackage } from './makePackage.ts';

await buildExtension('--production');
const path = await makePackage();
const { size } = await stat(path);
console.log(`${relative(repository, path)}: ${(size / 1e6).toFixed(2)} MB`);
