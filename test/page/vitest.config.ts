import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'page',
    include: ['test/page/**/*.test.ts'],
    root: '.',
    globalSetup: 'test/page/run.ts',
    setupFiles: ['test/plainPictures.ts', 'test/page/setUp.ts'],
    // A window waits a fifth of its time, and three keep two cores busy.
    maxWorkers: 3,
    // The browser of a worker goes from file to file.
    isolate: false,
    // The picture of a window that failed is made before the file closes it.
    sequence: { hooks: 'list' },
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
