/** Reports on the disk and in documents: each is read once, and its features are found by its index from then on. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { itemAt } from '../model/itemAt.ts';
import { featureOf, placeSize, type ReportFeature } from '../model/report/reportFeature.ts';
import { createReportReading, type ReportIndex, type ReportReading } from '../model/report/reportIndex.ts';

/** A report that can be drawn. */
export interface ReadReport {
  index: ReportIndex;
  /** Those at the places of the index. */
  features: readonly ReportFeature[];
}

/** By what a file is, whatever its name; the latest last. */
const known = new Map<string, ReportIndex>();
const mostKnown = 4;

/** Bytes that are read at once, in a millisecond or two: everything else has its turn in between. */
const atOnce = 65_536;

/**
 * Reads a report on the disk, unless that was done since it was written; `undefined` when the file is none.
 *
 * @param reading of every byte of the file, where somebody saw them come
 */
export async function indexOfFile(path: string, reading?: ReportReading): Promise<ReportIndex | undefined> {
  const { dev, ino, mtimeMs, size } = await stat(path);
  const identity = [dev, ino, mtimeMs, size].join(' ');
  const before = known.get(identity);
  if (before) return before;
  const index = reading ? reading.end() : await indexOf(createReadStream(path, { highWaterMark: atOnce }));
  if (index) known.set(identity, index);
  for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest);
  return index;
}

/** Reads the text of a document; `undefined` when it is no report. */
export function indexOfText(text: string): Promise<ReportIndex | undefined> {
  return indexOf(piecesOf(Buffer.from(text)));
}

export async function readReportFile(path: string): Promise<ReadReport | undefined> {
  const index = await indexOfFile(path);
  if (!index) return undefined;
  const file = await open(path);
  try {
    const bytesAt = async (from: number, end: number) =>
      (await file.read(Buffer.allocUnsafe(end - from), 0, end - from, from)).buffer;
    return { index, features: await featuresAt(index.places, bytesAt) };
  } finally {
    await file.close();
  }
}

export async function readReportText(text: string): Promise<ReadReport | undefined> {
  const bytes = Buffer.from(text);
  const index = await indexOf(piecesOf(bytes));
  return (
    index && { index, features: await featuresAt(index.places, (from, end) => bytes.subarray(from, end)) }
  );
}

async function indexOf(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ReportIndex | undefined> {
  const reading = createReportReading();
  for await (const piece of pieces) {
    reading.push(piece);
    if (reading.isBroken()) return undefined;
    await nextTurn();
  }
  return reading.end();
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += atOnce) yield bytes.subarray(from, from + atOnce);
}

async function featuresAt(
  places: Uint32Array,
  bytesAt: (from: number, end: number) => Buffer | Promise<Buffer>,
): Promise<ReportFeature[]> {
  const features: ReportFeature[] = [];
  for (let at = 0; at < places.length;) {
    const from = itemAt(places, at);
    let next = at + placeSize;
    while (next < places.length && itemAt(places, next + 1) - from <= atOnce) next += placeSize;
    const bytes = await bytesAt(from, itemAt(places, next - placeSize + 1));
    for (; at < next; at += placeSize) {
      const text = bytes.toString('utf8', itemAt(places, at) - from, itemAt(places, at + 1) - from);
      const feature = featureOf(JSON.parse(text));
      if (feature) features.push(feature);
    }
    await nextTurn();
  }
  return features;
}
