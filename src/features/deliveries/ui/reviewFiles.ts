import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { shareText } from '../../../base/words/areaText.ts';
import { fixedText, numberText } from '../../../base/words/displayLanguage.ts';
import { markdownDocument, markdownTable } from '../../../base/words/plainMarkdown.ts';
import { exportFormats } from '../../../geo/export/formats.ts';
import { showQuickPick } from '../../../platform/dialogs/window.ts';
import { reviewedEnding } from '../../../platform/documents/reportFile.ts';
import { saveFile } from '../../../platform/files/saveFile.ts';
import { writeUserFile } from '../../../platform/files/userFile.ts';
import { UserError } from '../../../platform/host/userError.ts';
import {
  decisionKinds,
  decisionNames,
  decisionText,
  type Review,
  reviewAgreement,
} from '../../reports/rules/index.ts';
import type { ReportOnMap } from '../reports.ts';
import { reportWork } from '../reportWork.ts';
import { ownReview, readReviewFile, reportPath, reportStem, reviewEnding } from './review.ts';

/** Writes the report on the map with its decisions, or only what was accepted, to a file that the user chooses. */
export async function saveReviewedReport(
  report: ReportOnMap | undefined,
  reviewer: string | undefined,
): Promise<void> {
  const stored = report && reviewer !== undefined && (await ownReview(reportPath(report), reviewer));
  const review = stored ? stored.review : undefined;
  if (!report || !review) throw new UserError(l10n.t('Show a report on the map and review it first.'));
  const title = l10n.t('Save Reviewed GeoJSON');
  const accepted = review.decisions.filter(({ decision }) => decision === 'accepted').length;
  const items = [
    { label: l10n.t('Only the accepted features'), description: numberText(accepted), isOnly: true },
    { label: l10n.t('All features, with decisions and notes as properties'), isOnly: false },
  ];
  const chosen = await showQuickPick(items, { title });
  if (!chosen) return;
  const source = vscode.Uri.parse(report.uri);
  const place = source.with({ path: reportStem(source.path) + reviewedEnding });
  const write = async (uri: vscode.Uri) => {
    if (uri.path === source.path)
      throw new UserError(l10n.t('The report itself stays as it is. Choose another file name.'));
    const text = (await readFile(source.fsPath, 'utf8')).replace(/^\uFEFF/, '');
    const places = await reportWork.run('featurePlaces', text);
    const reviewed = await reportWork.run('reviewedText', text, places, review.decisions, chosen.isOnly);
    await writeUserFile(uri, reviewed);
    return l10n.t('Saved {0}.', basename(uri.path));
  };
  await saveFile({ title, format: exportFormats.geojson, place, write });
}

/**
 * Compares two review files of one report: how far they agree, and where they don't.
 *
 * @param show opens a read-only document
 * @param all the files that are selected in the Explorer
 */
export async function compareReviews(
  show: (title: string, markdown: string) => Promise<void>,
  all: unknown,
): Promise<void> {
  const selected = Array.isArray(all) ? all.map(String) : [];
  const found = await vscode.workspace.findFiles(`**/*${reviewEnding}`, '**/node_modules/**', 300);
  const items = found
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(uri => {
      const label = basename(uri.path);
      return { label, description: vscode.workspace.asRelativePath(uri), uri };
    });
  if (items.length === 0) throw new UserError(l10n.t('Show a report on the map and review it first.'));
  const preselected = items.filter(({ uri }) => selected.includes(String(uri)));
  const title = l10n.t('Select two review files (*.review.json).');
  const chosen =
    preselected.length === 2 ? preselected : await showQuickPick(items, { title, canPickMany: true });
  if (!chosen) return;
  const [a, b, ...more] = await Promise.all(chosen.map(({ uri }) => readReviewFile(uri.fsPath)));
  if (!a || !b || more.length > 0) throw new UserError(l10n.t('Select two review files (*.review.json).'));
  if (a.sha256 !== b.sha256)
    throw new UserError(l10n.t('These are reviews of different reports, or of different versions of one.'));
  await show(l10n.t('Reviews of {0}', a.report), agreementText(a, b));
}

function agreementText(a: Review, b: Review): string {
  const { count, assessed, agreed, kappa, disagreements } = reviewAgreement(a, b);
  const names = decisionNames();
  const share = assessed === 0 ? '–' : shareText(agreed / assessed);
  return markdownDocument(
    l10n.t('Reviews of {0}', a.report),
    markdownTable(
      [l10n.t('Name'), l10n.t('Value')],
      [
        [l10n.t('Accepted or rejected by both'), numberText(assessed)],
        [l10n.t('Same decision'), `${numberText(agreed)} (${share})`],
        [l10n.t("Cohen's kappa"), kappa === undefined ? '–' : fixedText(kappa, 2)],
      ],
    ),
    markdownTable(
      [a.reviewer, ...decisionKinds.map(kind => `${b.reviewer}: ${names[kind]}`)],
      decisionKinds.map(kind => [names[kind], ...decisionKinds.map(its => numberText(count(kind, its)))]),
    ),
    disagreements.length === 0
      ? ''
      : [
          `## ${l10n.t('Disagreements')}`,
          l10n.t('The Review tab of the report steps through them on the map.'),
        ],
    markdownTable(
      [l10n.t('Feature'), a.reviewer, b.reviewer],
      disagreements.map(([first, its]) => [
        numberText(first.feature + 1),
        decisionText(first),
        decisionText(its),
      ]),
    ),
  );
}
