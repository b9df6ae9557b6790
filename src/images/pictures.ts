import * as l10n from '@vscode/l10n';
import { signal as createSignal, type ReadonlySignal } from '@preact/signals-core';
import { isApiError } from '../api/errors.ts';
import { linkOrigins, type Connection } from '../model/account/connection.ts';
import type { Image } from '../model/images/imagery.ts';
import {
  pictureLinkOf,
  thumbnailAddress,
  tileAddress,
  type PictureKind,
} from '../model/images/pictureLinks.ts';
import { whyNoPicture } from '../model/images/pictureRights.ts';
import {
  isPictureError,
  PictureError,
  createPictureTarget,
  pictureOf,
  type Picture,
} from './pictureTarget.ts';
import { onNextSession } from '../account/reader.ts';
import { signedInOf, type SessionOwner, type SignedIn } from '../account/session.ts';
import { createSharedRuns } from '../account/sharedRuns.ts';
import type PQueue from 'p-queue';

/** What of an image a picture is found by. */
export type Pictured = Pick<Image, 'id' | 'links' | 'rights' | 'processingLevel'>;

/** Pictures that were had before, by the connection's name and their address. Neither function rejects. */
export interface PictureCache {
  get(connectionName: string, address: string): Promise<Uint8Array | undefined>;
  put(connectionName: string, address: string, bytes: Uint8Array): Promise<void>;
}

export interface PictureLimits {
  /** Requests at a time. */
  atOnce?: number;
  /** Most bytes of each. */
  bytes?: Partial<Record<PictureKind, number>>;
  /** Epoch ms. */
  now?: () => number;
}

/**
 * The pictures of images, from the cache or the service. Each function rejects with a `PictureError` where Swath does
 * not ask for the picture or does not take it, and with an `ApiError` for everything else; of the kind `aborted` also
 * when another session came in between. What failed lately fails again without being asked for.
 */
export interface Pictures {
  /** @param width pixels, 128…1024; unset for the service's own choice */
  thumbnail(image: Pictured, width?: number, signal?: AbortSignal): Promise<Picture>;
  quicklook(image: Pictured, signal?: AbortSignal): Promise<Picture>;
  /** A tile of the Web Mercator grid. Spends the allowance: refused until {@link Pictures.allowStreaming} was called. */
  tile(image: Pictured, z: number, x: number, y: number, signal?: AbortSignal): Promise<Picture>;
  /** Ids of the images that a person allowed to stream, in this session. */
  readonly streaming: ReadonlySignal<ReadonlySet<string>>;
  /** To be called when a person was told that this spends the streaming allowance, and said yes. */
  allowStreaming(imageId: string): void;
  /** After this, what failed of an image is asked for again at the next wish. Only a service that is asked too often is not. */
  forgetFailures(imageId: string): void;
  /** Takes that back, and ends what is on its way. */
  stopStreaming(imageId: string): void;
}

interface Wanted {
  kind: PictureKind;
  imageId: string;
  address: string;
}

const mostBytes: Record<PictureKind, number> = {
  thumbnail: 2_000_000,
  quicklook: 20_000_000,
  stream: 2_000_000,
};

export function createPictures(
  session: SessionOwner,
  cache: PictureCache,
  { atOnce = 4, bytes, now = Date.now }: PictureLimits = {},
): Pictures {
  const limits = { ...mostBytes, ...bytes };
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

  function stopAtFailure(wanted: Wanted) {
    const failure = failures.of(
      keyOf(wanted),
      ...(wanted.kind === 'stream' ? [streamKeyOf(wanted.imageId)] : []),
    );
    if (failure) throw failure;
  }

  async function fetchPicture(signedIn: SignedIn, wanted: Wanted, signal: AbortSignal): Promise<Picture> {
    const key = keyOf(wanted);
    // Another picture can have failed for all of them since this one was asked for.
    stopAtFailure(wanted);
    const target = createPictureTarget(limits[wanted.kind]);
    const client = await signedIn.client();
    try {
      const kind = wanted.kind === 'stream' ? 'tile' : 'picture';
      await client.picture(wanted.address, kind, target, target.progress, signal);
    } catch (error) {
      if (error instanceof Error && !signal.aborted)
        failures.note(isOfWholeStream(wanted, error) ? streamKeyOf(wanted.imageId) : key, error);
      throw error;
    }
    failures.worked(key);
    return target.picture();
  }

  /** @param priority of what waits, the highest is next: what was wanted last */
  async function load(
    signedIn: SignedIn,
    wanted: Wanted,
    priority: number,
    signal: AbortSignal,
  ): Promise<Picture> {
    const { name } = signedIn.connection;
    const kept = asPicture(await cache.get(name, wanted.address), limits[wanted.kind]);
    if (kept) return kept;
    stopAtFailure(wanted);
    const waiting = await (queue ??= import('p-queue').then(
      ({ default: Queue }) => new Queue({ concurrency: atOnce }),
    ));
    const picture = await waiting.add(() => fetchPicture(signedIn, wanted, signal), { priority, signal });
    // Waited for: whoever wants it meanwhile gets it from this run, and the service is not asked again.
    if (!signal.aborted) await cache.put(name, wanted.address, picture.bytes);
    return picture;
  }

  async function show(
    image: Pictured,
    kind: PictureKind,
    address: string,
    signal: AbortSignal | undefined,
  ): Promise<Picture> {
    const wanted: Wanted = { kind, imageId: image.id, address };
    const signedIn = signedInOf(session.current.peek());
    if (!signedIn) throw new PictureError('signedOut', l10n.t('Sign in to see pictures.'));
    const refusal = refusalOf(image, wanted, signedIn.connection);
    if (refusal) throw refusal;
    const priority = ++newest;
    return shared.join(keyOf(wanted), running => load(signedIn, wanted, priority, running), signal);
  }

  function refusalOf(image: Pictured, { kind, address }: Wanted, connection: Connection) {
    const reason = whyNoPicture(image, kind);
    if (reason !== undefined) return new PictureError('notOffered', reason);
    const { origin, hostname } = new URL(address);
    if (!linkOrigins(connection).has(origin)) {
      return new PictureError(
        'otherOrigin',
        l10n.t(
          'The link to this picture points to {0}, which is not a host of the connection "{1}". Swath didn\'t follow it. Check the addresses of the connection.',
          hostname,
          connection.name,
        ),
      );
    }
    if (kind !== 'stream' || streaming.peek().has(image.id)) return undefined;
    return new PictureError(
      'noConsent',
      l10n.t("Streaming uses your contract's streaming allowance. Allow it for this image first."),
    );
  }

  /** The link is looked at by {@link refusalOf}: without one, any address will do. */
  const hrefOf = ({ links }: Pictured, kind: PictureKind) => pictureLinkOf(links, kind)?.href ?? '';

  return {
    thumbnail: (image, width, signal) => {
      const address = thumbnailAddress(hrefOf(image, 'thumbnail'), width);
      return show(image, 'thumbnail', address, signal);
    },
    quicklook: (image, signal) => show(image, 'quicklook', hrefOf(image, 'quicklook'), signal),
    tile: async (image, z, x, y, signal) => {
      const address = tileAddress(hrefOf(image, 'stream'), z, x, y);
      if (address === undefined && whyNoPicture(image, 'stream') === undefined)
        throw new RangeError(`There is no tile ${z}/${x}/${y}.`);
      return show(image, 'stream', address ?? '', signal);
    },
    streaming,
    allowStreaming(imageId) {
      failures.forget(key => key.startsWith(streamKeyOf(imageId)));
      streaming.value = new Set([...streaming.peek(), imageId]);
    },
    forgetFailures: imageId => failures.forget(key => key.split('\n')[1] === imageId),
    stopStreaming(imageId) {
      streaming.value = new Set([...streaming.peek()].filter(id => id !== imageId));
      shared.cancel(key => key.startsWith(streamKeyOf(imageId)));
    },
  };
}

