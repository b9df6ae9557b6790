import { fork, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createElection,
  usualBeatMs as beatMs,
  type ElectionOptions,
} from '../../../src/platform/watchElection.ts';
import { tempFolder } from './tempFolder.ts';

/** Windows of one process, with a clock that the test moves. */
async function bench() {
  const folder = await tempFolder();
  const time = { now: 1_000_000 };
  const window = (options: ElectionOptions = {}) =>
    createElection(folder, { clock: () => time.now, ...options });
  type Window = ReturnType<typeof window>;
  return {
    folder,
    window,
    /** One beat after another, each with a look of every window that lives. */
    beats: async (count: number, ...windows: Window[]) => {
      for (let beat = 0; beat < count; beat++) {
        time.now += beatMs;
        for (const one of windows) await one.look();
      }
    },
    pass: (ms: number) => (time.now += ms),
    files: () => readdirSync(folder).filter(name => name.startsWith('watcher.')),
  };
}

const holders = (...windows: { isHolder: { value: boolean } }[]) =>
  windows.map(({ isHolder }) => isHolder.value);

describe('the election of the window that watches', () => {
  it('gives the office to one of many that ask at once', async () => {
    const { window, files } = await bench();
    const windows = Array.from({ length: 12 }, () => window());
    await Promise.all(windows.map(one => one.look()));
    expect(holders(...windows).filter(Boolean)).toHaveLength(1);
    expect(files()).toHaveLength(1);
  });

  it('leaves it where it is while its holder lives', async () => {
    const { window, beats } = await bench();
    const [one, other] = [window(), window()];
    await beats(100, one, other);
    expect(holders(one, other)).toEqual([true, false]);
  });

  it('hands it over at once where its holder ends', async () => {
    const { window, beats, files } = await bench();
    const [one, other, third] = [window(), window(), window()];
    await beats(2, one, other, third);
    one.release();
    await Promise.all([other.look(), third.look()]);
    expect(holders(other, third).filter(Boolean)).toHaveLength(1);
    expect(holders(one)).toEqual([false]);
    expect(files()).toHaveLength(1);
    await one.look();
    expect(holders(one)).toEqual([false]);
  });

  it('takes it over from a holder that shows no life, to one of those that see it at once', async () => {
    const { window, beats, pass } = await bench();
    const [one, other, third] = [window(), window(), window()];
    await beats(3, one, other, third);
    await beats(3, other, third);
    expect(holders(one, other, third)).toEqual([true, false, false]);
    pass(beatMs);
    await Promise.all([other.look(), third.look()]);
    await beats(1, other, third);
    expect(holders(other, third).filter(Boolean)).toHaveLength(1);
    // The former one was only asleep.
    await one.look();
    expect(holders(one)).toEqual([false]);
    expect(await one.confirm()).toBe(false);
  });

  it('does not take the silence of its own sleep for that of the holder', async () => {
    const { window, beats, pass } = await bench();
    const [one, other] = [window(), window()];
    await beats(3, one, other);
    await beats(3, other);
    pass(10 * 3_600_000);
    await other.look();
    await beats(3, other);
    expect(holders(one, other)).toEqual([true, false]);
    await beats(5, one, other);
    expect(holders(one, other)).toEqual([true, false]);
  });

  it('does not count looks that follow each other quickly', async () => {
    const { window, beats, pass } = await bench();
    const [one, other] = [window(), window()];
    await beats(2, one, other);
    for (let look = 0; look < 50; look++) {
      pass(20);
      await other.look();
    }
    expect(holders(one, other)).toEqual([true, false]);
  });

  it.each([-10 * 365, 10 * 365])('is not led astray by a clock that is set by %d days', async days => {
    const { window, beats, folder, files } = await bench();
    const [one, other] = [window(), window()];
    await beats(2, one, other);
    const set = new Date(Date.now() + days * 86_400_000);
    for (let beat = 0; beat < 10; beat++) {
      await beats(1, one);
      utimesSync(join(folder, files()[0] ?? ''), set, new Date(set.getTime() + beat * 1000));
      await beats(1, other);
    }
    expect(holders(one, other)).toEqual([true, false]);
  });

  it('goes sooner where the process of the holder has ended', async () => {
    const { window, beats } = await bench();
    const [one, other] = [window(), window({ isRunning: () => false })];
    await beats(1, one, other);
    await beats(1, other);
    expect(holders(other)).toEqual([true]);
  });

  it('gets over files that were cut short or removed', async () => {
    const { window, beats, folder, files } = await bench();
    writeFileSync(join(folder, 'watcher.7'), '{"machine":');
    const one = window();
    await beats(5, one);
    expect([holders(one), files()]).toEqual([[true], ['watcher.8']]);
    rmSync(join(folder, 'watcher.8'));
    await beats(2, one);
    expect([holders(one), files()]).toEqual([[true], ['watcher.1']]);
  });

  it('is not held by somebody whose claim came too late', async () => {
    const { window, beats, folder, files } = await bench();
    writeFileSync(join(folder, 'watcher.3'), JSON.stringify({ machine: hostname(), process: 1 }));
    const one = window({
      isRunning: () => {
        // While it looks, others go on to a later term.
        writeFileSync(join(folder, 'watcher.9'), '{}');
        return false;
      },
    });
    await beats(2, one);
    expect([holders(one), files()]).toEqual([[false], ['watcher.3', 'watcher.9']]);
  });

  it('goes from process to process as each of them is killed', { timeout: 60_000 }, async () => {
    const folder = await tempFolder();
    const windows = await Promise.all(Array.from({ length: 3 }, () => startWindow(folder)));
    const holderOf = () => {
      const [file = ''] = readdirSync(folder)
        .filter(name => name.startsWith('watcher.'))
        .sort()
        .slice(-1);
      const { process: id } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { process: number };
      return windows.find(({ pid }) => pid === id);
    };
    for (let left = 3; left > 1; left--) {
      const holder = holderOf();
      expect(holder).toBeDefined();
      const rest = windows.filter(one => one.pid !== holder?.pid && one.exitCode === null && !one.killed);
      const told = new Set<number | undefined>();
      const next = Promise.race(
        rest.map(
          one =>
            new Promise<void>(resolve => {
              one.on('message', isHolder => {
                if (isHolder !== true) return;
                told.add(one.pid);
                resolve();
              });
            }),
        ),
      );
      holder?.kill('SIGKILL');
      await next;
      expect(told.size).toBe(1);
      expect(holderOf()?.pid).toBe([...told][0]);
    }
  });
});

/** A window in a process of its own, that looks quickly and tells when it takes up the office. */
async function startWindow(folder: string): Promise<ChildProcess> {
  const code = new URL('./electionWindow.ts', import.meta.url).pathname;
  const child = fork(code, [folder]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise<void>(resolve => child.once('message', () => resolve()));
  return child;
}
