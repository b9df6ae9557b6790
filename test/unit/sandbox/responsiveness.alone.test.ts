import { expect, test, vi } from 'vitest';
import { patient } from '../../runSpeed.ts';
import { find, harness } from './harness.ts';

// Seconds of work are done here: on a busy machine that is a minute.
vi.setConfig({ testTimeout: patient(120_000) });

/** Watches how long the thread is kept from everything else. */
function watchThread(): { longest: () => Promise<number> } {
  let longest = 0;
  let last = now();
  let onTick: (() => void) | undefined;
  const tick = (): void => {
    const next = now();
    // Time of the clock alone also counts what other processes take, processor time also what helper threads do.
    longest = Math.max(longest, Math.min(next.clock - last.clock, next.processor - last.processor));
    last = next;
    timer.refresh();
    onTick?.();
  };
  const timer = setTimeout(tick, 1);
  return {
    // What keeps the thread also keeps the watch from looking: it has to look once more.
    longest: async () => {
      await new Promise<void>(resolve => (onTick = resolve));
      clearTimeout(timer);
      return longest;
    },
  };
}

function now(): { clock: number; processor: number } {
  const { user, system } = process.cpuUsage();
  return { clock: performance.now(), processor: (user + system) / 1000 };
}

test('others on the thread do not wait for the shoreline, which the first search of a process reads', async () => {
  const h = harness();
  await h.token('IDP');
  const watch = watchThread();
  const started = performance.now();
  await find(h, { bbox: '5,43,6,44' });
  const duration = performance.now() - started;
  // Its largest piece, the outline of a continent, is about a ninth of the work; it isn't cut any further.
  expect(await watch.longest()).toBeLessThan(duration / 3);
});

test('others on the thread wait for no search, however long it is and however many there are', async () => {
  const h = harness();
  await h.token('IDP');
  const acquisitionDate = '[2023-06-15T00:00:00.000Z,2025-06-15T00:00:00.000Z]';
  const country = { bbox: '-5,42,8,51', acquisitionDate, itemsPerPage: '500' };
  const watch = watchThread();
  const started = performance.now();
  const results = await Promise.all([
    find(h, { ...country, cloudCover: '[0,1]' }),
    find(h, { ...country, sortBy: 'incidenceAngle' }),
    find(h, { itemsPerPage: '500', startPage: '20' }),
  ]);
  const duration = performance.now() - started;
  expect(results.map(({ features }) => features.length)).toEqual([500, 500, 500]);
  // A turn is about a sixtieth of the work; the shortest of these searches, done at once, is more than a tenth.
  expect(await watch.longest()).toBeLessThan(duration / 10);
});

test('others on the thread do not wait for quicklooks', async () => {
  const h = harness();
  const token = await h.token('IDP');
  const { features } = await find(h, { bbox: '5,43,6,44', itemsPerPage: '2' });
  const links = features.map(({ _links }) => (_links.quicklook as { href: string }).href);
  const watch = watchThread();
  const started = performance.now();
  const request = { headers: { Authorization: `Bearer ${token}` } };
  const answers = await Promise.all(links.map(link => h.sandbox.fetch(new Request(link, request))));
  const duration = performance.now() - started;
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  // The longest piece, the encoding of one, is about a seventieth of the work; a quicklook at once is a half.
  expect(await watch.longest()).toBeLessThan(duration / 6);
});
