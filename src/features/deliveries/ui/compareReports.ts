import * as l10n from '@vscode/l10n';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { isoDay } from '../../../base/words/moment.ts';
import { safeLine } from '../../../base/words/safeText.ts';
import { typedNumber } from '../../../base/words/typedNumber.ts';
import { orderArea, orderImageIds } from '../../../service/rules/orderContents.ts';
import { back, pickStep, readStep } from '../../../platform/dialogs/steps.ts';
import { inStatusBar, showInformationMessage, showWarningMessage } from '../../../platform/dialogs/window.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { asSignedIn } from '../../../session/session.ts';
import { findImages } from '../../images/index.ts';
import type {
  BothCoverages,
  ComparedTexts,
  Coverage,
  ReportFacts,
  Sameness,
} from '../../reports/rules/index.ts';
import { placedContents } from '../../orders/rules/index.ts';
import { reportWork } from '../reportWork.ts';
import type { DeliveryParts } from './chooseDelivery.ts';
import { chooseTwoReports, readSource, type ReportRead } from './reportChoice.ts';
import { showMade } from './showMade.ts';
import { noReportText } from './words.ts';

const usual: Sameness = { minOverlap: 0.5, farthest: 10 };
/** In meters. Features that are farther apart aren't the same object. */
const farthestAsked = 10_000;

/** Asks when two features are the same object, if both reports have such features. Has a Back button. */
async function samenessSteps(...both: readonly ReportFacts[]): Promise<Sameness | typeof back | undefined> {
  const isPolygon = (type: string) => type === 'Polygon' || type === 'MultiPolygon';
  const hasPolygons = both.every(({ geometries }) => geometries.some(([type]) => isPolygon(type)));
  const hasOthers = both.every(({ geometries }) => geometries.some(([type]) => !isPolygon(type)));
  for (;;) {
    const minOverlap = hasPolygons ? await askOverlap() : usual.minOverlap;
    if (minOverlap === undefined || minOverlap === back) return minOverlap;
    const farthest = hasOthers ? await askDistance(hasPolygons) : usual.farthest;
    if (farthest === undefined) return undefined;
    if (farthest !== back) return { minOverlap, farthest };
    if (!hasPolygons) return back;
  }
}

function askOverlap() {
  const problem = l10n.t('Enter a share above 0 up to 1, such as 0.5, or a percentage such as 50%.');
  return readStep({
    title: l10n.t('Minimum overlap'),
    prompt: l10n.t('Polygons that overlap as much count as the same object.'),
    value: String(usual.minOverlap),
    read: text => {
      const number = typedNumber(text.replace(/%$/, '')) ?? Number.NaN;
      const value = text.endsWith('%') ? number / 100 : number;
      return value > 0 && value <= 1 ? { value } : { problem };
    },
  });
}

/** @param isOfOthers whether polygons are compared by their overlap */
function askDistance(isOfOthers: boolean) {
  const problem = l10n.t('Enter a number of meters from 0 to {0}, such as 10.', farthestAsked);
  return readStep({
    title: l10n.t('Maximum distance in meters'),
    prompt: isOfOthers
      ? l10n.t('Other features within it count as the same object.')
      : l10n.t('Features within it count as the same object.'),
    value: String(usual.farthest),
    read: text => {
      const value = typedNumber(text.replace(/m$/, '')) ?? Number.NaN;
      return value >= 0 && value <= farthestAsked ? { value } : { problem };
    },
  });
}

/** If the overlap is below this, the reports are probably about different places. */
const minBoxShare = 0.5;

/**
 * Compares two reports of one place: what is new, gone or the same. The result is an unsaved GeoJSON document, colored
 * by result on the map beside it.
 *
 * @param argument a row of an order or a file; `all` the files that are selected in the Explorer
 */
export async function compareReports(parts: DeliveryParts, argument: unknown, all: unknown): Promise<void> {
  const chosen = await chooseTwoReports(parts, argument, all);
  if (!chosen) return;
  const first = await readSource(parts, chosen[0]);
  const second = first && (await readSource(parts, chosen[1]));
  if (!second) return;
  const choice = await askComparison(first, second);
  if (!choice) return;
  const { older, newer } = choice;
  const found = await inStatusBar(l10n.t('Comparing…'), async () => {
    const [before, after] = await Promise.all([readCoverage(parts, older), readCoverage(parts, newer)]);
    return {
      ...(await compared(choice, { older: before.outlines, newer: after.outlines })),
      isKnown: before.isKnown && after.isKnown,
    };
  });
  if (!(await confirmComparison(choice, found))) return;
  await show(parts, older, newer, found);
}

interface Found extends ComparedTexts {
  /** Whether the area and the images of both reports are known. */
  isKnown: boolean;
}

/** What a report covers: the area that it was ordered for, in its images, as far as the service lists these. */
async function readCoverage(
  { session }: DeliveryParts,
  { order }: ReportRead,
): Promise<{ outlines: Coverage; isKnown: boolean }> {
  if (!order) return { outlines: [], isKnown: false };
  const aoi = orderArea(order);
  const ids = orderImageIds(order);
  const named = ids.map(id => ({ id, near: aoi && { aoi } }));
  const client = asSignedIn(session.current.peek())?.client();
  const images = (await client?.then(known => findImages(known, named)).catch(() => undefined)) ?? [];
  const outlines = [...(aoi ? [aoi] : []), ...images.map(({ footprint }) => footprint)];
  const hasAll = ids.length > 0 && ids.every(id => images.some(image => image.id === id));
  return { outlines, isKnown: aoi !== undefined && hasAll };
}

