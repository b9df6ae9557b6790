import {
  type Criterion,
  type SearchCriteria,
  serviceCriteria,
} from '../../../service/rules/searchCriteria.ts';
import { limitNames, type Limits, listFilters } from './listFilters.ts';

/** With what the list of its images is limited by: the service has no criteria for that. */
export interface SavedSearch extends SearchCriteria, Limits {
  /** The name of `aoi`, for display. */
  areaName?: string;
  /** Number of days up to the day of the run, instead of `acquiredFrom` and `acquiredTo`. */
  lastDays?: number;
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
  ...limitCriteria(),
};

function limitCriteria() {
  const criteria = limitNames.map((name): [string, Criterion] => {
    const { max, chip } = listFilters[name];
    const form = { kind: 'number', min: 0, max } as const;
    return [name, { form, where: 'files', forAgents: undefined, parameter: notSent, display: chip }];
  });
  return Object.fromEntries(criteria) as Record<keyof Limits, Criterion>;
}

// `Object.keys` returns string[], because an object can have more keys than its type.
export const criterionNames = Object.keys(searchCriteria) as (keyof SavedSearch)[];

/** Names that a saved search can have. */
export const namesInFiles: readonly string[] = criterionNames.filter(
  name => searchCriteria[name].where !== 'page',
);
