import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { criteriaFaults } from '../../../../../src/service/rules/criteriaFaults.ts';
import { type SearchCriteria, serviceCriteria } from '../../../../../src/service/rules/searchCriteria.ts';
import type { Bounds } from '../../../../../src/service/rules/searchQuery.ts';
import {
  blankFields,
  filledFields,
  filterChips,
  type FilterFields,
  type FormFilters,
  readFilters,
  withoutChip,
} from '../../../../../webview/features/search/filterFields.ts';
import { runs } from '../../../../randomRuns.ts';
import { onlyCriterion } from '../../../anyCriteria.ts';
import { anyFilters } from './anyFilters.ts';

const blank = blankFields;
const view: Bounds = [5, 43, 6, 44];

/** The page doesn't choose images by their IDs: it shows those of a link. */
const ofPage = (Object.keys(serviceCriteria) as (keyof SearchCriteria)[]).filter(
  name => serviceCriteria[name].where !== 'files' && name !== 'ids',
);

function problemsOf(...input: Parameters<typeof readFilters>): string[] {
  const reading = readFilters(...input);
  return reading.kind === 'problems' ? Object.keys(reading.problems) : [];
}

describe('readFilters', () => {
  it('adds no criterion that was not set', () => {
    expect(readFilters(blank, view)).toEqual({ kind: 'filters', filters: {} });
  });

  it('restores every criterion from its fields', () => {
    fc.assert(
      fc.property(anyFilters, filters => {
        expect(readFilters(filledFields(filters), view)).toEqual({ kind: 'filters', filters });
      }),
    );
  });

  it.each(ofPage)('has a field of %s', name => {
    const criterion = onlyCriterion(name);
    const read = readFilters(filledFields(criterion), view);
    expect(read).toEqual({ kind: 'filters', filters: criterion });
    expect(filterChips(criterion)).toMatchObject([{ criteria: expect.arrayContaining([name]) as string[] }]);
  });

  it.each([
    ['0', 0],
    ['100', 100],
    [' 12.5 % ', 12.5],
    ['7,5', 7.5],
  ])('accepts %j as cloud cover', (cloud, maxCloudCover) => {
    expect(readFilters({ ...blank, cloud })).toEqual({ kind: 'filters', filters: { maxCloudCover } });
  });

  it.each(['-1', '100.1', 'few', '1e999'])('rejects %j as cloud cover', cloud => {
    expect(problemsOf({ ...blank, cloud })).toEqual(['cloud']);
    expect(problemsOf({ ...blank, minCloud: cloud })).toEqual(['minCloud']);
  });

  it('accepts one day as an interval and rejects one that ends before it begins', () => {
    const day = '2025-06-01';
    expect(problemsOf({ ...blank, from: day, to: day })).toEqual([]);
    expect(problemsOf({ ...blank, from: day, to: '2025-05-31' })).toEqual(['to']);
    expect(problemsOf({ ...blank, after: '2025-06-01T10:00:00Z', to: '2025-05-31' })).toEqual(['to']);
  });

  it('replaces an active time with a day', () => {
    const fields = {
      ...blank,
      after: '2025-01-01T10:00:00Z',
      before: '2025-02-01T10:00:00Z',
      to: '2025-03-01',
    };
    expect(readFilters(fields)).toEqual({
      kind: 'filters',
      filters: { acquiredAfter: '2025-01-01T10:00:00Z', acquiredTo: '2025-03-01' },
    });
  });

  it('takes the box and the center of the circle from the map', () => {
    expect(readFilters({ ...blank, where: 'box' }, view)).toEqual({
      kind: 'filters',
      filters: { bounds: [5, 43, 6, 44] },
    });
    expect(readFilters({ ...blank, where: 'circle', radius: '2,5' }, view)).toMatchObject({
      kind: 'filters',
      filters: { circle: { longitude: 5.5, radius: 2500 } },
    });
  });

  it("rejects an invalid radius, and a place that the map doesn't show yet", () => {
    expect(problemsOf({ ...blank, where: 'circle', radius: '-2' }, view)).toEqual(['radius']);
    expect(problemsOf({ ...blank, where: 'circle', radius: '1e306' }, view)).toEqual(['radius']);
    expect(problemsOf({ ...blank, where: 'circle', radius: '2' })).toEqual(['where']);
    expect(problemsOf({ ...blank, where: 'box' })).toEqual(['where']);
  });

  it('sends a relation only with the polygon', () => {
    const fields = { ...blank, relation: 'contains' };
    expect(readFilters(fields, view)).toEqual({ kind: 'filters', filters: { relation: 'contains' } });
    expect(readFilters({ ...fields, where: 'box' }, view)).toEqual({
      kind: 'filters',
      filters: { bounds: [5, 43, 6, 44] },
    });
  });

  describe('makes nothing that a search would reject', () => {
    const aoi = polygon(box(5, 43, 6, 44));
    /** Uses the AOI if no other place is set, as the search does. */
    const faultsOf = (filters: FormFilters) =>
      criteriaFaults({ ...filters, ...(filters.bounds || filters.circle ? {} : { aoi }) });
    const inForce = anyFilters.filter(filters => faultsOf(filters).length === 0).map(filledFields);
    const number = fc.oneof(fc.double().map(String), fc.constantFrom('', '0', '-1', '1e306', '5,5', 'x'));
    const day = fc.oneof(
      fc.constantFrom('', '1999-12-31', '2025-02-28', '12025-01-01', '275760-09-13', '2025-1-1', 'soon'),
      fc.date({ noInvalidDate: true }).map(date => date.toISOString().slice(0, 10)),
    );
    /** What a user may enter: each field independently of the others. */
    const typed = fc.record<Partial<FilterFields>>(
      {
        from: day,
        to: day,
        minCloud: number,
        cloud: number,
        level: fc.constantFrom('', 'SENSOR', 'BASIC'),
        constellation: fc.constantFrom('', 'PHR', 'phr'),
        productType: fc.constantFrom('', ' ', ' , ', 'mono , bundle'),
        scope: fc.constantFrom('', '/', 'public/', '/w 1', 'w'),
        where: fc.constantFrom('', 'box', 'circle', 'kept'),
        radius: number,
        unit: fc.constantFrom('m', 'km'),
        relation: fc.constantFrom('', 'intersects', 'contains', 'within', 'disjoint', 'touches'),
        sort: fc.constantFrom('', 'cloudCover', '-a,b'),
      },
      { requiredKeys: [] },
    );
    const someView = fc.option(
      fc
        .tuple(
          fc.double({ min: -1000, max: 1000, noNaN: true }),
          fc.double({ min: -90, max: 90, noNaN: true }),
          fc.double({ min: 0, max: 800, noNaN: true }),
          fc.double({ min: 0, max: 180, noNaN: true }),
        )
        .map(([west, south, wide, high]): Bounds => [west, south, west + wide, south + high]),
      { nil: undefined },
    );

    it('whatever is typed, on top of any active criteria', () => {
      fc.assert(
        fc.property(inForce, typed, someView, (fields, change, seen) => {
          const reading = readFilters({ ...fields, ...change }, seen);
          if (reading.kind === 'filters') expect(faultsOf(reading.filters)).toEqual([]);
        }),
        runs({ quick: 100, full: 2_000 }),
      );
    });

    it.each(['20250-01-01', '0026-01-01'])('even if a year is %s', day => {
      expect(problemsOf({ ...blank, from: day })).toEqual(['from']);
      expect(problemsOf({ ...blank, to: day })).toEqual(['to']);
    });
  });

  it('accepts lists with spaces', () => {
    expect(readFilters({ ...blank, productType: ' bundle , mono ', sort: '-snowCover,cloudCover' })).toEqual({
      kind: 'filters',
      filters: { productType: 'bundle,mono', sortBy: '-snowCover,cloudCover' },
    });
  });
});

