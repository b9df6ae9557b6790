import { afterAll, expect, vi } from 'vitest';

// Files that share their modules share the clock too.
afterAll(() => expect(vi.isFakeTimers(), 'fake timers are left for the next file').toBe(false));
