/** Reports on the disk and in documents. Each one is read once; after that, its features are located by the index. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { itemAt } from '../model/itemAt.ts';
import { featureOf, placeSize, type ReportFeature } from '../model/report/reportFeature.ts';
import { createReportReading, type ReportIndex, type ReportReading } from '../model/report/reportIndex.ts';

export interface ReadReport {
  index: ReportIndex;
  /** The features at the positions in the index. */
  features: readonly ReportFeature[];
}

/** By the identity of the file, not its name; the latest is last. Enough for a series: most take a few kilobytes. */
const known = new Map<string, ReportIndex>();
const maxKnown = 28;

/** Bytes to read at once, which takes a millisecond or two, so that other work can run in between. */
export const atOnce = 65_536;

/**
 * Reads a report on the disk, or reuses the index if the file hasn't changed; `undefined` if the file isn't a report.
 *
 * @param reading of every byte of the file, if it was read while it was downloaded
 */
export async function indexOfFile(path: string, reading?: ReportReading): Promise<ReportIndex | undefined> {
  const { dev, ino, mtimeMs, size } = await stat(path);
  const identity = [dev, ino, mtimeMs, size].join(' ');
  const before = known.get(identity);
  if (before) return before;
  const index = reading ? reading.end() : await indexOf(createReadStream(path, { highWaterMark: atOnce }));
  if (index) known.set(identity, index);
  for (const oldest of known.keys()) if (known.size > maxKnown) known.delete(oldest);
  return index;
}

/** Reads the text of a document; `undefined` if it isn't a report. */
export function indexOfText(text: string): Promise<ReportIndex | undefined> {
  return indexOf(piecesOf(Buffer.from(text)));
}

/** @param maxFeatures how many are read, from the first */
export async function readReportFile(path: string, maxFeatures = Infinity): Promise<ReadReport | undefined> {
  const index = await indexOfFile(path);
  if (!index) return undefined;
  const file = await open(path);
  try {
    const bytesAt = async (from: number, end: number) =>
      (await file.read(Buffer.allocUnsafe(end - from), 0, end - from, from)).buffer;
    return { index, features: await featuresAt(index.places.subarray(0, maxFeatures * placeSize), bytesAt) };
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

/** The texts of these features. @param source the path of the file, or the bytes of a document without a mark */
export async function readFeatureTexts(
  source: string | Buffer,
  { places }: ReportIndex,
  indices: readonly number[],
): Promise<string[]> {
  const start = (index: number) => itemAt(places, index * placeSize);
  const end = (index: number) => itemAt(places, index * placeSize + 1);
  if (typeof source !== 'string') {
    return indices.map(index => source.toString('utf8', start(index), end(index)));
  }
  const file = await open(source);
  try {
    const texts: string[] = [];
    for (const index of indices) {
      const bytes = Buffer.alloc(end(index) - start(index));
      await file.read(bytes, 0, bytes.length, start(index));
      texts.push(bytes.toString());
    }
    return texts;
  } finally {
    await file.close();
  }
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

export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
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
