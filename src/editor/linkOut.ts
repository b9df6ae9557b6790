import * as l10n from '@vscode/l10n';
import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import * as vscode from 'vscode';
import { unlessMissing } from './files.ts';
import { UserError } from './userError.ts';

/** A link on the way to a path, and where it leads in the end. */
export interface LinkOut {
  link: string;
  target: string;
}

/**
 * The link by which a path inside of an open folder leads out of it; `undefined` where there is none, or where the path
 * is in no open folder. Folders come with links that others made; what a person asks to be written there stays there.
 * The path need not exist. Rejects where the file system does.
 */
export async function linkOut(path: string): Promise<LinkOut | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
    uri.scheme === 'file' && isWithin(uri.fsPath, path) ? [uri.fsPath] : [],
  );
  // A folder that is opened for itself may be anywhere, also where another open folder has a link.
  const found = await Promise.all(folders.map(folder => linkOutOf(folder, path)));
  return found.includes(undefined) ? undefined : found[0];
}

/** Throws {@link UserError} where what is written to a folder for deliveries would land outside of the workspace. */
export async function refuseLinkOut(folder: string): Promise<void> {
  const out = await linkOut(folder);
  if (!out) return;
  throw new UserError(
    l10n.t(
      'Nothing was written: {0} links outside the workspace, to {1}. Remove the link, or set swath.downloads.folder in your user settings.',
      out.link,
      out.target,
    ),
  );
}

async function linkOutOf(folder: string, path: string): Promise<LinkOut | undefined> {
  const root = await realPath(folder);
  let link = folder;
  for (const part of relative(folder, path).split(sep)) {
    link = join(link, part);
    const target = await realPath(link);
    if (!isWithin(root, target)) return { link, target };
  }
  return undefined;
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where a path leads once what is missing of it is made. */
async function realPath(path: string): Promise<string> {
  const real = await unlessMissing(realpath(path));
  if (real !== undefined) return real;
  const folder = await realPath(dirname(path));
  const target = await linkTarget(path);
  return target === undefined ? join(folder, basename(path)) : realPath(resolve(folder, target));
}

/** What a link says, also one to nothing; `undefined` where nothing is, or by now a folder that another download made. */
async function linkTarget(path: string): Promise<string | undefined> {
  return readlink(path).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EINVAL') return undefined;
    throw error;
  });
}
