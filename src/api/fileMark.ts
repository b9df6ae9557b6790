import { createHash } from 'node:crypto';
import * as z from 'zod';

const fileMark = z.object({
  /** Stands for the link that leads to the file, see {@link sourceOf}. */
  source: z.string(),
  /** For If-Range: the strong entity tag, else the date of the last change (RFC 9110, 13.1.5). */
  validator: z.string().optional(),
  /** Of the whole file, hex. */
  md5: z.string().optional(),
  /** Bytes of the whole file. */
  total: z.number().optional(),
  /** Whether a part of the file may be asked for, and the rest be proved to belong to it. */
  resumable: z.boolean(),
});

/** What a service said of a file when it began to send it: enough to tell later whether it is the same file. */
export type FileMark = z.infer<typeof fileMark>;

/** A mark out of the note that a target kept; `undefined` when the note says nothing of use. */
export function readMark(note: string): FileMark | undefined {
  try {
    return fileMark.safeParse(JSON.parse(note)).data;
  } catch {
    return undefined;
  }
}

/** The same for the same file. A hash, because a link may open the file to whoever reads it; its query may change. */
export function sourceOf({ origin, pathname }: URL): string {
  return createHash('sha256')
    .update(origin + pathname)
    .digest('hex');
}

/** The mark of the file that this answer begins. */
export function markOf(source: string, { headers }: Response): FileMark {
  const isEncoded = isEncodedBody(headers);
  const md5 = md5Of(headers);
  const validator = strongTagOf(headers) ?? lastChangeOf(headers);
  return {
    source,
    validator,
    md5,
    // Where the body is compressed on its way, other bytes arrive than the service counts.
    total: isEncoded ? undefined : wholeNumber(headers.get('content-length')),
    resumable:
      !isEncoded &&
      headers.get('accept-ranges')?.toLowerCase() !== 'none' &&
      (validator !== undefined || md5 !== undefined),
  };
}

/** Asks for the file from the byte `received` on, as far as it is still the marked one. */
export function rangeHeaders({ validator }: FileMark, received: number): Record<string, string> {
  return { Range: `bytes=${received}-`, ...(validator === undefined ? {} : { 'If-Range': validator }) };
}

/**
 * The mark, with what the answer to a request for a range adds to it; `undefined` when that answer does not go on
 * with the marked file exactly at the byte `received`.
 */
export function markGoingOn(response: Response, mark: FileMark, received: number): FileMark | undefined {
  const { headers, status } = response;
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/i.exec(headers.get('content-range') ?? '');
  if (status !== 206 || !range || isEncodedBody(headers)) return undefined;
  const total = wholeNumber(range[2] ?? null) ?? mark.total;
  if (Number(range[1]) !== received || (mark.total ?? total) !== total) return undefined;
  return isSameFile(headers, mark) ? { ...mark, total } : undefined;
}

/** Where the service names no validator, only equal checksums say that it is the same file. */
function isSameFile(headers: Headers, { validator, md5 }: FileMark): boolean {
  const md5Now = md5Of(headers);
  if (md5 !== undefined && md5Now !== undefined && md5Now !== md5) return false;
  if (validator === undefined) return md5Now !== undefined;
  const validatorNow = headers.get(validator.startsWith('"') ? 'etag' : 'last-modified');
  return validatorNow === null || validatorNow === validator;
}

function strongTagOf(headers: Headers): string | undefined {
  const tag = headers.get('etag');
  return tag?.startsWith('"') ? tag : undefined;
}

/** A file may change twice in a second: the date proves nothing within the second that it names (RFC 9110, 8.8.2.2). */
function lastChangeOf(headers: Headers): string | undefined {
  const changed = headers.get('last-modified');
  const answered = headers.get('date');
  if (changed === null || answered === null) return undefined;
  return Date.parse(answered) - Date.parse(changed) >= 1000 ? changed : undefined;
}

function md5Of(headers: Headers): string | undefined {
  if (headers.get('x-ads-checksum-method')?.toLowerCase() !== 'md5') return undefined;
  return headers.get('x-ads-checksum-value')?.toLowerCase() || undefined;
}

function isEncodedBody(headers: Headers): boolean {
  return (headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity';
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
