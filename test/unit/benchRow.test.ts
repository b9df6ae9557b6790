import { expect, it } from 'vitest';
import { type Measurement, tableText, toRow } from '../bench/benchRow.ts';

const measured: Measurement = { name: 'paint', unit: 'ms', runs: [50, 60, 55], max: 100 };
const baseline = { what: 'Leaflet', runs: [200, 210, 190] };

it('a row of a bench is steady if its runs differ by less than a third of its limit', () => {
  expect(toRow(measured)).toMatchObject({ value: 55, verdict: 'kept', isSteady: true });
  expect(toRow({ ...measured, runs: [50, 90, 55] })).toMatchObject({ verdict: 'kept', isSteady: false });
  // One of many runs may take longer.
  const many = [...Array.from({ length: 20 }, () => 50), 500];
  expect(toRow({ ...measured, runs: many })).toMatchObject({ verdict: 'kept', isSteady: true });
  expect(toRow({ ...measured, baseline, maxRatio: 0.3 })).toMatchObject({ ratio: 0.275, isSteady: true });
  const busy = { ...baseline, runs: [200, 300, 190] };
  expect(toRow({ ...measured, baseline: busy, maxRatio: 0.3 })).toMatchObject({ isSteady: false });
});

it('a table of benches says which rows are kept, missed and unsteady', () => {
  const text = tableText([toRow(measured), toRow({ ...measured, runs: [50, 190, 120] })]);
  expect(text).toContain('| kept');
  expect(text).toContain('| missed, unsteady |');
});

it('a limit of a bench in milliseconds is higher on a slow machine, but one of megabytes or a share is not', () => {
  const slow: Measurement = { ...measured, runs: [190, 195, 200] };
  expect(toRow(slow)).toMatchObject({ limit: 100, verdict: 'missed' });
  expect(toRow(slow, 2)).toMatchObject({ limit: 200, verdict: 'kept' });
  expect(toRow(slow, 0.5).limit).toBe(100);
  expect(toRow({ ...slow, unit: 'MB' }, 2)).toMatchObject({ limit: 100, verdict: 'missed' });
  expect(toRow({ ...measured, baseline, maxRatio: 0.25 }, 2).verdict).toBe('missed');
  expect(tableText([toRow(slow, 2)])).toContain('≤ 100 ms (here 200)');
});
