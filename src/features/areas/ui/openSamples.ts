import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showQuickPick } from '../../../platform/dialogs/window.ts';
import { showText } from '../../../platform/documents/openDraft.ts';
import { fileExists } from '../../../platform/files/files.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import type { AoiTarget } from './aoiDocument.ts';

/** The sample to start with. */
const first = 'harbour.aoi.geojson';

/** Where the copies go, and whether to open them in a new window. */
interface Place {
  target: vscode.Uri;
  isWindow?: boolean;
}

/**
 * Opens sample areas: one of them in this window, all of them as a folder in a new window, or copies in the workspace.
 * Never overwrites a copy that the user changed.
 *
 * @param samples folder of the originals
 * @param storage the extension's own folder, for copies that the user may change
 * @param argument `onMap` to show one in this window and on the map without asking, `inFolder` for the same with the sample
 *   of the open folder, if it has one
 */
export async function openSamples(
  samples: vscode.Uri,
  storage: vscode.Uri,
  argument: unknown,
): Promise<void> {
  const folder = vscode.Uri.joinPath(storage, 'samples');
  const place = await placeFor(argument, folder);
  if (!place) return;
  await copyAll(samples, place.target);
  if (place.isWindow) {
    await vscode.commands.executeCommand('vscode.openFolder', place.target, { forceNewWindow: true });
    return;
  }
  const { document } = await showText(
    await vscode.workspace.openTextDocument(vscode.Uri.joinPath(place.target, first)),
  );
  const target: AoiTarget = { uri: document.uri.toString(), path: ['geometry'] };
  if (argument === 'onMap' || argument === 'inFolder') await runCommand('swath.openMap', target);
}

async function placeFor(argument: unknown, folder: vscode.Uri): Promise<Place | undefined> {
  if (argument === 'onMap') return { target: folder };
  if (argument !== 'inFolder') return choosePlace(folder);
  const open = vscode.workspace.workspaceFolders?.[0]?.uri;
  const isThere = open && (await fileExists(vscode.Uri.joinPath(open, first).fsPath));
  return { target: isThere ? open : folder };
}

async function choosePlace(folder: vscode.Uri): Promise<Place | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const items: (vscode.QuickPickItem & { place: Place })[] = [
    {
      label: l10n.t('Open One Here'),
      iconPath: new vscode.ThemeIcon('file-code'),
      place: { target: folder },
    },
    {
      label: l10n.t('Open All in a New Window'),
      iconPath: new vscode.ThemeIcon('multiple-windows'),
      place: { target: folder, isWindow: true },
    },
    ...folders.map(folder => ({
      label: l10n.t('Copy into {0}', folder.name),
      iconPath: new vscode.ThemeIcon('new-folder'),
      place: { target: vscode.Uri.joinPath(folder.uri, 'swath-samples') },
    })),
  ];
  const title = l10n.t('Where do you want to open the sample areas?');
  return (await showQuickPick(items, { title, ignoreFocusOut: true }))?.place;
}

async function copyAll(from: vscode.Uri, to: vscode.Uri): Promise<void> {
  await vscode.workspace.fs.createDirectory(to);
  for (const [name] of await vscode.workspace.fs.readDirectory(from)) {
    try {
      await vscode.workspace.fs.copy(vscode.Uri.joinPath(from, name), vscode.Uri.joinPath(to, name), {
        overwrite: false,
      });
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError) || error.code !== 'FileExists') throw error;
    }
  }
}
