import { describe, expect, it } from 'vitest';
import { fieldsOf, readFilters } from '../../../webview/search/filterFields.ts';

const blank = { from: '', to: '', cloud: '', constellation: '', level: '' };

describe('readFilters', () => {
  it('asks for nothing that was not set', () => {
    expect(readFilters(blank)).toEqual({ kind: 'filters', filters: {} });
  });

  it('reads every field, and writes it back the same', () => {
    const fields = {
      from: '2025-01-01',
      to: '2025-12-31',
      cloud: '20',
      constellation: 'PHR',
      level: 'SENSOR',
    };
    const reading = readFilters(fields);
    expect(reading).toEqual({
      kind: 'filters',
      filters: {
        acquiredFrom: '2025-01-01',
        acquiredTo: '2025-12-31',
        maxCloudCover: 20,
        constellation: 'PHR',
        processingLevel: 'SENSOR',
      },
    });
    if (reading.kind === 'filters') expect(fieldsOf(reading.filters)).toEqual(fields);
  });

  it.each([
    ['0', 0],
    ['100', 100],
    [' 12.5 % ', 12.5],
    ['7,5', 7.5],
  ])('takes %j as cloud cover', (cloud, maxCloudCover) => {
    expect(readFilters({ ...blank, cloud })).toEqual({ kind: 'filters', filters: { maxCloudCover } });
  });

  it.each(['-1', '100.1', 'few', '1e999'])('refuses %j as cloud cover', cloud => {
    expect(readFilters({ ...blank, cloud })).toMatchObject({ kind: 'problems', problems: { cloud: /./ } });
  });

  it('takes one day as an interval and refuses one that ends before it begins', () => {
    const day = '2025-06-01';
    expect(readFilters({ ...blank, from: day, to: day }).kind).toBe('filters');
    const reversed = readFilters({ ...blank, from: day, to: '2025-05-31' });
    expect(reversed.kind === 'problems' && Object.keys(reversed.problems)).toEqual(['to']);
  });

  it('does not pass over half a date or a short year', () => {
    const half = readFilters(blank, new Set(['from']));
    expect(half.kind === 'problems' && Object.keys(half.problems)).toEqual(['from']);
    const short = readFilters({ ...blank, from: '0026-01-01', to: '2026-01-01' });
    expect(short.kind === 'problems' && Object.keys(short.problems)).toEqual(['from']);
  });
});
