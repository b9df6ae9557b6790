import { expect, it } from 'vitest';
import { packedHere, ReportFeatures } from '../../../../../webview/features/reports/reportFeatures.ts';
import { pastedCell, reportColumns } from '../../../../../webview/features/reports/tableColumns.ts';

it.each<[unknown, string]>([
  ['=HYPERLINK("https://theirs.test","x")', '\'=HYPERLINK("https://theirs.test","x")'],
  ['+1+1', "'+1+1"],
  ['\t=1+1', "' =1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['a\n=1+1\tb', 'a =1+1 b'],
  [-5, '-5'],
  ['Quay 7', 'Quay 7'],
])('a copied cell with %j is no formula in a spreadsheet', (value, cell) => {
  expect(pastedCell(value)).toBe(cell);
});

it('names the property of a header that shows a unit, as a filter needs it', () => {
  const features = new ReportFeatures();
  const properties = { length_m: 12, class: 'ship', 'swath:change': 'new', 'swath:distance_m': 3 };
  for (const part of packedHere([{ geometry: { type: 'Point', coordinates: [5, 52] }, properties }]))
    features.add(part);
  expect(reportColumns(features).map(({ label, title }) => [label, title])).toEqual([
    ['length (m)', 'In a filter: length_m'],
    ['class', undefined],
    ['Change between reports', 'In a filter: swath:change'],
    ['Distance (m)', 'In a filter: swath:distance_m'],
  ]);
});
