import { signal } from '@preact/signals-core';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sandboxConnection } from '../../../src/model/account/connection.ts';
import { createWatchFolder, type WatchFolderOptions } from '../../../src/platform/watchFolder.ts';
import { emptySnapshot, withReading, type Snapshot } from '../../../src/state/orderSnapshot.ts';
import type { WatchedAccount } from '../../../src/state/watchGroup.ts';
import { connection, order, other } from '../state/fakes.ts';
import { tempFolder } from './tempFolder.ts';

const account: WatchedAccount = { connection, userId: 'u1', contractId: 'c1' };

/** On a busy machine too. */
const soon = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 20_000, interval: 10 });

async function bench() {
  const root = join(await tempFolder(), 'watch');
  const errors: unknown[] = [];
  const join_ = (whose: WatchedAccount = account, options: Partial<WatchFolderOptions> = {}) => {
    const isFocused = signal(true);
    const parts = { isFocused, onError: (error: unknown) => errors.push(error), beatMs: 200, ...options };
    const group = createWatchFolder(root, parts)(whose);
    onTestFinished(() => group.dispose());
    return { ...group, isFocused };
  };
  const folder = () => join(root, readdirSync(root)[0] ?? '');
  return { root, errors, join: join_, folder };
}

function snapshotOf(...ids: string[]): Snapshot {
  const orders = ids.map(id => order(id, 'ordered'));
  return withReading(emptySnapshot, { turn: 1, orders, isWhole: true }, Date.now());
}

