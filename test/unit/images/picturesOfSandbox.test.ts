import { readdir } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../src/api/client.ts';
import { sandboxConnection } from '../../../src/model/account/connection.ts';
import { pictureLinkOf } from '../../../src/model/images/pictureLinks.ts';
import { createPictureCache } from '../../../src/images/pictureCache.ts';
import type { Dialect } from '../../../src/sandbox/sandbox.ts';
import { createPictures } from '../../../src/images/pictures.ts';
import { failure } from '../../failure.ts';
import { tempFolder } from '../tempFolder.ts';
import { harness } from '../sandbox/harness.ts';
import { signedInSession } from '../fakes.ts';

/** Pictures of the whole sandbox, as the extension puts them together. */
async function bench(dialect: Dialect) {
  const { sandbox, clock } = harness({ dialect });
  const client = createClient({
    connection: sandboxConnection,
    apiKey: sandbox.apiKey,
    fetch: (url, init) => sandbox.fetch(new Request(url, init)),
    log: () => undefined,
    warn: line => expect.fail(line),
    onRefused: () => undefined,
    now: () => clock.now,
    retryDelayMs: 1,
  });
  // Its connection is a test's own; the pictures are of the sandbox's.
  const session = await signedInSession(client);
  await session.signIn(sandboxConnection, sandbox.apiKey);
  const folder = await tempFolder();
  const cache = createPictureCache(folder);
  const pictures = createPictures(session, cache);
  const { images } = await client.search({ bounds: [5.3, 43.27, 5.37, 43.32] }, 1, 100);
  const ofLevel = (level: string) =>
    images.find(one => one.processingLevel === level) ?? expect.fail(`There is no ${level} image.`);
  const seen = () =>
    sandbox.requests.filter(({ path }) => path.includes('/items/')).map(({ status }) => status);
  /** Files are written behind the pictures' back. */
  const written = async (count: number) => {
    const files = async () => (await readdir(folder)).filter(name => !name.endsWith('.part'));
    await vi.waitFor(async () => expect(await files()).toHaveLength(count));
    await cache.clean();
  };
  return { pictures, written, seen, sensor: ofLevel('SENSOR'), album: ofLevel('ALBUM') };
}

/** Milliseconds: the sandbox paints on a machine that does other work as well. */
const timeout = 30_000;

describe.each<Dialect>(['specification', 'deployed'])('pictures of the sandbox, %s', { timeout }, dialect => {
  it('are there, once each, by the links of the image', async () => {
    const { pictures, written, sensor, album, seen } = await bench(dialect);
    pictures.allowStreaming(sensor.id);
    for (const round of ['asked for', 'kept']) {
      expect([
        (await pictures.thumbnail(sensor, 128)).mimeType,
        (await pictures.quicklook(album)).mimeType,
        (await pictures.tile(sensor, 0, 0, 0)).mimeType,
        round,
      ]).toEqual(['image/jpeg', 'image/jpeg', 'image/png', round]);
      await written(3);
    }
    expect(seen()).toEqual([200, 200, 200]);
  });

  it('say why they are not', async () => {
    const { pictures, sensor, album, seen } = await bench(dialect);
    pictures.allowStreaming(album.id);
    await expect(pictures.tile(album, 0, 0, 0)).rejects.toThrow('ALBUM cannot be streamed');
    await expect(pictures.tile(sensor, 0, 0, 0)).rejects.toThrow('spends the streaming allowance');
    expect(seen()).toEqual([]);
    pictures.allowStreaming(sensor.id);
    // On the other side of the Earth.
    expect(await failure(pictures.tile(sensor, 8, 0, 0))).toMatchObject({ kind: 'notFound' });
    expect(await failure(pictures.tile(sensor, 8, 0, 0))).toMatchObject({ kind: 'notFound' });
    expect(seen()).toEqual([404]);
  });

  it('are of links that fill in', async () => {
    const { sensor } = await bench(dialect);
    expect(pictureLinkOf(sensor.links, 'stream')?.href).toContain(`${sensor.id}/wmts/`);
  });
});
