import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import { createReportFocus } from '../../../../src/features/deliveries/reportFocus.ts';
import type { ReportOnMap } from '../../../../src/features/deliveries/reports.ts';
import { reportOf } from './reportOf.ts';

const report: ReportOnMap = {
  orderId: '1',
  title: 'Ships',
  uri: 'file:///ships.geojson',
  ...(await reportOf([])),
};

it('knows the feature at the cursor only for the report that is on the map', () => {
  const current = signal<ReportOnMap | undefined>(report);
  const focus = createReportFocus({ current });
  const seen: (number | undefined)[] = [];
  focus.atCursor.subscribe(found => seen.push(found?.index));
  focus.set({ report, index: 3 });
  // Nothing changes within the same feature.
  focus.set({ report, index: 3 });
  const copy = { ...report };
  focus.set({ report: copy, index: 1 });
  current.value = copy;
  // The answer for the previous report arrives late.
  focus.set({ report, index: 2 });
  focus.set({ report: copy, index: 5 });
  current.value = undefined;
  expect(seen).toEqual([undefined, 3, undefined, 5, undefined]);
});
