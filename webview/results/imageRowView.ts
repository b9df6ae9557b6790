import * as l10n from '@vscode/l10n';
import type { ImageRow } from '../../src/shared/protocol.ts';
import { element } from '../element.ts';
import { angleText, cloudText, incidenceText, localTimeText, sensorText, utcText } from '../format.ts';
import { constellationClass } from '../map/mapColours.ts';

/** One row of the results list, in reading order: when, what, how clear, how steep, which level. */
export function imageRowView(image: ImageRow, elementId: string): HTMLElement {
  const acquired = image.acquisitionDate === undefined ? l10n.t('No date') : utcText(image.acquisitionDate);
  const sensor = sensorText(image);
  const cloud = image.cloudCover === undefined ? '' : cloudText(image.cloudCover);
  const incidence = image.incidenceAngle === undefined ? '' : incidenceText(image.incidenceAngle);
  const level = image.processingLevel ?? '';

  const time = element('span', { class: 'row-time' }, acquired);
  const local = image.acquisitionDate === undefined ? undefined : localTimeText(image.acquisitionDate);
  if (local !== undefined) time.title = local;

  const angle = element('span', { class: 'row-angle' });
  if (image.incidenceAngle !== undefined) {
    angle.textContent = angleText(image.incidenceAngle);
    angle.title = incidence;
  }

  const spoken = [`${acquired} UTC`, sensor, cloud, incidence, level].filter(part => part !== '').join(', ');
  return element(
    'div',
    { id: elementId, class: 'row', role: 'option', 'aria-label': spoken, 'data-image-id': image.id },
    element('span', { class: `swatch ${constellationClass(image.constellation)}` }),
    time,
    element('span', { class: 'row-sensor' }, sensor),
    element('span', { class: 'row-cloud' }, cloud),
    angle,
    element('span', { class: level === '' ? 'row-level' : 'row-level badge' }, level),
  );
}
