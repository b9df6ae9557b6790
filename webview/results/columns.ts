import * as l10n from '@vscode/l10n';
import type { ClearHere } from '../../src/model/images/clearHere.ts';
import { aboutText, clearText } from '../../src/model/images/clearText.ts';
import { shareText } from '../../src/model/words/areaText.ts';
import { numberText } from '../../src/model/words/displayLanguage.ts';
import { minuteText, momentOf } from '../../src/model/words/moment.ts';
import type { ImageRow } from '../../src/shared/protocol.ts';
import { angleText, degreesText, localTimeText, percentText, sensorText } from '../ui/format.ts';

export interface InArea {
  /** The part of the AOI that the image covers, 0 to 1. */
  share?: number | undefined;
  clear?: ClearHere | undefined;
}

/** What a column shows of an image and is sorted by. */
export interface Column {
  label: () => string;
  /** CSS pixels; enough for the label and the sort arrow. */
  width: number;
  text: (row: ImageRow, inArea: InArea) => string;
  /** `undefined` and NaN come last in both directions. */
  value: (row: ImageRow, inArea: InArea) => number | string | undefined;
  isNumber?: boolean;
  /** The service's name for it, if it can sort by it. */
  field?: string;
  /** For a cell, if it adds to the text. */
  tooltip?: (row: ImageRow, inArea: InArea) => string | undefined;
}

/** All columns, in their order on screen. */
const all = {
  time: {
    ...words('acquisitionDate', 126, () => l10n.t('Acquired (UTC)'), minuteText),
    value: acquiredAt,
    field: 'acquisitionDate',
    tooltip: ({ acquisitionDate: time }) => time && localTimeText(time),
  },
  sensor: {
    width: 84,
    label: () => l10n.t('Sensor'),
    text: sensorText,
    value: row => sensorText(row) || undefined,
    field: 'constellation',
  },
  cloud: { ...numbers('cloudCover', 58, () => l10n.t('Cloud'), percentText), field: 'cloudCover' },
  clear: {
    width: 124,
    label: () => l10n.t('Clear here'),
    isNumber: true,
    text: (_, { clear }) => (clear === 'unknown' ? l10n.t('unknown') : clear ? aboutText(clear.share) : ''),
    value: (_, { clear }) => (clear === 'unknown' ? undefined : clear?.share),
    tooltip: (_, { clear }) => clear && clearTooltip(clear),
  },
  snow: { ...numbers('snowCover', 58, () => l10n.t('Snow'), percentText), field: 'snowCover' },
  incidence: {
    ...numbers('incidenceAngle', 126, () => l10n.t('Incidence angle'), angleText),
    field: 'incidenceAngle',
  },
  sun: numbers('sunElevation', 110, () => l10n.t('Sun elevation'), degreesText),
  cover: {
    width: 104,
    label: () => l10n.t('AOI covered'),
    value: (_, { share }) => share,
    text: (_, { share }) => (share === undefined ? '' : shareText(share)),
  },
  resolution: {
    ...numbers(
      'resolution',
      96,
      () => l10n.t('Resolution'),
      meters => l10n.t('{0} m', meters),
    ),
    field: 'resolution',
  },
  rate: {
    width: 194,
    label: () => l10n.t('Credits per clear km²'),
    value: clearRate,
    isNumber: true,
    text: (row, inArea) => rateNumber(clearRate(row, inArea)),
  },
  note: {
    width: 170,
    label: () => l10n.t('Note'),
    text: row => row.pin?.note ?? '',
    value: row => row.pin?.note,
  },
  level: { ...words('processingLevel', 130, () => l10n.t('Processing level')), field: 'processingLevel' },
  productType: words('productType', 110, () => l10n.t('Product type')),
  platform: { ...words('platform', 84, () => l10n.t('Platform')), field: 'platform' },
  strip: words('strip', 170, () => l10n.t('Strip')),
  id: words('id', 270, () => l10n.t('ID')),
} satisfies Record<string, Column>;

export type ColumnId = keyof typeof all;

export const columns: Readonly<Record<ColumnId, Column>> = all;

// `Object.keys` returns string[], because an object can have more keys than its type.
export const columnIds = Object.keys(all) as ColumnId[];

function rateNumber(rate: number | undefined): string {
  return rate === undefined ? '' : numberText(Number(rate.toPrecision(3)));
}

function numbers(
  name: 'cloudCover' | 'snowCover' | 'incidenceAngle' | 'sunElevation' | 'resolution',
  width: number,
  label: () => string,
  text: (value: number) => string,
): Column {
  const textOf = ({ [name]: value }: ImageRow) => (value === undefined ? '' : text(value));
  return {
    label,
    width,
    text: textOf,
    value: row => row[name],
    isNumber: true,
  };
}

function words(
  field: 'acquisitionDate' | 'processingLevel' | 'productType' | 'platform' | 'strip' | 'id',
  width: number,
  label: () => string,
  text = (value: string) => value,
): Column {
  const textOf = ({ [field]: value }: ImageRow) => (value === undefined ? '' : text(value));
  return { label, width, text: textOf, value: row => row[field] || undefined };
}

/**
 * Credits per km² of the area that the image shows without clouds, by the estimate for the area if there is one, else by
 * the service's cloud cover of the whole acquisition.
 *
 * @returns `undefined` unless an order of this image for this area is priced and shows something
 */
export function clearRate(
  { pin, cloudCover }: Pick<ImageRow, 'pin' | 'cloudCover'>,
  { share, clear }: InArea,
): number | undefined {
  const clearShare = typeof clear === 'object' ? clear.share : clearShareOf(cloudCover);
  if (pin?.creditsPerKm2 === undefined || share === undefined || clearShare === undefined) return undefined;
  const visibleShare = share * clearShare;
  return visibleShare > 0 ? pin.creditsPerKm2 / visibleShare : undefined;
}

function clearShareOf(cloudCover: number | undefined): number | undefined {
  return cloudCover === undefined ? undefined : 1 - cloudCover / 100;
}

export function clearTooltip(clear: ClearHere): string {
  return clear === 'unknown'
    ? l10n.t("How clear the area is can't be estimated from the quicklook.")
    : l10n.t('{0}, estimated from the quicklook', clearText(clear.share));
}

const knownTimes = new WeakMap<ImageRow, number>();

/** When an image was acquired, epoch ms; NaN if unknown. Cached for each row, because lists are sorted by it. */
export function acquiredAt(row: ImageRow): number {
  let time = knownTimes.get(row);
  if (time === undefined) {
    time = momentOf(row.acquisitionDate)?.time ?? NaN;
    knownTimes.set(row, time);
  }
  return time;
}