describe('the windows that watch one account', { timeout: 60_000 }, () => {
  it('have one watcher, and another one when it goes', async () => {
    const { join, folder } = await bench();
    const windows = [join(), join(), join()];
    const watchers = () => windows.filter(({ isWatcher }) => isWatcher.value);
    await soon(() => expect(watchers()).toHaveLength(1));
    const [first] = watchers();
    first?.dispose();
    await soon(() => expect(watchers().filter(one => one !== first)).toHaveLength(1));
    expect(readdirSync(folder()).filter(name => name.startsWith('watcher.'))).toHaveLength(1);
  });

  it('have one for each connection, and for each account of it', async () => {
    const { join, root } = await bench();
    const windows = [
      join(),
      join({ ...account, connection: other }),
      join({ ...account, userId: 'u2' }),
      join({ ...account, contractId: 'c2' }),
      join({ ...account, connection: { ...connection, baseUrl: 'https://elsewhere.test' } }),
    ];
    await soon(() => expect(windows.every(({ isWatcher }) => isWatcher.value)).toBe(true));
    expect(readdirSync(root)).toHaveLength(5);
  });

  it('hear what one of them writes, by the system and without it', async () => {
    const { join } = await bench();
    const [one, second] = [join(), join(account, { beatMs: 3_600_000 })];
    await second.read();
    const before = second.changed.value;
    await one.write(snapshotOf('a'));
    await soon(() => expect(second.changed.value).toBeGreaterThan(before));
    expect((await second.read())?.orders.map(known => known.order.id)).toEqual(['a']);
  });

  it('keep it for their user alone, under a name that tells nothing', async () => {
    const { join, folder, root } = await bench();
    const one = join();
    await one.write(snapshotOf('a'));
    await one.mark('told/a');
    const modes = readdirSync(folder()).map(name => statSync(`${folder()}/${name}`).mode & 0o77);
    expect(new Set(modes)).toEqual(new Set([0]));
    expect(statSync(folder()).mode & 0o77).toBe(0);
    expect(readdirSync(root)[0]).toMatch(/^[0-9a-f]{24}$/);
    expect(readdirSync(folder()).filter(name => name.endsWith('.part'))).toEqual([]);
  });

  it.each([
    '',
    '{"version":1',
    '{"version":99,"snapshot":{}}',
    '{"version":1,"snapshot":{"turn":1}}',
    'null',
  ])('take a file that holds "%s" for none', async text => {
    const { join, folder } = await bench();
    const one = join();
    await one.read();
    writeFileSync(`${folder()}/orders.json`, text);
    expect(await one.read()).toBeUndefined();
    await one.write(snapshotOf('b'));
    expect((await one.read())?.orders).toHaveLength(1);
  });

  it('mark a thing once, whoever is first, and know it by its id', async () => {
    const { join } = await bench();
    const windows = [join(), join(), join(), join()];
    const [one, second] = windows;
    await one?.write(snapshotOf('a/../b', 'c'));
    await Promise.all(windows.map(window => window.read()));
    const marked = await Promise.all(windows.map(window => window.mark('told/a/../b')));
    expect(marked.filter(Boolean)).toHaveLength(1);
    expect(await second?.marks()).toEqual(new Set(['told/a/../b']));
    // Not older than a day, so that a window that knows less removes nothing.
    await one?.keepMarks(new Set());
    expect((await second?.marks())?.size).toBe(1);
  });

  it('know whether any of them is before somebody', async () => {
    const { join } = await bench();
    const [one, second] = [
      join(account, { isFocused: signal(false) }),
      join(account, { isFocused: signal(false) }),
    ];
    await one.read();
    const focus = signal(true);
    const third = join(account, { isFocused: focus });
    await soon(() =>
      expect([one, second, third].map(({ isLookedAt }) => isLookedAt.value)).toEqual([true, true, true]),
    );
    focus.value = false;
    await soon(() =>
      expect([one, second, third].map(({ isLookedAt }) => isLookedAt.value)).toEqual([false, false, false]),
    );
  });

  it('each watch for themselves where the folder cannot be used', async () => {
    const { join, root, errors } = await bench();
    writeFileSync(root, 'a file');
    const windows = [join(), join()];
    await soon(() => expect(windows.every(({ isWatcher }) => isWatcher.value)).toBe(true));
    expect(await windows[0]?.mark('told/a')).toBe(true);
    expect(await windows[0]?.mark('told/a')).toBe(false);
    expect(await windows[0]?.confirm()).toBe(true);
    expect(errors).toHaveLength(2);
  });

  it('of the sandbox share nothing, and the first one keeps what it knows', async () => {
    const { join } = await bench();
    const sandbox = { ...account, connection: sandboxConnection };
    const one = join(sandbox);
    await one.read();
    const second = join(sandbox);
    await soon(() => expect([one.isWatcher.value, second.isWatcher.value]).toEqual([true, true]));
    await one.write(snapshotOf('a'));
    await second.write(snapshotOf('b'));
    expect(await second.read()).toBeUndefined();
    one.dispose();
    second.dispose();
    const later = join(sandbox);
    expect((await later.read())?.orders.map(known => known.order.id)).toEqual(['a']);
  });

  it('leave nothing behind: no timer, no listener, no office', async () => {
    const { join, folder } = await bench();
    const unwatched = vi.fn();
    const isFocused = signal(true, { unwatched });
    const before = process.getActiveResourcesInfo().filter(name => name !== 'CloseReq').length;
    const windows = [join(account, { isFocused }), join(account, { isFocused })];
    await Promise.all(windows.map(one => one.read()));
    windows.forEach(one => one.dispose());
    await soon(() =>
      expect(process.getActiveResourcesInfo().filter(name => name !== 'CloseReq').length).toBeLessThanOrEqual(
        before,
      ),
    );
    const [office = ''] = readdirSync(folder()).filter(name => name.startsWith('watcher.'));
    expect(readFileSync(`${folder()}/${office}`, 'utf8')).toMatch(/^released/);
    expect(unwatched).toHaveBeenCalledTimes(1);
  });

  it('are ended before they have begun', async () => {
    const { join, root } = await bench();
    mkdirSync(root);
    const one = join();
    one.dispose();
    await one.read();
    expect(one.isWatcher.value).toBe(false);
    const next = join();
    await soon(() => expect(next.isWatcher.value).toBe(true));
  });
});