/** Neither an id nor an address holds a line break. */
function keyOf({ kind, imageId, address }: Wanted): string {
  return `${kind}\n${imageId}\n${address}`;
}

/** What the keys of all tiles of an image begin with. */
function streamKeyOf(imageId: string): string {
  return `stream\n${imageId}\n`;
}

/** A right that is missing, or an allowance that is used up, is so for every tile. */
function isOfWholeStream({ kind }: Wanted, error: unknown): boolean {
  return (
    kind === 'stream' && isApiError(error) && error.kind === 'denied' && error.details.refused === 'right'
  );
}

/** What the cache keeps can have come by hand, and is looked at as what comes by wire. */
function asPicture(bytes: Uint8Array | undefined, limit: number): Picture | undefined {
  if (!bytes || bytes.byteLength > limit) return undefined;
  try {
    return pictureOf(bytes);
  } catch (error) {
    if (isPictureError(error)) return undefined;
    throw error;
  }
}

/** What failed lately, so that a list that is scrolled does not ask for it again and again. */
export interface PictureFailures {
  /** What asking for any of these keys would end with; `undefined` when it is worth a try. */
  of(...keys: string[]): Error | undefined;
  /** Remembers a failure for a while that depends on what it was. */
  note(key: string, error: Error): void;
  /** An answer came: the service has time again, and the key is worth asking for. */
  worked(key: string): void;
  forget(isMeant: (key: string) => boolean): void;
  clear(): void;
}

interface Failure {
  error: Error;
  /** Epoch ms. */
  until: number;
  /** So often in a row. */
  times: number;
}

/** Waits after failures that pass, milliseconds: twice as long each time. */
const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;
/** A map is made of many tiles, and most that are missing are never asked for again. */
const mostKept = 10_000;
/** Between asking too often for one thing and for another the service makes no difference. */
const everything = '';

/** @param now epoch ms */
export function createPictureFailures(now: () => number): PictureFailures {
  const failures = new Map<string, Failure>();

  return {
    of(...keys) {
      return [everything, ...keys].map(key => failures.get(key)).find(one => one && one.until > now())?.error;
    },
    note(givenKey, error) {
      const isTooOften = isApiError(error) && error.kind === 'rateLimited';
      const key = isTooOften ? everything : givenKey;
      const times = (failures.get(key)?.times ?? 0) + 1;
      failures.delete(key); // The newest is last.
      failures.set(key, { error, times, until: isFinal(error) ? Infinity : now() + pauseOf(error, times) });
      const [oldest] = failures.keys();
      if (failures.size > mostKept && oldest !== undefined) failures.delete(oldest);
    },
    worked(key) {
      failures.delete(key);
      const slowDown = failures.get(everything);
      if (slowDown && slowDown.until <= now()) failures.delete(everything);
    },
    forget(isMeant) {
      for (const key of [...failures.keys()]) if (key !== everything && isMeant(key)) failures.delete(key);
    },
    clear: () => failures.clear(),
  };
}

/** Whether the answer stays the same for as long as the session does. */
function isFinal(error: unknown): boolean {
  if (isPictureError(error)) return true;
  if (!isApiError(error)) return false;
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

function pauseOf(error: unknown, times: number): number {
  const asked = isApiError(error) ? (error.details.retryAfterMs ?? 0) : 0;
  return Math.max(asked, Math.min(longestPauseMs, firstPauseMs * 2 ** (times - 1)));
}
