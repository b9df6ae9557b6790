import { expect, it } from 'vitest';
import { pastedCell } from '../../../../../webview/features/reports/tableColumns.ts';

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
