import { describe, expect, it } from 'vitest';
import { csvField } from '../../../../src/base/words/csvField.ts';
import { expectLinear } from '../../growth.ts';

describe('a field of a CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', `"'\r'=1"`],
    ['\n=1', `"'\n'=1"`],
    ['\r\n+1', `"'\r\n'+1"`],
    ['\t\t @A1', "'\t\t '@A1"],
    ['\tQuay', "'\tQuay"],
    ['\t;=1', "'\t;'=1"],
    [';"=1', `";""'=1"`],
    [' =1', "' =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠A1', "'＠A1"],
    [';=1', ";'=1"],
    ['; =1', "; '=1"],
    ['Quay;=1;+2', "Quay;'=1;'+2"],
    ['Quay|@A1', "Quay|'@A1"],
    ['Quay\t=1', "Quay\t'=1"],
    ['Quay\n=1', `"Quay\n'=1"`],
    ['\r', `"'\r"`],
    ['Quay, "=1"', '"Quay, ""=1"""'],
  ])('%j contains no formula: %j', (text, field) => {
    expect(csvField(text)).toBe(field);
  });

  it.each(['007', '00.5', '0123456789', '12E5', '1e10'])('%s keeps its digits in a spreadsheet', text =>
    expect(csvField(text)).toBe(`'${text}`),
  );

  it.each([
    '0',
    '0.5',
    '10',
    '123456789012345',
    '2026-01-01',
    '0x10',
    '1e',
    'Quay = harbour',
    'a-b',
    'me@example.org',
    'a; b - c',
    '1 + 1',
    'a |b',
    'x;y',
  ])('%s stays the same', text => expect(csvField(text)).toBe(text));

  it('that is a number stays a number', () => {
    expect([csvField(-12.5), csvField(0), csvField(1e21), csvField(undefined)]).toEqual([
      '-12.5',
      '0',
      '1e+21',
      '',
    ]);
  });

  it.each([' ', '\n', ';', "'", '='])('of very many %j takes proportional time', unit => {
    expectLinear(20_000, length => unit.repeat(length) + 'x', csvField);
  });
});
