import { describe, expect, it } from 'vitest';
import { contractTypeText, offerText, orderKindText } from '../../../../src/model/words/kindText.ts';

describe('kinds in words', () => {
  it.each<[string | undefined, string | undefined]>([
    ['contract.platformdata.premium', 'Premium'],
    ['contract.platformdata.techEval', 'Evaluation'],
    ['TechEval', 'Evaluation'],
    ['contract.platformdata.gold', 'contract.platformdata.gold'],
    [undefined, undefined],
  ])('a contract of kind %s is %s', (kind, words) => {
    expect(contractTypeText({ kind })).toBe(words);
  });

  it.each<[string, string, string]>([
    ['order.analytics-toolbox.archive', 'Analytic report', 'Analytic report'],
    ['order.data.product', 'Image product', 'Image product (by area; by tiles viewed, deprecated)'],
    [
      'order.data.gb.product',
      'Image product by volume',
      'Image product by volume (by processed GB, deprecated)',
    ],
    ['order.from.the.future', 'order.from.the.future', 'order.from.the.future'],
    ['constructor', 'constructor', 'constructor'],
  ])('an offer of %s is %s', (kind, short, long) => {
    expect([orderKindText(kind), offerText(kind)]).toEqual([short, long]);
  });
});
