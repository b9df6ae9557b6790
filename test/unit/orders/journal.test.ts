import { describe, expect, it } from 'vitest';
import { createJournal } from '../../../src/orders/journal.ts';
import { deferred, memoryJournal, settle } from '../fakes.ts';

const start = Date.UTC(2026, 0, 1);
const sending = {
  bodyHash: 'hash',
  title: 'harbour',
  orderKind: 'order.analytics-toolbox.archive',
  body: { kind: 'order.analytics-toolbox.archive', title: 'harbour', imageIds: ['a'] },
  price: { value: 12, unit: 'credits' },
};

function bench() {
  const store = memoryJournal();
  const clock = { now: start };
  return { store, clock, journal: createJournal(store, () => clock.now) };
}

describe('the journal', () => {
  it('says who sends what for how much, and when', async () => {
    const { journal, store } = bench();
    const id = await journal.begin({ connection: 'Test' }, sending);
    expect(store.lines).toEqual([
      { event: 'sending', id, connection: 'Test', at: '2026-01-01T00:00:00.000Z', ...sending },
    ]);
  });

  it('lets an order leave only when its line is on the disk', async () => {
    const { journal, store } = bench();
    const disk = deferred<undefined>();
    store.append = () => disk.promise;
    let mayLeave = false;
    const run = journal.begin({ connection: 'Test' }, sending).then(() => (mayLeave = true));
    await settle();
    expect(mayLeave).toBe(false);
    disk.resolve(undefined);
    await run;
    expect(mayLeave).toBe(true);
  });

  it('holds an order back whose line could not be written', async () => {
    const { journal, store } = bench();
    store.append = () => Promise.reject(new Error('disk full'));
    await expect(journal.begin({ connection: 'Test' }, sending)).rejects.toThrow('disk full');
  });

  it('shows what this window read last, its own lines among it', async () => {
    const { journal, store } = bench();
    expect(journal.known.value).toEqual([]);
    const id = await journal.begin({ connection: 'Test' }, sending);
    expect(await journal.read()).toEqual(store.lines);
    await journal.close('Test', id, { event: 'refused', message: 'no' });
    expect(journal.known.value).toEqual(store.lines);
    expect(journal.known.value).toHaveLength(2);
  });

  it('has written an outcome also where it cannot be read again', async () => {
    const { journal, store } = bench();
    store.readAll = () => Promise.reject(new Error('unreadable'));
    await journal.close('Test', 'a', { event: 'notBooked' });
    expect(store.lines).toHaveLength(1);
    await expect(journal.read()).rejects.toThrow('unreadable');
  });

  it('tells two orders of the same body apart', async () => {
    const { journal } = bench();
    expect(await journal.begin({ connection: 'Test' }, sending)).not.toBe(
      await journal.begin({ connection: 'Test' }, sending),
    );
  });
});
