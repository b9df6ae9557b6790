import { describe, expect, it } from 'vitest';
import {
  type AppliedFilters,
  filterTexts,
  isHidden,
  isSameFilters,
  type ListFilters,
} from '../../../../../src/features/images/rules/listFilters.ts';
import { bareImage } from '../../../fixtures.ts';

const span = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 3) };

describe('the filters of the list hide an image', () => {
  const image = bareImage({ id: 'a', acquisitionDate: '2026-03-02T10:00:00Z', incidenceAngle: -12 });
  const hides = (filters: Partial<AppliedFilters>, share?: number, of = image) =>
    isHidden(of, { limits: {}, clear: new Map(), ...filters }, share);

  it.each<[string, boolean, Partial<AppliedFilters>, number?]>([
    ['without any', false, {}],
    ['within a limit, whichever side it was taken from', false, { limits: { maxIncidenceAngle: 12 } }],
    ['beyond a limit', true, { limits: { maxIncidenceAngle: 11 } }],
    ['of which the limited fact is unknown', true, { limits: { maxSnowCover: 100 } }],
    ['whose coverage is not measured yet', false, { limits: { minCoverage: 100 } }],
    ['that covers too little', true, { limits: { minCoverage: 50 } }, 0.49],
    ['that is not estimated yet', false, { limits: { minClear: 100 } }, 1],
    ['that cannot be estimated', true, { limits: { minClear: 1 }, clear: new Map([['a', 'unknown']]) }, 1],
    [
      'that is clear, but covers too little',
      true,
      { limits: { minClear: 60 }, clear: new Map([['a', { share: 1 }]]) },
      0.5,
    ],
    ['in the time span', false, { span }],
    ['after the time span', true, { span: { from: 0, to: span.from } }],
  ])('%s: %s', (_which, isExpected, filters, share) => {
    expect(hides(filters, share)).toBe(isExpected);
  });

  it('without a date, if there is a time span', () => {
    expect(hides({ span }, 1, bareImage({ id: 'b' }))).toBe(true);
  });
});

it('are named in words, and are the same if each of them is', () => {
  const filters: ListFilters = { limits: { maxSnowCover: 5, minClear: undefined }, span };
  expect(filterTexts(filters)).toEqual(['snow up to 5 %', '2026-03-01 – 2026-03-02']);
  expect(isSameFilters(filters, { limits: { maxSnowCover: 5 }, span: { ...span } })).toBe(true);
  expect(isSameFilters(filters, { limits: { maxSnowCover: 5 } })).toBe(false);
  expect(isSameFilters(filters, { limits: { maxSnowCover: 6 }, span })).toBe(false);
});
