import { createReadStream } from 'node:fs';
import { basename } from 'node:path/posix';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isFeatureId, isRecord } from '../../../base/fields.ts';
import { parseExact } from '../../../base/json/exactJson.ts';
import { numberText } from '../../../base/words/displayLanguage.ts';
import type { ExportFeature, Features } from '../../../geo/export/exportTable.ts';
import { exportFormats } from '../../../geo/export/formats.ts';
import { activeEditor } from '../../../platform/documents/editableDocuments.ts';
import { isReportDocument } from '../../../platform/documents/reportFile.ts';
import { askFormat, exportFile } from '../../../platform/files/exportFile.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { createCollectionReader, drawnCount } from '../../reports/rules/index.ts';
import { atOnce, bytePieces, readFeatureTexts } from '../reportFiles.ts';
import type { DeliveryParts } from './chooseDelivery.ts';
import { chooseReport, chosenReportUri } from './reportChoice.ts';
import { noReportText } from './words.ts';

/**
 * Exports a report in the format of another program, by default beside it.
 *
 * @param argument a row or the id of an order, a file, or `{ indices }` of features of the report on the map, in the order
 *   wanted; otherwise, the report of the active editor or the user's choice
 */
export async function exportReport(parts: DeliveryParts, argument: unknown): Promise<void> {
  const part = reportPart(parts, argument);
  const uri = part?.uri ?? (await wholeReport(parts, argument));
  if (!uri) return;
  const csv = l10n.t('a table with longitude and latitude, and WKT unless all are points');
  const format = await askFormat(part ? { geojson: '', csv } : { csv });
  if (!format) return;
  const stem = uri.path.replace(/\.(geo)?json$/, '') + (part ? '-selection' : '');
  await exportFile({
    format,
    // A comparison that isn't saved has a place, too.
    place: uri.with({
      scheme: uri.scheme === 'untitled' ? 'file' : uri.scheme,
      path: stem + exportFormats[format].ending,
    }),
    features: part?.features ?? featuresIn(uri),
    counted: count => (count === 1 ? l10n.t('1 feature') : l10n.t('{0} features', numberText(count))),
  });
}

/** Features of the report on the map, from its text: numbers on the map have lost digits of long integers. */
function reportPart({ reports }: DeliveryParts, argument: unknown) {
  if (!isRecord(argument) || !Array.isArray(argument.indices)) return undefined;
  const report = reports.current.peek();
  const count = report ? drawnCount(report.index.places) : 0;
  const indices = argument.indices.map(Number).filter(index => index >= 0 && index < count);
  if (!report || indices.length === 0) throw new UserError(l10n.t('The report is no longer on the map.'));
  const features = async function* () {
    for (let from = 0; from < indices.length; from += 500) {
      const texts = await readFeatureTexts(report, indices.slice(from, from + 500));
      yield texts.map(text => exportFeature(parseExact(text) as Record<string, unknown>));
    }
  };
  return { uri: vscode.Uri.parse(report.uri), features };
}

async function wholeReport(parts: DeliveryParts, argument: unknown): Promise<vscode.Uri | undefined> {
  const active = activeEditor()?.document;
  if (argument === undefined && active && isReportDocument(active)) return active.uri;
  const source = await chooseReport(parts, argument);
  return source && chosenReportUri(parts, source);
}

/** All features, also those without a geometry: of the current text if it is open in the editor, else of the file. */
function featuresIn(uri: vscode.Uri): Features {
  return async function* () {
    let found: ExportFeature[] = [];
    const take = (values: readonly unknown[]) => {
      found.push(...values.filter(isRecord).map(exportFeature));
    };
    const reader = createCollectionReader(Infinity, take, parseExact);
    for await (const piece of documentBytes(uri)) {
      reader.push(piece);
      if (reader.isBroken()) break;
      yield found;
      found = [];
    }
    if (!reader.end()) throw new UserError(noReportText(basename(uri.path)));
    yield found;
  };
}

function exportFeature({ id, geometry, properties }: Record<string, unknown>): ExportFeature {
  const members = isRecord(properties) ? properties : {};
  return { id: isFeatureId(id) ? id : undefined, geometry, properties: members };
}

function documentBytes(uri: vscode.Uri): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  const document = openDocument(uri);
  if (document) return bytePieces(Buffer.from(document.getText()));
  return createReadStream(uri.fsPath, { highWaterMark: atOnce });
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    document => !document.isClosed && document.uri.toString() === uri.toString(),
  );
}
