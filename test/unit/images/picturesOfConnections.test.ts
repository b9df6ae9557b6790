import { describe, expect, it } from 'vitest';
import { failure } from '../../failure.ts';
import { deferred, other } from '../fakes.ts';
import { bench, item, jpeg, memoryCache, sensor, settled } from './picturesBench.ts';

describe('another connection', () => {
  it('ends what was on its way, waits or is being read, and sees none of it', async () => {
    const reading = deferred<Uint8Array | undefined>();
    const cache = memoryCache();
    const { pictures, session, asked } = await bench(
      { atOnce: 1 },
      {
        ...cache,
        get: (name, address) => (address.includes('/slow/') ? reading.promise : cache.get(name, address)),
      },
    );
    const all = ['a', 'b', 'slow'].map(id => failure(pictures.thumbnail(sensor(id))));
    await settled();
    await session.signIn(other, 'key');
    for (const one of all) expect(await one).toMatchObject({ kind: 'aborted' });
    expect(asked.map(({ path, signal }) => [path, signal.aborted])).toEqual([['a/thumbnail', true]]);
    reading.resolve(undefined);
    await asked[0]?.answer();
    expect(asked).toHaveLength(1);
    expect(cache.kept.size).toBe(0);
    const next = pictures.thumbnail(sensor('a'));
    await settled();
    await asked[1]?.answer(jpeg(20, 2));
    expect((await next).bytes[19]).toBe(2);
    expect([...cache.kept.keys()]).toEqual([`Other ${item}/a/thumbnail`]);
  });
});
