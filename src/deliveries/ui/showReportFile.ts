import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { runCommand } from '../../editor/commands.ts';
import { UserError } from '../../editor/userError.ts';
import { withProgress } from '../../editor/window.ts';
import { drawnOf, type Reports } from '../reports.ts';
import { readContents } from '../reportContents.ts';

/** Shows the report that a document holds on the map, as the text stands now. */
export async function showReportFile(reports: Pick<Reports, 'show'>, uri: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const name = basename(document.uri.path);
  const title = l10n.t('Reading {0}', name);
  const contents = await withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
    readContents(piecesOf(Buffer.from(document.getText()))),
  );
  if (!contents) {
    throw new UserError(
      l10n.t('{0} is no GeoJSON FeatureCollection: there is nothing to show on the map.', name),
    );
  }
  reports.show({ orderId: `file ${uri}`, title: name, uri, ...drawnOf(contents) });
  await runCommand('swath.openMap', { show: 'report' });
}

/** A text to be read in turns, like a file. */
export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const size = 262_144;
  for (let from = 0; from < bytes.length; from += size) {
    yield bytes.subarray(from, from + size);
    await new Promise(resolve => setImmediate(resolve));
  }
}
