import { describe, expect, it } from 'vitest';
import type { ApiErrorDetails, ApiErrorKind } from '../../../../src/service/wire/errors.ts';
import type { Pictured, Pictures } from '../../../../src/features/images/pictures.ts';
import { failure } from '../../../failure.ts';
import { connection, deferred, otherConnection } from '../../fakes.ts';
import { item, jpeg, memoryCache, sensor, settled, setUp } from './picturesSetup.ts';

describe('a picture', () => {
  it('comes with the type that its bytes have, and then from the cache', async () => {
    const { pictures, last, paths, cache } = await setUp();
    const asking = pictures.quicklook(sensor('a'));
    await settled();
    const bytes = jpeg(5000);
    await last().answer(bytes, 7);
    expect(await asking).toEqual({ bytes, mimeType: 'image/jpeg' });
    expect(await pictures.quicklook(sensor('a'))).toEqual({ bytes, mimeType: 'image/jpeg' });
    expect(paths()).toEqual(['a/quicklook']);
    expect([...memoryOf(cache)]).toEqual([`Test ${item}/a/quicklook`]);
  });

  it('is requested once for all callers, also while the cache is writing', async () => {
    const cache = memoryCache();
    const writing = deferred<undefined>();
    const { pictures, last, paths } = await setUp({}, { ...cache, put: () => writing.promise });
    const requested = [pictures.thumbnail(sensor('a')), pictures.thumbnail(sensor('a'))];
    await settled();
    await last().answer();
    requested.push(pictures.thumbnail(sensor('a')));
    await settled();
    writing.resolve(undefined);
    const [first, ...others] = await Promise.all(requested);
    for (const picture of others) expect(picture).toBe(first);
    expect(paths()).toEqual(['a/thumbnail']);
  });

  it('is requested with three others at a time, the most recent one next', async () => {
    const { pictures, requests, paths } = await setUp();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) void pictures.thumbnail(sensor(id));
    await settled();
    expect(paths()).toEqual(['a', 'b', 'c', 'd'].map(id => `${id}/thumbnail`));
    await requests[0]?.answer();
    await requests[1]?.answer();
    expect(paths().slice(4)).toEqual(['g/thumbnail', 'f/thumbnail']);
  });

  it('that nobody looks at is requested when no other is waiting', async () => {
    const { pictures, requests, paths } = await setUp({ atOnce: 1 });
    void pictures.thumbnail(sensor('a'));
    await settled();
    void pictures.quicklookLater(sensor('b'));
    void pictures.quicklookLater(sensor('c'));
    void pictures.thumbnail(sensor('d'));
    await settled();
    for (const index of [0, 1, 2]) await requests[index]?.answer();
    expect(paths()).toEqual(['a/thumbnail', 'd/thumbnail', 'b/quicklook', 'c/quicklook']);
  });

  it('is not requested if all callers have canceled', async () => {
    const { pictures, paths, requests } = await setUp({ atOnce: 1 });
    const leaving = new AbortController();
    void pictures.thumbnail(sensor('a'));
    const left = failure(pictures.thumbnail(sensor('b'), undefined, leaving.signal));
    await settled();
    leaving.abort();
    expect(await left).toMatchObject({ kind: 'aborted' });
    // Requested again by another caller at the same moment.
    void pictures.thumbnail(sensor('b'));
    void pictures.thumbnail(sensor('c'));
    await settled();
    await requests[0]?.answer();
    await requests[1]?.answer();
    await requests[2]?.answer();
    expect(paths()).toEqual(['a/thumbnail', 'c/thumbnail', 'b/thumbnail']);
  });

  it('in progress is canceled when all callers have canceled, and not before', async () => {
    const { pictures, last, paths } = await setUp();
    const first = new AbortController();
    const second = new AbortController();
    const both = [first, second].map(({ signal }) => failure(pictures.quicklook(sensor('a'), signal)));
    await settled();
    first.abort();
    expect(last().signal.aborted).toBe(false);
    second.abort();
    expect(last().signal.aborted).toBe(true);
    for (const error of both) expect(await error).toMatchObject({ kind: 'aborted' });
    // It didn't fail: the next caller requests it.
    void pictures.quicklook(sensor('a'));
    await settled();
    expect(paths()).toHaveLength(2);
  });
});

