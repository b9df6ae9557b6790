import * as l10n from '@vscode/l10n';
import { shareText } from '../../src/model/words/shareText.ts';
import type { ImageRow } from '../../src/shared/protocol.ts';
import { angleText, percentText, sensorText } from '../ui/format.ts';
import { acquiredAt } from './rowTime.ts';
import { minuteText } from '../../src/model/words/momentText.ts';

export const columnIds = [
  'time',
  'sensor',
  'cloud',
  'snow',
  'incidence',
  'cover',
  'resolution',
  'level',
  'productType',
  'platform',
  'strip',
  'id',
] as const;

export type ColumnId = (typeof columnIds)[number];

/** What a column says of an image, and what it is sorted by. */
export interface Column {
  label: string;
  /** CSS pixels; enough for the label with the arrow of its order. */
  width: number;
  text: (row: ImageRow, share: number | undefined) => string;
  /** `undefined` and NaN come last, whichever way is sorted. `share`: of the AOI that is covered, 0 to 1. */
  value: (row: ImageRow, share: number | undefined) => number | string | undefined;
  isNumber: boolean;
}

export function columnOf(id: ColumnId): Column {
  switch (id) {
    case 'time':
      return words(
        l10n.t('Acquired (UTC)'),
        126,
        row => (row.acquisitionDate === undefined ? '' : minuteText(row.acquisitionDate)),
        acquiredAt,
      );
    case 'sensor':
      return words(l10n.t('Sensor'), 84, sensorText);
    case 'cloud':
      return numbers(
        l10n.t('Cloud'),
        58,
        row => row.cloudCover,
        value => percentText(value),
      );
    case 'snow':
      return numbers(
        l10n.t('Snow'),
        58,
        row => row.snowCover,
        value => percentText(value),
      );
    case 'incidence':
      return numbers(l10n.t('Incidence angle'), 126, row => row.incidenceAngle, angleText);
    case 'cover':
      return numbers(l10n.t('AOI covered'), 104, (_, share) => share, shareText);
    case 'resolution':
      return numbers(
        l10n.t('Resolution'),
        96,
        row => row.resolution,
        metres => l10n.t('{0} m', metres),
      );
    case 'level':
      return words(l10n.t('Processing level'), 130, row => row.processingLevel ?? '');
    case 'productType':
      return words(l10n.t('Product type'), 110, row => row.productType ?? '');
    case 'platform':
      return words(l10n.t('Platform'), 84, row => row.platform ?? '');
    case 'strip':
      return words(l10n.t('Strip'), 170, row => row.strip ?? '');
    case 'id':
      return words(l10n.t('Id'), 270, row => row.id);
  }
}

function numbers(
  label: string,
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

/** Sorted by what they say, where nothing else is given. */
function words(
  label: string,
  width: number,
  text: (row: ImageRow) => string,
  value: (row: ImageRow) => number | string | undefined = row => text(row) || undefined,
): Column {
  return { label, width, text, value, isNumber: false };
}
