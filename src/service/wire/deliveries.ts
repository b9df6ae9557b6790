import { createHash, type Hash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import pRetry from 'p-retry';
import * as z from 'zod';
import type { Connection } from '../rules/connection.ts';
import type { LinkKind } from '../rules/linkRule.ts';
import { linkedItemId } from '../rules/links.ts';
import { itemRequest, requestUrl } from '../rules/serviceRequest.ts';
import type { Calls } from './calls.ts';
import { ApiError } from './errors.ts';

/** The body broke off, stalled or ended early. What arrived before is valid and can be continued. */
class BrokenOff extends ApiError {}

/**
 * The body of an answer as it arrives. Throws {@link BrokenOff} if the connection fails, or if no byte arrives for
 * `stallMs`, but never for an error of the consumer. A chunk is valid until the next one is requested.
 */
async function* bodyChunks(
  response: Response,
  request: string,
  stallMs: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const { status } = response;
  let hasStalled = false;
  /** Ends a waiting read at once, without waiting for the server. */
  const end = () => void reader.cancel().catch(() => undefined);
  const ended = () => {
    if (signal?.aborted) return new ApiError('aborted', { request, status });
    const reason = l10n.t('No data for {0} s.', Math.round(stallMs / 1000));
    return hasStalled ? new BrokenOff('timeout', { request, status, reason }) : undefined;
  };
  const stalled = () => {
    hasStalled = true;
    end();
  };
  signal?.addEventListener('abort', end);
  try {
    for (;;) {
      const timer = setTimeout(stalled, stallMs);
      const next = await reader
        .read()
        .catch((cause: unknown) => {
          throw ended() ?? new BrokenOff('network', { request, status }, { cause });
        })
        .finally(() => clearTimeout(timer));
      const reason = ended();
      if (reason) throw reason;
      if (next.done) return;
      const chunk = next.value as Uint8Array;
      yield chunk;
      free(chunk);
    }
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}

/** Frees a chunk that was read. Left to the garbage collector, chunks would add up to tens of megabytes. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Where a download goes. The file appears under its name only with `commit`. */
export interface DownloadTarget {
  /** The bytes are freed when it resolves. */
  write(chunk: Uint8Array): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
  /** Absent if nothing is kept after a failure: such a download can be continued, but not restarted. */
  readonly part?: DownloadPart;
}

/** The part of a file that has already arrived, and is kept if the rest doesn't. */
export interface DownloadPart {
  /** Bytes from an earlier download. */
  readonly size: number;
  /** What that download noted about the file. */
  readonly note: string | undefined;
  read(): AsyncIterable<Uint8Array>;
  /** Drops all bytes. What is written afterwards belongs to the file of this note; without a note it isn't kept. */
  restart(note: string | undefined): Promise<void>;
  /** Ends the download, and keeps what has arrived for the next one. Instead of `discard`. */
  keep(): Promise<void>;
}

/** Shortened by tests. */
export interface DownloadLimits {
  /** The first wait before a body that broke off is continued, milliseconds; each later one is twice as long. */
  retryDelayMs?: number;
  /** Longest wait for the next byte, milliseconds. */
  stallMs?: number;
}

interface Download {
  calls: Calls;
  url: URL;
  /** Followed if the service knows no item of the id in the link. */
  otherwise: URL | undefined;
  kind: LinkKind;
  request: string;
  target: DownloadTarget;
  progress: (received: number, total: number | undefined) => void;
  stallMs: number;
  signal: AbortSignal | undefined;
  /** Bytes in the target. */
  received: number;
  mark: FileMark | undefined;
  /** Over those bytes, where the service named a checksum. */
  hash: Hash | undefined;
}

const retries = 5;
/** An attempt that received this many new bytes doesn't count as failed. */
const worthwhileBytes = 1_000_000;

/**
 * Streams the target of a link, a delivery or a picture, into `target`: never whole in memory, and under its final name
 * only if it is complete and has the checksum that the service sent, if any. A body that breaks off, stalls or is too
 * short is continued if the service allows it, and restarted otherwise; so is what an earlier download left in
 * `target.part`. Throws {@link ApiError}; what arrived is then kept if the next download can continue it, and discarded
 * otherwise.
 *
 * @param link as the service sent it, such as `deliveries[]._links.download.href`; with a connection, a delivery is asked
 *   for by the id of the item in it (specification: Analytic order body), and the link only where there is none
 * @param progress bytes so far and, if known, in total; decreases only if the file is restarted
 */
export async function downloadDelivery(
  calls: Calls,
  link: string,
  kind: LinkKind,
  target: DownloadTarget,
  progress: (received: number, total: number | undefined) => void,
  { retryDelayMs = 1000, stallMs = 60_000, connection }: DownloadLimits & { connection?: Connection } = {},
  signal?: AbortSignal,
): Promise<void> {
  let download: Download | undefined;
  try {
    const { url, otherwise } = downloadAddresses(link, kind === 'delivery' ? connection : undefined);
    const request = calls.callName(url);
    const start = { received: 0, mark: undefined, hash: undefined };
    download = { calls, url, otherwise, kind, request, target, progress, stallMs, signal, ...start };
    await takeUpPart(download);
    await transferAll(download, retryDelayMs);
    const { hash, mark } = download;
    if (hash && hash.digest('hex') !== mark?.md5) {
      throw new ApiError('damaged', { request, reason: l10n.t("The checksum doesn't match.") });
    }
    await target.commit();
  } catch (error) {
    if (target.part && download && isWorthKeeping(download, error)) await target.part.keep();
    else await target.discard();
    throw error;
  }
}

function downloadAddresses(link: string, connection?: Connection): Pick<Download, 'url' | 'otherwise'> {
  const sent = URL.parse(link) ?? (connection && URL.parse(link, `${connection.accessUrl}/`)) ?? undefined;
  const id = connection && linkedItemId(link);
  const item = connection && id !== undefined ? requestUrl(connection, itemRequest(id)) : undefined;
  // Only with its query.
  const isSame = item?.origin === sent?.origin && item?.pathname === sent?.pathname;
  if (item && !(sent && isSame && sent.username === '' && sent.password === ''))
    return { url: item, otherwise: URL.parse(link) ?? undefined };
  if (sent && (URL.canParse(link) || isPath(link))) return { url: sent, otherwise: undefined };
  // Not quoted: a text that isn't an address may still contain a secret.
  throw new ApiError('shape', {
    request: 'GET download',
    reason: l10n.t('The link is not a valid address.'),
  });
}

/** Any text can be read as a path below an address. */
function isPath(link: string): boolean {
  return /^[^\s/]*\/\S+$/.test(link);
}

/** Continues an earlier download of the same link: its bytes count for the checksum too. */
async function takeUpPart(download: Download): Promise<void> {
  const { part } = download.target;
  const mark = part?.note === undefined ? undefined : readMark(part.note);
  if (!part || part.size === 0 || !mark?.resumable || mark.source !== sourceHash(download.url)) return;
  download.mark = mark;
  download.hash = hashFor(mark);
  download.received = part.size;
  if (!download.hash) return;
  for await (const chunk of part.read()) {
    if (download.signal?.aborted) throw new ApiError('aborted', { request: download.request });
    download.hash.update(chunk);
  }
}

function hashFor({ md5 }: FileMark): Hash | undefined {
  return md5 === undefined ? undefined : createHash('md5');
}

/** One answer after another, until the file is complete. Only a body that broke off leads to another attempt. */
async function transferAll(download: Download, retryDelayMs: number): Promise<void> {
  const { target, request, signal } = download;
  let maxReceived = download.received;
  await pRetry(() => transfer(download), {
    retries,
    minTimeout: retryDelayMs,
    randomize: true,
    shouldRetry: ({ error }) =>
      error instanceof BrokenOff && (target.part !== undefined || canGoOn(download)),
    shouldConsumeRetry() {
      const isWorthwhile = download.received - maxReceived >= worthwhileBytes;
      maxReceived = Math.max(maxReceived, download.received);
      return !isWorthwhile;
    },
    signal,
  }).catch((error: unknown) => {
    if (error instanceof ApiError || !signal?.aborted) throw error;
    throw new ApiError('aborted', { request });
  });
}

function canGoOn({ received, mark }: Download): boolean {
  return received > 0 && mark !== undefined && mark.resumable;
}

/** Requests what is missing, and reads one answer to its end. Throws {@link BrokenOff} if that is too early. */
async function transfer(download: Download): Promise<void> {
  const { request, target, progress, stallMs, signal } = download;
  const response = await askForRest(download);
  if (!response) return;
  const total = download.mark?.total;
  for await (const chunk of bodyChunks(response, request, stallMs, signal)) {
    const written = target.write(chunk);
    download.hash?.update(chunk); // While the disk is busy.
    await written;
    download.received += chunk.byteLength;
    progress(download.received, total);
    // At once: it may never end.
    if (download.received > (total ?? Infinity)) break;
  }
  const { received } = download;
  if (total === undefined && download.kind === 'delivery' && !isEncodedBody(response.headers)) {
    await checkEnd(download);
    return;
  }
  if (total === undefined || received === total) return;
  const { status } = response;
  const reason = l10n.t('{0} of {1} bytes received.', received, total);
  if (received < total) throw new BrokenOff('network', { request, status, reason });
  throw new ApiError('shape', { request, status, reason });
}

/**
 * Requests what follows the last byte, if there is neither a length nor a checksum: a connection that is closed early
 * looks like a complete one. If the service doesn't answer that, the file counts as complete.
 */
async function checkEnd(download: Download): Promise<void> {
  const { received, mark, request, signal } = download;
  if (!mark?.resumable || mark.md5 !== undefined || received === 0) return;
  const response = await openRange(download, rangeHeaders(mark, received)).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    return undefined;
  });
  if (!response) return;
  response.body?.cancel().catch(() => undefined);
  const { headers, status } = response;
  const whole =
    status === 200 && !isEncodedBody(headers) ? wholeNumber(headers.get('content-length')) : undefined;
  const total = status === 206 ? contentRange(headers)?.total : whole;
  const isShort = total === undefined ? status === 206 : total > received;
  if (!isShort) return;
  const reason = l10n.t('{0} of {1} bytes received.', received, total ?? '?');
  throw new BrokenOff('network', { request, status, reason });
}

