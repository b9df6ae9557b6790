import { type Delivery, type Order, orderPhase } from '../../service/rules/order.ts';
import type { DownloadTarget } from '../../service/wire/deliveries.ts';
import { ApiError } from '../../service/wire/errors.ts';
import type { SignedIn } from '../../session/session.ts';

/** One result of an order. */
export interface DeliveryToDownload {
  order: Order;
  /** Index among the order's deliveries, counted from 0. */
  index: number;
}

export interface Downloaded {
  delivery: DeliveryToDownload;
  path: string;
}

export type DownloadOutcome =
  /** It is on the disk, even if it already was or another window finished first. */
  | { kind: 'done'; path: string }
  /** The service hasn't provided a link yet. */
  | { kind: 'notReady' }
  /**
   * The disk doesn't have enough space, or might not have enough for a file of unknown length. Received data is kept.
   * `missing`: bytes, if known.
   */
  | { kind: 'noRoom'; missing: number | undefined }
  | { kind: 'cancelled' }
  | { kind: 'failed'; error: unknown };

export interface DeliveryFiles {
  /** Path of a delivery that is already on the disk. */
  find(delivery: DeliveryToDownload, connectionName: string): Promise<string | undefined>;
  /** Opens the target of a delivery. `landed` returns the path once the file has its final name. */
  open(
    delivery: DeliveryToDownload,
    connectionName: string,
    replace: boolean,
  ): Promise<{ target: DownloadTarget; landed: () => string | undefined }>;
  /** Free bytes at the target; `undefined` if unknown. */
  room(delivery: DeliveryToDownload, connectionName: string): number | undefined;
  isFull(error: unknown): boolean;
}

export interface DownloadOptions {
  signal: AbortSignal;
  /** Called with the bytes received and, if known, the total. */
  onProgress: (received: number, total: number | undefined) => void;
  replace?: boolean;
}

export interface ManyOptions {
  signal: AbortSignal;
  /** Called with the bytes received for all downloads, and the number of finished ones. */
  onProgress: (received: number, ended: number) => void;
}

/** A file of unknown length may use this share of the free space at the start of its download. */
const shareOfRoom = 0.5;

/** More aren't faster on one connection, and with two, one that waits for the service doesn't block the other. */
const atOnce = 2;

export type Downloads = ReturnType<typeof createDownloads>;

