import type * as files from 'node:fs/promises';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { createAppendLog } from '../../../src/platform/files/appendLog.ts';
import { tempFolder } from '../tempFolder.ts';

/** Paths of the files and folders that were flushed to disk. */
const synced = vi.hoisted((): string[] => []);
/** Whether folders can be opened. */
const folders = vi.hoisted(() => ({ canBeOpened: true }));

vi.mock('node:fs/promises', async original => {
  const real = await original<typeof files>();
  return {
    ...real,
    async open(...parameters: Parameters<typeof real.open>) {
      if (parameters[1] === 'r' && !folders.canBeOpened) throw new Error('EPERM');
      const file = await real.open(...parameters);
      return new Proxy(file, {
        get(target, name) {
          if (name === 'sync') synced.push(String(parameters[0]));
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    },
  };
});

beforeEach(() => {
  synced.length = 0;
  folders.canBeOpened = true;
});

async function openLogs() {
  const folder = await tempFolder();
  const open = () => createAppendLog(join(folder, 'storage', 'ledger', 'orders.jsonl'), Number);
  return {
    folder,
    open,
    syncedNames: () => synced.map(path => relative(folder, path).replaceAll('\\', '/')),
  };
}

// After a power failure, a new folder exists only if the one around it was flushed.
it('the first line is on disk with the names of its file and of all new folders', async () => {
  const { open, syncedNames } = await openLogs();
  await open().append(1);
  expect(syncedNames()).toEqual(['storage/ledger/orders.jsonl', 'storage/ledger', 'storage', '']);
});

it('a window does not rely on another one for the name of the file', async () => {
  const { open, syncedNames } = await openLogs();
  await open().append(1);
  synced.length = 0;
  const log = open();
  await log.append(2);
  expect(syncedNames()).toEqual(['storage/ledger/orders.jsonl', 'storage/ledger', 'storage']);
  await log.append(3);
  expect(syncedNames().slice(3), 'once is enough').toEqual(['storage/ledger/orders.jsonl']);
});

it('a file that is made again is on disk with its name again', async () => {
  const { folder, open, syncedNames } = await openLogs();
  const log = open();
  await log.append(1);
  await rm(join(folder, 'storage', 'ledger', 'orders.jsonl'));
  synced.length = 0;
  await log.append(2);
  expect(syncedNames()).toEqual(['storage/ledger/orders.jsonl', 'storage/ledger', 'storage']);
});

it('a line is written where folders cannot be flushed', async () => {
  const { open, syncedNames } = await openLogs();
  folders.canBeOpened = false;
  await open().append(1);
  expect(syncedNames()).toEqual(['storage/ledger/orders.jsonl']);
  expect(await open().readAll()).toEqual([1]);
});
