import fc from 'fast-check';
import { serviceCriteria } from '../../../../../src/service/rules/searchCriteria.ts';
import type { FormFilters } from '../../../../../webview/features/search/filterFields.ts';
import { anyValue, plainNames } from '../../../anyCriteria.ts';

const day = fc
  .integer({ min: Date.UTC(2000, 0, 2), max: Date.UTC(2099, 11, 31) })
  .map(time => new Date(time).toISOString().slice(0, 10));
const moment = day.map(text => `${text}T10:42:00.000Z`);
const degrees = (limit: number) =>
  fc
    .double({ min: -limit, max: limit, noNaN: true })
    // There is no text for negative zero.
    .map(value => value + 0);

/** The two ends of a range, the lower one first; either may be missing. */
function range<T extends string | number>(
  bound: fc.Arbitrary<T>,
): fc.Arbitrary<[T | undefined, T | undefined]> {
  const end = fc.option(bound, { nil: undefined });
  return fc.tuple(end, end).map(([a, b]) => (a !== undefined && b !== undefined && b < a ? [b, a] : [a, b]));
}

function set<T extends object>(criteria: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  const known = Object.entries(criteria).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Partial<T>;
}

const dates = fc.oneof(
  range(day).map(([acquiredFrom, acquiredTo]) => set<FormFilters>({ acquiredFrom, acquiredTo })),
  range(moment).map(([acquiredAfter, acquiredBefore]) => set<FormFilters>({ acquiredAfter, acquiredBefore })),
);
const cloud = range(fc.double({ min: 0, max: 100, noNaN: true }).map(value => value + 0)).map(
  ([minCloudCover, maxCloudCover]) => set<FormFilters>({ minCloudCover, maxCloudCover }),
);
const place = fc.oneof<fc.Arbitrary<FormFilters>[]>(
  fc
    .constantFrom('intersects' as const, 'contains' as const, 'within' as const, 'disjoint' as const)
    .map(relation => ({ relation })),
  fc.constant({}),
  fc.tuple(degrees(180), degrees(90), degrees(180), degrees(90)).map(bounds => ({ bounds })),
  fc
    .record({
      longitude: degrees(180),
      latitude: degrees(90),
      radius: fc.double({ min: 0.001, max: 2e7, noNaN: true }),
    })
    .map(circle => ({ circle })),
);
const others = fc.record<FormFilters>(
  {
    ...Object.fromEntries(plainNames.map(name => [name, anyValue(serviceCriteria[name].form)])),
    workspaceId: fc.stringMatching(/^[\w/-]{1,12}$/),
    sortBy: anyValue(serviceCriteria.sortBy.form) as fc.Arbitrary<string>,
  },
  { requiredKeys: [] },
);

/** Criteria that a search accepts together. */
export const anyFilters: fc.Arbitrary<FormFilters> = fc
  .tuple(dates, cloud, place, others)
  .map(parts => Object.assign({}, ...parts) as FormFilters);
