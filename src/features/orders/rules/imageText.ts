/** Display text for an image, as far as the service describes it. */
import * as l10n from '@vscode/l10n';
import { fixedText } from '../../../base/words/displayLanguage.ts';
import { dayText, utcText } from '../../../base/words/moment.ts';
import { type Image, isStereo } from '../../../service/rules/imagery.ts';

/** `2026-03-20, PHR`, or the id if not even the date is known. */
export function imageName({ id, acquisitionDate, constellation }: Image): string {
  if (acquisitionDate === undefined) return id;
  const day = dayText(acquisitionDate);
  return constellation === undefined ? day : `${day}, ${constellation}`;
}

/** Facts that distinguish images: date, source, cloud, angle; and problems for ordering. */
export function imageFacts(image: Image): string[] {
  const { acquisitionDate, constellation, platform, resolution, cloudCover, incidenceAngle } = image;
  const sensor = [
    constellation,
    platform === undefined || platform === constellation ? undefined : `(${platform})`,
    resolution === undefined ? undefined : l10n.t('{0} m', resolution),
  ].filter(part => part !== undefined);
  return [
    acquisitionDate === undefined ? l10n.t('no date') : utcText(acquisitionDate),
    ...(sensor.length > 0 ? [sensor.join(' ')] : []),
    ...(cloudCover === undefined ? [] : [l10n.t('{0} % cloud', Math.round(cloudCover))]),
    ...(incidenceAngle === undefined ? [] : [l10n.t('incidence angle {0}°', fixedText(incidenceAngle, 1))]),
    ...(image.processingLevel === undefined ? [] : [levelText(image.processingLevel)]),
    ...(isStereo(image) ? [l10n.t('stereo')] : []),
  ];
}

function levelText(level: string): string {
  return level === 'ALBUM' ? l10n.t('ALBUM: may never be delivered') : level;
}
