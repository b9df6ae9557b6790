import { homedir } from 'node:os';
import { basename } from 'node:path/posix';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { exportFormats } from '../../geo/export/formats.ts';
import { showInformationMessage } from '../dialogs/window.ts';
import { textColumn } from '../documents/openDraft.ts';
import { fileNamePart } from './files.ts';
import { revealFile } from './revealFile.ts';
import { writeUserFile } from './userFile.ts';

interface Saving {
  title: string;
  format: { label: string; ending: string; isText: boolean };
  /** The suggested file. */
  place: vscode.Uri;
  /** Writes it, and returns what to say; `undefined` if it was canceled. */
  write: (target: vscode.Uri) => Promise<string | undefined>;
}

/** A file of this name beside another one, or else in the folder of the workspace or at home. */
export function suggestedPlace(name: string, ending: string, other?: vscode.Uri): vscode.Uri {
  const file = fileNamePart(name) + ending;
  if (other && other.scheme !== 'untitled') return vscode.Uri.joinPath(other, '..', file);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.Uri.joinPath(folder, file);
}

/** Asks for a file and has it written. Then offers to reveal it, and to open it if a person can read it. */
export async function saveFile({ title, format, place, write }: Saving): Promise<void> {
  const { label, ending, isText } = format;
  const target = await vscode.window.showSaveDialog({
    title,
    // Dialogs of some systems take only what follows the last dot.
    filters: { [label]: [ending.slice(ending.lastIndexOf('.') + 1)] },
    defaultUri: place,
  });
  const message = target && (await write(target));
  if (!target || message === undefined) return;
  const open = l10n.t('Open');
  const reveal = l10n.t('Reveal File');
  // Nothing else shows a file of a virtual workspace, whose path is no place on a disk.
  const offers = [...(isText ? [open] : []), ...(target.scheme === 'file' ? [reveal] : [])];
  const chosen = await showInformationMessage(message, ...offers);
  if (chosen === reveal) await revealFile(target.fsPath);
  if (chosen === open) {
    const options = { viewColumn: textColumn(target.toString()), preview: false };
    await vscode.commands.executeCommand('vscode.open', target, options);
  }
}

/** The same for a table as CSV. @param counted what is in it, such as `3 entries` */
export async function saveCsv(name: string, text: string, counted: string, note = ''): Promise<void> {
  await saveFile({
    title: l10n.t('Export as {0}', exportFormats.csv.label),
    format: exportFormats.csv,
    place: suggestedPlace(name, exportFormats.csv.ending),
    write: async target => {
      await writeUserFile(target, text);
      return `${l10n.t('Exported {0} to {1}.', counted, basename(target.path))} ${note}`.trim();
    },
  });
}
