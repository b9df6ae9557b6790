import { open } from 'node:fs/promises';

const endings: readonly (readonly [ending: string, signature: readonly number[]])[] = [
  ['.tif', [0x49, 0x49, 0x2a, 0]],
  ['.tif', [0x4d, 0x4d, 0, 0x2a]],
  ['.tif', [0x49, 0x49, 0x2b, 0]],
  ['.tif', [0x4d, 0x4d, 0, 0x2b]],
  ['.jp2', [0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20]],
  ['.jpg', [0xff, 0xd8, 0xff]],
  ['.png', [0x89, 0x50, 0x4e, 0x47]],
  ['.pdf', [0x25, 0x50, 0x44, 0x46]],
  ['.tar.gz', [0x1f, 0x8b]],
];

const archiveBegin = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Start of the record at the end of an archive, which is all that an empty archive contains. */
const archiveEnd = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** Size of that record with the longest possible comment, in bytes. */
const archiveEndSize = 22 + 65_535;

/** Number of bytes that are enough to detect text. */
const headSize = 512;

/**
 * The file extension that matches the content, whatever the file is called; `undefined` for anything that a service
 * doesn't deliver: a truncated archive, a web page, an error message or other text, or an empty file. Reads little of
 * the file unless it is text.
 *
 * @param isReport called only for text
 */
export async function fileEnding(
  path: string,
  isReport: () => Promise<boolean>,
): Promise<string | undefined> {
  const { head, tail } = await headAndTail(path);
  if (head.length === 0) return undefined;
  if (startsWith(head, archiveBegin) || startsWith(head, archiveEnd)) {
    return tail.includes(archiveEnd) ? '.zip' : undefined;
  }
  const known = endings.find(([, signature]) => startsWith(head, Buffer.from(signature)));
  if (known) return known[0];
  if (head.includes(0)) return '.bin';
  return (await isReport()) ? '.geojson' : undefined;
}

async function headAndTail(path: string): Promise<{ head: Buffer; tail: Buffer }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const part = async (length: number, position: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    const tailSize = Math.min(size, archiveEndSize);
    return { head: await part(Math.min(size, headSize), 0), tail: await part(tailSize, size - tailSize) };
  } finally {
    await file.close();
  }
}

function startsWith(bytes: Buffer, begin: Buffer): boolean {
  return bytes.subarray(0, begin.length).equals(begin);
}
