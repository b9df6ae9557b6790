import * as l10n from '@vscode/l10n';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { askFormat, exportFile } from '../../editor/exportFile.ts';
import { isReportDocument } from '../../editor/reportFile.ts';
import { UserError } from '../../editor/userError.ts';
import type { ExportFeature, Features } from '../../model/export/exportTable.ts';
import { isRecord } from '../../model/fields.ts';
import { createCollectionReader } from '../../model/geojson/collectionReader.ts';
import { longestFeature } from '../../model/report/reportIndex.ts';
import { atOnce, piecesOf } from '../reportFiles.ts';
import type { DeliveryParts } from './chooseDelivery.ts';
import { noReportText } from './openReport.ts';
import { chooseReport, uriOf } from './reportChoice.ts';

/** Features that are passed on without a pause. */
const portion = 500;

/**
 * Exports a report in the format of another program, by default beside it.
 *
 * @param given a row or the id of an order, a file, or `{ indices }` of features of the report on the map, in the order
 *   wanted; otherwise, the report of the active editor or the user's choice
 */
export async function exportReport(parts: DeliveryParts, given: unknown): Promise<void> {
  const part = partOf(parts, given);
  const uri = part?.uri ?? (await wholeReport(parts, given));
  const format =
    uri &&
    (await askFormat({ ...(part ? { geojson: '' } : {}), csv: l10n.t('a table with centers and WKT') }));
  if (!format) return;
  const place = uri.scheme === 'file' ? uri : undefined;
  await exportFile({
    format,
    place: place?.with({ path: place.path.replace(/\.(geo)?json$/, '') }),
    features: part?.features ?? featuresIn(uri),
    told: (count, name) => l10n.t('Exported {0} features to {1}.', count, name),
  });
}

/** The given features of the report on the map. */
function partOf(
  { reports }: DeliveryParts,
  given: unknown,
): { uri: vscode.Uri; features: Features } | undefined {
  if (!isRecord(given) || !Array.isArray(given.indices)) return undefined;
  const shown = reports.current.peek();
  const chosen = given.indices.flatMap(index => shown?.features[Number(index)] ?? []);
  if (!shown || chosen.length === 0) throw new UserError(l10n.t('The report is no longer on the map.'));
  const features = function* () {
    for (let from = 0; from < chosen.length; from += portion) yield chosen.slice(from, from + portion);
  };
  return { uri: vscode.Uri.parse(shown.uri), features };
}

async function wholeReport(parts: DeliveryParts, given: unknown): Promise<vscode.Uri | undefined> {
  const active = vscode.window.activeTextEditor?.document;
  if (given === undefined && active && isReportDocument(active)) return active.uri;
  const source = await chooseReport(parts, given, l10n.t('Which report do you want to export?'));
  return source && uriOf(parts, source);
}

/** All features, also those without a geometry: of the current text if it is open in the editor, else of the file. */
function featuresIn(uri: vscode.Uri): Features {
  return async function* () {
    let found: ExportFeature[] = [];
    const reader = createCollectionReader(longestFeature, values => {
      found.push(
        ...values.filter(isRecord).map(({ geometry, properties }) => {
          return { geometry, properties: isRecord(properties) ? properties : {} };
        }),
      );
    });
    for await (const piece of bytesOf(uri)) {
      reader.push(piece);
      if (reader.isBroken()) break;
      yield found;
      found = [];
    }
    const isReport = reader.end();
    if (!isReport) throw new UserError(noReportText(basename(uri.path)));
    yield found;
  };
}

function bytesOf(uri: vscode.Uri): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  const open = vscode.workspace.textDocuments.find(
    one => !one.isClosed && one.uri.toString() === uri.toString(),
  );
  return open
    ? piecesOf(Buffer.from(open.getText()))
    : createReadStream(uri.fsPath, { highWaterMark: atOnce });
}
