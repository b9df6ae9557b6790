import { describe, expect, it } from 'vitest';
import { failure } from '../../failure.ts';
import { connection } from '../fakes.ts';
import { bench, sensor, settled } from './picturesBench.ts';

describe('streaming', () => {
  it('is refused until a person allows it for the image, and when that is taken back', async () => {
    const { pictures, paths, last } = await bench();
    await expect(pictures.tile(sensor('a'), 1, 1, 0)).rejects.toMatchObject({
      kind: 'noConsent',
      message: expect.stringContaining("uses your contract's streaming allowance") as unknown,
    });
    pictures.allowStreaming('a');
    await expect(pictures.tile(sensor('b'), 1, 1, 0)).rejects.toMatchObject({ kind: 'noConsent' });
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
    // Also where it is in the cache.
    await expect(pictures.tile(sensor('a'), 1, 1, 0)).rejects.toMatchObject({ kind: 'noConsent' });
    expect(paths()).toEqual(['a/wmts/1/1/0.png', 'a/wmts/1/0/0.png', 'a/thumbnail']);
    await last().answer();
    await thumbnail;
  });

  it('is allowed for one session alone', async () => {
    const { pictures, session } = await bench();
    pictures.allowStreaming('a');
    expect([...pictures.streaming.value]).toEqual(['a']);
    await session.signIn(connection, 'key');
    expect([...pictures.streaming.value]).toEqual([]);
    await expect(pictures.tile(sensor('a'), 0, 0, 0)).rejects.toMatchObject({ kind: 'noConsent' });
  });

  it('of ALBUM images is refused with the reason, allowed or not', async () => {
    const { pictures, paths } = await bench();
    pictures.allowStreaming('a');
    await expect(pictures.tile(sensor('a', { processingLevel: 'ALBUM' }), 0, 0, 0)).rejects.toMatchObject({
      kind: 'notOffered',
      message: expect.stringContaining("ALBUM images can't be streamed") as unknown,
    });
    expect(paths()).toEqual([]);
  });

  it('that is denied once is not asked for again by every tile, until a person allows it anew', async () => {
    const { pictures, paths, last } = await bench();
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
