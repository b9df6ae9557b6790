import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type JsonPath, samePath } from '../../../base/problem.ts';
import { areaText } from '../../../base/words/areaText.ts';
import { isExportText } from '../../../geo/export/exportMark.ts';
import type { TextEdit } from '../../../geo/text/geojsonEdit.ts';
import { showQuickPick } from '../../../platform/dialogs/window.ts';
import { activeEditor, isEditable, openEditable } from '../../../platform/documents/editableDocuments.ts';
import { makeEdits } from '../../../platform/documents/makeEdits.ts';
import { showText } from '../../../platform/documents/openDraft.ts';
import { isReportDocument, isShortlistDocument } from '../../../platform/documents/reportFile.ts';
import { isOrderDocument, isRequestDocument } from '../../../platform/documents/swathDocuments.ts';
import { UserError } from '../../../platform/host/userError.ts';
import type { AoiSource } from '../../images/index.ts';
import { aoiSource } from '../areas.ts';
import { areaWork, findAreasAside } from '../areaWork.ts';
import type { KeptDocuments } from '../keptAreas.ts';
import type { AreaHere, AreasHere } from '../rules/text/areaHere.ts';
import type { AoiUse } from '../rules/text/geojsonCheck.ts';
import type { PolygonInText } from '../rules/text/geojsonText.ts';
import { goneText, noAreaText, notChangedText, readOnlyText, recordText } from './words.ts';

/** The argument that lenses and trees pass to commands on a polygon in a document. */
export interface AoiTarget {
  uri: string;
  path: JsonPath;
}

export function isAoiTarget(value: unknown): value is AoiTarget {
  const target = value as Partial<AoiTarget> | null | undefined;
  return typeof target?.uri === 'string' && Array.isArray(target.path);
}

/** A line of a document with several polygons, of which the user chooses one. */
export interface LineTarget {
  uri: string;
  line: number;
}

export function isLineTarget(value: unknown): value is LineTarget {
  const target = value as Partial<LineTarget> | null | undefined;
  return typeof target?.uri === 'string' && typeof target.line === 'number';
}

/**
 * The AOI for a command: the one passed to it, else the polygon at the cursor, else the user's choice among those of
 * the active document. `undefined` when the user cancels. Throws {@link UserError} that says what to do.
 */
export async function resolveAoi(argument: unknown): Promise<AoiSource | undefined> {
  if (isAoiTarget(argument)) {
    const document = await openEditable(vscode.Uri.parse(argument.uri));
    const found = await areaWork.run('polygonAt', document.getText(), argument.path);
    if (!found) throw new UserError(goneText());
    return documentAoi(document, found);
  }
  if (isLineTarget(argument)) {
    const document = await openEditable(vscode.Uri.parse(argument.uri));
    const { areas } = await findAreasAside(document.getText());
    const onLine = areas.filter(({ offset }) => document.positionAt(offset).line === argument.line);
    if (onLine.length === 0) throw new UserError(goneText());
    const chosen = onLine.length === 1 ? onLine[0] : await pickPolygon(onLine, basename(document.uri.path));
    return chosen && documentAoi(document, chosen);
  }
  const editor = activeEditor();
  if (!editor) throw new UserError(noAreaText());
  return chooseAoiIn(editor.document, editor.document.offsetAt(editor.selection.active));
}

/**
 * The AOI of a document: the one at a given place, else the active one, else the user's choice. `undefined` when the user
 * cancels. Throws {@link UserError} if the document contains none.
 */
export async function chooseAoiIn(
  document: vscode.TextDocument,
  cursor?: number,
  active?: AoiTarget,
): Promise<AoiSource | undefined> {
  const { areas: polygons } = await findAreasAside(document.getText());
  if (polygons.length === 0) {
    throw new UserError(
      l10n.t('{0} contains no Polygon to use as an area of interest.', basename(document.uri.path)),
    );
  }
  const atCursor =
    cursor === undefined
      ? undefined
      : polygons.find(polygon => polygon.offset <= cursor && cursor <= polygon.offset + polygon.length);
  const ofMap =
    active?.uri === document.uri.toString()
      ? polygons.find(({ path }) => samePath(path, active.path))
      : undefined;
  const only = polygons.length === 1 ? polygons[0] : undefined;
  const chosen = atCursor ?? ofMap ?? only ?? (await pickPolygon(polygons, basename(document.uri.path)));
  return chosen && documentAoi(document, chosen);
}

/** @param file where they are */
async function pickPolygon(polygons: PolygonInText[], file: string) {
  const items = polygons.map((polygon, index) => ({
    label: polygon.name ?? l10n.t('Area {0}', index + 1),
    description: areaText(polygon.areaKm2),
    polygon,
  }));
  const title = l10n.t('Which area of {0}?', file);
  return (await showQuickPick(items, { title, matchOnDescription: true, ignoreFocusOut: true }))?.polygon;
}

export function documentAoi({ uri }: Pick<vscode.TextDocument, 'uri'>, found: PolygonInText): AoiSource {
  return aoiSource(found, { uri: uri.toString(), name: basename(uri.path) });
}

