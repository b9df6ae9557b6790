import * as l10n from '@vscode/l10n';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { askFormat, exportFile } from '../../editor/exportFile.ts';
import { isReportDocument } from '../../editor/reportFile.ts';
import { UserError } from '../../editor/userError.ts';
import { isFeatureId, type ExportFeature, type Features } from '../../model/export/exportTable.ts';
import { isRecord } from '../../model/fields.ts';
import { numberText } from '../../model/words/displayLanguage.ts';
import { createCollectionReader } from '../../model/geojson/collectionReader.ts';
import { parseExact } from '../../model/json/exactJson.ts';
import { atOnce, piecesOf } from '../reportFiles.ts';
import type { DeliveryParts } from './chooseDelivery.ts';
import { noReportText } from './openReport.ts';
import { chooseReport, uriOf } from './reportChoice.ts';

/**
 * Exports a report in the format of another program, by default beside it.
 *
 * @param given a row or the id of an order, a file, or `{ indices }` of features of the report on the map, in the order
 *   wanted; otherwise, the report of the active editor or the user's choice
 */
export async function exportReport(parts: DeliveryParts, given: unknown): Promise<void> {
  const part = partOf(parts, given);
  const uri = part?.uri ?? (await wholeReport(parts, given));
  if (!uri) return;
  const csv = l10n.t('a table with centers and WKT');
  const format = await askFormat(part ? { geojson: '', csv } : { csv });
  if (!format) return;
  const stem = uri.path.replace(/\.(geo)?json$/, '');
  await exportFile({
    format,
    // A comparison that isn't saved has a place, too.
    place: uri.with({
      scheme: uri.scheme === 'untitled' ? 'file' : uri.scheme,
      path: part ? `${stem}-selection` : stem,
    }),
    features: part?.features ?? featuresIn(uri),
    counted: count => (count === 1 ? l10n.t('1 feature') : l10n.t('{0} features', numberText(count))),
  });
}

/** The given features of the report on the map. */
function partOf({ reports }: DeliveryParts, given: unknown) {
  if (!isRecord(given) || !Array.isArray(given.indices)) return undefined;
  const shown = reports.current.peek();
  const chosen = given.indices.flatMap(index => shown?.features[Number(index)] ?? []);
  if (!shown || chosen.length === 0) throw new UserError(l10n.t('The report is no longer on the map.'));
  const features = function* () {
    for (let from = 0; from < chosen.length; from += 500) yield chosen.slice(from, from + 500);
  };
  return { uri: vscode.Uri.parse(shown.uri), features };
}

async function wholeReport(parts: DeliveryParts, given: unknown): Promise<vscode.Uri | undefined> {
  const active = vscode.window.activeTextEditor?.document;
  if (given === undefined && active && isReportDocument(active)) return active.uri;
  const source = await chooseReport(parts, given);
  return source && uriOf(parts, source);
}

/** All features, also those without a geometry: of the current text if it is open in the editor, else of the file. */
function featuresIn(uri: vscode.Uri): Features {
  return async function* () {
    let found: ExportFeature[] = [];
    const take = (values: readonly unknown[]) => {
      for (const { id, geometry, properties } of values.filter(isRecord)) {
        const members = isRecord(properties) ? properties : {};
        found.push({ ...(isFeatureId(id) ? { id } : {}), geometry, properties: members });
      }
    };
    const reader = createCollectionReader(Infinity, take, parseExact);
    for await (const piece of bytesOf(uri)) {
      reader.push(piece);
      if (reader.isBroken()) break;
      yield found;
      found = [];
    }
    if (!reader.end()) throw new UserError(noReportText(basename(uri.path)));
    yield found;
  };
}

function bytesOf(uri: vscode.Uri): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  const isIt = (one: vscode.TextDocument) => !one.isClosed && one.uri.toString() === uri.toString();
  const open = vscode.workspace.textDocuments.find(isIt);
  if (open) return piecesOf(Buffer.from(open.getText()));
  return createReadStream(uri.fsPath, { highWaterMark: atOnce });
}