interface ComparisonChoice {
  older: ReportRead;
  newer: ReportRead;
  sameness: Sameness;
}

/**
 * Which report is older, and when two features are the same object; `undefined` when the user cancels. The order is
 * asked for only if the dates don't tell it, or with the Back button.
 */
async function askComparison(a: ReportRead, b: ReportRead): Promise<ComparisonChoice | undefined> {
  const isTurned = (a.time ?? 0) > (b.time ?? 0);
  const [first, second] = isTurned ? [b, a] : [a, b];
  let mustAsk = !first.isDated || !second.isDated || first.time === second.time;
  for (;;) {
    const order = mustAsk ? await askOrder(first, second) : { older: first, newer: second };
    if (!order) return undefined;
    const sameness = await samenessSteps(order.older.facts, order.newer.facts);
    if (sameness === undefined) return undefined;
    if (sameness !== back) return { ...order, sameness };
    mustAsk = true;
  }
}

async function askOrder(
  first: ReportRead,
  second: ReportRead,
): Promise<Pick<ComparisonChoice, 'older' | 'newer'> | undefined> {
  const inOrder = (older: ReportRead, newer: ReportRead) => ({
    label: comparisonTitle(older, newer),
    detail: `${dayText(older)} → ${dayText(newer)}`,
    older,
    newer,
  });
  const answer = await pickStep({
    title: l10n.t('Which report is older?'),
    placeholder: '',
    items: [inOrder(first, second), inOrder(second, first)],
    hasBack: false,
  });
  return answer === undefined || answer === back ? undefined : answer[0];
}

function comparisonTitle(older: ReportRead, newer: ReportRead): string {
  return `${older.name} → ${newer.name}`;
}

function dayText({ time }: ReportRead): string {
  return time === undefined ? l10n.t('no date') : isoDay(time);
}

async function compared(
  { older, newer, sameness }: ComparisonChoice,
  coverage: BothCoverages,
): Promise<ComparedTexts> {
  const names = { older: older.name, newer: newer.name };
  const { length } = older.text;
  const found = await reportWork.run(
    'compareTexts',
    older.text + newer.text,
    length,
    names,
    sameness,
    coverage,
  );
  switch (found.kind) {
    case 'compared':
      return found;
    case 'broken':
      throw new UserError(noReportText(names[found.which]));
    case 'tooDense':
      throw new UserError(l10n.t('Too many possible matches. Use a shorter distance or a greater overlap.'));
  }
}

/** Asks for confirmation if the reports are probably about different places or things. */
async function confirmComparison(
  { older, newer }: Pick<ComparisonChoice, 'older' | 'newer'>,
  { boxShare }: ComparedTexts,
): Promise<boolean> {
  const isElsewhere = boxShare !== undefined && boxShare < minBoxShare;
  const analytics = [older, newer].map(({ order }) => order && placedContents(order).analytic);
  const isOther = !analytics.includes(undefined) && analytics[0] !== analytics[1];
  if (!isElsewhere && !isOther) return true;
  const yes = l10n.t('Show Comparison');
  const message = isOther
    ? l10n.t('The two reports are of different analytics.')
    : l10n.t('The areas of the two reports hardly overlap.');
  const detail = [
    ...(isOther
      ? [
          l10n.t('Objects that only one of them looks for count as new or gone.'),
          ...analytics.map(code => safeLine(code ?? '')),
        ]
      : []),
    ...(isElsewhere
      ? [l10n.t('Everything outside the other report counts as new, gone or not covered.')]
      : []),
  ].join('\n');
  return (await showWarningMessage(message, { modal: true, detail }, yes)) === yes;
}

async function show(parts: DeliveryParts, older: ReportRead, newer: ReportRead, found: Found): Promise<void> {
  const title = comparisonTitle(older, newer);
  const stem = `change ${newer.name.replace(/(-[0-9a-f]{8})?\.(geo)?json$/i, '')}`;
  const imageIds = [older, newer].flatMap(({ order }) => (order ? orderImageIds(order) : []));
  const area = newer.order && orderArea(newer.order);
  const made = {
    title,
    stem,
    text: found.text,
    from: newer.uri,
    imageIds: [...new Set(imageIds)],
    area,
    connection: older.connection === newer.connection ? newer.connection : undefined,
  };
  const isShown = await showMade(parts, made);
  if (isShown)
    void showInformationMessage(
      [summaryText(found), outsideText(found), unseenText(found), mixedText(found)].filter(Boolean).join(' '),
    );
}

function summaryText({ counts }: ComparedTexts): string {
  return l10n.t(
    '{0} new, {1} gone, {2} the same.',
    numberText(counts.fresh),
    numberText(counts.gone),
    numberText(counts.same),
  );
}

function outsideText({ counts: { outsideOlder, outsideNewer } }: Found): string {
  if (outsideOlder + outsideNewer === 0) return '';
  return l10n.t(
    'Not covered by the older report: {0}, by the newer one: {1}.',
    numberText(outsideOlder),
    numberText(outsideNewer),
  );
}

/** A report has what its image shows. That it can show clouds stands beside the figures. */
function unseenText({ isKnown }: Found): string {
  if (isKnown) return '';
  return l10n.t("New or gone can also mean that the other report's image doesn't show the place.");
}

/** Shown if some features couldn't be compared with each other. */
function mixedText({ kinds: { older, newer } }: ComparedTexts): string {
  const isMixed = [older, newer].some(({ polygons, others }) => polygons > 0 && others > 0);
  const isApart = (older.polygons === 0) !== (newer.polygons === 0) && older.others + newer.others > 0;
  return isMixed || isApart ? l10n.t('Polygons are compared by overlap, other features by center.') : '';
}
