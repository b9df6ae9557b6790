// Loaded by the first picture: import it before the tests, which count turns.
import 'p-queue';
import { expect } from 'vitest';
import type { DownloadTarget } from '../../../../src/service/wire/deliveries.ts';
import { ApiError, type ApiErrorDetails, type ApiErrorKind } from '../../../../src/service/wire/errors.ts';
import {
  createPictures,
  type PictureCache,
  type Pictured,
  type PictureLimits,
} from '../../../../src/features/images/pictures.ts';
import { fakeClient, signedInSession } from '../../fakes.ts';
import { bareImage } from '../../fixtures.ts';

export const item = 'https://access.test/api/v1/items';

export function sensor(id: string, rest: Partial<Pictured> = {}): Pictured {
  return bareImage({
    id,
    processingLevel: 'SENSOR',
    rights: ['browse', 'wmts'],
    links: {
      thumbnail: [{ href: `${item}/${id}/thumbnail` }],
      quicklook: [{ href: `${item}/${id}/quicklook` }],
      wmts: [{ href: `${item}/${id}/wmts/{z}/{x}/{y}.png` }],
    },
    ...rest,
  });
}

/** A picture with this many bytes; the last byte distinguishes it from others. */
export function jpeg(size = 20, last = 0): Uint8Array {
  const bytes = new Uint8Array(size).fill(7);
  // Of 16 × 16 pixels.
  bytes.set([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 17, 0]);
  bytes[size - 1] = last;
  return bytes;
}

/** Waits until everything that can run has run. */
export const settled = () => new Promise(resolve => setImmediate(resolve));

/** A download that waits for the test's answer. */
export interface Asked {
  /** Path below the items. */
  path: string;
  signal: AbortSignal;
  /** Answers with these bytes, in pieces of the given size. */
  answer(bytes?: Uint8Array, piece?: number): Promise<void>;
  fail(kind: ApiErrorKind, details?: Partial<ApiErrorDetails>): Promise<void>;
}

export function memoryCache(): PictureCache & { kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>();
  return {
    kept,
    get: (name, address) => Promise.resolve(kept.get(`${name} ${address}`)),
    put: (name, address, bytes) => Promise.resolve(void kept.set(`${name} ${address}`, bytes)),
  };
}

export async function setUp(limits: PictureLimits = {}, cache: PictureCache = memoryCache()) {
  const requests: Asked[] = [];
  const clock = { now: 1_000_000 };
  const client = fakeClient({
    picture: (link, _kind, target, progress, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      signal?.addEventListener('abort', () => reject(new ApiError('aborted', { request: 'GET' })));
      requests.push({
        path: link.replace(`${item}/`, ''),
        signal: signal ?? expect.fail('Nothing can end this download.'),
        async answer(bytes = jpeg(), piece = bytes.length) {
          await send(target, bytes, piece, progress).then(() => resolve(undefined), reject);
          await settled();
        },
        async fail(kind, details = {}) {
          reject(new ApiError(kind, { request: 'GET', ...details }));
          await settled();
        },
      });
      return promise;
    },
  });
  const session = await signedInSession(client);
  const pictures = createPictures(session, cache, { now: () => clock.now, ...limits });
  const paths = () => requests.map(({ path }) => path);
  const last = () => requests.at(-1) ?? expect.fail('Nothing was asked for.');
  return { pictures, session, requests, paths, last, clock, cache };
}

async function send(
  target: DownloadTarget,
  bytes: Uint8Array,
  piece: number,
  progress: (received: number, total: number | undefined) => void,
) {
  for (let at = 0; at < bytes.length; at += piece) {
    await target.write(bytes.subarray(at, at + piece));
    progress(Math.min(at + piece, bytes.length), undefined);
  }
  await target.commit();
}
