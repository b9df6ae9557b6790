import { crc32, deflateRawSync } from 'node:zlib';

/** An entry as normal programs write it, and what a test changes. */
export interface MadeEntry {
  name: string;
  text?: string;
  /** Compressed by deflate; otherwise stored. */
  packed?: boolean;
  /** Upper half of the external attributes: the Unix mode. */
  mode?: number;
  method?: number;
  flags?: number;
  crc?: number;
  /** The length that the entry declares. */
  size?: number;
}

const utf8Names = 0x0800;

/** A ZIP file, byte for byte as a test needs it (APPNOTE 6.3). */
export function madeZip(entries: readonly MadeEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text = '', packed = false, mode = 0, method, flags = 0, crc, size } of entries) {
    const bytes = Buffer.from(text);
    const body = packed ? deflateRawSync(bytes) : bytes;
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(utf8Names | flags, 2);
    common.writeUInt16LE(method ?? (packed ? 8 : 0), 4);
    common.writeUInt32LE(crc ?? crc32(bytes), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(size ?? bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, body]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    // Made by Unix.
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, path);
    locals.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, index, Buffer.from('PK\x05\x06'), end]);
}
