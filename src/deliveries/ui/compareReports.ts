import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ComparedTexts, Sameness } from '../../model/report/compareReports.ts';
import type { ReportFacts } from '../../model/report/reportIndex.ts';
import { isoDay } from '../../model/words/moment.ts';
import { runCommand } from '../../editor/commands.ts';
import { geojsonWork } from '../../editor/geojsonWork.ts';
import { isOpenedWell, openDraft } from '../../editor/openDraft.ts';
import { UserError } from '../../editor/userError.ts';
import { fileNamePart, reportMark } from '../../editor/reportFile.ts';
import { back, pickStep, readStep } from '../../editor/steps.ts';
import { readReportText } from '../reportFiles.ts';
import type { DeliveryParts } from './chooseDelivery.ts';
import { chooseTwoReports, readSource, type ReportRead } from './reportChoice.ts';
import { numberText } from '../../model/words/displayLanguage.ts';
import { showInformationMessage, showWarningMessage, withProgress } from '../../editor/window.ts';

const usual: Sameness = { leastOverlap: 0.5, farthest: 10 };
/** Metres: what is farther apart is not the same thing. */
const farthestAsked = 10_000;

/** When two features are the same thing, asked as far as both reports have such features; with a way back. */
async function samenessSteps(...both: readonly ReportFacts[]): Promise<Sameness | typeof back | undefined> {
  const isPolygon = (type: string) => type === 'Polygon' || type === 'MultiPolygon';
  const hasPolygons = both.every(({ geometries }) => geometries.some(([type]) => isPolygon(type)));
  const hasOthers = both.every(({ geometries }) => geometries.some(([type]) => !isPolygon(type)));
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
  const problem = l10n.t('Enter a share above 0 up to 1, such as 0.5, or a percentage such as 50%.');
  return readStep({
    title: l10n.t('Compare Reports: minimum overlap of polygons'),
    prompt: l10n.t('Polygons that overlap at least this much count as the same object.'),
    value: String(usual.leastOverlap),
    read: text => {
      const number = Number(text.replace(',', '.').replace(/%$/, ''));
      const value = text.endsWith('%') ? number / 100 : number;
      return text !== '' && value > 0 && value <= 1 ? { value } : { problem };
    },
  });
}

function askDistance() {
  const problem = l10n.t('Enter a number of meters from 0 to {0}, such as 10.', farthestAsked);
  return readStep({
    title: l10n.t('Compare Reports: maximum distance of points, in meters'),
    prompt: l10n.t('Points no farther apart than this count as the same object. Lines use their midpoints.'),
    value: String(usual.farthest),
    read: text => {
      const value = Number(text.replace(',', '.').replace(/m$/, ''));
      return text !== '' && value >= 0 && value <= farthestAsked ? { value } : { problem };
    },
  });
}

/** Below this the reports are hardly about one place. */
const leastBoxShare = 0.5;

/**
 * Compares two reports of one place: what is new, what is gone, what is the same. The outcome is an unsaved GeoJSON, and
 * the map beside it coloured by it.
 *
 * @param given a row of an order or a file; `all` the files that are selected in the Explorer
 */
export async function compareReports(parts: DeliveryParts, given: unknown, all: unknown): Promise<void> {
  const chosen = await chooseTwoReports(parts, given, all);
  if (!chosen) return;
  const reading = l10n.t('Reading reports');
  const one = await inWindow(reading, () => readSource(parts, chosen[0]));
  const other = one && (await inWindow(reading, () => readSource(parts, chosen[1])));
  if (!other) return;
  const asked = await askHow(one, other);
  if (!asked) return;
  const { older, newer, sameness } = asked;
  const found = await inWindow(l10n.t('Comparing {0} with {1}', older.name, newer.name), () =>
    compared(older, newer, sameness),
  );
  if (!(await isMeant(found))) return;
  await show(parts, older, newer, found);
}

interface Asked {
  older: ReportRead;
  newer: ReportRead;
  sameness: Sameness;
}

/** Which of them is the older one, and when two features are the same thing; `undefined` when the user leaves. */
async function askHow(one: ReportRead, other: ReportRead): Promise<Asked | undefined> {
  const isTurned = (one.time ?? 0) > (other.time ?? 0);
  const [first, second] = isTurned ? [other, one] : [one, other];
  const items = [
    { label: `${first.name} → ${second.name}`, detail: daysText(first, second), older: first, newer: second },
    {
      label: l10n.t('Swap: {0}', `${second.name} → ${first.name}`),
      detail: daysText(second, first),
      older: second,
      newer: first,
    },
  ];
  for (;;) {
    const order = await pickStep({
      title: l10n.t('Compare Reports: which one is older?'),
      placeholder: l10n.t('Features only in the newer report are new, those only in the older one are gone'),
      items,
      hasBack: false,
    });
    if (order === undefined || order === back || !order[0]) return undefined;
    const { older, newer } = order[0];
    const sameness = await samenessSteps(older.facts, newer.facts);
    if (sameness === undefined) return undefined;
    if (sameness !== back) return { older, newer, sameness };
  }
}

