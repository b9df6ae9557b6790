import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Longer than an installation takes on a slow machine, milliseconds. */
const patience = 20 * 60_000;

/**
 * Runs `work` while no other process with the same lock file does. This only avoids duplicate work: a lock left by a
 * killed process is taken over, and two processes may do that at once.
 * @template T
 * @param {string} file
 * @param {() => void} onWait called once if another process is at work
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withInstallLock(file, onWait, work) {
  await mkdir(dirname(file), { recursive: true });
  const end = Date.now() + patience;
  let isWaiting = false;
  while (!(await takeLock(file))) {
    if (Date.now() > end) {
      throw new Error(
        `Waited ${patience / 60_000} minutes for another process. If there is none, delete ${file}`,
      );
    }
    if (!isWaiting) onWait();
    isWaiting = true;
    await delay(500);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** Identifies this process among all that share a cache folder. */
export function owner() {
  return `${process.pid}@${hostname()}`;
}

/** Whether the process named by another `owner()` may still be running. @param {string} name */
export function isAlive(name) {
  const [pid, host] = name.split('@');
  if (host !== hostname()) return true;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {string} file */
async function takeLock(file) {
  try {
    await writeFile(file, owner(), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  try {
    const holder = await readFile(file, 'utf8');
    // An empty one is being written.
    if (holder !== '' && !isAlive(holder)) await rm(file, { force: true });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  return false;
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code;
}