/** An answer that continues after the received bytes, or restarts; `undefined` if nothing is missing. */
async function askForRest(download: Download): Promise<Response | undefined> {
  const { mark, received } = download;
  if (mark && canGoOn(download)) {
    const response = await openRange(download, rangeHeaders(mark, received));
    // Only for the file with this mark does the answer mean that nothing follows (RFC 9110, 13.1.5).
    if (!response && received === mark.total) return undefined;
    const known = response && markGoingOn(response, mark, received);
    if (known) {
      download.mark = known;
      return response;
    }
    if (response && isWhole(response)) return beginAnew(download, response);
    response?.body?.cancel().catch(() => undefined);
  }
  return beginAnew(download, await open(download, {}));
}

/** `undefined` if the file has no such bytes. */
async function openRange(download: Download, headers: Record<string, string>): Promise<Response | undefined> {
  try {
    return await open(download, headers);
  } catch (error) {
    if (error instanceof ApiError && error.details.status === 416) return undefined;
    throw error;
  }
}

async function open(download: Download, headers: Record<string, string>): Promise<Response> {
  const { calls, kind, signal, otherwise } = download;
  // Bytes are counted and compared, so they must arrive as they are in the file.
  const plain = { 'Accept-Encoding': 'identity', ...headers };
  try {
    return await calls.follow(download.url, kind, plain, signal);
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.kind === 'notFound' && download.received === 0;
    if (!isUnknown || !otherwise) throw error;
    download.otherwise = undefined;
    download.url = otherwise;
    return calls.follow(otherwise, kind, plain, signal).catch((second: unknown) => {
      // A link that isn't followed says nothing more than that there is no item.
      throw second instanceof ApiError && second.kind === 'shape' ? error : second;
    });
  }
}

