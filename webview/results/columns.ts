import * as l10n from '@vscode/l10n';
import { momentOf } from '../../src/model/words/moment.ts';
import { minuteText } from '../../src/model/words/momentText.ts';
import { shareText } from '../../src/model/words/shareText.ts';
import type { ImageRow } from '../../src/shared/protocol.ts';
import { angleText, localTimeText, percentText, sensorText } from '../ui/format.ts';

/** What a column says of an image, and what it is sorted by. `share`: of the AOI that the image covers, 0 to 1. */
export interface Column {
  label: () => string;
  /** CSS pixels; enough for the label with the arrow of its order. */
  width: number;
  text: (row: ImageRow, share: number | undefined) => string;
  /** `undefined` and NaN come last, whichever way is sorted. */
  value: (row: ImageRow, share: number | undefined) => number | string | undefined;
  isNumber?: boolean;
  /** Of a cell, where it says more than its text. */
  tooltip?: (row: ImageRow) => string | undefined;
}

/** All columns, in their order on screen. A new one is a line here. */
const all = {
  time: {
    ...words(
      () => l10n.t('Acquired (UTC)'),
      126,
      ({ acquisitionDate: time }) => time && minuteText(time),
    ),
    value: acquiredAt,
    tooltip: ({ acquisitionDate: time }) => time && localTimeText(time),
  },
  sensor: words(() => l10n.t('Sensor'), 84, sensorText),
  cloud: numbers(
    () => l10n.t('Cloud'),
    58,
    row => row.cloudCover,
    percentText,
  ),
  snow: numbers(
    () => l10n.t('Snow'),
    58,
    row => row.snowCover,
    percentText,
  ),
  incidence: numbers(
    () => l10n.t('Incidence angle'),
    126,
    row => row.incidenceAngle,
    angleText,
  ),
  cover: {
    ...numbers(
      () => l10n.t('AOI covered'),
      104,
      (_, share) => share,
      shareText,
    ),
    isNumber: false,
  },
  resolution: numbers(
    () => l10n.t('Resolution'),
    96,
    row => row.resolution,
    meters => l10n.t('{0} m', meters),
  ),
  level: words(
    () => l10n.t('Processing level'),
    130,
    row => row.processingLevel,
  ),
  productType: words(
    () => l10n.t('Product type'),
    110,
    row => row.productType,
  ),
  platform: words(
    () => l10n.t('Platform'),
    84,
    row => row.platform,
  ),
  strip: words(
    () => l10n.t('Strip'),
    170,
    row => row.strip,
  ),
  id: words(
    () => l10n.t('Id'),
    270,
    row => row.id,
  ),
} satisfies Record<string, Column>;

export type ColumnId = keyof typeof all;

export const columns: Readonly<Record<ColumnId, Column>> = all;

// `Object.keys` knows no more of an object than that it can have other keys too.
export const columnIds = Object.keys(all) as ColumnId[];

function numbers(
  label: () => string,
  width: number,
  value: (row: ImageRow, share: number | undefined) => number | undefined,
  text: (value: number) => string,
): Column {
  const textOf: Column['text'] = (row, share) => {
    const known = value(row, share);
    return known === undefined ? '' : text(known);
  };
  return { label, width, text: textOf, value, isNumber: true };
}

/** Sorted by what they say. */
function words(label: () => string, width: number, text: (row: ImageRow) => string | undefined): Column {
  return { label, width, text: row => text(row) ?? '', value: row => text(row) || undefined };
}

const knownTimes = new WeakMap<ImageRow, number>();

/** When an image was acquired, epoch ms; NaN where that is not known. Read once for each row: lists sort by it. */
export function acquiredAt(row: ImageRow): number {
  let time = knownTimes.get(row);
  if (time === undefined) {
    time = momentOf(row.acquisitionDate)?.time ?? NaN;
    knownTimes.set(row, time);
  }
  return time;
}
