/** Names of what is on its way to a place on the disk: they say which process is at it. */
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isProcessRunning } from './isProcessRunning.ts';

/** Nobody works at a part for so long without a byte, milliseconds: whoever did is gone. */
const abandonedMs = 24 * 60 * 60_000;

/** A fresh name beside `path`, of a part that this process works at. */
export function ownPartName(path: string): string {
  return partName(path, `${thisMachine()}-${process.pid}-${newId()}`);
}

/** A fresh name beside `path`, of a part that is for anybody to take up. */
export function freePartName(path: string): string {
  return partName(path, newId());
}

/** Parts of what will be at `path` that nobody works at. */
export async function freeParts(path: string): Promise<string[]> {
  const start = `${basename(path)}.`;
  const free: string[] = [];
  for (const name of await readdir(dirname(path))) {
    const owner = name.startsWith(start) ? ownerOf(name.slice(start.length)) : undefined;
    const part = join(dirname(path), name);
    if (owner && (owner === 'nobody' || (await isAbandoned(part, owner)))) free.push(part);
  }
  return free;
}

function partName(path: string, owner: string): string {
  return `${path}.${owner}.part`;
}

function newId(): string {
  return crypto.randomUUID().slice(0, 8);
}

interface Owner {
  machine: string;
  process: number;
}

/** Whose part it is by the end of its name; `undefined` when it is no part. */
function ownerOf(nameEnd: string): Owner | 'nobody' | undefined {
  const found = /^(?:([0-9a-f]{4})-(\d+)-)?[0-9a-f]{8}\.part$/.exec(nameEnd);
  if (!found) return undefined;
  const [, machine, id] = found;
  return machine === undefined ? 'nobody' : { machine, process: Number(id) };
}

async function isAbandoned(part: string, owner: Owner): Promise<boolean> {
  if (owner.machine === thisMachine() && !isProcessRunning(owner.process)) return true;
  const written = await stat(join(part, 'data')).catch(() => undefined);
  return written !== undefined && Date.now() - written.mtimeMs > abandonedMs;
}

/** A process id means something on its own machine alone, and folders can be shared. */
function thisMachine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 4);
}
