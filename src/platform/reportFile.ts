import { stat } from 'node:fs/promises';
import type * as vscode from 'vscode';

/** Whether a document has the name of a delivered report; `deliveryPlace.ts` gives it. */
export function isReportDocument(document: Pick<vscode.TextDocument, 'uri'>): boolean {
  return /-[0-9a-f]{8}\.geojson$/.test(document.uri.path);
}

/** A file name may have 255 bytes in all. */
const longestPart = { letters: 60, bytes: 200 };

/**
 * A piece of a file name that every file system takes, and that cannot lead out of the folder.
 *
 * @param bytes most that it may have, in UTF-8
 */
export function fileNamePart(text: string, bytes = longestPart.bytes): string {
  const plain = text.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replaceAll(/^-+|-+$/g, '');
  let part = '';
  for (const { segment } of new Intl.Segmenter().segment(plain)) {
    if (part.length + segment.length > longestPart.letters) break;
    if (Buffer.byteLength(part + segment) > bytes) break;
    part += segment;
  }
  return part || 'report';
}
export async function fileExists(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isFile(),
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    },
  );
}
