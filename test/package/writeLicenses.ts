// npm run licenses
//
// Writes the list of third-party packages in Swath with their licenses.
import { writeFile } from 'node:fs/promises';
import { bundledPackages } from './bundledPackages.ts';
import { notices, noticesFile } from './notices.ts';
import { shippedParts } from './shippedParts.ts';

await writeFile(noticesFile, notices(shippedParts(await bundledPackages())));
