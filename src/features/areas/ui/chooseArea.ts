import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isExportText } from '../../../geo/export/exportMark.ts';
import { back, pickStep } from '../../../platform/dialogs/steps.ts';
import {
  activeEditor,
  editableDocuments,
  openEditable,
} from '../../../platform/documents/editableDocuments.ts';
import { isReportDocument } from '../../../platform/documents/reportFile.ts';
import { startOfFile } from '../../../platform/files/files.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import type { SessionOwner } from '../../../session/session.ts';
import { showSearch } from '../../../session/ui/showSearch.ts';
import { signedInFirst } from '../../../session/ui/signedInFirst.ts';
import type { AoiSource, Catalog } from '../../images/index.ts';
import { findAreasAside } from '../areaWork.ts';
import { chooseAoiIn, isAoiTarget, isLineTarget, resolveAoi } from './aoiDocument.ts';

/** The area of an order, and whether the user was asked for it. */
export interface OrderArea {
  aoi: AoiSource;
  isAsked: boolean;
}

/**
 * The area to draft an order for: the given one, else the active one, else one of the active document, else the user's
 * choice. `undefined` when the user cancels.
 *
 * @param hasBack whether there is a previous step
 */
export async function chooseOrderArea(
  catalog: Catalog,
  argument: unknown,
  hasBack: boolean,
): Promise<OrderArea | typeof back | undefined> {
  const aoi = isAoiTarget(argument) ? await resolveAoi(argument) : catalog.current.peek().aoi;
  if (aoi) return { aoi, isAsked: false };
  if (isAoiTarget(argument)) return undefined;
  const editor = await editorWithAreas();
  if (editor) {
    const found = await chooseAoiIn(editor.document, editor.document.offsetAt(editor.selection.active));
    return found && { aoi: found, isAsked: false };
  }
  return askForArea(hasBack);
}

/** The area to search: the given one, else one of the active document, else the user's choice. */
async function chooseSearchArea(catalog: Catalog, argument: unknown): Promise<AoiSource | undefined> {
  if (isAoiTarget(argument) || isLineTarget(argument)) return resolveAoi(argument);
  const { aoi } = catalog.current.peek();
  if (argument instanceof vscode.Uri) return chooseFileAoi(argument, aoi);
  const editor = await editorWithAreas();
  if (editor) {
    const cursor = editor.document.offsetAt(editor.selection.active);
    return chooseAoiIn(editor.document, cursor, aoi);
  }
  const answer = await askForArea(false);
  return answer === back ? undefined : answer?.aoi;
}

/** Of a file that a menu was opened on. */
async function chooseFileAoi(uri: vscode.Uri, active: AoiSource | undefined): Promise<AoiSource | undefined> {
  const document = await openEditable(uri);
  const editor = activeEditor();
  const isOpen = editor?.document.uri.toString() === document.uri.toString();
  const cursor = isOpen ? document.offsetAt(editor.selection.active) : undefined;
  return chooseAoiIn(document, cursor, active);
}

async function editorWithAreas(): Promise<vscode.TextEditor | undefined> {
  const editor = activeEditor();
  return editor && (await hasAreas(editor.document)) ? editor : undefined;
}

/** An area of a file in the workspace, or one that the user imports or creates now. */
export async function askForArea(hasBack: boolean): Promise<OrderArea | typeof back | undefined> {
  const files = await areaDocuments();
  const items: AreaItem[] = [
    ...files.map(uri => ({
      label: basename(uri.path),
      description: folderText(uri),
      iconPath: new vscode.ThemeIcon('file'),
      find: async () => chooseAoiIn(await vscode.workspace.openTextDocument(uri)),
    })),
    ...(files.length === 0
      ? []
      : [{ label: '', kind: vscode.QuickPickItemKind.Separator, find: () => Promise.resolve(undefined) }]),
    {
      label: l10n.t('Import…'),
      iconPath: new vscode.ThemeIcon('cloud-upload'),
      find: () => madeBy('swath.importAoi'),
    },
    {
      label: l10n.t('New Area…'),
      iconPath: new vscode.ThemeIcon('add'),
      find: () => madeBy('swath.newAoi'),
    },
  ];
  const answer = await pickStep({ title: l10n.t('Which area?'), placeholder: '', items, hasBack });
  if (answer === undefined || answer === back) return answer;
  const aoi = await answer[0]?.find();
  return aoi && { aoi, isAsked: true };
}

/** The folder of a file, if its name isn't enough. */
function folderText(uri: vscode.Uri): string {
  if (uri.scheme === 'untitled') return l10n.t('not saved');
  const path = vscode.workspace.asRelativePath(uri);
  return path === basename(uri.path) ? '' : path;
}

interface AreaItem extends vscode.QuickPickItem {
  find: () => Promise<AoiSource | undefined>;
}

/** Maximum number of files to offer. A longer list isn't usable. */
const maxFiles = 200;

/** GeoJSON documents that are open or in the workspace, without reports and exports. */
export async function areaDocuments(): Promise<vscode.Uri[]> {
  const open = editableDocuments()
    .filter(document => document.uri.path.endsWith('.geojson'))
    .filter(document => !isReportDocument(document) && !isExportText(document.getText()))
    .map(({ uri }) => uri);
  const saved = await vscode.workspace.findFiles('**/*.geojson', '**/node_modules/**', maxFiles);
  const isOpen = (uri: vscode.Uri) =>
    vscode.workspace.textDocuments.some(document => document.uri.toString() === uri.toString());
  const closed = saved.filter(uri => !isReportDocument({ uri }) && !isOpen(uri));
  const areExports = await Promise.all(closed.map(uri => isExportFile(uri)));
  const areas = closed.filter((_uri, index) => areExports[index] === false);
  return [...new Map([...open, ...areas].map(uri => [uri.toString(), uri])).values()];
}

/** By the start of the file. */
async function isExportFile({ scheme, fsPath }: vscode.Uri): Promise<boolean> {
  return scheme === 'file' && isExportText(await startOfFile(fsPath));
}

/** The area of the document that a command opened; `undefined` if the user canceled. */
async function madeBy(command: 'swath.importAoi' | 'swath.newAoi'): Promise<AoiSource | undefined> {
  const before = vscode.window.activeTextEditor?.document;
  const textBefore = before?.getText();
  await runCommand(command);
  const editor = vscode.window.activeTextEditor;
  if (!editor || (editor.document === before && editor.document.getText() === textBefore)) return undefined;
  if (!(await hasAreas(editor.document))) return undefined;
  return chooseAoiIn(editor.document, editor.document.offsetAt(editor.selection.active));
}

/** Imports areas and shows the one that the user chooses on the map. */
export async function importOntoMap(catalog: Catalog): Promise<void> {
  const aoi = await madeBy('swath.importAoi');
  if (!aoi) return;
  catalog.lookAt(aoi);
  await runCommand('swath.openMap', { show: 'aoi' });
}

async function hasAreas(document: vscode.TextDocument): Promise<boolean> {
  const text = document.getText();
  // A cheap test before the parser is loaded, because most texts aren't GeoJSON.
  if (!text.includes('Polygon"') || isExportText(text)) return false;
  return (await findAreasAside(text)).areas.length > 0;
}

/** Searches the catalog for images of an area and shows them on the map. Offers to sign in first if needed. */
export async function searchImages(
  session: SessionOwner,
  catalog: Catalog,
  argument: unknown,
): Promise<void> {
  const aoi = await chooseSearchArea(catalog, argument);
  if (!aoi || !(await signedInFirst(session))) return;
  await showSearch({ search: () => catalog.search({ aoi }), movesMap: true, argument });
}
