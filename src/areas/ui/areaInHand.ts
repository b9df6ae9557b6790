import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { AreaHere, AreasHere } from '../../model/geojson/areaHere.ts';
import type { TextEdit } from '../../model/edits/geojsonEdit.ts';
import { isAoiTarget } from './aoiDocument.ts';
import { geojsonWork } from '../../editor/geojsonWork.ts';
import { makeEdits } from '../../editor/makeEdits.ts';
import { UserError } from '../../editor/userError.ts';
import { isReportDocument } from '../../editor/reportFile.ts';

export interface AreaInHand extends AreasHere {
  document: vscode.TextDocument;
}

/**
 * The area that a command is about: that of the target it was given, else the one at the cursor. Throws
 * {@link UserError} without a document, and when the area of a target is gone.
 */
export async function areaInHand(given: unknown): Promise<AreaInHand> {
  if (isAoiTarget(given)) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(given.uri));
    const here = await geojsonWork('areaHere', document.getText(), given.path);
    if (!here.area && given.path.length > 0) {
      throw new UserError(l10n.t('The polygon is no longer in {0}.', basename(document.uri.path)));
    }
    return { document, ...here };
  }
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    throw new UserError(l10n.t('Open a GeoJSON file and place the cursor in an area.'));
  }
  const { document } = editor;
  const cursor = document.offsetAt(editor.selection.active);
  return { document, ...(await geojsonWork('areaHere', document.getText(), cursor)) };
}

/** The Polygon that a command changes. Throws {@link UserError} where there is none, and in a report. */
export async function polygonInHand(
  given: unknown,
): Promise<{ document: vscode.TextDocument; area: AreaHere }> {
  const { document, area } = await areaInHand(given);
  refuseReport(document);
  if (area?.type !== 'Polygon') throw new UserError(l10n.t('Place the cursor in a Polygon first.'));
  return { document, area };
}

/** Throws {@link UserError} for a report: it is a record. */
export function refuseReport(document: vscode.TextDocument): void {
  if (!isReportDocument(document)) return;
  throw new UserError(
    l10n.t(
      '{0} is a delivered report and stays unchanged. Copy what you need into another file.',
      basename(document.uri.path),
    ),
  );
}

/**
 * Changes a document by one edit, which undo takes back, but no report. Edits of a text that has changed meanwhile are made
 * anew once. Throws {@link UserError} when the document cannot be changed.
 *
 * @param editsOf for the text as it stands
 * @returns whether there was something to change
 */
export async function editDocument(
  document: vscode.TextDocument,
  editsOf: (text: string) => Promise<readonly TextEdit[]>,
): Promise<boolean> {
  const name = basename(document.uri.path);
  refuseReport(document);
  for (let tries = 0; tries < 2; tries++) {
    const { version } = document;
    const edits = await editsOf(document.getText());
    if (document.version !== version) continue;
    if (edits.length === 0) return false;
    if (await makeEdits(document, edits)) return true;
    throw new UserError(l10n.t("Couldn't change {0}. Is it read-only?", name));
  }
  throw new UserError(l10n.t('{0} was edited in the meantime. Run the command again.', name));
}
