import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { createCollectionCheck } from '../../model/geojson/collectionCheck.ts';
import type { ReportContents } from '../reportContents.ts';
import { fileExists } from '../../editor/reportFile.ts';

/** What a file is by its bytes, whatever it is called. */
export type FileKind =
  | { kind: 'report' }
  | { kind: 'archive' }
  /** An archive whose end is missing. */
  | { kind: 'cut' }
  /** A page, a message of an error or another text: no service delivers those. */
  | { kind: 'text' }
  | { kind: 'empty' }
  | { kind: 'other'; ending: string };

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
/** Of the record at the end of an archive, and of the archive that holds nothing else. */
const archiveEnd = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** That record, with the longest comment that it can have. Bytes. */
const archiveEndSize = 22 + 65_535;

/** Bytes that tell a text from anything else. */
const headSize = 512;

/**
 * Looks at a file on the disk: at little of it, unless it is a text.
 *
 * @param isCollection whether it is a FeatureCollection, where somebody has seen every byte of it
 */
export async function fileKind(path: string, isCollection?: boolean): Promise<FileKind> {
  const { head, tail } = await endsOf(path);
  if (head.length === 0) return { kind: 'empty' };
  if (startsWith(head, archiveBegin) || startsWith(head, archiveEnd)) {
    return { kind: tail.includes(archiveEnd) ? 'archive' : 'cut' };
  }
  const known = endings.find(([, signature]) => startsWith(head, Buffer.from(signature)));
  if (known) return { kind: 'other', ending: known[0] };
  if (head.includes(0)) return { kind: 'other', ending: '.bin' };
  return { kind: (isCollection ?? (await isCollectionFile(path))) ? 'report' : 'text' };
}

async function isCollectionFile(path: string): Promise<boolean> {
  const check = createCollectionCheck();
  for await (const piece of piecesOf(path)) {
    check.push(piece);
    if (check.isBroken()) return false;
  }
  return check.isWhole();
}

/** Reads a report on the disk, however long; `undefined` when the file is none. */
export async function readReportFile(path: string): Promise<ReportContents | undefined> {
  const { readContents } = await import('../reportContents.ts');
  return readContents(piecesOf(path));
}

/** In turns with everything else: a piece is read in some milliseconds, and the next one waits until others had theirs. */
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path, { highWaterMark: 65_536 })) {
    // Without an encoding a stream of a file gives bytes.
    yield piece as Uint8Array;
    await nextTurn();
  }
}

/** The same by the address of the file; `undefined` also when it is gone. */
export async function readReportAt(uri: string): Promise<ReportContents | undefined> {
  const path = vscode.Uri.parse(uri).fsPath;
  return (await fileExists(path)) ? readReportFile(path) : undefined;
}

async function endsOf(path: string): Promise<{ head: Buffer; tail: Buffer }> {
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
