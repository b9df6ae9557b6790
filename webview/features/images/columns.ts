import * as l10n from '@vscode/l10n';
import { labeled } from '../../../src/base/words/labeled.ts';
import { parseMoment } from '../../../src/base/words/moment.ts';
import type { ClearHere } from '../../../src/features/images/rules/clearHere.ts';
import { clearOver, clearText } from '../../../src/features/images/rules/clearText.ts';
import {
  type FactName,
  factNamed,
  factNames,
  factText,
  factValue,
  type imageFacts,
} from '../../../src/features/images/rules/imageFacts.ts';
import type { ImageRow } from '../../../src/protocol/protocol.ts';
import { localTimeText } from './words.ts';

export interface InArea {
  /** The part of the AOI that the image covers, 0 to 1. */
  share?: number | undefined;
  clear?: ClearHere | undefined;
}

/** What a column shows of an image and is sorted by. */
export interface ImageColumn {
  label: () => string;
  /** CSS pixels; enough for the label and the sort arrow. */
  width: number;
  text: (row: ImageRow, inArea: InArea) => string;
  /** `undefined` and NaN come last in both directions. */
  value: (row: ImageRow, inArea: InArea) => number | string | undefined;
  isNumber?: boolean;
  /** For a cell, if it adds to the text. */
  tooltip?: (row: ImageRow, inArea: InArea) => string | undefined;
  /** Whether a person sees it at first. */
  isShown?: boolean;
  /** Whether the highest values come first. */
  startsDescending?: boolean;
  /** Whether it depends on the share of the AOI. */
  needsShare?: boolean;
  /** Whether an open row lists it. */
  isDetail: boolean;
  /** The service's name for it, if it can sort by it. */
  sortField?: string;
}

type Columns = {
  [
    N in FactName as (typeof imageFacts)[N] extends { column: infer C extends object }
      ? C extends { id: infer Id extends string }
        ? Id
        : N
      : never
  ]: ImageColumn;
};

export type ColumnId = keyof Columns;

/** What the page adds to the facts. */
const here: Partial<Record<ColumnId, Partial<ImageColumn>>> = {
  time: { value: acquiredAt, tooltip: ({ acquisitionDate: time }) => time && localTimeText(time) },
  clear: { tooltip: clearTooltip },
  rate: { tooltip: rateTooltip },
  level: { tooltip: levelTooltip },
  // A bar.
  cover: { isNumber: false },
};

/** All columns, in their order on screen. */
export const columns = Object.fromEntries(
  factNames.flatMap(name => {
    const { column, type, sortField } = factNamed(name);
    if (column === 'none') return [];
    const { id = name, ...look } = column;
    const made: ImageColumn = {
      ...look,
      text: (row, inArea) => factText(name, row, inArea),
      value: (row, inArea) => factValue(name, row, inArea),
      isNumber: type === 'number',
      sortField,
      ...here[id as ColumnId],
    };
    return [[id, made]];
  }),
) as Readonly<Columns>;

// `Object.keys` returns string[], because an object can have more keys than its type.
export const columnIds = Object.keys(columns) as ColumnId[];

/** In a row; empty if nothing is estimated. */
export function clearLine(inArea: InArea): string {
  const share = clearOver(inArea);
  if (share !== undefined) return clearText(share);
  return inArea.clear === 'unknown' ? l10n.t('clear here: unknown') : '';
}

/** What the price is of: `Image product (pansharpened): 12 credits/clear km²`. */
export function rateTooltip(row: ImageRow, inArea: InArea): string | undefined {
  const rate = rateText(row, inArea);
  const of = row.pin?.rateOf;
  return rate === undefined || of === undefined ? rate : labeled(of, rate);
}

export function rateText(row: ImageRow, inArea: InArea): string | undefined {
  const rate = columns.rate.text(row, inArea);
  return rate === '' ? undefined : l10n.t('{0} credits/clear km²', rate);
}

/** What the warning sign beside a processing level means. */
export function levelTooltip(row: Pick<ImageRow, 'processingLevel' | 'isStereo'>): string | undefined {
  if (row.isStereo) return l10n.t('Orders of stereo images are never delivered.');
  return row.processingLevel === 'ALBUM'
    ? l10n.t('Orders of ALBUM images may never be delivered.')
    : undefined;
}

/** `SENSOR`, or with what an order has to know first, `stereo`. */
export function levelText({ processingLevel, isStereo }: ImageRow): string | undefined {
  return isStereo ? l10n.t('stereo') : processingLevel;
}

/** Where the estimate comes from, or why there is none. */
export function clearTooltip({ cloudCover, whyNo }: ImageRow, inArea: InArea): string | undefined {
  const line = clearLine(inArea);
  if (line === '') return undefined;
  if (inArea.clear !== 'unknown') return l10n.t('{0} of the whole area, estimated from the quicklook', line);
  if (whyNo.quicklook !== undefined) return whyNo.quicklook;
  return cloudCover === undefined
    ? l10n.t('The service reports no cloud cover, which the estimate needs.')
    : l10n.t(
        "Its quicklook couldn't be loaded, shows too little of the area, or snow, pale ground or haze in it may look like clouds.",
      );
}

const knownTimes = new WeakMap<ImageRow, number>();

/** When an image was acquired, epoch ms; NaN if unknown. Cached for each row, because lists are sorted by it. */
export function acquiredAt(row: ImageRow): number {
  let time = knownTimes.get(row);
  if (time === undefined) {
    time = parseMoment(row.acquisitionDate)?.time ?? NaN;
    knownTimes.set(row, time);
  }
  return time;
}
