import { basename } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { fileBegins, leaveEvidence, testBegins } from './evidence.ts';

// A picture of the catalogue takes the sandbox a tenth of a second and more, and every search shows fifteen of them.
vi.mock('../../src/sandbox/painter.ts', () => ({
  paint: (_seed: number, _capture: unknown, view: { width: number; height: number }) =>
    new Uint8Array(view.width * view.height * 4).fill(160),
}));

const nameOf = (path: string) => basename(path, '.test.ts');

beforeAll(() => fileBegins(nameOf(expect.getState().testPath ?? '')));
beforeEach(testBegins);
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await leaveEvidence(nameOf(task.file.filepath), task.name);
});