export async function revealAoi(target: AoiTarget, takesFocus: boolean): Promise<void> {
  const uri = vscode.Uri.parse(target.uri);
  const document = await vscode.workspace.openTextDocument(uri);
  const found = await areaWork.run('polygonAt', document.getText(), target.path);
  const at = document.positionAt(found?.offset ?? 0);
  const start = new vscode.Range(at, at);
  const editor = await showText(document, { selection: start, preserveFocus: !takesFocus });
  editor.revealRange(start, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Puts the cursor on a position in a visible text. Opens nothing, and the focus stays where it is. */
export async function revealPosition({ uri, path }: AoiTarget): Promise<void> {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
  if (!editor) return;
  const { document } = editor;
  const { version } = document;
  const [place] = await areaWork.run('jsonRanges', document.getText(), [path]);
  // After an edit, it is somewhere else.
  if (!place || document.version !== version) return;
  const at = document.positionAt(place.offset);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

export interface ActiveArea extends AreasHere {
  document: vscode.TextDocument;
}

/**
 * The area for a command: the one of the target passed to it, else the one at the cursor. Throws {@link UserError} if
 * there is no document, or if the area of the target no longer exists.
 */
export async function activeArea(argument: unknown): Promise<ActiveArea> {
  if (isAoiTarget(argument)) {
    const document = await openEditable(vscode.Uri.parse(argument.uri));
    const here = await areaWork.run('areaHere', document.getText(), argument.path);
    if (!here.area && argument.path.length > 0) {
      throw new UserError(goneText());
    }
    return { document, ...here };
  }
  const editor = activeEditor();
  if (!editor) throw new UserError(noAreaText());
  const { document } = editor;
  const cursor = document.offsetAt(editor.selection.active);
  return { document, ...(await areaWork.run('areaHere', document.getText(), cursor)) };
}

/** The Polygon that a command changes. Throws {@link UserError} if there is none, and for reports. */
export async function activePolygon(
  argument: unknown,
): Promise<{ document: vscode.TextDocument; area: AreaHere }> {
  const { document, area } = await activeArea(argument);
  refuseReport(document);
  if (area?.type !== 'Polygon') throw new UserError(noAreaText());
  return { document, area };
}

/** Throws {@link UserError} for a report, because reports are read-only records. */
export function refuseReport(document: vscode.TextDocument): void {
  if (isReportDocument(document)) throw new UserError(recordText(document));
}

/** Whether the polygons of a document are offered as areas of interest; those of the past of a file aren't. */
export function mayHaveAreas(document: vscode.TextDocument, kept: Pick<KeptDocuments, 'has'>): boolean {
  return isEditable(document.uri) && (isRequestDocument(document) || kept.has(document));
}

/** Whether a click in the text chooses an area to search: not in an order, a shortlist, a report or an export. */
export function isOfferedHere(document: vscode.TextDocument, kept: Pick<KeptDocuments, 'has'>): boolean {
  if (!isEditable(document.uri) || isOrderDocument(document) || !kept.has(document)) return false;
  return !isShortlistDocument(document) && !isReportDocument(document) && !isExportText(document.getText());
}

/**
 * The innermost area at an offset of a text, unless it is edited meanwhile. Rejects with the reason of the signal.
 *
 * @param orFirst of the text, if there is none at the offset
 */
export async function areaAt(
  document: vscode.TextDocument,
  offset: number,
  signal: AbortSignal,
  orFirst: boolean,
): Promise<AoiSource | undefined> {
  const { version } = document;
  const { areas } = await findAreasAside(document.getText(), signal);
  const there = areas.findLast(area => area.offset <= offset && offset <= area.offset + area.length);
  const found = there ?? (orFirst ? areas[0] : undefined);
  return found && document.version === version ? documentAoi(document, found) : undefined;
}

/** Every geometry in an order is an AOI; in other files it may become one. */
export function aoiUse(document: vscode.TextDocument): AoiUse {
  return isOrderDocument(document) ? 'order' : 'file';
}

/** Whether a document is GeoJSON even while a `type` is missing. */
export function isNamedGeojson({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === 'geojson' || /\.(?:geojson|aoi\.json)$/i.test(uri.path);
}

/**
 * Changes a document by one edit that can be undone. Refuses reports. If the text changes in the meantime, the edits
 * are computed again, once. Throws {@link UserError} if the document is read-only or can't be changed.
 *
 * @param computeEdits returns the edits for the current text
 * @returns whether there was anything to change
 */
export async function editDocument(
  document: vscode.TextDocument,
  computeEdits: (text: string) => Promise<readonly TextEdit[]>,
): Promise<boolean> {
  refuseReport(document);
  const name = basename(document.uri.path);
  for (let tries = 0; tries < 2; tries++) {
    const { version } = document;
    const edits = await computeEdits(document.getText());
    if (document.version !== version) continue;
    if (edits.length === 0) return false;
    const outcome = await makeEdits(document, edits);
    if (outcome === 'made') return true;
    if (outcome === 'readOnly') throw new UserError(readOnlyText(name));
    break;
  }
  throw new UserError(notChangedText(name));
}

/** Whether a tab shows the text of a document. */
export function hasTab({ uri }: vscode.TextDocument): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
  );
}
