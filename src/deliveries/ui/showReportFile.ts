import { basename } from 'node:path';
import * as vscode from 'vscode';
import { runCommand } from '../../editor/commands.ts';
import { UserError } from '../../editor/userError.ts';
import { withProgress } from '../../editor/window.ts';
import type { Reports } from '../reports.ts';
import { readReportText } from '../reportFiles.ts';

/** Shows the report that a document holds on the map, as the text stands now. */
export async function showReportFile(reports: Pick<Reports, 'show'>, uri: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const name = basename(document.uri.path);
  const title = vscode.l10n.t('Reading {0}', name);
  const read = await withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
    readReportText(document.getText()),
  );
  if (!read) {
    throw new UserError(
      vscode.l10n.t('{0} is no GeoJSON FeatureCollection: there is nothing to show on the map.', name),
    );
  }
  reports.show({ orderId: `file ${uri}`, title: name, uri, ...read });
  await runCommand('swath.openMap', { show: 'report' });
}
