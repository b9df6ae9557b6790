import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type * as vscode from 'vscode';
import { withoutEnd } from '../model/words/plainNumber.ts';
import { isDeviceName, unlessMissing } from './files.ts';

/** The end of the name of a shortlist of images. */
export const shortlistEnding = '.shortlist.geojson';

export function isShortlistDocument({ uri }: Pick<vscode.TextDocument, 'uri'>): boolean {
  return uri.path.endsWith(shortlistEnding);
}

/** The end of the name of a report after its review. */
export const reviewedEnding = '.reviewed.geojson';

/**
 * Whether a document has the name of a report, delivered or reviewed, of a comparison of two, or of a shortlist of images: all
 * are records, not drafts of areas. `reportMark` makes the mark in the name of a report.
 */
export function isReportDocument({ uri }: Pick<vscode.TextDocument, 'uri'>): boolean {
  if (isShortlistDocument({ uri }) || uri.path.endsWith(reviewedEnding)) return true;
  const mark = /-([0-9a-f]{8})\.geojson$/.exec(uri.path)?.[1];
  return mark !== undefined && !isDay(mark);
}

/** Eight digits of a hash; other digits if they would look like a date, which users put into their own file names. */
export function reportMark(content: string | Uint8Array): string {
  const hash = createHash('sha256').update(content).digest('hex');
  const marks = hash.match(/.{8}/g) ?? [];
  return marks.find(mark => !isDay(mark)) ?? hash.slice(0, 8);
}

/** `20260331` */
function isDay(mark: string): boolean {
  return /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(mark);
}

/** A file name may have 255 bytes in total. */
const longestPart = { letters: 60, bytes: 200 };

/**
 * A part of a file name that every file system accepts and that can't lead out of the folder.
 *
 * @param bytes maximum length in UTF-8
 */
export function fileNamePart(text: string, bytes = longestPart.bytes): string {
  const plain = withoutEnd(text.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+/, ''), '-');
  let part = '';
  for (const { segment } of new Intl.Segmenter().segment(plain)) {
    if (part.length + segment.length > longestPart.letters) break;
    if (Buffer.byteLength(part + segment) > bytes) break;
    part += segment;
  }
  return isDeviceName(part) ? `${part}_` : part || 'report';
}

export async function fileExists(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path)))?.isFile() ?? false;
}
