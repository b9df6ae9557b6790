import { createHash } from 'node:crypto';
import { link, readFile, rename, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import type { DownloadTarget } from '../api/deliveries.ts';
import type { Order } from '../model/order/order.ts';
import { openPartFile } from './partFile.ts';
import { downloadsFolder } from './settings.ts';

/**
 * Where the report of an order is kept: the folder of the setting, inside the first workspace folder when it is
 * relative, or the extension's own storage when no folder is open. A short hash of the connection and the order's id
 * keeps reports of the same title apart.
 */
export function reportPath(order: Order, connectionName: string, ownStorage: vscode.Uri): string {
  const folder = downloadsFolder().replace(/^~(?=[/\\]|$)/, homedir());
  const workspace = vscode.workspace.workspaceFolders?.find(one => one.uri.scheme === 'file')?.uri.fsPath;
  const base = isAbsolute(folder)
    ? folder
    : workspace
      ? join(workspace, folder)
      : join(ownStorage.fsPath, 'reports');
  return join(
    base,
    `${fileNamePart(order.title ?? 'report')}-${shortHash(`${connectionName}/${order.id}`)}.geojson`,
  );
}

/** Whether a document has the name that {@link reportPath} gives. */
export function isReportDocument(document: vscode.TextDocument): boolean {
  return /-[0-9a-f]{8}\.geojson$/.test(document.uri.path);
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

export interface FileTargetOptions {
  /** Looks at the whole file before it gets its name, and throws where it is not what it should be. */
  check?: (partial: string) => Promise<void>;
  /** Whether it may take the place of a file that has the name by then. */
  replace?: boolean;
}

/**
 * Writes beside the final name, goes on with what an earlier download left there, and renames at the end: under its
 * name a report is always whole. `commit` rejects with the code EEXIST where the name is taken and not to be replaced.
 */
export async function createFileTarget(
  path: string,
  { check, replace = false }: FileTargetOptions = {},
): Promise<DownloadTarget> {
  const part = await openPartFile(path);
  return {
    part,
    write: chunk => part.write(chunk),
    async commit() {
      await part.finish();
      await check?.(part.dataPath);
      await (replace ? rename(part.dataPath, path) : takeName(part.dataPath, path));
      await part.discard();
    },
    discard: () => part.discard(),
  };
}

/** Gives a file its name unless another one has it. */
async function takeName(from: string, path: string): Promise<void> {
  try {
    await link(from, path); // Unlike a rename it never replaces.
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems know no links.
    if (await fileExists(path)) throw Object.assign(new Error(`EEXIST: ${path}`), { code: 'EEXIST' });
    await rename(from, path);
  }
}

/** The text of a report by its address; `undefined` when the file is gone. */
export async function readReportText(uri: string): Promise<string | undefined> {
  const path = vscode.Uri.parse(uri).fsPath;
  return (await fileExists(path)) ? readFile(path, 'utf8') : undefined;
}
