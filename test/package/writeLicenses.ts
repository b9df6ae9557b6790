// npm run licenses
//
// Writes the list of third-party packages in Swath with their licenses.
import { writeFile } from 'node:fs/promises';
import { notices, noticesFile } from './notices.ts';

await writeFile(noticesFile, await notices());
