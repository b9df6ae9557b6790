import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRequestDocument } from '../../../platform/documents/swathDocuments.ts';
import { areaWork } from '../areaWork.ts';
import { isNamedGeojson } from './aoiDocument.ts';
import { readForeignText } from './areaSource.ts';

/** The area of a text as a paste at that place; `undefined` if it has none, or if none belongs there. */
export async function pastedArea(
  document: vscode.TextDocument,
  range: vscode.Range,
  pasted: string,
  kind: vscode.DocumentDropOrPasteEditKind,
): Promise<vscode.DocumentPasteEdit[] | undefined> {
  const request = {
    offset: document.offsetAt(range.start),
    isGeojson: isNamedGeojson(document),
    isRequest: isRequestDocument(document),
  };
  const place = await areaWork.run('pastePlace', document.getText(), request, document.offsetAt(range.end));
  if (!place) return undefined;
  const read = await readForeignText(pasted);
  const found = read.kind === 'areas' ? await areaWork.run('pastedAreas', pasted, place, read) : undefined;
  if (!found) return undefined;
  // The editor inserts it literally, with the indentation of the line.
  const title =
    found.leftOut === 0
      ? l10n.t('Paste as Polygon')
      : l10n.t('Paste as Polygon ({0} left out)', found.leftOut);
  const edit = new vscode.DocumentPasteEdit(found.json, title, kind);
  if (!found.isDefault) edit.yieldTo = [vscode.DocumentDropOrPasteEditKind.Text];
  return [edit];
}
