import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SandboxSnapshot } from '../../sandbox/sandbox.ts';

/** Starts the thread of the sandbox. Its file is next to the bundle that contains this one, or in its room of the sources. */
export function startSandboxWorker(snapshot: SandboxSnapshot | undefined): Worker {
  const here = import.meta.filename;
  const file = here.endsWith('.ts') ? '../../sandbox/sandboxWorker.ts' : 'sandboxWorker.cjs';
  return new Worker(join(dirname(here), file), {
    name: 'swath-sandbox',
    workerData: snapshot,
    // Several times what it needs. Without a limit, it would keep as much garbage again.
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 },
  });
}
