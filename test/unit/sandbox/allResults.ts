import { find, type Harness } from './harness.ts';

export interface AllResults {
  /** In the order of the pages. */
  ids: string[];
  /** What the service says there is; undefined where it has no totals. */
  total: number | undefined;
}

/** All pages of a search, up to the 10,000 results that can be reached. */
export async function allResults(h: Harness, parameters: Record<string, string>): Promise<AllResults> {
  const ids: string[] = [];
  let total: number | undefined;
  for (let startPage = 1; startPage <= 20; startPage++) {
    const page = await find(h, { ...parameters, itemsPerPage: '500', startPage: String(startPage) });
    ids.push(...page.features.map(({ properties }) => properties.id));
    total = page.totalResults;
    if (page.features.length < 500) break;
  }
  return { ids, total };
}
