/** Display text for an image, as far as the service describes it. */
import * as l10n from '@vscode/l10n';
import { fixedText } from '../../../base/words/displayLanguage.ts';
import { metersText } from '../../../base/words/figureText.ts';
import { daysBetween, dayText, parseMoment, utcText } from '../../../base/words/moment.ts';
import { type Image, isStereo } from '../../../service/rules/imagery.ts';

/** `2026-03-20, PHR`, or the id if not even the date is known. */
export function imageName({ id, acquisitionDate, constellation }: Image): string {
  if (acquisitionDate === undefined) return id;
  const day = dayText(acquisitionDate);
  return constellation === undefined ? day : `${day}, ${constellation}`;
}

/** Empty if it isn't known. */
export function resolutionTexts({ resolution }: Image): string[] {
  return resolution === undefined ? [] : [metersText(resolution)];
}

/** Of the whole image. Empty if it isn't known. */
export function cloudTexts({ cloudCover }: Pick<Image, 'cloudCover'>): string[] {
  return cloudCover === undefined ? [] : [l10n.t('{0} % cloud', Math.round(cloudCover))];
}

/** `2026-03-20, PNEO 0.3 m · 30 % cloud` */
export function lookText(image: Image): string {
  return [[imageName(image), ...resolutionTexts(image)].join(' '), ...cloudTexts(image)].join(' · ');
}

/**
 * `2026-03-20`, or the first and last day of several images: `2025-12-01 to 2026-03-20`. Empty if no day is known. It is for
 * texts that are edited: the editor frames a dash as a character that looks like another.
 */
export function imageDays(images: readonly Image[]): string {
  const days = images.flatMap(({ acquisitionDate }) => acquisitionDate?.slice(0, 10) ?? []).toSorted();
  const [first = ''] = days;
  return daysText(first, days.at(-1) ?? '');
}

/** `2025-12-01 to 2026-03-20`, or the only day. */
export function daysText(first: string, last: string): string {
  return first === last ? first : l10n.t('{0} to {1}', first, last);
}

/** `96 days apart`, of two images; `undefined` for other numbers of them. */
export function pairGapText(images: readonly Image[]): string | undefined {
  if (images.length !== 2) return undefined;
  const times = images.flatMap(({ acquisitionDate }) => parseMoment(acquisitionDate)?.time ?? []);
  const days = times.length === 2 ? daysBetween(Math.min(...times), Math.max(...times)) : undefined;
  if (days === undefined) return undefined;
  return days === 1 ? l10n.t('1 day apart') : l10n.t('{0} days apart', days);
}

/** Facts that distinguish images: date, source, cloud, angle; and problems for ordering. */
export function imageTexts(image: Image): string[] {
  const { acquisitionDate, constellation, platform, incidenceAngle } = image;
  const sensor = [
    constellation,
    platform === undefined || platform === constellation ? undefined : `(${platform})`,
    ...resolutionTexts(image),
  ].filter(part => part !== undefined);
  return [
    acquisitionDate === undefined ? l10n.t('no date') : utcText(acquisitionDate),
    ...(sensor.length > 0 ? [sensor.join(' ')] : []),
    ...cloudTexts(image),
    ...(incidenceAngle === undefined ? [] : [l10n.t('incidence angle {0}°', fixedText(incidenceAngle, 1))]),
    ...(image.processingLevel === undefined ? [] : [levelText(image.processingLevel)]),
    ...(isStereo(image) ? [stereoText()] : []),
  ];
}

/** With what it means for an order (specification: States and transitions, Order). */
export function stereoText(): string {
  return l10n.t('stereo: never delivered');
}

/** Why an order of the image may never be delivered. */
export function riskText(image: Pick<Image, 'processingLevel' | 'productType'>): string | undefined {
  if (isStereo(image)) return stereoText();
  return image.processingLevel === 'ALBUM' ? levelText('ALBUM') : undefined;
}

/** With what it means for an order. */
export function levelText(level: string): string {
  return level === 'ALBUM' ? l10n.t('ALBUM: may never be delivered') : level;
}
