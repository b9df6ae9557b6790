import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { showWarningMessage } from '../../../platform/dialogs/window.ts';
import { isOpenedWell, openDraft } from '../../../platform/documents/openDraft.ts';
import { reportMark } from '../../../platform/documents/reportFile.ts';
import { fileNamePart } from '../../../platform/files/files.ts';
import { writeUserFile } from '../../../platform/files/userFile.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { drawnCount } from '../../reports/rules/index.ts';
import { readReportText } from '../reportFiles.ts';
import { leftOutCount, type ReportOnMap, type Reports } from '../reports.ts';
import type { DeliveryParts } from './chooseDelivery.ts';
import { tooLargeText } from './words.ts';

interface Made extends Pick<ReportOnMap, 'imageIds' | 'area' | 'connection'> {
  title: string;
  /** Of its name as a document. */
  stem: string;
  /** A FeatureCollection. */
  text: string;
  /** URI of a report that it was made from. */
  from: string;
}

/** Short enough that the suffix isn't cut off. */
const longestName = 48;

/**
 * Shows what was made from reports: as an unsaved document, and on the map beside it.
 *
 * @returns whether the user wanted it: a text that is too long for the editor becomes a file, whose name is asked for
 */
export async function showMade({ reports }: DeliveryParts, made: Made): Promise<boolean> {
  const bytes = Buffer.from(made.text);
  const uri = await openText(made, bytes);
  if (uri === undefined) return false;
  await reports.expect(async onComing => {
    const read = await readReportText(made.text, onComing);
    if (!read) throw new Error('What was made from reports is not a FeatureCollection.');
    const { title, imageIds, area, connection } = made;
    await showRead(reports, { orderId: `made ${uri}`, title, uri, ...read, imageIds, area, connection });
  });
  return true;
}

/** Shows a report on the map, and says in one message what of it isn't shown as it was meant. */
export async function showRead(reports: Pick<Reports, 'show'>, report: ReportOnMap): Promise<void> {
  reports.show(report);
  await runCommand('swath.openMap', { show: 'report' });
  const problems = reportProblems(report);
  if (problems.length > 0) void showWarningMessage(problems.join(' '));
}

function reportProblems(report: ReportOnMap): string[] {
  const name = basename(vscode.Uri.parse(report.uri).path);
  const { hasLostText, isInDegrees } = report.index.facts;
  const leftOut = leftOutCount(report);
  const problems: string[] = [];
  if (!isInDegrees) {
    problems.push(
      l10n.t(
        "{0} has coordinates that aren't longitude and latitude in degrees: the map can't place them.",
        name,
      ),
    );
  }
  if (hasLostText) {
    problems.push(l10n.t("{0} isn't in UTF-8: characters that couldn't be read are replaced.", name));
  }
  if (leftOut > 0) {
    problems.push(
      l10n.t(
        'The map shows the first {0} features of {1}; the file contains {2} more.',
        numberText(drawnCount(report.index.places)),
        name,
        numberText(leftOut),
      ),
    );
  }
  return problems;
}

/** @returns its URI */
async function openText({ stem, text, from }: Made, bytes: Uint8Array): Promise<string | undefined> {
  // The suffix is that of delivered reports: this is a record too, and not a draft of areas.
  const name = `${fileNamePart(stem).slice(0, longestName)}-${reportMark(bytes)}`;
  if (isOpenedWell(bytes.length)) {
    const editor = await openDraft({ name, ending: '.geojson', text, from });
    return editor.document.uri.toString();
  }
  const target = await vscode.window.showSaveDialog({
    title: tooLargeText(name, bytes.length),
    defaultUri: vscode.Uri.joinPath(vscode.Uri.parse(from), '..', `${name}.geojson`),
    filters: { GeoJSON: ['geojson'] },
  });
  if (target) await writeUserFile(target, bytes);
  return target?.toString();
}
