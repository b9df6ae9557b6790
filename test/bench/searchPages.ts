import type { SearchCriteria } from '../../src/service/rules/searchCriteria.ts';

const criteria: SearchCriteria = { bounds: [-10, 36, 30, 60] };

/** The search that is measured: as many results as a service returns for one search, in pages of the largest size. */
export const searchPages = { pages: 20, pageSize: 500, criteria } as const;
