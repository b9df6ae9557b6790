import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { itemAt } from '../../../base/itemAt.ts';
import { fileProblem } from '../../../base/words/fileProblem.ts';
import { showInformationMessage, showWarningMessage } from '../../../platform/dialogs/window.ts';
import { areaEnding, areaFileStem } from '../../../platform/documents/areaFile.ts';
import { showText, writeBesideOthers } from '../../../platform/documents/openDraft.ts';
import { fileNamePart } from '../../../platform/files/files.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { areaWork } from '../areaWork.ts';
import type { SplitFile } from '../rules/text/areaFiles.ts';
import { activeArea, isAoiTarget } from './aoiDocument.ts';
import { goneText } from './words.ts';

/** Writing more files requires a confirmation. */
const maxUnconfirmed = 50;
/** Maximum number of files to open at once. */
const maxOpened = 10;

/**
 * Writes each polygon of a MultiPolygon, or of the document's FeatureCollection, to its own file. The document and all
 * existing files stay unchanged.
 */
export async function splitAreaFiles(argument: unknown): Promise<void> {
  const { document, area, inCollection } = await activeArea(argument);
  const isWhole = isAoiTarget(argument) ? argument.path.length === 0 : area?.type !== 'MultiPolygon';
  const path = isWhole && inCollection > 1 ? [] : area?.path;
  const name = basename(document.uri.path);
  if (!path)
    throw new UserError(l10n.t('Place the cursor in a MultiPolygon, or open a file with several areas.'));
  const { files, leftOut } = await areaWork.run('areaFiles', document.getText(), path);
  if (files.length === 0) throw new UserError(goneText());
  const folder = await chooseFolder(document);
  if (!folder || !(await confirmSplit(files.length, folder))) return;
  const written = await writeAll(files, folder, areaFileStem(name));
  await offerToOpen(written, folder, leftOut);
}

/** The default is the folder of the document; `undefined` when the user cancels. */
async function chooseFolder(document: vscode.TextDocument): Promise<string | undefined> {
  const beside =
    document.uri.scheme === 'file'
      ? vscode.Uri.joinPath(document.uri, '..')
      : vscode.workspace.workspaceFolders?.[0]?.uri;
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: l10n.t('Folder for the files'),
      openLabel: l10n.t('Write Here'),
      canSelectFiles: false,
      canSelectFolders: true,
      defaultUri: beside,
    })) ?? [];
  if (folder && folder.scheme !== 'file') throw new UserError(l10n.t('Choose a folder on disk.'));
  return folder?.fsPath;
}

async function confirmSplit(count: number, folder: string): Promise<boolean> {
  if (count <= maxUnconfirmed) return true;
  const yes = l10n.t('Write Here');
  const message = l10n.t('Write {0} files to {1}?', count, basename(folder));
  return (await showWarningMessage(message, { modal: true }, yes)) === yes;
}

async function writeAll(
  files: readonly SplitFile[],
  folder: string,
  documentName: string,
): Promise<string[]> {
  const digits = String(files.length).length;
  const stems = files.map(({ name }) => fileNamePart(name ?? documentName));
  const byStem = Map.groupBy(stems, stem => stem);
  const written: string[] = [];
  try {
    for (const [index, { text }] of files.entries()) {
      const stem = itemAt(stems, index);
      const numbered =
        byStem.get(stem)?.length === 1 ? stem : `${stem}-${String(index + 1).padStart(digits, '0')}`;
      written.push(await writeBesideOthers(folder, numbered, areaEnding, text));
    }
  } catch (error) {
    const done = written.length;
    const all = files.length;
    throw new UserError(
      l10n.t('Wrote {0} of {1} files to {2}, then failed: {3}', done, all, folder, fileProblem(error)),
    );
  }
  return written;
}

async function offerToOpen(paths: readonly string[], folder: string, leftOut: number): Promise<void> {
  const parts = [
    l10n.t('Files written to {0}: {1}.', basename(folder), paths.length),
    ...(leftOut > 0 ? [l10n.t("Features left out because they aren't areas: {0}.", leftOut)] : []),
  ];
  const open = l10n.t('Open');
  if ((await showInformationMessage(parts.join(' '), open)) !== open) return;
  for (const path of paths.slice(0, maxOpened)) {
    await showText(await vscode.workspace.openTextDocument(vscode.Uri.file(path)));
  }
}
