import { describe, expect, it } from 'vitest';
import {
  blankFields,
  filledFields,
  filterChips,
  type FormFilters,
} from '../../../../../webview/features/search/filterFields.ts';
import {
  chipRemoved,
  expectedFilters,
  type FormDraft,
  isUnsearched,
  noDraft,
  receivedFilters,
  savedDraft,
  searchedFor,
} from '../../../../../webview/features/search/formDraft.ts';

const start = (filters: FormFilters = {}) => receivedFilters(noDraft, filters);

function typed(draft: FormDraft, fields: Partial<typeof blankFields>): FormDraft {
  return { ...draft, fields: { ...draft.fields, ...fields } };
}

function chip(draft: FormDraft, key: string) {
  const found = filterChips(expectedFilters(draft)).find(candidate => candidate.key === key);
  if (!found) throw new Error(`There is no chip ${key}.`);
  return found;
}

describe('the draft of the form', () => {
  it('follows criteria that were set elsewhere', () => {
    const draft = receivedFilters(typed(start(), { cloud: '20' }), { constellation: 'PHR' });
    expect(draft.fields).toEqual(filledFields({ constellation: 'PHR' }));
    expect(isUnsearched(draft)).toBe(false);
  });

  it('keeps what was typed while the criteria stay the same', () => {
    const draft = typed(start({ constellation: 'PHR' }), { cloud: '20' });
    expect(receivedFilters(draft, { constellation: 'PHR' })).toBe(draft);
    expect(isUnsearched(draft)).toBe(true);
  });

  it('keeps what is typed between a search and its echo', () => {
    const searched = searchedFor(typed(start(), { cloud: ' 20 %' }), { maxCloudCover: 20 });
    expect(searched.fields.cloud).toBe('20');
    const more = typed(searched, { from: '2025-01-01' });
    const waiting = receivedFilters(more, {});
    const echoed = receivedFilters(waiting, { maxCloudCover: 20 });
    expect(echoed.fields).toMatchObject({ cloud: '20', from: '2025-01-01' });
    expect(echoed).toMatchObject({ active: { maxCloudCover: 20 }, requested: [] });
  });

  it('takes the place from the map again after its own search, and keeps the place of another search', () => {
    const filters: FormFilters = { circle: { longitude: 1, latitude: 2, radius: 5000 } };
    const searched = searchedFor(typed(start(), { where: 'circle', radius: '5' }), filters);
    expect(searched.fields).toMatchObject({ where: 'circle', radius: '5', unit: 'km', place: '1,2,5000' });
    expect(start(filters).fields).toMatchObject({ where: 'kept', place: '1,2,5000' });
    expect(isUnsearched(searched)).toBe(false);
    expect(isUnsearched(typed(searched, { radius: '6' }))).toBe(true);
    expect(isUnsearched(typed(searched, { where: 'box' }))).toBe(true);
    expect(isUnsearched(typed(searched, { where: 'kept' }))).toBe(false);
  });

  it('removes one criterion and keeps the rest of what was typed', () => {
    const before = typed(start({ maxCloudCover: 20, constellation: 'PHR' }), {
      cloud: '30',
      from: '2025-01-01',
    });
    const draft = chipRemoved(before, chip(before, 'cloud'));
    expect(expectedFilters(draft)).toEqual({ constellation: 'PHR' });
    const echoed = receivedFilters(draft, { constellation: 'PHR' });
    expect(echoed.fields).toEqual({ ...blankFields, constellation: 'PHR', from: '2025-01-01' });
  });

  it('restores what was typed before the page was closed, if the criteria are still the same', () => {
    const saved = savedDraft(typed(start({ maxCloudCover: 20 }), { where: 'box', cloud: '30' }));
    expect(receivedFilters(noDraft, { maxCloudCover: 20 }, saved).fields).toMatchObject({
      where: 'box',
      cloud: '30',
    });
    expect(receivedFilters(noDraft, {}, saved).fields).toEqual(blankFields);
    // Later, the host sends the same criteria again because they were set again.
    const repeated = receivedFilters(receivedFilters(noDraft, {}, saved), { maxCloudCover: 20 }, saved);
    expect(repeated.fields).toEqual(filledFields({ maxCloudCover: 20 }));
  });

  it('does not count an unsent relation as a change', () => {
    const box = searchedFor(typed(start(), { where: 'box', relation: 'contains' }), { bounds: [1, 2, 3, 4] });
    expect(isUnsearched(typed(box, { relation: 'contains' }))).toBe(false);
    expect(isUnsearched(typed(start(), { relation: 'contains' }))).toBe(true);
  });
});
