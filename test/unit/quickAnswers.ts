import { vi } from 'vitest';

// A script answers at once. What comes of that is the matter of platform/confirm.test.ts alone.
vi.mock('../../src/editor/confirmDelay.ts', () => ({ confirmDelayMs: 0 }));
