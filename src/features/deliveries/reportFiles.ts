/**
 * Reports on the disk and in documents. Each one is indexed once; after that, its features are located by the index, and
 * read again where all of them are needed, as on the map.
 */
import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { itemAt } from '../../base/itemAt.ts';
import { UserError } from '../../platform/host/userError.ts';
import {
  createCollectionReader,
  createFeaturePacker,
  createReportReading,
  drawnCount,
  longestFeature,
  maxDrawn,
  type PackedFeatures,
  placeSize,
  type ReportFeature,
  type ReportIndex,
  type ReportReading,
  toReportFeature,
} from '../reports/rules/index.ts';

/** A report that was read. Its features aren't kept: they are read again where they are needed. */
export interface ReadReport {
  index: ReportIndex;
  source: ReportSource;
  /** The features of the index for the map page, in parts. */
  packed: () => AsyncIterable<PackedFeatures> | Iterable<PackedFeatures>;
}

/** The bytes of a short report, as they were read; a long one is only in its file. */
export type ReportSource = Buffer | { path: string; identity: string };

/** The features of a report for the map page, also of one that is still being read. */
export type PackedReport = Pick<ReadReport, 'source' | 'packed'>;

/**
 * Is told of a report before all of it is read, so that its features can be sent on the way; and of `undefined` if it
 * turns out not to be one.
 */
export type OnComing = (coming: PackedReport | undefined) => void;

/** What its features are read from. */
type Written = Pick<ReadReport, 'index' | 'source'>;

/** By the identity of the file, not its name; the latest is last. Enough for a series: most take a few kilobytes. */
const known = new Map<string, ReportIndex>();
const maxKnown = 28;

/** Bytes to read at once, which takes a millisecond or two, so that other work can run in between. */
export const atOnce = 65_536;

/** Bytes to get from the disk at once, which happens beside other work. */
const readAtOnce = 1_048_576;

/** The editor handles no longer texts well, so that their features are rarely compared with those in a document. Bytes. */
const longestKept = 20_000_000;

/**
 * Reads a report on the disk, or reuses the index if the file hasn't changed; `undefined` if the file isn't a report.
 *
 * @param reading of every byte of the file, if it was read while it was downloaded
 */
export async function indexOfFile(path: string, reading?: ReportReading): Promise<ReportIndex | undefined> {
  const { identity } = await fileAt(path);
  return known.get(identity) ?? keep(identity, reading ? reading.end() : await readIndex(bytesOfFile(path)));
}

/** Reads the text of a document; `undefined` if it isn't a report. */
export function indexOfText(text: string): Promise<ReportIndex | undefined> {
  return readIndex(bytePieces(Buffer.from(text)));
}

/** Reads a report on the disk; `undefined` if the file isn't one. */
export async function readReportFile(path: string, onComing?: OnComing): Promise<ReadReport | undefined> {
  const { identity, size } = await fileAt(path);
  const source = size > longestKept ? { path, identity } : await readFile(path);
  const index = known.get(identity);
  if (index) return { index, source, packed: () => packedAgain({ index, source }) };
  const read = await readFrom(source, onComing);
  keep(identity, read?.index);
  return read;
}

export function readReportText(text: string, onComing?: OnComing): Promise<ReadReport | undefined> {
  return readFrom(Buffer.from(text), onComing);
}

/** The first features of a report on the disk. */
export async function firstFeatures(
  path: string,
  count: number,
): Promise<{ index: ReportIndex; features: ReportFeature[] } | undefined> {
  const { identity } = await fileAt(path);
  const index = await indexOfFile(path);
  return index && { index, features: await readFeatures({ index, source: { path, identity } }, count) };
}

/** The features of the index, some at a time. @throws UserError if the file has changed */
export async function* featureBatches(report: Written): AsyncGenerator<ReportFeature[], void> {
  let left = drawnCount(report.index.places);
  let found: ReportFeature[] = [];
  const reader = createCollectionReader(longestFeature, values => {
    for (const value of values) {
      const feature = left > 0 ? toReportFeature(value) : undefined;
      if (!feature) continue;
      found.push(feature);
      left -= 1;
    }
  });
  for await (const piece of await sourceBytes(report.source)) {
    if (left === 0) return;
    reader.push(piece);
    if (found.length > 0) yield found;
    found = [];
    await nextTurn();
  }
  if (left > 0) throw changed(report.source);
}

/** @throws UserError if the file has changed */
export async function readFeatures(report: Written, maxCount = Infinity): Promise<ReportFeature[]> {
  const all: ReportFeature[] = [];
  for await (const some of featureBatches(report)) {
    for (const feature of some) if (all.length < maxCount) all.push(feature);
    if (all.length >= maxCount) break;
  }
  return all;
}

