import * as vscode from 'vscode';
import type { Sameness } from '../model/report/compareReports.ts';
import type { ReportGlance } from '../model/report/reportGlance.ts';
import { back, readStep } from '../platform/steps.ts';

const usual: Sameness = { leastOverlap: 0.5, farthest: 10 };
/** Metres: what is farther apart is not the same thing. */
const farthestAsked = 10_000;

/** When two features are the same thing, asked as far as both reports have such features; with a way back. */
export async function samenessSteps(
  older: ReportGlance,
  newer: ReportGlance,
): Promise<Sameness | typeof back | undefined> {
  const hasPolygons = older.polygons > 0 && newer.polygons > 0;
  const hasOthers = older.others > 0 && newer.others > 0;
  for (;;) {
    const leastOverlap = hasPolygons ? await askOverlap() : usual.leastOverlap;
    if (leastOverlap === undefined || leastOverlap === back) return leastOverlap;
    const farthest = hasOthers ? await askDistance() : usual.farthest;
    if (farthest === undefined) return undefined;
    if (farthest !== back) return { leastOverlap, farthest };
    if (!hasPolygons) return back;
  }
}

function askOverlap() {
  const problem = vscode.l10n.t('A share above 0 and up to 1, for example 0.5, or a percentage as 50%.');
  return readStep({
    title: vscode.l10n.t('Compare Reports: least overlap of polygons'),
    prompt: vscode.l10n.t(
      'Two polygons are the same thing where they share this much of what they cover together.',
    ),
    value: String(usual.leastOverlap),
    read: text => {
      const number = Number(text.replace(',', '.').replace(/%$/, ''));
      const value = text.endsWith('%') ? number / 100 : number;
      return text !== '' && value > 0 && value <= 1 ? { value } : { problem };
    },
  });
}

function askDistance() {
  const problem = vscode.l10n.t('A number of metres from 0 to {0}, for example 10.', farthestAsked);
  return readStep({
    title: vscode.l10n.t('Compare Reports: greatest distance of points, in metres'),
    prompt: vscode.l10n.t(
      'Two points are the same thing where they are no farther apart. Lines count by their middles.',
    ),
    value: String(usual.farthest),
    read: text => {
      const value = Number(text.replace(',', '.').replace(/m$/, ''));
      return text !== '' && value >= 0 && value <= farthestAsked ? { value } : { problem };
    },
  });
}