async function beginAnew(download: Download, response: Response): Promise<Response> {
  const { request, target, url } = download;
  const { status } = response;
  const refuse = (kind: 'network' | 'shape', reason: string) => {
    response.body?.cancel().catch(() => undefined);
    return new ApiError(kind, { request, status, reason });
  };
  if (status === 202) throw refuse('shape', l10n.t("The file isn't ready yet. Try again later."));
  if (!isWhole(response)) throw refuse('shape', l10n.t('The answer is not the complete file.'));
  if (download.received > 0 && !target.part)
    throw refuse('network', l10n.t("The download was interrupted and can't be resumed."));
  const mark = toFileMark(sourceHash(url), response);
  await target.part?.restart(mark.resumable ? JSON.stringify(mark) : undefined);
  download.mark = mark;
  download.hash = hashFor(mark);
  download.received = 0;
  return response;
}

/** Whether the next download can continue. A file that is wrong, or gone, is not requested again. */
function isWorthKeeping(download: Download, error: unknown): boolean {
  if (!(error instanceof ApiError) || !canGoOn(download)) return false;
  switch (error.kind) {
    case 'aborted':
    case 'network':
    case 'timeout':
    case 'server':
    case 'rateLimited':
    case 'denied':
    case 'suspended':
      return true;
    case 'notFound':
    case 'invalid':
    case 'shape':
    case 'damaged':
      return false;
  }
}

