import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chipsOf, withoutChip } from '../../../../webview/search/filterChips.ts';
import { blankFields, fieldsOf, readFilters, type Filters } from '../../../../webview/search/filterFields.ts';
import { anyFilters } from './anyFilters.ts';

const labels = (filters: Filters) => chipsOf(filters).map(({ label }) => label);

describe('chipsOf', () => {
  it('shows every criterion once, and nothing else', () => {
    fc.assert(
      fc.property(anyFilters, filters => {
        const taken = chipsOf(filters).flatMap(({ criteria }) => criteria.filter(name => name in filters));
        expect(taken.sort()).toEqual(Object.keys(filters).sort());
      }),
    );
  });

  it('takes one off, and nothing else, from the criteria and from the form', () => {
    fc.assert(
      fc.property(anyFilters, filters => {
        for (const chip of chipsOf(filters)) {
          const rest = withoutChip(filters, chip);
          const others = chipsOf(filters).filter(({ key }) => key !== chip.key);
          expect(chipsOf(rest)).toEqual(others);
          const blank = Object.fromEntries(chip.fields.map(name => [name, blankFields[name]]));
          const fields = { ...fieldsOf(filters), ...blank };
          expect(readFilters(fields)).toEqual({ kind: 'filters', filters: rest });
        }
      }),
    );
  });

  it.each<[string, Filters, string]>([
    ['a first day', { acquiredFrom: '2025-01-01' }, 'since 2025-01-01'],
    ['a last day', { acquiredTo: '2025-12-31' }, 'until 2025-12-31'],
    ['both', { acquiredFrom: '2025-01-01', acquiredTo: '2025-12-31' }, '2025-01-01 to 2025-12-31'],
    ['a moment', { acquiredAfter: '2025-01-01T10:42:31Z' }, 'since 2025-01-01 10:42'],
    ['no cloud', { maxCloudCover: 0 }, 'cloud up to 0 %'],
    ['some cloud', { minCloudCover: 5 }, 'cloud from 5 %'],
    ['a range of cloud', { minCloudCover: 5, maxCloudCover: 20 }, 'cloud 5 to 20 %'],
    ['a constellation', { constellation: 'PHR' }, 'PHR 0.5 m'],
    ['a level', { processingLevel: 'SENSOR' }, 'SENSOR'],
    ['a product type', { productType: 'bundle,mono' }, 'type bundle,mono'],
    ['a catalogue', { workspace: 'public' }, 'public 0.5 and 1.5 m'],
    ['a workspace', { workspaceId: 'w' }, 'private workspace'],
    ['a box', { bounds: [5, 43, 6, 44] }, 'box of the map'],
    ['a circle', { circle: { longitude: 5, latitude: 43, radius: 2500 } }, 'circle of 2.5 km'],
    ['a small circle', { circle: { longitude: 5, latitude: 43, radius: 800 } }, 'circle of 800 m'],
    ['a relation', { relation: 'contains' }, 'covers the whole area'],
    ['an order', { sortBy: 'cloudCover,-acquisitionDate' }, 'least cloud first'],
    ['an order of one’s own', { sortBy: 'snowCover' }, 'sorted by snowCover'],
  ])('names %s', (_, filters, label) => {
    expect(labels(filters)).toEqual([label]);
  });
});
