import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import type { DownloadTarget } from '../api/deliveries.ts';
import type { Order } from '../model/order.ts';
import { downloadsFolder } from './settings.ts';

/**
 * Where the report of an order is kept: the folder of the setting, inside the first workspace folder when it is
 * relative, or the extension's own storage when no folder is open. A short hash of the order's id keeps reports of the
 * same title apart.
 */
export function reportPath(order: Order, ownStorage: vscode.Uri): string {
  const folder = downloadsFolder().replace(/^~(?=[/\\]|$)/, homedir());
  const workspace = vscode.workspace.workspaceFolders?.find(one => one.uri.scheme === 'file')?.uri.fsPath;
  const base = isAbsolute(folder)
    ? folder
    : workspace
      ? join(workspace, folder)
      : join(ownStorage.fsPath, 'reports');
  return join(base, `${fileNamePart(order.title ?? 'report')}-${shortHash(order.id)}.geojson`);
}

function shortHash(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 8);
}

/** A file name may have 255 bytes in all. */
const longestPart = { letters: 60, bytes: 200 };

/** A piece of a file name that every file system takes, and that cannot lead out of the folder. */
export function fileNamePart(text: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replaceAll(/^-+|-+$/g, '');
  let part = '';
  for (const { segment } of new Intl.Segmenter().segment(plain)) {
    if (part.length + segment.length > longestPart.letters) break;
    if (Buffer.byteLength(part + segment) > longestPart.bytes) break;
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

/** Writes beside the final name and renames at the end: under its name a report is always whole. */
export async function createFileTarget(path: string): Promise<DownloadTarget> {
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.${crypto.randomUUID().slice(0, 8)}.part`;
  const file = await open(partial, 'wx');
  return {
    // appendFile, because a plain write may take less than it was given.
    write: chunk => file.appendFile(chunk),
    async commit() {
      await file.sync();
      await file.close();
      await rename(partial, path);
    },
    async discard() {
      await file.close().catch(() => undefined); // Already closed when the rename failed.
      await rm(partial, { force: true });
    },
  };
}