describe('something that is not a picture of the service', () => {
  it.each<[string, (pictures: Pictures) => Promise<unknown>]>([
    ['thumbnail', pictures => pictures.thumbnail(sensor('a'))],
    ['quicklook', pictures => pictures.quicklook(sensor('a'))],
    ['tile', pictures => pictures.tile(sensor('a'), 0, 0, 0)],
  ])('is stopped when it becomes too large: %s', async (_what, ask) => {
    const limits = { bytes: { thumbnail: 1000, quicklook: 1000, stream: 1000 } };
    const { pictures, last, paths, cache } = await setUp(limits);
    pictures.allowStreaming('a');
    const asking = expect(ask(pictures)).rejects.toThrow('too large to show');
    await settled();
    await last().answer(jpeg(1001), 10);
    await asking;
    await expect(ask(pictures)).rejects.toThrow('too large to show');
    expect([paths().length, memoryOf(cache)]).toEqual([1, []]);
  });

  it('of 30,000 × 30,000 pixels is rejected, from the service and from the cache', async () => {
    const png = new Uint8Array(45_000);
    png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
    png.set([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 6], 16);
    const cache = memoryCache();
    cache.kept.set(`Test ${item}/a/quicklook`, png);
    const { pictures, last, paths } = await setUp({}, cache);
    const asking = expect(pictures.quicklook(sensor('a'))).rejects.toThrow('too large');
    await settled();
    expect(paths()).toEqual(['a/quicklook']);
    await last().answer(png, 1000);
    await asking;
  });

  it('is also rejected from the cache', async () => {
    const cache = memoryCache();
    cache.kept.set(`Test ${item}/a/quicklook`, new TextEncoder().encode('no picture at all'));
    const { pictures, paths } = await setUp({}, cache);
    void pictures.quicklook(sensor('a'));
    await settled();
    expect(paths()).toEqual(['a/quicklook']);
  });
});

describe('a picture is refused, and no request is sent, if', () => {
  const elsewhere = sensor('a', { links: { thumbnail: [{ href: 'https://elsewhere.test/a.jpg' }] } });
  const disguised = sensor('a', { links: { thumbnail: [{ href: 'https://access.test@elsewhere.test/a' }] } });
  const plain = sensor('a', { links: { thumbnail: [{ href: 'http://access.test/a' }] } });

  it.each<[string, Pictured, RegExp]>([
    ['its link leads to another origin', elsewhere, /elsewhere\.test.*"Test"/],
    ['its link only looks like an own one', disguised, /elsewhere\.test/],
    ['its link goes another way', plain, /access\.test/],
    ['there is no link', sensor('a', { links: {} }), /no preview/],
    ['the right is missing', sensor('a', { rights: [] }), /"browse"/],
  ])('%s', async (_what, image, message) => {
    const { pictures, paths } = await setUp();
    const error: unknown = await pictures.thumbnail(image).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.stringMatching(message) as unknown });
    expect(paths()).toEqual([]);
  });

  it('no one is signed in', async () => {
    const { pictures, session } = await setUp();
    await session.leave();
    await expect(pictures.quicklook(sensor('a'))).rejects.toThrow('Sign in to see pictures');
  });
});

describe('a picture that failed', () => {
  const ask = async (
    { pictures, last }: Awaited<ReturnType<typeof setUp>>,
    id: string,
    kind: ApiErrorKind,
    details?: Partial<ApiErrorDetails>,
  ) => {
    const failing = failure(pictures.thumbnail(sensor(id)));
    await settled();
    await last().fail(kind, details);
    return failing;
  };

  it('is not requested again in this session if that would be useless', async () => {
    const b = await setUp();
    const error = await ask(b, 'a', 'notFound');
    b.clock.now += 1e9;
    expect(await failure(b.pictures.thumbnail(sensor('a')))).toBe(error);
    expect(b.paths()).toHaveLength(1);
    await b.session.signIn(connection, 'key');
    void b.pictures.thumbnail(sensor('a'));
    await settled();
    expect(b.paths()).toHaveLength(2);
  });

  it('is requested again after a while if it may succeed', async () => {
    const b = await setUp();
    const error = await ask(b, 'a', 'server', { status: 503 });
    expect(await failure(b.pictures.thumbnail(sensor('a')))).toBe(error);
    b.clock.now += 30_000;
    void b.pictures.thumbnail(sensor('a'));
    await settled();
    expect(b.paths()).toHaveLength(2);
  });

  it('because of a rate limit blocks all others, also those that wait', async () => {
    const b = await setUp({ atOnce: 1 });
    const failing = failure(b.pictures.thumbnail(sensor('a')));
    await settled();
    const waiting = failure(b.pictures.thumbnail(sensor('b')));
    await settled();
    await b.last().fail('rateLimited', { status: 429, retryAfterMs: 90_000 });
    const error = await failing;
    expect([await waiting, await failure(b.pictures.quicklook(sensor('c')))]).toEqual([error, error]);
    expect(b.paths()).toHaveLength(1);
    b.clock.now += 90_000;
    void b.pictures.quicklook(sensor('c'));
    await settled();
    expect(b.paths()).toHaveLength(2);
  });
});

