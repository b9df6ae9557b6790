import { vi } from 'vitest';

// A script answers at once. The delay itself is tested only in editor/confirm.isolated.test.ts.
vi.mock('../../src/platform/dialogs/confirmDelay.ts', () => ({ confirmDelayMs: 0 }));
