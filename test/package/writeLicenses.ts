// npm run licenses
//
// Writes down whose packages are in Swath's, with their licences.
import { writeFile } from 'node:fs/promises';
import { notices, noticesFile } from './notices.ts';

await writeFile(noticesFile, await notices());
