import { type ReadonlySignal, signal as createSignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type PQueue from 'p-queue';
import { type Connection, linkOrigins } from '../../service/rules/connection.ts';
import type { Image } from '../../service/rules/imagery.ts';
import { ApiError } from '../../service/wire/errors.ts';
import { onNextSession } from '../../session/reader.ts';
import { asSignedIn, type SessionOwner, type SignedIn } from '../../session/session.ts';
import { createSharedRuns } from '../../session/sharedRuns.ts';
import { checkedPicture, createPictureTarget, type Picture, PictureError } from './pictureTarget.ts';
import {
  findPictureLink,
  type PictureKind,
  thumbnailAddress,
  tileAddress,
  whyNoPicture,
} from './rules/pictureLinks.ts';

export type Pictured = Pick<Image, 'id' | 'links' | 'rights' | 'processingLevel'>;

/** Pictures loaded earlier, by connection name and address. Neither function rejects. */
export interface PictureCache {
  get(connectionName: string, address: string): Promise<Uint8Array | undefined>;
  put(connectionName: string, address: string, bytes: Uint8Array): Promise<void>;
}

export interface PictureLimits {
  /** Concurrent requests. */
  atOnce?: number;
  bytes?: Partial<Record<PictureKind, number>>;
  /** Epoch ms. */
  now?: () => number;
}

interface PictureRequest {
  kind: PictureKind;
  imageId: string;
  address: string;
}

const maxBytes: Record<PictureKind, number> = {
  thumbnail: 2_000_000,
  quicklook: 20_000_000,
  stream: 2_000_000,
};

export type Pictures = ReturnType<typeof createPictures>;

/**
 * Pictures of images, from the cache or the service. Each function rejects with a `PictureError` if Swath doesn't
 * request or accept the picture, and with an `ApiError` otherwise; its kind is `aborted` also after a session change. A
 * recent failure is returned again without a new request.
 */
export function createPictures(
  session: SessionOwner,
  cache: PictureCache,
  { atOnce = 4, bytes, now = Date.now }: PictureLimits = {},
) {
  const limits = { ...maxBytes, ...bytes };
  const streaming = createSignal<ReadonlySet<string>>(new Set());
  const shared = createSharedRuns<Picture>('GET picture');
  const failures = createPictureFailures(now);
  let queue: Promise<PQueue> | undefined;
  let newest = 0;

  onNextSession(session, () => {
    shared.cancel();
    failures.clear();
    streaming.value = new Set();
  });

  function stopAtFailure(request: PictureRequest) {
    const failure = failures.of(
      requestKey(request),
      ...(request.kind === 'stream' ? [streamKey(request.imageId)] : []),
    );
    if (failure) throw failure;
  }

  async function fetchPicture(
    signedIn: SignedIn,
    request: PictureRequest,
    signal: AbortSignal,
  ): Promise<Picture> {
    const key = requestKey(request);
    // A failure of another picture since this request may apply here too.
    stopAtFailure(request);
    const target = createPictureTarget(limits[request.kind]);
    const client = await signedIn.client();
    try {
      const kind = request.kind === 'stream' ? 'tile' : 'picture';
      await client.picture(request.address, kind, target, target.progress, signal);
    } catch (error) {
      if (error instanceof Error && !signal.aborted)
        failures.note(isOfWholeStream(request, error) ? streamKey(request.imageId) : key, error);
      throw error;
    }
    failures.worked(key);
    return target.picture();
  }

  /** @param priority among waiting requests the highest runs next: the most recent one */
  async function load(
    signedIn: SignedIn,
    request: PictureRequest,
    priority: number,
    signal: AbortSignal,
  ): Promise<Picture> {
    const { name } = signedIn.connection;
    const kept = asPicture(await cache.get(name, request.address), limits[request.kind]);
    if (kept) return kept;
    stopAtFailure(request);
    const waiting = await (queue ??= import('p-queue').then(
      ({ default: Queue }) => new Queue({ concurrency: atOnce }),
    ));
    const picture = await waiting.add(() => fetchPicture(signedIn, request, signal), { priority, signal });
    // Wait for the cache: other callers share this run, so that the service gets no second request.
    if (!signal.aborted) await cache.put(name, request.address, picture.bytes);
    return picture;
  }

  async function show(
    image: Pictured,
    kind: PictureKind,
    address: string,
    signal: AbortSignal | undefined,
    priority = ++newest,
  ): Promise<Picture> {
    const request: PictureRequest = { kind, imageId: image.id, address };
    const signedIn = asSignedIn(session.current.peek());
    if (!signedIn) throw new PictureError(l10n.t('Sign in to see pictures.'));
    const refusal = pictureRefusal(image, request, signedIn.connection);
    if (refusal) throw refusal;
    return shared.join(requestKey(request), running => load(signedIn, request, priority, running), signal);
  }

  function pictureRefusal(image: Pictured, { kind, address }: PictureRequest, connection: Connection) {
    const reason = whyNoPicture(image, kind);
    if (reason !== undefined) return new PictureError(reason);
    const { origin, hostname } = new URL(address);
    if (!linkOrigins(connection).has(origin)) {
      return new PictureError(
        l10n.t(
          'The link to this picture points to {0}, which is not a host of the connection "{1}". Swath didn\'t follow it. Check the addresses of the connection.',
          hostname,
          connection.name,
        ),
      );
    }
    if (kind !== 'stream' || streaming.peek().has(image.id)) return undefined;
    return new PictureError(l10n.t('Each tile uses your streaming allowance.'));
  }

  /** {@link pictureRefusal} checks the link: if there is none, any address will do. */
  const pictureHref = ({ links }: Pictured, kind: PictureKind) => findPictureLink(links, kind)?.href ?? '';

  return {
    /** @param width pixels, 128 to 1024; if unset, the service chooses */
    thumbnail: (image: Pictured, width?: number, signal?: AbortSignal): Promise<Picture> => {
      const address = thumbnailAddress(pictureHref(image, 'thumbnail'), width);
      return show(image, 'thumbnail', address, signal);
    },
    quicklook: (image: Pictured, signal?: AbortSignal) =>
      show(image, 'quicklook', pictureHref(image, 'quicklook'), signal),
    /** The same picture, requested when no other is waiting: nobody looks at it. */
    quicklookLater: (image: Pictured) =>
      show(image, 'quicklook', pictureHref(image, 'quicklook'), undefined, 0),
    /**
     * A tile of the Web Mercator grid. Uses the streaming allowance: refused until {@link Pictures.allowStreaming} is
     * called.
     */
    tile: async (
      image: Pictured,
      z: number,
      x: number,
      y: number,
      signal?: AbortSignal,
    ): Promise<Picture> => {
      const address = tileAddress(pictureHref(image, 'stream'), z, x, y);
      if (address === undefined && whyNoPicture(image, 'stream') === undefined)
        throw new RangeError(`There is no tile ${z}/${x}/${y}.`);
      return show(image, 'stream', address ?? '', signal);
    },
    streaming: streaming as ReadonlySignal<ReadonlySet<string>>,
    /** Call this after the user agreed to use the streaming allowance. */
    allowStreaming(imageId: string): void {
      failures.forget(key => key.startsWith(streamKey(imageId)));
      streaming.value = new Set([...streaming.peek(), imageId]);
    },
    /** Clears the failures of an image, so that its pictures are requested again. A rate limit still applies. */
    forgetFailures: (imageId: string) => failures.forget(key => key.split('\n')[1] === imageId),
    /** Ends streaming of an image and cancels its requests in progress. */
    stopStreaming(imageId: string): void {
      streaming.value = new Set([...streaming.peek()].filter(id => id !== imageId));
      shared.cancel(key => key.startsWith(streamKey(imageId)));
    },
  };
}

/** Neither an id nor an address contains a line break. */
function requestKey({ kind, imageId, address }: PictureRequest): string {
  return `${kind}\n${imageId}\n${address}`;
}

/** The common prefix of the keys of an image's tiles. */
function streamKey(imageId: string): string {
  return `stream\n${imageId}\n`;
}

/** A missing right or a used-up allowance applies to every tile. */
function isOfWholeStream({ kind }: PictureRequest, error: unknown): boolean {
  return (
    kind === 'stream' &&
    error instanceof ApiError &&
    error.kind === 'denied' &&
    error.details.refused === 'right'
  );
}

/** Someone may have put files into the cache: check them like a response. */
function asPicture(bytes: Uint8Array | undefined, limit: number): Picture | undefined {
  if (!bytes || bytes.byteLength > limit) return undefined;
  try {
    return checkedPicture(bytes);
  } catch (error) {
    if (error instanceof PictureError) return undefined;
    throw error;
  }
}

interface Failure {
  error: Error;
  /** Epoch ms. */
  until: number;
  /** Failures in a row. */
  times: number;
}

/** Pause after a temporary failure, milliseconds: doubles each time. */
const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;
/** A map has many tiles, and most missing ones are never requested again. */
const maxKept = 10_000;
/** A rate limit applies to all requests, whatever they are for. */
const everything = '';

/**
 * Recent failures, so that scrolling a list doesn't repeat their requests.
 *
 * @param now epoch ms
 */
export function createPictureFailures(now: () => number) {
  const failures = new Map<string, Failure>();

  return {
    /** The error that a request for any of these keys would get; `undefined` if it is worth a try. */
    of(...keys: string[]): Error | undefined {
      return [everything, ...keys]
        .map(key => failures.get(key))
        .find(failure => failure && failure.until > now())?.error;
    },
    /** Remembers a failure; how long depends on its kind. */
    note(pictureKey: string, error: Error): void {
      const isTooOften = error instanceof ApiError && error.kind === 'rateLimited';
      const key = isTooOften ? everything : pictureKey;
      const times = (failures.get(key)?.times ?? 0) + 1;
      failures.delete(key); // The newest is last.
      failures.set(key, {
        error,
        times,
        until: isFinal(error) ? Infinity : now() + retryPause(error, times),
      });
      const [oldest] = failures.keys();
      if (failures.size > maxKept && oldest !== undefined) failures.delete(oldest);
    },
    /** Call this after a response: the service is available again, and the key is worth requesting. */
    worked(key: string): void {
      failures.delete(key);
      const slowDown = failures.get(everything);
      if (slowDown && slowDown.until <= now()) failures.delete(everything);
    },
    forget(isMeant: (key: string) => boolean): void {
      for (const key of [...failures.keys()]) if (key !== everything && isMeant(key)) failures.delete(key);
    },
    clear: () => failures.clear(),
  };
}

/** Whether the response stays the same for the whole session. */
function isFinal(error: unknown): boolean {
  if (error instanceof PictureError) return true;
  if (!(error instanceof ApiError)) return false;
  switch (error.kind) {
    case 'notFound':
    case 'invalid':
    case 'shape':
      return true;
    case 'denied':
      return error.details.refused === 'right';
    case 'suspended':
    case 'rateLimited':
    case 'server':
    case 'network':
    case 'timeout':
    case 'damaged':
    case 'aborted':
      return false;
  }
}

function retryPause(error: unknown, times: number): number {
  const retryAfterMs = error instanceof ApiError ? (error.details.retryAfterMs ?? 0) : 0;
  return Math.max(retryAfterMs, Math.min(longestPauseMs, firstPauseMs * 2 ** (times - 1)));
}
