import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRecord } from '../../../../base/fields.ts';
import { plainJson } from '../../../../base/json/jsoncText.ts';
import { areaText } from '../../../../base/words/areaText.ts';
import { numberText } from '../../../../base/words/displayLanguage.ts';
import { isExportText } from '../../../../geo/export/exportMark.ts';
import { valueAt } from '../../../../geo/text/geojsonSource.ts';
import { showQuickPick, showWarningMessage } from '../../../../platform/dialogs/window.ts';
import { areaFileStem } from '../../../../platform/documents/areaFile.ts';
import { activeEditor, openEditable } from '../../../../platform/documents/editableDocuments.ts';
import { isReportDocument } from '../../../../platform/documents/reportFile.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import type { AreasInText, PolygonInText } from '../../../areas/rules/index.ts';
import { findAreasAside } from '../../../areas/index.ts';
import { areaDocuments, isAoiTarget } from '../../../areas/ui/index.ts';
import type { OrderSort } from './draftOrder.ts';
import type { LeftOut } from './optionStep.ts';

export interface BatchArea {
  name: string;
  /** Position among all areas of the document, counted from 1. */
  number: number;
  areaKm2: number;
  polygon: PolygonInText['polygon'];
  id: string | number | undefined;
  properties: Readonly<Record<string, unknown>>;
}

/** The document that contains the areas: the one at the given URI, else the active one, else the user's choice. */
export async function batchDocument(argument: unknown): Promise<vscode.TextDocument | undefined> {
  const uri = isAoiTarget(argument)
    ? vscode.Uri.parse(argument.uri)
    : argument instanceof vscode.Uri
      ? argument
      : undefined;
  if (uri) return openEditable(uri);
  const active = activeEditor()?.document;
  if (active && isOfAreas(active)) return active;
  const uris = await areaDocuments();
  if (uris.length === 0) {
    throw new UserError(
      l10n.t('No file with areas. Import areas, or open a GeoJSON file with several areas.'),
    );
  }
  const items = uris.map(file => ({
    label: basename(file.path),
    description: vscode.workspace.asRelativePath(file),
    uri: file,
  }));
  const title = l10n.t('Which areas do you want to order for?');
  const chosen = await showQuickPick(items, {
    title,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return chosen && vscode.workspace.openTextDocument(chosen.uri);
}

function isOfAreas(document: vscode.TextDocument): boolean {
  const text = document.getText();
  return !isReportDocument(document) && text.includes('Polygon"') && !isExportText(text);
}

/** More are drafted only after a question. */
const maxUnconfirmed = 20;

/** Whether the user wants orders for all areas of a document. Asks if there are many. */
export async function wantsAllAreas(document: vscode.TextDocument): Promise<boolean> {
  const { areas } = await findAreasAside(document.getText());
  if (areas.length <= maxUnconfirmed) return true;
  const draft = l10n.t('Draft Orders');
  const question = l10n.t(
    'Draft an order for each of the {0} areas of {1}?',
    numberText(areas.length),
    basename(document.uri.path),
  );
  const detail = l10n.t(
    'Together, they measure {0}. Nothing is priced or ordered.',
    areaText(areas.reduce((sum, { areaKm2 }) => sum + areaKm2, 0)),
  );
  return (await showWarningMessage(question, { modal: true, detail }, draft)) === draft;
}

/** The areas of a document that can be ordered, and the others. Throws {@link UserError} if none can be ordered. */
export async function areasOfDocument(
  document: vscode.TextDocument,
  sort: OrderSort,
): Promise<{ areas: BatchArea[]; leftOut: LeftOut[] }> {
  const text = document.getText();
  const stem = areaFileStem(document.uri.path);
  const root = parsed(text);
  const { orderWork } = await import('../../rules/orderWork.ts');
  const areas: BatchArea[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, area] of sortedAreas(await findAreasAside(text)).entries()) {
    const number = index + 1;
    const name = area.name ?? `${stem} ${number}`;
    if (!('polygon' in area) || area.isCut) {
      leftOut.push({ name, why: 'kind' in area && area.kind === 'broken' ? area.message : multiText() });
      continue;
    }
    const { areaKm2, polygon, path } = area;
    const why = orderWork.whyNoArea(polygon, sort);
    if (why === undefined) areas.push({ name, number, areaKm2, polygon, ...featureAt(root, path) });
    else leftOut.push({ name, why });
  }
  if (areas.length > 0) return { areas, leftOut };
  const [first] = leftOut;
  throw new UserError(
    first
      ? l10n.t('No area of {0} can be ordered. {1}: {2}', stem, first.name, first.why)
      : l10n.t('{0} contains no Polygon to use as an area of interest.', stem),
  );
}

function sortedAreas({ areas, unusable }: AreasInText) {
  return [...areas, ...unusable].sort((a, b) => a.geometry.offset - b.geometry.offset);
}

function multiText(): string {
  return l10n.t('It contains several polygons. Split it: an order takes one Polygon.');
}

/** `undefined` for incomplete text: the areas then have no properties. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(plainJson(text).text ?? text);
  } catch {
    return undefined;
  }
}

function featureAt(root: unknown, path: PolygonInText['path']): Pick<BatchArea, 'id' | 'properties'> {
  const feature = path.at(-1) === 'geometry' ? valueAt(root, path.slice(0, -1)) : undefined;
  if (!isRecord(feature)) return { id: undefined, properties: {} };
  const { id, properties } = feature;
  return {
    id: typeof id === 'string' || typeof id === 'number' ? id : undefined,
    properties: isRecord(properties) ? properties : {},
  };
}
