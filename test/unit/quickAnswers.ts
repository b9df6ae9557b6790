// Vitest replaces modules for Node when the file that says so imports something.
import '../../src/platform/dialogs/confirmDelay.ts';
import { vi } from 'vitest';

// A script answers at once. The delay itself is tested only in editor/confirm.isolated.test.ts.
vi.mock('../../src/platform/dialogs/confirmDelay.ts', () => ({ confirmDelayMs: 0 }));
