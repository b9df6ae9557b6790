import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'page',
    include: ['test/page/**/*.test.ts'],
    root: '.',
    globalSetup: 'test/page/run.ts',
    setupFiles: ['test/plainPictures.ts', 'test/page/setUp.ts'],
    // One window keeps more than one core busy, and CI has two.
    maxWorkers: 2,
    // The browser of a worker goes from file to file.
    isolate: false,
    // The picture of a window that failed is made before the file closes it.
    sequence: { hooks: 'list' },
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
