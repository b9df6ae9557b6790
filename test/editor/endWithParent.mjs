/**
 * Preloaded into the editor's server: its standard input is a pipe that only its parent process keeps open. When the
 * parent is gone for any reason (SIGKILL too), the pipe closes and the server ends itself, along with its extension
 * hosts and terminals, which are in its process group.
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