const labels = (filters: FormFilters) => filterChips(filters).map(({ label }) => label);

describe('filterChips', () => {
  it('shows every criterion once, and nothing else', () => {
    fc.assert(
      fc.property(anyFilters, filters => {
        const taken = filterChips(filters).flatMap(({ criteria }) =>
          criteria.filter(name => name in filters),
        );
        expect(taken.sort()).toEqual(Object.keys(filters).sort());
      }),
    );
  });

  it('removes one, and nothing else, from the criteria and from the form', () => {
    fc.assert(
      fc.property(anyFilters, filters => {
        for (const chip of filterChips(filters)) {
          const rest = withoutChip(filters, chip);
          const others = filterChips(filters).filter(({ key }) => key !== chip.key);
          expect(filterChips(rest)).toEqual(others);
          const blank = Object.fromEntries(chip.fields.map(name => [name, blankFields[name]]));
          const fields = { ...filledFields(filters), ...blank };
          expect(readFilters(fields)).toEqual({ kind: 'filters', filters: rest });
        }
      }),
    );
  });

  it.each<[string, FormFilters, string]>([
    ['a first day', { acquiredFrom: '2025-01-01' }, 'since 2025-01-01'],
    ['a last day', { acquiredTo: '2025-12-31' }, 'until 2025-12-31'],
    ['both', { acquiredFrom: '2025-01-01', acquiredTo: '2025-12-31' }, '2025-01-01 to 2025-12-31'],
    ['a moment', { acquiredAfter: '2025-01-01T10:42:31Z' }, 'since 2025-01-01 10:42'],
    ['no cloud', { maxCloudCover: 0 }, 'cloud up to 0 %'],
    ['a range of cloud', { minCloudCover: 5, maxCloudCover: 20 }, 'cloud 5 to 20 %'],
    ['a constellation', { constellation: 'PHR' }, 'PHR 0.5 m'],
    ['a product type', { productType: 'bundle,mono' }, 'Product type: bundle,mono'],
    ['a catalogue', { workspace: 'public' }, 'Public 0.5 and 1.5 m'],
    ['a workspace', { workspaceId: 'w' }, 'Private workspace'],
    ['a box', { bounds: [5, 43, 6, 44] }, 'Map view'],
    ['a circle', { circle: { longitude: 5, latitude: 43, radius: 2500 } }, 'circle of 2.5 km'],
    ['a relation', { relation: 'contains' }, 'Covers the whole area'],
    ['an order', { sortBy: 'cloudCover,-acquisitionDate' }, 'Least cloud first'],
    ['an order of one’s own', { sortBy: 'snowCover' }, 'sorted by snowCover'],
  ])('names %s', (_, filters, label) => {
    expect(labels(filters)).toEqual([label]);
  });
});
