import * as l10n from '@vscode/l10n';
import {
  type Criterion,
  percent,
  type SearchCriteria,
  serviceCriteria,
} from '../../../service/rules/searchCriteria.ts';

export interface SavedSearch extends SearchCriteria {
  /** The name of `aoi`, for display. */
  areaName?: string;
  /** Number of days up to the day of the run, instead of `acquiredFrom` and `acquiredTo`. */
  lastDays?: number;
  /** Minimum percent of the AOI that an image must cover to be reported as new. */
  minCoverage?: number;
}

/** Never sent. */
const notSent = { joined: true } as const;

/** The criteria of searches, saved ones too. */
export const searchCriteria: Readonly<Record<keyof SavedSearch, Criterion>> = {
  ...serviceCriteria,
  areaName: {
    form: { kind: 'text' },
    where: 'files',
    forAgents: undefined,
    parameter: notSent,
    display: 'apart',
  },
  lastDays: {
    form: { kind: 'number', min: 1, max: 36_500, isWhole: true },
    where: 'files',
    forAgents: 'The days up to today, instead of acquiredFrom and acquiredTo.',
    parameter: notSent,
    display: 'apart',
  },
  minCoverage: {
    form: percent,
    where: 'files',
    forAgents: undefined,
    parameter: notSent,
    display: value => l10n.t('covers {0}', l10n.t('{0} %', value)),
  },
};

// `Object.keys` returns string[], because an object can have more keys than its type.
export const criterionNames = Object.keys(searchCriteria) as (keyof SavedSearch)[];

/** Names that a saved search can have. */
export const namesInFiles: readonly string[] = criterionNames.filter(
  name => searchCriteria[name].where !== 'page',
);
