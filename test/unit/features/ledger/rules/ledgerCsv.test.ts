import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLedgerEntry, type LedgerEntry } from '../../../../../src/service/rules/ledgerEntry.ts';
import { entry } from '../../../service/rules/ledgerFixtures.ts';
import { ledgerCsv } from '../../../../../src/features/ledger/rules/ledgerCsv.ts';
import { sumOrders } from '../../../../../src/features/ledger/rules/ledgerSums.ts';

/** Fields as in RFC 4180. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('the ledger as CSV', () => {
  it('has a header, a line per entry, times in UTC and amounts next to their unit', () => {
    const order = entry({
      id: 'a',
      action: 'order',
      amount: { value: 12.5, unit: 'credits' },
      orderId: 'o1',
      contractId: 'c1',
    });
    expect(ledgerCsv([order])).toBe(
      'time,connection,action,result,amount,unit,title,kind,bodyHash,orderId,subscriptionId,keyId,requestedBy,message,areaKm2,product,constellation,effect,status,contractId\r\n' +
        '2026-03-20T14:05:00.000Z,Test,order,ok,12.5,credits,,,,o1,,,user,,,,,-12.5,,c1\r\n',
    );
  });

  it('contains no formulas, by the rule of all CSV files', () => {
    const [, line] = parse(ledgerCsv([entry({ title: '=1+1', message: '@SUM(A1)' })]));
    expect([line?.[6], line?.[13]]).toEqual(["'=1+1", "'@SUM(A1)"]);
  });

  it('keeps every text, whatever it contains', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), titles => {
        const rows = parse(ledgerCsv(titles.map(title => entry({ title, message: title }))));
        expect(rows).toHaveLength(titles.length + 1);
        titles.forEach((title, index) => {
          expect([title, `'${title}`]).toContain(rows[index + 1]?.[6]);
          expect(rows[index + 1]).toHaveLength(20);
        });
      }),
    );
  });
});

describe('an entry', () => {
  it.each<[string, unknown, boolean]>([
    ['with an amount', entry({ amount: { value: 1, unit: 'credits' } }), true],
    ['of a later version', { ...entry(), action: 'teleport' }, false],
    ['without a time', { ...entry(), at: undefined }, false],
    ['with an area that is no number', { ...entry(), areaKm2: '12' }, false],
    ['with a refund that is no list', { ...entry(), returned: '12' }, false],
    ['with half an amount', { ...entry(), amount: { value: 1 } }, false],
    ['that is none', null, false],
    ['with an ID that is no text', { ...entry(), orderId: 5 }, false],
    ['with a message that is no text', { ...entry(), message: {} }, false],
  ])('%s', (_what, value, is) => expect(isLedgerEntry(value)).toBe(is));
});

describe('the sum of orders', () => {
  const order = (result: LedgerEntry['result'], value: number, unit = 'credits') =>
    entry({ action: 'order', result, amount: { value, unit } });

  it('counts by unit what was placed, what came back, and separately what may have been placed', () => {
    const entries = [
      order('ok', 0.1),
      order('foundLater', 0.2),
      order('ok', 3, 'EUR'),
      order('unclear', 7),
      order('refused', 100),
      order('notBooked', 100),
      order('notSent', 100),
      entry({ action: 'price', amount: { value: 100, unit: 'credits' } }),
      entry({ action: 'revoke', amount: { value: 100, unit: 'credits' } }),
      entry({ action: 'refund', amount: { value: 0.2, unit: 'credits' } }),
      entry({ action: 'revoke', result: 'unclear', amount: { value: 100, unit: 'credits' } }),
      entry({ ...order('failed', 100), isFree: true, status: 'rejected' }),
    ];
    expect(sumOrders(entries)).toEqual([
      {
        connection: 'Test',
        placed: [
          { value: 0.3, unit: 'credits' },
          { value: 3, unit: 'EUR' },
        ],
        returned: [{ value: 100.2, unit: 'credits' }],
        net: [
          { value: 99.9, unit: 'credits' },
          { value: -3, unit: 'EUR' },
        ],
        open: [{ value: 7, unit: 'credits' }],
      },
    ]);
  });
});
