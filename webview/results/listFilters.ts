import * as l10n from '@vscode/l10n';
import type { ClearHere } from '../../src/model/images/clearHere.ts';
import { typedNumber } from '../../src/model/words/typedNumber.ts';
import type { ImageRow } from '../../src/shared/protocol.ts';

/** Limits for the images in the list. The service has no criteria for them, so the page applies them itself. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;

/** What isn't in the image itself but depends on the area. */
export interface Fitness {
  limits: Limits;
  /** The share of the AOI that an image covers, 0 to 1; `undefined` while it is unknown. */
  shareOf: (row: ImageRow) => number | undefined;
  clearOf: (id: string) => ClearHere | undefined;
}

interface ListFilter {
  /** Of its field. */
  label: () => string;
  unit: '°' | 'm' | '%';
  chip: (limit: number) => string;
  /** The largest value of the field; the smallest is 0. */
  max: number;
  isMinimum?: boolean;
  /** Whether there is nothing to compare with unless an area is active. */
  needsArea?: boolean;
  /** `undefined` while it is unknown. */
  valueOf: (row: ImageRow, fitness: Fitness) => number | undefined;
}

const all = {
  maxAngle: {
    label: () => l10n.t('Incidence angle ≤'),
    unit: '°',
    chip: limit => l10n.t('incidence angle up to {0}°', limit),
    max: 90,
    // Some services sign it by the side.
    valueOf: ({ incidenceAngle }) => (incidenceAngle === undefined ? undefined : Math.abs(incidenceAngle)),
  },
  maxResolution: {
    label: () => l10n.t('Resolution ≤'),
    unit: 'm',
    chip: limit => l10n.t('resolution up to {0} m', limit),
    max: 1000,
    valueOf: ({ resolution }) => resolution,
  },
  maxSnow: {
    label: () => l10n.t('Snow ≤'),
    unit: '%',
    chip: limit => l10n.t('snow up to {0} %', limit),
    max: 100,
    valueOf: ({ snowCover }) => snowCover,
  },
  minSun: {
    label: () => l10n.t('Sun elevation ≥'),
    unit: '°',
    chip: limit => l10n.t('sun elevation from {0}°', limit),
    max: 90,
    isMinimum: true,
    valueOf: ({ sunElevation }) => sunElevation,
  },
  minCover: {
    label: () => l10n.t('AOI covered ≥'),
    unit: '%',
    chip: limit => l10n.t('AOI covered from {0} %', limit),
    max: 100,
    isMinimum: true,
    needsArea: true,
    valueOf: (row, { shareOf }) => {
      const share = shareOf(row);
      return share === undefined ? undefined : share * 100;
    },
  },
  minClear: {
    label: () => l10n.t('Clear here ≥'),
    unit: '%',
    chip: limit => l10n.t('clear here from {0} %', limit),
    max: 100,
    isMinimum: true,
    needsArea: true,
    valueOf: ({ id }, { clearOf }) => {
      const clear = clearOf(id);
      return clear === undefined || clear === 'unknown' ? undefined : Math.round(clear.share * 100);
    },
  },
} satisfies Record<string, ListFilter>;

export type LimitName = keyof typeof all;

export const listFilters: Readonly<Record<LimitName, ListFilter>> = all;

// `Object.keys` returns string[], because an object can have more keys than its type.
export const limitNames = Object.keys(all) as LimitName[];

/** The limits that apply: without an area, those that need one keep their values but hide nothing. */
export function applicableLimits(limits: Limits, hasArea: boolean): Limits {
  const applicable = limitNames.filter(name => hasArea || listFilters[name].needsArea !== true);
  return Object.fromEntries(applicable.map(name => [name, limits[name]]));
}

/** Whether a limit hides an image. What is unknown of an image doesn't hide it. */
export function isBeyondLimits(row: ImageRow, fitness: Fitness): boolean {
  return limitNames.some(name => {
    const limit = fitness.limits[name];
    if (limit === undefined) return false;
    const { valueOf, isMinimum = false } = listFilters[name];
    const value = valueOf(row, fitness);
    if (value === undefined) return false;
    return isMinimum ? value < limit : value > limit;
  });
}

/**
 * Reads the text of a field; an empty one is no limit.
 *
 * @returns a text that says what to enter if it is no number of the field's range
 */
export function readLimit(
  name: LimitName,
  text: string,
): { limit: number | undefined } | { problem: string } {
  if (text.trim() === '') return { limit: undefined };
  const { max } = listFilters[name];
  const limit = typedNumber(text) ?? Number.NaN;
  return limit >= 0 && limit <= max ? { limit } : { problem: l10n.t('Enter 0 to {0}.', max) };
}
