import { join } from 'node:path';
import { repository } from './repository.ts';

/** The environment variable by which `npm test` gives a suite the folder for files that explain its failures. */
export const resultsFolderVariable = 'SWATH_TEST_RESULTS_FOLDER';

/** Where this suite leaves files that explain its failures; undefined if `npm test` didn't start it. */
export function resultsFolder(): string | undefined {
  return process.env[resultsFolderVariable];
}

/** The folder that `npm test` uses for a suite. */
export function resultsFolderOf(suite: string): string {
  return join(repository, '.test-results', suite);
}
