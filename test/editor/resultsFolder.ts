import { join } from 'node:path';
import { repository } from './repository.ts';

/** The environment variable by which `npm test` tells a suite the folder for what explains its failures. */
export const resultsFolderVariable = 'SWATH_TEST_RESULTS_FOLDER';

/** Where this suite leaves what explains its failures; undefined where it was not started by `npm test`. */
export function resultsFolder(): string | undefined {
  return process.env[resultsFolderVariable];
}

/** Where `npm test` has that for a suite. */
export function resultsFolderOf(suite: string): string {
  return join(repository, '.test-results', suite);
}