const fileMark = z.object({
  /** Identifies the link to the file, see {@link sourceHash}. */
  source: z.string(),
  /** For If-Range: the strong entity tag, or the date of the last change (RFC 9110, 13.1.5). */
  validator: z.string().optional(),
  /** Of the whole file, hex. */
  md5: z.string().optional(),
  /** Bytes of the whole file. */
  total: z.number().optional(),
  /** Whether a part of the file can be requested and proven to belong to the rest. */
  resumable: z.boolean(),
});

/** What a service reported about a file when it began to send it: enough to recognize the same file later. */
export type FileMark = z.infer<typeof fileMark>;

/** The mark in the note that a target kept; `undefined` if it has none. */
export function readMark(note: string): FileMark | undefined {
  try {
    return fileMark.safeParse(JSON.parse(note)).data;
  } catch {
    return undefined;
  }
}

/** The same for the same file. A hash, because a link may give access to the file, and its query may change. */
export function sourceHash({ origin, pathname }: URL): string {
  return createHash('sha256')
    .update(origin + pathname)
    .digest('hex');
}

export function toFileMark(source: string, { headers }: Response): FileMark {
  const isEncoded = isEncodedBody(headers);
  const md5 = statedMd5(headers);
  const validator = strongTag(headers) ?? lastChange(headers);
  return {
    source,
    validator,
    md5,
    // If the body is compressed in transit, the service counts other bytes than those that arrive.
    total: isEncoded
      ? undefined
      : (wholeNumber(headers.get('content-length')) ?? contentRange(headers)?.total),
    resumable:
      !isEncoded &&
      headers.get('accept-ranges')?.toLowerCase() !== 'none' &&
      (validator !== undefined || md5 !== undefined),
  };
}

/** Requests the file from the byte `received` on, if it is still the marked one. */
export function rangeHeaders({ validator }: FileMark, received: number): Record<string, string> {
  return { Range: `bytes=${received}-`, ...(validator === undefined ? {} : { 'If-Range': validator }) };
}

/**
 * The mark, with what the answer to a range request adds to it; `undefined` if that answer doesn't continue the marked
 * file exactly at the byte `received`.
 */
export function markGoingOn(response: Response, mark: FileMark, received: number): FileMark | undefined {
  const { headers, status } = response;
  const range = contentRange(headers);
  if (status !== 206 || !range || isEncodedBody(headers)) return undefined;
  const total = range.total ?? mark.total;
  if (range.first !== received || (mark.total ?? total) !== total) return undefined;
  return isSameFile(headers, mark) ? { ...mark, total } : undefined;
}

/** The first and last byte, counted from 0, and the number of bytes of the whole file; see RFC 9110, 14.4. */
function contentRange(
  headers: Headers,
): { first: number; last: number; total: number | undefined } | undefined {
  const [, first, last, total = null] =
    /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(headers.get('content-range')?.trim() ?? '') ?? [];
  return first === undefined
    ? undefined
    : { first: Number(first), last: Number(last), total: wholeNumber(total) };
}

/** Some services send a part as if it were the whole, or the whole as if it were a part. */
function isWhole({ status, headers }: Response): boolean {
  if (status === 200 && !headers.has('content-range')) return true;
  const range = contentRange(headers);
  return (status === 200 || status === 206) && range?.first === 0 && range.last + 1 === range.total;
}

/** If the service sends no validator, only equal checksums prove that it is the same file. */
function isSameFile(headers: Headers, { validator, md5 }: FileMark): boolean {
  const md5Now = statedMd5(headers);
  if (md5 !== undefined && md5Now !== undefined && md5Now !== md5) return false;
  if (validator === undefined) return md5Now !== undefined;
  const validatorNow = headers.get(validator.startsWith('"') ? 'etag' : 'last-modified');
  return validatorNow === null || validatorNow === validator;
}

function strongTag(headers: Headers): string | undefined {
  const tag = headers.get('etag');
  return tag?.startsWith('"') ? tag : undefined;
}

/** A file may change twice in a second: the date proves nothing within the second that it names (RFC 9110, 8.8.2.2). */
function lastChange(headers: Headers): string | undefined {
  const changed = headers.get('last-modified');
  const answered = headers.get('date');
  if (changed === null || answered === null) return undefined;
  return Date.parse(answered) - Date.parse(changed) >= 1000 ? changed : undefined;
}

function statedMd5(headers: Headers): string | undefined {
  if (headers.get('x-ads-checksum-method')?.toLowerCase() !== 'md5') return undefined;
  return headers.get('x-ads-checksum-value')?.toLowerCase() || undefined;
}

function isEncodedBody(headers: Headers): boolean {
  return (headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity';
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