export function createDownloads(files: DeliveryFiles, onLanded?: (downloaded: Downloaded) => void) {
  const running = new Map<string, Promise<DownloadOutcome>>();

  async function begin(
    signedIn: SignedIn,
    delivery: DeliveryToDownload,
    options: DownloadOptions,
  ): Promise<DownloadOutcome> {
    const { name } = signedIn.connection;
    if (!options.replace) {
      const path = await files.find(delivery, name);
      if (path !== undefined) return { kind: 'done', path };
    }
    if (options.signal.aborted) return { kind: 'cancelled' };
    const outcome = await transfer(files, signedIn, delivery, options);
    if (outcome.kind === 'done') onLanded?.({ delivery, path: outcome.path });
    if (outcome.kind !== 'failed' || (outcome.error as NodeJS.ErrnoException).code !== 'EEXIST')
      return outcome;
    const path = await files.find(delivery, name);
    return path === undefined ? outcome : { kind: 'done', path };
  }

  async function get(signedIn: SignedIn, delivery: DeliveryToDownload, options: DownloadOptions) {
    const key = JSON.stringify([signedIn.connection.name, delivery.order.id, delivery.index]);
    const before = running.get(key);
    if (before) return before;
    const mine = begin(signedIn, delivery, options)
      .catch((error: unknown): DownloadOutcome => ({ kind: 'failed', error }))
      .finally(() => running.delete(key));
    running.set(key, mine);
    return mine;
  }

  async function getAll(
    signedIn: SignedIn,
    deliveries: readonly DeliveryToDownload[],
    { signal, onProgress }: ManyOptions,
  ): Promise<readonly DownloadOutcome[]> {
    const outcomes: DownloadOutcome[] = deliveries.map(() => ({ kind: 'cancelled' }));
    const received: number[] = [];
    let next = 0;
    let ended = 0;
    const tell = () =>
      onProgress(
        received.reduce((sum, bytes) => sum + bytes, 0),
        ended,
      );
    const work = async () => {
      for (let mine = next++; mine < deliveries.length && !signal.aborted; mine = next++) {
        const delivery = deliveries[mine];
        if (!delivery) return;
        outcomes[mine] = await get(signedIn, delivery, {
          signal,
          onProgress: bytes => {
            received[mine] = bytes;
            tell();
          },
        });
        ended += 1;
        tell();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return outcomes;
  }

  return {
    find: (signedIn: SignedIn, delivery: DeliveryToDownload) =>
      files.find(delivery, signedIn.connection.name),
    /** Downloads a delivery unless it is already on the disk. Joins a download in progress. */
    get,
    /** Downloads all, two at a time. A failure doesn't stop the others. Returns the outcomes in the same order. */
    getAll,
  };
}

async function transfer(
  files: DeliveryFiles,
  signedIn: SignedIn,
  delivery: DeliveryToDownload,
  { signal, onProgress, replace = false }: DownloadOptions,
): Promise<DownloadOutcome> {
  const { name } = signedIn.connection;
  /** Ends the download before the disk is full. What was received is kept, as after canceling. */
  const tooLittle = new AbortController();
  let stopped: DownloadOutcome | undefined;
  const stop = (outcome: DownloadOutcome) => {
    stopped = outcome;
    tooLittle.abort();
  };
  let isChecked = false;
  /** Maximum number of bytes to receive if the length isn't known in advance. */
  let maxBytes: number | undefined;
  const checkRoom = (received: number, total: number | undefined) => {
    if (total === undefined) {
      maxBytes ??= received + (files.room(delivery, name) ?? Infinity) * shareOfRoom;
      if (received > maxBytes) stop({ kind: 'noRoom', missing: undefined });
    } else if (!isChecked) {
      isChecked = true;
      const room = files.room(delivery, name);
      if (room !== undefined && total - received > room)
        stop({ kind: 'noRoom', missing: total - received - room });
    }
    onProgress(received, total);
  };
  try {
    const client = await signedIn.client();
    const { order, index } = delivery;
    const linkIn = ({ deliveries }: Order) => deliveries[index]?.download;
    // The list may contain an order without its links.
    const link = linkIn(order) ?? linkIn(await client.order(order.id, signal));
    if (link === undefined) return { kind: 'notReady' };
    const { target, landed } = await files.open(delivery, name, replace);
    await client.download(link, target, checkRoom, AbortSignal.any([signal, tooLittle.signal]));
    const path = landed();
    return path === undefined ? { kind: 'cancelled' } : { kind: 'done', path };
  } catch (error) {
    if (stopped) return stopped;
    if (files.isFull(error)) return { kind: 'noRoom', missing: undefined };
    if (signal.aborted || (error instanceof ApiError && error.kind === 'aborted'))
      return { kind: 'cancelled' };
    return { kind: 'failed', error };
  }
}

/**
 * The results of an order that can be downloaded. An order in progress may already have some; for a delivered order,
 * the list may not have the links yet.
 */
export function readyDeliveries(order: Order): DeliveryToDownload[] {
  const isDelivered = orderPhase(order.status) === 'delivered';
  if (isDelivered && order.deliveries.length === 0) return [{ order, index: 0 }];
  return order.deliveries.flatMap((delivery, index) =>
    delivery.download !== undefined || (isDelivered && !isFailed(delivery)) ? [{ order, index }] : [],
  );
}

function isFailed({ status, errorCode }: Delivery): boolean {
  return errorCode !== undefined || (status !== undefined && orderPhase(status) === 'failed');
}