function daysText(older: ReportRead, newer: ReportRead): string {
  const day = ({ time }: ReportRead) => (time === undefined ? l10n.t('no date') : isoDay(time));
  return `${day(older)} → ${day(newer)}`;
}

async function compared(older: ReportRead, newer: ReportRead, sameness: Sameness): Promise<ComparedTexts> {
  const names = { older: older.name, newer: newer.name };
  const { length } = older.text;
  const found = await geojsonWork('compareTexts', older.text + newer.text, length, names, sameness);
  switch (found.kind) {
    case 'compared':
      return found;
    case 'broken':
      throw new UserError(l10n.t('{0} is not a GeoJSON FeatureCollection.', names[found.which]));
    case 'tooDense':
      throw new UserError(l10n.t('Too many possible matches. Use a shorter distance or a greater overlap.'));
  }
}

/** Asked where the reports are hardly about one place. */
async function isMeant({ boxShare }: ComparedTexts): Promise<boolean> {
  if (boxShare === undefined || boxShare >= leastBoxShare) return true;
  const yes = l10n.t('Show Comparison');
  const message =
    boxShare === 0
      ? l10n.t('The two reports cover different areas.')
      : l10n.t('The areas of the two reports hardly overlap.');
  const detail = l10n.t('Everything outside the other report counts as new or gone.');
  return (await showWarningMessage(message, { modal: true, detail }, yes)) === yes;
}

async function show(
  { reports }: DeliveryParts,
  older: ReportRead,
  newer: ReportRead,
  found: ComparedTexts,
): Promise<void> {
  const title = `${older.name} → ${newer.name}`;
  const bytes = Buffer.from(found.text);
  const uri = await openText(documentName(newer, bytes), found.text, bytes, newer.uri);
  if (uri === undefined) return;
  const read = await readReportText(found.text);
  if (!read) throw new Error('The comparison is not a FeatureCollection.');
  reports.show({ orderId: `comparison ${uri}`, title, uri, ...read });
  await runCommand('swath.openMap', { show: 'report' });
  void showInformationMessage([summaryText(found), mixedText(found)].join(' ').trim());
}

/** As long as the mark at its end is not cut off. */
const longestName = 48;

/** With a mark as delivered reports have it: like them it is a record, and no draft of areas. */
function documentName({ name }: ReportRead, bytes: Uint8Array): string {
  const stem = l10n.t('change {0}', name.replace(/(-[0-9a-f]{8})?\.(geo)?json$/i, ''));
  return `${fileNamePart(stem).slice(0, longestName)}-${reportMark(bytes)}`;
}

/** As an unsaved document; as a file where it is longer than the editor opens well. Its address. */
async function openText(
  name: string,
  text: string,
  bytes: Uint8Array,
  from: string,
): Promise<string | undefined> {
  if (isOpenedWell(bytes.length)) {
    const editor = await openDraft({ name, ending: '.geojson', text, from });
    return editor.document.uri.toString();
  }
  const target = await vscode.window.showSaveDialog({
    title: l10n.t('The comparison is too long for the editor. Where do you want to save it?'),
    defaultUri: vscode.Uri.joinPath(vscode.Uri.parse(from), '..', `${name}.geojson`),
    filters: { GeoJSON: ['geojson'] },
  });
  if (target) await vscode.workspace.fs.writeFile(target, bytes);
  return target?.toString();
}

function summaryText({ counts }: ComparedTexts): string {
  return l10n.t(
    '{0} new, {1} gone, {2} unchanged.',
    numberText(counts.fresh),
    numberText(counts.gone),
    numberText(counts.same),
  );
}

/** Told where features could not be compared with each other. */
function mixedText({ kinds: { older, newer } }: ComparedTexts): string {
  const isMixed = [older, newer].some(({ polygons, others }) => polygons > 0 && others > 0);
  const isApart = (older.polygons === 0) !== (newer.polygons === 0) && older.others + newer.others > 0;
  return isMixed || isApart ? l10n.t('Polygons are compared by overlap, everything else by midpoint.') : '';
}

/** Tells of it in the status bar. */
function inWindow<T>(title: string, work: () => Promise<T>): Promise<T> {
  return Promise.resolve(withProgress({ location: vscode.ProgressLocation.Window, title }, work));
}
