/** What several files of the page say of images. */
import * as l10n from '@vscode/l10n';
import { shareText } from '../../../src/base/words/areaText.ts';
import { dateWords } from '../../../src/base/words/displayLanguage.ts';
import { percentText } from '../../../src/base/words/figureText.ts';
import { parseMoment } from '../../../src/base/words/moment.ts';
import { type LimitName, listFilters } from '../../../src/features/images/rules/listFilters.ts';
import type { ImageRow, MapState } from '../../../src/protocol/protocol.ts';
import { countText } from '../../ui/format.ts';
import { maxCompared } from '../pictures/index.ts';
import type { ImageStore } from './imageStore.ts';

export function imageCount(count: number): string {
  return count === 1 ? l10n.t('1 image') : l10n.t('{0} images', countText(count));
}

/** "50 of 482 images", "50 of 10,000+ images": a limit of the service is never shown as a count. */
export function totalText(
  loaded: number,
  state: Pick<MapState, 'total' | 'totalIsCap' | 'hasMore' | 'expected'>,
): string {
  const { total, totalIsCap, hasMore, expected = 0 } = state;
  if (totalIsCap && hasMore && expected > Math.max(loaded, total ?? 0))
    return l10n.t('{0} of about {1} images', countText(loaded), roughCount(expected));
  const isBeyondCap = totalIsCap && total !== undefined && loaded > total;
  if ((total === undefined || isBeyondCap) && hasMore) return l10n.t('{0} images so far', countText(loaded));
  if (total === undefined || (total <= loaded && !totalIsCap)) return imageCount(loaded);
  const known = totalIsCap ? `${countText(total)}+` : countText(total);
  return l10n.t('{0} of {1} images', countText(loaded), known);
}

/** How far all matches are loaded: "60,083 of about 750,000 · 8 %". `share` is 0 to 1. */
interface LoadingAll {
  share: number;
  text: string;
}

/** @param covered share of the acquisition interval read so far; extrapolated if the service doesn't count the matches */
export function loadingAll(
  { imageCount: loaded, total, totalIsCap }: Pick<MapState, 'imageCount' | 'total' | 'totalIsCap'>,
  covered: number,
): LoadingAll {
  const isCounted = total !== undefined && !totalIsCap;
  const share = isCounted ? Math.min(1, loaded / Math.max(1, total)) : covered;
  const percent = percentText(Math.floor(share * 100));
  if (isCounted)
    return { share, text: l10n.t('{0} of {1} · {2}', countText(loaded), countText(total), percent) };
  const estimate = Math.max(total ?? 0, loaded / covered);
  const text = Number.isFinite(estimate)
    ? l10n.t('{0} of about {1} · {2}', countText(loaded), roughCount(estimate), percent)
    : l10n.t('{0} images so far', countText(loaded));
  return { share, text };
}

function roughCount(estimate: number): string {
  return countText(Number(estimate.toPrecision(2)));
}

/** What `ResultsArrangement` says of the list. */
interface Shown {
  rows: readonly unknown[];
  filteredCount: number;
  unknown: ReadonlyMap<LimitName, number>;
  duplicateCount: number;
}

/**
 * "1,204 shown, 96 hidden by filters": the loaded images; `undefined` if all are shown.
 *
 * @param unreadable features of the service that couldn't be read
 */
export function shownCount(
  { rows, filteredCount, unknown, duplicateCount }: Shown,
  unreadable = 0,
): string | undefined {
  const filtered = filteredCount - [...unknown.values()].reduce((sum, count) => sum + count, 0);
  const parts = [
    ...(filtered > 0 ? [hiddenText(filtered)] : []),
    ...unknownTexts(unknown),
    ...(duplicateCount > 0 ? [duplicatesText(duplicateCount)] : []),
    ...(unreadable > 0 ? [l10n.t("{0} couldn't be read", countText(unreadable))] : []),
  ];
  return parts.length === 0 ? undefined : [l10n.t('{0} shown', countText(rows.length)), ...parts].join(', ');
}

/** Of images that are hidden because what a filter limits isn't known of them. */
export function unknownTexts(unknown: Shown['unknown']): string[] {
  return [...unknown].map(([name, count]) =>
    l10n.t('{0} hidden: “{1}” unknown', countText(count), listFilters[name].column()),
  );
}

function duplicatesText(count: number): string {
  return count === 1
    ? l10n.t('1 ALBUM duplicate not shown')
    : l10n.t('{0} ALBUM duplicates not shown', countText(count));
}

export function hiddenText(count: number): string {
  return l10n.t('{0} hidden by filters', countText(count));
}

/** @param share of the area, 0 to 1 */
export function coveredText(share: number): string {
  return l10n.t('covers {0}', shareText(share));
}

/** @param unreadable at least 1 */
export function notImagesText(unreadable: number): string {
  return l10n.t('The service sent items that are not images ({0}). See the log.', countText(unreadable));
}

/** Nothing where the local time is UTC, which is shown already. */
export function localTimeText(text: string): string | undefined {
  const moment = parseMoment(text);
  const date = new Date(moment?.time ?? NaN);
  return !moment || moment.isDay || date.getTimezoneOffset() === 0
    ? undefined
    : l10n.t('Local time: {0}', localTime(date));
}

const localTime = dateWords({
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

export function cloudText(percent: number): string {
  return l10n.t('{0} % cloud', Math.round(percent));
}

export function snowText(percent: number): string {
  return l10n.t('{0} % snow', Math.round(percent));
}

export function whyNotCompared(
  { rows: all }: Pick<ImageStore, 'rows'>,
  ids: readonly string[],
): string | undefined {
  if (ids.length < 2 || ids.length > maxCompared) return l10n.t('Select two to four images first.');
  const rows = all.peek().filter(({ id }) => ids.includes(id));
  return rows.find(({ whyNo }) => whyNo.quicklook !== undefined)?.whyNo.quicklook;
}

export function whyNotPinned(row: ImageRow | undefined): string | undefined {
  return row?.isDelivered ? l10n.t("Delivered items can't be ordered again.") : undefined;
}

/**
 * Why the selected images can't be ordered.
 *
 * @param covered the share of the area that they cover together, 0 to 1; `undefined` if that isn't known
 */
export function whyNoOrder(
  selected: readonly string[],
  rows: readonly ImageRow[],
  covered: number | undefined,
): string | undefined {
  const chosen = new Set(selected);
  if (rows.some(row => row.isDelivered && chosen.has(row.id)))
    return l10n.t("Delivered items can't be ordered again.");
  return covered === 0 ? l10n.t("The selected images don't show the area.") : undefined;
}
