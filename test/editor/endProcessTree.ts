import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** How long a process may take to exit on its own, milliseconds. */
const grace = 5_000;

/**
 * Ends a process and everything that it started; resolves when it is gone. Outside Windows, the process must have been
 * spawned with `detached`, so that it leads a process group.
 */
export async function endProcessTree(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
  } else {
    signalGroup(child.pid, 'SIGTERM');
    await Promise.race([gone, ended(grace)]);
    // Remaining processes of the group would otherwise outlive their leader.
    signalGroup(child.pid, 'SIGKILL');
  }
  await gone;
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function ended(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms).unref());
}
