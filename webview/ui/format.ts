import * as l10n from '@vscode/l10n';
import { dateWords, numberText, numberWords } from '../../src/model/words/displayLanguage.ts';
import { shareText } from '../../src/model/words/areaText.ts';
import type { ImageRow, MapState } from '../../src/shared/protocol.ts';
import { wrappedLongitude } from '../../src/model/geometry/sphere.ts';
import { momentOf } from '../../src/model/words/moment.ts';

export function countText(count: number): string {
  return numberText(count);
}

export function imageCount(count: number): string {
  return count === 1 ? l10n.t('1 image') : l10n.t('{0} images', countText(count));
}

/** "50 of 482 images", "50 of 10,000+ images": a cap of the service is never shown as a count. */
export function totalText(loaded: number, state: Pick<MapState, 'total' | 'totalIsCap' | 'hasMore'>): string {
  const { total, totalIsCap, hasMore } = state;
  if (total === undefined && hasMore) return l10n.t('{0} images so far', countText(loaded));
  if (total === undefined || (total <= loaded && !totalIsCap)) return imageCount(loaded);
  const known = totalIsCap ? `${countText(total)}+` : countText(total);
  return l10n.t('{0} of {1} images', countText(loaded), known);
}

/**
 * "1,204 shown, 96 hidden by filters": what became of the images that are loaded; `undefined` when all are shown.
 *
 * @param duplicates images of an acquisition that is shown already
 * @param unreadable features of the service that are no images
 */
export function shownText(
  shown: number,
  {
    filtered = 0,
    duplicates = 0,
    unreadable = 0,
  }: { filtered?: number; duplicates?: number; unreadable?: number },
): string | undefined {
  const parts = [
    ...(filtered > 0 ? [hiddenText(filtered)] : []),
    ...(duplicates > 0 ? [duplicatesText(duplicates)] : []),
    ...(unreadable > 0 ? [l10n.t("{0} couldn't be read", countText(unreadable))] : []),
  ];
  return parts.length === 0 ? undefined : [l10n.t('{0} shown', countText(shown)), ...parts].join(', ');
}

function duplicatesText(count: number): string {
  return count === 1 ? l10n.t('1 ALBUM duplicate') : l10n.t('{0} ALBUM duplicates', countText(count));
}

export function hiddenText(count: number): string {
  return l10n.t('{0} hidden by filters', countText(count));
}

/**
 * @param share of the area, 0 to 1
 * @param count of the images that cover it, at least 1
 */
export function coveredText(share: number, count: number): string {
  return count === 1
    ? l10n.t('covers {0}', shareText(share))
    : l10n.t('covers {0} together', shareText(share));
}

/** @param unreadable at least 1 */
export function unreadableText(unreadable: number): string {
  return l10n.t(
    'The service sent items that are not images ({0}). See the log for details.',
    countText(unreadable),
  );
}

export function localTimeText(text: string): string | undefined {
  const moment = momentOf(text);
  return moment && !moment.isDay ? l10n.t('Local time: {0}', localTime(new Date(moment.time))) : undefined;
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

/** "PHR 0.5 m"; what the service left out stays out. */
export function sensorText(image: Pick<ImageRow, 'constellation' | 'resolution'>): string {
  const { constellation, resolution } = image;
  const size = resolution === undefined ? undefined : l10n.t('{0} m', numberText(resolution));
  return [constellation, size].filter(part => part !== undefined).join(' ');
}

export function percentText(percent: number): string {
  return l10n.t('{0} %', Math.round(percent));
}

export function cloudText(percent: number): string {
  return l10n.t('{0} % cloud', Math.round(percent));
}

export function snowText(percent: number): string {
  return l10n.t('{0} % snow', Math.round(percent));
}

const tenths = numberWords({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Short, as it stands in a row. */
export function angleText(degrees: number): string {
  return l10n.t('∠ {0}°', tenths(degrees));
}

/** The angle to the ground's normal, which is not the angle at the satellite (off nadir). */
export function incidenceText(degrees: number): string {
  return l10n.t('incidence angle {0}°', tenths(degrees));
}

/** "43.29510° N, 5.36120° E": five digits are about a metre. The longitude is brought back into ±180. */
export function positionText(latitude: number, longitude: number): string {
  const wrapped = wrappedLongitude(longitude);
  const north =
    latitude >= 0 ? l10n.t('{0}° N', latitude.toFixed(5)) : l10n.t('{0}° S', (-latitude).toFixed(5));
  const east = wrapped >= 0 ? l10n.t('{0}° E', wrapped.toFixed(5)) : l10n.t('{0}° W', (-wrapped).toFixed(5));
  return `${north}, ${east}`;
}
