import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';

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
