import { createHash } from 'node:crypto';
import type { Service } from '../http/service.ts';

export interface Content {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  name: string;
}

/** A delivered file, whole or the one range that was asked for (RFC 9110, 14). */
export function downloadResponse(
  service: Service,
  request: Headers,
  { bytes, type, name }: Content,
): Response {
  const md5 = createHash('md5').update(bytes).digest('hex');
  const etag = `"${md5}"`;
  const headers = new Headers({
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Accept-Ranges': 'bytes',
    ETag: etag,
  });
  if (service.dialect === 'deployed') {
    // Of the whole file, also when a part of it is answered.
    headers.set('X-Ads-Checksum-Method', 'md5');
    headers.set('X-Ads-Checksum-Value', md5);
  }
  const unchanged = (request.get('if-range') ?? etag) === etag;
  const range = unchanged ? rangeOf(request.get('range'), bytes.length) : 'whole';
  if (range === 'whole') {
    headers.set('Content-Length', String(bytes.length));
    return new Response(bytes, { headers });
  }
  if (range === 'outside') {
    headers.set('Content-Range', `bytes */${bytes.length}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set('Content-Range', `bytes ${range.first}-${range.last}/${bytes.length}`);
  headers.set('Content-Length', String(range.last - range.first + 1));
  return new Response(bytes.slice(range.first, range.last + 1), { status: 206, headers });
}

/** One range of bytes; several, or a form that is not understood, mean the whole file. */
function rangeOf(
  header: string | null,
  length: number,
): { first: number; last: number } | 'whole' | 'outside' {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole';
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(length - 1, Number(to));
  return first > last ? 'outside' : { first, last };
}