describe('streaming', () => {
  it('is refused until the user allows it for the image, and after that is withdrawn', async () => {
    const { pictures, paths, last } = await setUp();
    await expect(pictures.tile(sensor('a'), 1, 1, 0)).rejects.toThrow('uses your streaming allowance');
    pictures.allowStreaming('a');
    await expect(pictures.tile(sensor('b'), 1, 1, 0)).rejects.toThrow('uses your streaming allowance');
    const tile = pictures.tile(sensor('a'), 1, 1, 0);
    await settled();
    await last().answer();
    expect(await tile).toMatchObject({ mimeType: 'image/jpeg' });
    const onItsWay = failure(pictures.tile(sensor('a'), 1, 0, 0));
    await settled();
    const thumbnail = pictures.thumbnail(sensor('a'));
    await settled();
    pictures.stopStreaming('a');
    expect(await onItsWay).toMatchObject({ kind: 'aborted' });
    // Even if it is in the cache.
    await expect(pictures.tile(sensor('a'), 1, 1, 0)).rejects.toThrow('uses your streaming allowance');
    expect(paths()).toEqual(['a/wmts/1/1/0.png', 'a/wmts/1/0/0.png', 'a/thumbnail']);
    await last().answer();
    await thumbnail;
  });

  it('is allowed for only one session', async () => {
    const { pictures, session } = await setUp();
    pictures.allowStreaming('a');
    expect([...pictures.streaming.value]).toEqual(['a']);
    await session.signIn(connection, 'key');
    expect([...pictures.streaming.value]).toEqual([]);
    await expect(pictures.tile(sensor('a'), 0, 0, 0)).rejects.toThrow('uses your streaming allowance');
  });

  it('of ALBUM images is refused with the reason, allowed or not', async () => {
    const { pictures, paths } = await setUp();
    pictures.allowStreaming('a');
    await expect(pictures.tile(sensor('a', { processingLevel: 'ALBUM' }), 0, 0, 0)).rejects.toThrow(
      "ALBUM images can't be streamed",
    );
    expect(paths()).toEqual([]);
  });

  it('that is denied once is not requested again by every tile, until the user allows it again', async () => {
    const { pictures, paths, last } = await setUp();
    pictures.allowStreaming('a');
    const failing = failure(pictures.tile(sensor('a'), 1, 0, 0));
    await settled();
    await last().fail('denied', { status: 403, refused: 'right' });
    const error = await failing;
    expect(await failure(pictures.tile(sensor('a'), 1, 0, 1))).toBe(error);
    void pictures.quicklook(sensor('a'));
    await settled();
    pictures.allowStreaming('a');
    void pictures.tile(sensor('a'), 1, 0, 1);
    await settled();
    expect(paths()).toEqual(['a/wmts/1/0/0.png', 'a/quicklook', 'a/wmts/1/0/1.png']);
  });
});

describe('another connection', () => {
  it('ends requests that are running or waiting, and gets none of their results', async () => {
    const reading = deferred<Uint8Array | undefined>();
    const cache = memoryCache();
    const { pictures, session, requests } = await setUp(
      { atOnce: 1 },
      {
        ...cache,
        get: (name, address) => (address.includes('/slow/') ? reading.promise : cache.get(name, address)),
      },
    );
    const all = ['a', 'b', 'slow'].map(id => failure(pictures.thumbnail(sensor(id))));
    await settled();
    await session.signIn(otherConnection, 'key');
    for (const error of all) expect(await error).toMatchObject({ kind: 'aborted' });
    expect(requests.map(({ path, signal }) => [path, signal.aborted])).toEqual([['a/thumbnail', true]]);
    reading.resolve(undefined);
    await requests[0]?.answer();
    expect(requests).toHaveLength(1);
    expect(cache.kept.size).toBe(0);
    const next = pictures.thumbnail(sensor('a'));
    await settled();
    await requests[1]?.answer(jpeg(20, 2));
    expect((await next).bytes[19]).toBe(2);
    expect([...cache.kept.keys()]).toEqual([`Other ${item}/a/thumbnail`]);
  });
});

function memoryOf(cache: object): string[] {
  return 'kept' in cache && cache.kept instanceof Map ? [...(cache.kept as Map<string, unknown>).keys()] : [];
}