/** The texts of features, in the order of their indices. @throws UserError if the file has changed */
export async function readFeatureTexts(
  { index: { places }, source }: Written,
  indices: readonly number[],
): Promise<string[]> {
  const start = (index: number) => itemAt(places, index * placeSize);
  const end = (index: number) => itemAt(places, index * placeSize + 1);
  if (!('path' in source)) return indices.map(index => source.toString('utf8', start(index), end(index)));
  await refuseChanged(source);
  const file = await open(source.path);
  try {
    const texts: string[] = [];
    for (let at = 0; at < indices.length;) {
      const first = start(itemAt(indices, at));
      let next = at + 1;
      // Neighbors in the file are read together.
      while (isNear(first, itemAt(indices, next - 1), indices[next])) next += 1;
      const bytes = Buffer.alloc(end(itemAt(indices, next - 1)) - first);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, first);
      if (bytesRead < bytes.length) throw changed(source);
      for (; at < next; at += 1) {
        const index = itemAt(indices, at);
        texts.push(bytes.toString('utf8', start(index) - first, end(index) - first));
      }
    }
    return texts;
  } finally {
    await file.close();
  }

  /** Whether the feature comes after the previous one in the file, and ends soon after the first. */
  function isNear(first: number, previous: number, index: number | undefined): boolean {
    return index !== undefined && start(index) >= end(previous) && end(index) <= first + atOnce;
  }
}

export function* bytePieces(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += atOnce) yield bytes.subarray(from, from + atOnce);
}

/** Keeps the features that were packed on the way until somebody takes them. */
async function readFrom(source: ReportSource, onComing?: OnComing): Promise<ReadReport | undefined> {
  const parts = createPartQueue();
  const reading = indexAndParts(source, parts);
  let isTaken = false;
  async function* packed(): AsyncGenerator<PackedFeatures, void> {
    if (!isTaken) {
      isTaken = true;
      yield* parts.taken();
      return;
    }
    const index = await reading;
    if (index) yield* packedAgain({ index, source });
  }
  onComing?.({ source, packed });
  const index = await reading;
  if (!index) onComing?.(undefined);
  return index && { index, source, packed };
}

/** A function of its own: what stays in use, as `packed` does, keeps all that it could refer to, such as the packer. */
async function indexAndParts(source: ReportSource, parts: PartQueue): Promise<ReportIndex | undefined> {
  try {
    const packer = createFeaturePacker(part => parts.add(part));
    const index = await readIndex(
      await sourceBytes(source),
      createReportReading(maxDrawn, feature => packer.add(feature)),
    );
    packer.flush();
    return index;
  } finally {
    parts.end();
  }
}

type PartQueue = ReturnType<typeof createPartQueue>;

/** Parts that are taken once, while more are added or afterward. */
function createPartQueue() {
  let parts: PackedFeatures[] = [];
  let isOpen = true;
  let wake = () => {};
  return {
    add(part: PackedFeatures): void {
      if (!isOpen) return;
      parts.push(part);
      wake();
    },
    end(): void {
      isOpen = false;
      wake();
    },
    async *taken(): AsyncGenerator<PackedFeatures, void> {
      try {
        for (;;) {
          const part = parts.shift();
          if (part) yield part;
          else if (!isOpen) return;
          else await new Promise<void>(resolve => (wake = resolve));
        }
      } finally {
        // Nobody takes the others.
        isOpen = false;
        parts = [];
      }
    },
  };
}

async function* packedAgain(report: Written): AsyncGenerator<PackedFeatures, void> {
  let parts: PackedFeatures[] = [];
  const packer = createFeaturePacker(part => void parts.push(part));
  for await (const some of featureBatches(report)) {
    for (const feature of some) packer.add(feature);
    yield* parts;
    parts = [];
  }
  packer.flush();
  yield* parts;
}

async function readIndex(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  reading = createReportReading(),
): Promise<ReportIndex | undefined> {
  for await (const piece of pieces) {
    reading.push(piece);
    if (reading.isBroken()) return undefined;
    await nextTurn();
  }
  return reading.end();
}

function keep(identity: string, index: ReportIndex | undefined): ReportIndex | undefined {
  if (index) known.set(identity, index);
  for (const oldest of known.keys()) if (known.size > maxKnown) known.delete(oldest);
  return index;
}

async function fileAt(path: string): Promise<{ identity: string; size: number }> {
  const { dev, ino, mtimeMs, size } = await stat(path);
  return { identity: [dev, ino, mtimeMs, size].join(' '), size };
}

async function sourceBytes(source: ReportSource): Promise<AsyncIterable<Buffer> | Iterable<Buffer>> {
  if (!('path' in source)) return bytePieces(source);
  await refuseChanged(source);
  return bytesOfFile(source.path);
}

/** In two buffers in turn: new ones for all of a long file would take a tenth of the time of reading it. */
async function* bytesOfFile(path: string): AsyncGenerator<Buffer, void> {
  const file = await open(path);
  function read(buffer: Buffer) {
    const reading = file.read(buffer, 0, buffer.length, null);
    // It is awaited only after the part before it.
    reading.catch(() => undefined);
    return reading;
  }
  let coming = read(Buffer.allocUnsafe(readAtOnce));
  let spare: Buffer = Buffer.allocUnsafe(readAtOnce);
  try {
    for (;;) {
      const { bytesRead, buffer } = await coming;
      if (bytesRead === 0) return;
      coming = read(spare);
      spare = buffer;
      yield* bytePieces(buffer.subarray(0, bytesRead));
    }
  } finally {
    await coming.catch(() => undefined);
    await file.close();
  }
}

async function refuseChanged({ path, identity }: { path: string; identity: string }): Promise<void> {
  if ((await fileAt(path)).identity !== identity) throw changed({ path });
}

function changed(source: object): UserError {
  const name = 'path' in source ? basename(String(source.path)) : '';
  return new UserError(l10n.t('{0} has changed. Show it on the map again.', name));
}
