import { afterAll, expect, vi } from 'vitest';

// Files that share their modules share the clock too.
afterAll(() => expect(vi.isFakeTimers(), 'fake timers are left for the next file').toBe(false));

// Loaded when they are first used, which takes as long as a file. From then on, tests need only let promises settle.
await Promise.all([
  import('../../src/features/orders/accountWatch.ts'),
  import('../../src/features/orders/orderMarks.ts'),
]);
