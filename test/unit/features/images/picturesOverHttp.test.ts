import { describe, expect, it } from 'vitest';
import { createClient } from '../../../../src/service/wire/client.ts';
import { connection, fakeService, type Reply } from '../../service/wire/fakeFetch.ts';
import { createPictures } from '../../../../src/features/images/pictures.ts';
import { failure } from '../../../failure.ts';
import { signedInSession } from '../../fakes.ts';
import { jpeg, memoryCache, sensor } from './picturesSetup.ts';

/** Pictures through the real client, from a service that answers as the test specifies. */
async function setUp(...replies: Reply[]) {
  const service = fakeService(replies);
  const client = createClient({
    connection,
    apiKey: 'key',
    fetch: service.fetch,
    log: () => undefined,
    warn: line => expect.fail(line),
    onRefused: () => undefined,
    retryDelayMs: 1,
  });
  const cache = memoryCache();
  const limits = { bytes: { quicklook: 100_000 } };
  return { service, cache, pictures: createPictures(await signedInSession(client), cache, limits) };
}

/** An endless body that repeats one chunk; records how much was read, and whether it was ended. */
function endless(chunk: Uint8Array) {
  const seen = { bytes: 0, isEnded: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      seen.bytes += chunk.byteLength;
      controller.enqueue(chunk.slice());
    },
    cancel() {
      seen.isEnded = true;
    },
  });
  return { body, seen };
}

describe('a picture over HTTP', () => {
  it('is loaded with the token, whatever type the response announces', async () => {
    const answer = new Response(new Uint8Array(jpeg(5000)), { headers: { 'Content-Type': 'text/html' } });
    const { service, pictures } = await setUp(answer);
    expect(await pictures.quicklook(sensor('a'))).toEqual({ bytes: jpeg(5000), mimeType: 'image/jpeg' });
    expect(service.calls()).toMatchObject([{ method: 'GET', headers: { Authorization: 'Bearer token-1' } }]);
  });

  it('that never ends is stopped when it becomes too large, and not requested again', async () => {
    const { body, seen } = endless(jpeg(10_000));
    const { service, pictures, cache } = await setUp(() => new Response(body));
    await expect(pictures.quicklook(sensor('a'))).rejects.toThrow('too large to show');
    expect(seen.isEnded).toBe(true);
    expect(seen.bytes).toBeLessThan(150_000);
    await expect(pictures.quicklook(sensor('a'))).rejects.toThrow('too large to show');
    expect([service.calls().length, cache.kept.size]).toEqual([1, 0]);
  });

  it('that is an HTML page is stopped at its first chunk', async () => {
    const { body, seen } = endless(new TextEncoder().encode('<!doctype html>'));
    const headers = { 'Content-Type': 'image/jpeg' };
    const { pictures } = await setUp(() => new Response(body, { headers }));
    await expect(pictures.quicklook(sensor('a'))).rejects.toThrow("Can't read the picture");
    expect(seen.isEnded).toBe(true);
    expect(seen.bytes).toBeLessThan(1000);
  });

  it("that the service denies keeps the service's message, and is requested once", async () => {
    const words = 'No right to browse';
    const denied = new Response(JSON.stringify({ message: words }), { status: 403 });
    const { service, pictures } = await setUp(denied);
    for (const round of [1, 2]) {
      const error = await failure(pictures.thumbnail(sensor('a')));
      expect(error, `round ${round}`).toMatchObject({ kind: 'denied', details: { serverMessage: words } });
    }
    expect(service.calls()).toHaveLength(1);
  });
});
