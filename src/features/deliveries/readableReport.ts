import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { itemAt } from '../../base/itemAt.ts';
import { createReportReading, placeSize } from '../reports/rules/index.ts';
import { partName } from './partFile.ts';
import { indexOfFile } from './reportFiles.ts';

/** Bytes of a line that is still readable, even if several features are on it. */
const longestLine = 10_000;

/**
 * Starts a line with each feature of a report if its first line of features is too long. The delivered file is kept
 * beside it as `<name>.original`. Only line breaks are added. If that is interrupted or fails, which `onError` is told,
 * the report remains as delivered.
 */
export async function makeReadable(path: string, onError: (error: Error) => void): Promise<void> {
  const index = await indexOfFile(path);
  if (!index || !(await isOnLongLine(path, index.places))) return;
  const part = partName(path.replace(/\.geojson$/, ''));
  const original = `${path}.original`;
  try {
    const all = createReportReading({ features: Infinity, positions: Infinity });
    for await (const chunk of createReadStream(path)) all.push(chunk as Buffer);
    const broken = (chunks: AsyncIterable<Buffer>) => withLines(chunks, all.places());
    await pipeline(createReadStream(path), broken, createWriteStream(part, { flags: 'wx', flush: true }));
    await rm(original, { force: true });
    // Not every file system has links.
    await link(path, original).catch(() => copyFile(path, original));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    onError(new Error(`${basename(path)} remains as delivered, on a long line: ${String(error)}`));
  }
}

async function isOnLongLine(path: string, places: Uint32Array): Promise<boolean> {
  const [from = 0] = places;
  const next = places.findIndex((at, index) => index % placeSize === 0 && at > from + longestLine);
  if (next < 0) return false;
  const start = await buffer(createReadStream(path, { start: from, end: itemAt(places, next) }));
  return !start.includes('\n');
}

async function* withLines(chunks: AsyncIterable<Buffer>, places: Uint32Array): AsyncGenerator<Buffer, void> {
  let passed = 0;
  let next = 0;
  for await (const chunk of chunks) {
    const pieces: Buffer[] = [];
    let kept = 0;
    for (; next < places.length && itemAt(places, next) < passed + chunk.length; next += placeSize) {
      const at = itemAt(places, next) - passed;
      pieces.push(chunk.subarray(kept, at), Buffer.from('\n'));
      kept = at;
    }
    passed += chunk.length;
    yield Buffer.concat([...pieces, chunk.subarray(kept)]);
  }
}
