/** What the header of a GeoTIFF or JPEG 2000 file says, where the image itself isn't decoded. */
import { open } from 'node:fs/promises';
import { isDeflated, type ProductFile } from './productImage.ts';
import { refuseUnfit, withArchive } from './unzip.ts';

export interface ImageHeader {
  /** Of its coordinate system; `undefined` if it has none, or one of its own. */
  epsg: number | undefined;
  bands: number;
  /** Of a value. */
  bits: number;
}

type ReadBytes = (from: number, length: number) => Promise<DataView>;

/** Of a deflated file only this much is unpacked: many programs write the header first. Bytes. */
const maxUnpacked = 1_048_576;
const limits = { tags: 1000, keys: 4000, boxes: 1000, boxBytes: 4e6 } as const;

/** `undefined` if the header can't be read: also if it is at the end of a deflated file. */
export async function readImageHeader(file: ProductFile): Promise<ImageHeader | undefined> {
  try {
    if (file.packed) refuseUnfit(file.packed);
    return isDeflated(file) ? await readDeflated(file) : await readStored(file);
  } catch {
    return undefined;
  }
}

async function readStored({ path, packed, size }: ProductFile): Promise<ImageHeader | undefined> {
  const start = packed
    ? await withArchive(path, async archive => {
        const header = await archive.readLocalFileHeaderPromise(packed.entry, { minimal: true });
        return header.fileDataStart;
      })
    : 0;
  const file = await open(path);
  try {
    return await readHeader(async (from, length) => {
      if (from + length > size) throw new RangeError(`${from} + ${length} > ${size}`);
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, start + from);
      return new DataView(buffer.buffer, 0, bytesRead);
    }, size);
  } finally {
    await file.close();
  }
}

async function readDeflated({ path, packed, size }: ProductFile): Promise<ImageHeader | undefined> {
  const chunks: Uint8Array[] = [];
  await withArchive(path, async archive => {
    if (!packed) return;
    let unpacked = 0;
    for await (const chunk of await archive.openReadStreamPromise(packed.entry)) {
      chunks.push(chunk as Uint8Array);
      unpacked += (chunk as Uint8Array).length;
      if (unpacked >= maxUnpacked) break;
    }
  });
  const { buffer, byteOffset, byteLength } = Buffer.concat(chunks);
  const start = new DataView(buffer, byteOffset, byteLength);
  return readHeader((from, length) => Promise.resolve(subview(start, from, length)), size);
}

/** Throws `RangeError` if it isn't there. */
function subview({ buffer, byteOffset, byteLength }: DataView, from: number, length: number): DataView {
  if (from + length > byteLength) throw new RangeError(`${from} + ${length} > ${byteLength}`);
  return new DataView(buffer, byteOffset + from, length);
}

async function readHeader(read: ReadBytes, size: number): Promise<ImageHeader | undefined> {
  const first = (await read(0, 4)).getUint32(0);
  // "II" or "MM"; the length of the first box of JPEG 2000.
  if (first >>> 16 === 0x4949 || first >>> 16 === 0x4d4d) return readTiff(read);
  return first === 12 ? readJpeg2000(read, size) : undefined;
}

/** TIFF 6.0 and BigTIFF: the first directory. */
async function readTiff(read: ReadBytes): Promise<ImageHeader> {
  const head = await read(0, 16);
  const isLittle = head.getUint16(0) === 0x4949;
  const isBig = head.getUint16(2, isLittle) === 43;
  const offsetAt = (view: DataView, at: number) =>
    isBig ? Number(view.getBigUint64(at, isLittle)) : view.getUint32(at, isLittle);
  const place = offsetAt(head, isBig ? 8 : 4);
  const countBytes = isBig ? 8 : 2;
  const counting = await read(place, countBytes);
  const count = isBig ? offsetAt(counting, 0) : counting.getUint16(0, isLittle);
  const entryBytes = isBig ? 20 : 12;
  const entries = await read(place + countBytes, Math.min(count, limits.tags) * entryBytes);

  /** The values of a tag, as far as they are 16-bit numbers. */
  async function headerValues(tag: number): Promise<number[]> {
    for (let at = 0; at < entries.byteLength; at += entryBytes) {
      if (entries.getUint16(at, isLittle) !== tag || entries.getUint16(at + 2, isLittle) !== 3) continue;
      const length = Math.min(offsetAt(entries, at + 4), limits.keys);
      const [valueAt, inline] = isBig ? [at + 12, 8] : [at + 8, 4];
      const values =
        2 * length <= inline
          ? subview(entries, valueAt, 2 * length)
          : await read(offsetAt(entries, valueAt), 2 * length);
      return Array.from({ length }, (_, index) => values.getUint16(2 * index, isLittle));
    }
    return [];
  }

  const [bits = 1] = await headerValues(258);
  const [bands = 1] = await headerValues(277);
  return { epsg: epsgOfKeys(await headerValues(34_735)), bands, bits };
}

/** OGC GeoTIFF: after a header of four numbers, each key has four, of which the second is 0 if the last is its value. */
function epsgOfKeys(numbers: readonly number[]): number | undefined {
  const keys = new Map<number, number>();
  for (let at = 4; at + 4 <= numbers.length; at += 4) {
    const [key = 0, location, , value = 0] = numbers.slice(at, at + 4);
    if (location === 0) keys.set(key, value);
  }
  const code = keys.get(3072) ?? keys.get(2048);
  // Undefined, and defined by the user.
  return code === 0 || code === 32_767 ? undefined : code;
}

const geoJp2 = 'b14bf8bd083d4b43a5ae8cd7d5a6ce03';

async function readJpeg2000(read: ReadBytes, size: number): Promise<ImageHeader | undefined> {
  let found: ImageHeader | undefined;
  let geoTiffCode: number | undefined;
  let gmlCode: number | undefined;
  let at = 0;
  for (let count = 0; at + 8 <= size && count < limits.boxes; count += 1) {
    const head = await read(at, Math.min(16, size - at));
    const length = head.getUint32(0);
    const isLong = length === 1;
    const from = at + (isLong ? 16 : 8);
    const to = length === 0 ? size : at + (isLong ? Number(head.getBigUint64(8)) : length);
    if (to <= at) break;
    const whole = () => read(from, Math.min(to - from, limits.boxBytes));
    const type = latin1Text(subview(head, 4, 4));
    if (type === 'jp2h') {
      const header = await whole();
      // The image header is the first box in it. 255: each band has its own depth.
      const depth = header.getUint8(18);
      found = { epsg: undefined, bands: header.getUint16(16), bits: depth === 255 ? 16 : (depth & 127) + 1 };
    } else if (type === 'uuid') {
      const box = await whole();
      if (Buffer.from(box.buffer, box.byteOffset, 16).toString('hex') === geoJp2)
        geoTiffCode = (await readTiff((start, bytes) => Promise.resolve(subview(box, 16 + start, bytes))))
          .epsg;
    } else if (type === 'asoc') {
      const [, name = ''] = /srsName="([^"]*EPSG[^"]*)"/.exec(latin1Text(await whole())) ?? [];
      gmlCode ??= Number(name.split(/\D/).at(-1)) || undefined;
    }
    // What follows the image can be far away in a deflated file.
    if (type === 'jp2c' && found) break;
    at = to;
  }
  return found && { ...found, epsg: geoTiffCode ?? gmlCode };
}

function latin1Text({ buffer, byteOffset, byteLength }: DataView): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}
