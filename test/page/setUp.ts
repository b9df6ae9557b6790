import { basename } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { fileBegins, leaveEvidence, testBegins } from './evidence.ts';

const nameOf = (path: string) => basename(path, '.test.ts');

beforeAll(() => fileBegins(nameOf(expect.getState().testPath ?? '')));
beforeEach(testBegins);
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await leaveEvidence(nameOf(task.file.filepath), task.name);
});
