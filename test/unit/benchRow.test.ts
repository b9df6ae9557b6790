import { expect, it } from 'vitest';
import { type Measurement, tableText, toRow } from '../bench/benchRow.ts';

const measured: Measurement = { name: 'paint', unit: 'ms', runs: [50, 60, 55], max: 100 };
const baseline = { what: 'Leaflet', runs: [200, 210, 190] };

it('is steady if its runs differ by less than a third of its limit', () => {
  expect(toRow(measured)).toMatchObject({ value: 55, verdict: 'kept', isSteady: true });
  expect(toRow({ ...measured, runs: [50, 90, 55] })).toMatchObject({ verdict: 'kept', isSteady: false });
  // One of many runs may take longer.
  const many = [...Array.from({ length: 20 }, () => 50), 500];
  expect(toRow({ ...measured, runs: many })).toMatchObject({ verdict: 'kept', isSteady: true });
  expect(toRow({ ...measured, baseline, maxRatio: 0.3 })).toMatchObject({ ratio: 0.275, isSteady: true });
  const busy = { ...baseline, runs: [200, 300, 190] };
  expect(toRow({ ...measured, baseline: busy, maxRatio: 0.3 })).toMatchObject({ isSteady: false });
});

it('says so in the table', () => {
  const text = tableText([toRow(measured), toRow({ ...measured, runs: [50, 190, 120] })]);
  expect(text).toContain('| kept');
  expect(text).toContain('| missed, unsteady |');
});
