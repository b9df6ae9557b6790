import * as l10n from '@vscode/l10n';
import { sensorText } from '../../../src/base/words/figureText.ts';
import { dayText, minuteText } from '../../../src/base/words/moment.ts';
import type { ImageRow } from '../../../src/protocol/protocol.ts';

/**
 * "2026-03-14 PHR", or a part of the id if the image isn't in the list. `PictureModel.nameOnMap` tells it from others on
 * the map.
 */
export function pictureName(row: ImageRow | undefined, id: string, timeText = dayText): string {
  const name = row && [row.acquisitionDate && timeText(row.acquisitionDate), row.constellation];
  const known = name?.filter(part => part !== undefined && part !== '').join(' ') ?? '';
  return known === '' ? l10n.t('Image {0}', id.slice(0, 8)) : known;
}

/** The full name of an image: "2026-03-14 10:42 UTC, PHR 0.5 m". */
export function pictureTitle(row: ImageRow): string {
  const time =
    row.acquisitionDate === undefined ? undefined : l10n.t('{0} UTC', minuteText(row.acquisitionDate));
  return [time, sensorText(row)].filter(part => part !== undefined && part !== '').join(', ');
}

export function spendsText(): string {
  return l10n.t('Each tile uses your streaming allowance.');
}

export function streamHint(): string {
  return l10n.t('Shows full resolution. Each tile uses your streaming allowance; you confirm first.');
}
