import { UnreadableImage } from './unreadableImage.ts';

interface JpegLimits {
  width: number;
  height: number;
  samples: number;
}

/** Each scan goes through the whole image. */
const maxScans = 64;

/**
 * Checks that a JPEG is no larger than its block before it is decoded.
 *
 * @returns a copy with the segments that a decoder needs, so that it reads exactly what was checked
 */
export function checkJpeg(
  bytes: Uint8Array,
  { width, height, samples }: JpegLimits,
): Uint8Array<ArrayBuffer> {
  const damaged = () => new UnreadableImage('damaged');
  const twoAt = (place: number): number => {
    const high = bytes[place];
    const low = bytes[place + 1];
    if (high === undefined || low === undefined) throw damaged();
    return high * 256 + low;
  };
  const parts: Uint8Array<ArrayBuffer>[] = [Uint8Array.of(0xff, 0xd8)];
  const keep = (from: number, to: number) => parts.push(Uint8Array.from(bytes.subarray(from, to)));
  if (twoAt(0) !== 0xffd8) throw damaged();
  let at = 2;
  let scans = 0;
  let frames = 0;
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const marker = twoAt(at);
    if (marker === 0xffd9) break;
    const length = twoAt(at + 2);
    const next = at + 2 + length;
    if (length < 2 || next > bytes.length) throw damaged();
    const isMetadata = (marker >= 0xffe0 && marker <= 0xffef) || marker === 0xfffe;
    if (!isMetadata) {
      if (!hasRightLength(bytes, marker, at, length)) throw damaged();
      keep(at, next);
    }
    const count = bytes[at + 9] ?? 0;
    switch (marker) {
      case 0xffc0:
      case 0xffc1:
      case 0xffc2:
        frames += 1;
        if (frames > 1 || bytes[at + 4] !== 8 || count !== samples) throw damaged();
        if (twoAt(at + 7) !== width || twoAt(at + 5) > height || twoAt(at + 5) === 0) throw damaged();
        for (let component = 0; component < count; component += 1) {
          const sampling = bytes[at + 11 + 3 * component] ?? 0;
          if (!isSampling(sampling >> 4) || !isSampling(sampling & 15)) throw damaged();
        }
        at = next;
        break;
      case 0xffda: {
        scans += 1;
        if (frames === 0 || scans > maxScans) throw damaged();
        let end = next;
        while (end < bytes.length && !isMarker(bytes[end], bytes[end + 1])) end += 1;
        keep(next, end);
        at = end;
        break;
      }
      case 0xffc4:
      case 0xffdb:
      case 0xffdd:
        at = next;
        break;
      default:
        if (!isMetadata) throw damaged();
        at = next;
    }
  }
  parts.push(Uint8Array.of(0xff, 0xd9));
  const clean = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    clean.set(part, end);
    end += part.length;
  }
  return clean;
}

const isSampling = (value: number) => value >= 1 && value <= 4;

/** Other than a zero in the data of a scan, and the places where it can be restarted. */
const isMarker = (first: number | undefined, second = 0) =>
  first === 0xff && second !== 0 && !(second >= 0xd0 && second <= 0xd7);

/** Whether a segment ends where a decoder stops reading it. */
function hasRightLength(bytes: Uint8Array, marker: number, at: number, length: number): boolean {
  switch (marker) {
    case 0xffc0:
    case 0xffc1:
    case 0xffc2:
      return length === 8 + 3 * (bytes[at + 9] ?? 0);
    case 0xffda:
      return length === 6 + 2 * (bytes[at + 4] ?? 0);
    case 0xffdd:
      return length === 4;
    case 0xffdb: {
      let place = at + 4;
      while (place < at + 2 + length) place += (bytes[place] ?? 0) >> 4 === 0 ? 65 : 129;
      return place === at + 2 + length;
    }
    case 0xffc4: {
      let place = at + 4;
      while (place < at + 2 + length)
        place += 17 + bytes.subarray(place + 1, place + 17).reduce((sum, count) => sum + count, 0);
      return place === at + 2 + length;
    }
    default:
      return false;
  }
}
