import { constellationCodes } from '../../../service/rules/imagery.ts';
import type { SearchCriteria } from '../../../service/rules/searchQuery.ts';

export interface SavedSearch extends SearchCriteria {
  /** The name of `aoi`, for display. */
  areaName?: string;
  /** Number of days up to the day of the run, instead of `acquiredFrom` and `acquiredTo`. */
  lastDays?: number;
  /** Minimum percent of the AOI that an image must cover to be reported as new. */
  minCoverage?: number;
}

/** `own`: whoever reads it checks it. */
export type CriterionForm =
  | { kind: 'choice'; of: readonly string[] }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'text' }
  | { kind: 'own' };

interface Criterion {
  form: CriterionForm;
  /** Whether files with saved searches have it, or the page asks for it, or both. */
  where: 'everywhere' | 'files' | 'page';
  /** Whether agents can search by it. */
  isForAgents: boolean;
}

const text: CriterionForm = { kind: 'text' };
const own: CriterionForm = { kind: 'own' };
const percent: CriterionForm = { kind: 'number', min: 0, max: 100 };

/**
 * The criteria of searches, saved ones too: a row for each. Files and the page's messages are read by it, and tests compare
 * schemas and the inputs of tools with it. An unknown criterion is answered with these in their order.
 */
export const searchCriteria: Readonly<Record<keyof SavedSearch, Criterion>> = {
  relation: {
    form: { kind: 'choice', of: ['intersects', 'contains', 'within', 'disjoint'] },
    where: 'everywhere',
    isForAgents: true,
  },
  constellation: {
    form: { kind: 'choice', of: constellationCodes },
    where: 'everywhere',
    isForAgents: true,
  },
  processingLevel: {
    form: { kind: 'choice', of: ['SENSOR', 'ALBUM'] },
    where: 'everywhere',
    isForAgents: true,
  },
  workspace: {
    form: { kind: 'choice', of: ['public', 'public-pneo'] },
    where: 'everywhere',
    isForAgents: true,
  },
  minCloudCover: { form: percent, where: 'everywhere', isForAgents: true },
  maxCloudCover: { form: percent, where: 'everywhere', isForAgents: true },
  lastDays: { form: { kind: 'number', min: 1, max: 36_500 }, where: 'files', isForAgents: true },
  minCoverage: { form: percent, where: 'files', isForAgents: false },
  areaName: { form: text, where: 'files', isForAgents: false },
  acquiredFrom: { form: text, where: 'everywhere', isForAgents: true },
  acquiredTo: { form: text, where: 'everywhere', isForAgents: true },
  acquiredAfter: { form: text, where: 'everywhere', isForAgents: false },
  acquiredBefore: { form: text, where: 'everywhere', isForAgents: false },
  productType: { form: text, where: 'everywhere', isForAgents: true },
  workspaceId: { form: text, where: 'everywhere', isForAgents: false },
  sortBy: { form: text, where: 'everywhere', isForAgents: true },
  // Agents say it as `polygon`.
  aoi: { form: own, where: 'files', isForAgents: false },
  circle: { form: own, where: 'everywhere', isForAgents: true },
  bounds: { form: own, where: 'everywhere', isForAgents: true },
  ids: { form: own, where: 'page', isForAgents: false },
};

// `Object.keys` returns string[], because an object can have more keys than its type.
export const criterionNames = Object.keys(searchCriteria) as (keyof SavedSearch)[];

/** Names that a saved search can have. */
export const namesInFiles: readonly string[] = criterionNames.filter(
  name => searchCriteria[name].where !== 'page',
);
