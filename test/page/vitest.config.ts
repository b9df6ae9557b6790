import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'page',
    include: ['test/page/**/*.test.ts'],
    root: '.',
    // One editor at a time: two would fight for the two cores that CI has.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
