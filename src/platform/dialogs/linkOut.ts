import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { unlessMissing } from '../files/files.ts';
import { UserError } from '../host/userError.ts';

/** A symbolic link in a path, and where it finally leads. */
export interface LinkOut {
  link: string;
  target: string;
}

/**
 * The symbolic link by which a path inside an open folder leads out of it; `undefined` if there is none, or if the path
 * isn't in an open folder. Folders may come with links made by others; what the user wants written there must stay
 * there. The path need not exist. Rejects if the file system reports an error.
 */
export async function linkOut(path: string): Promise<LinkOut | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
    uri.scheme === 'file' && isInFolder(uri.fsPath, path) ? [uri.fsPath] : [],
  );
  // A folder opened on its own may be anywhere, including where a link in another open folder leads.
  const found = await Promise.all(folders.map(folder => findLinkOut(folder, path)));
  return found.includes(undefined) ? undefined : found[0];
}

/** Throws {@link UserError} if a file written to this path, or to this folder, would end up outside the workspace. */
export async function refuseLinkOut(path: string): Promise<void> {
  const out = await linkOut(path);
  if (!out) return;
  throw new UserError(
    l10n.t(
      'Nothing was written: {0} links outside the workspace, to {1}. Remove the link or choose another folder (for downloads, in the setting swath.downloads.folder).',
      out.link,
      out.target,
    ),
  );
}

async function findLinkOut(folder: string, path: string): Promise<LinkOut | undefined> {
  const root = await realPath(folder);
  let link = folder;
  for (const part of relative(folder, path).split(sep)) {
    link = join(link, part);
    const target = await realPath(link);
    if (!isInFolder(root, target)) return { link, target };
  }
  return undefined;
}

function isInFolder(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where a path leads once its missing parts are created. */
async function realPath(path: string): Promise<string> {
  const real = await unlessMissing(realpath(path));
  if (real !== undefined) return real;
  const folder = await realPath(dirname(path));
  const target = await linkTarget(path);
  return target === undefined ? join(folder, basename(path)) : realPath(resolve(folder, target));
}

/**
 * The target of a link, even if it doesn't exist; `undefined` if nothing is there, or a folder that another download
 * has created by now.
 */
async function linkTarget(path: string): Promise<string | undefined> {
  return readlink(path).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EINVAL') return undefined;
    throw error;
  });
}
