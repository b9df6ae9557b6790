/**
 * Preloaded into the editor's server: its standard input is a pipe that only the process that started it holds
 * open. When that process is gone, however it went (SIGKILL too), the pipe ends and the server ends itself
 * together with its extension hosts and terminals, which are in its process group.
 */
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';

// Forked processes inherit --import, but not the pipe.
if (basename(process.argv[1] ?? '') === 'server-main.js') {
  process.stdin.on('end', endTree).on('error', endTree).resume();
}

function endTree() {
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(process.pid), '/t', '/f']);
  else process.kill(-process.pid, 'SIGKILL');
}
