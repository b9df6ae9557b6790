import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { JournalEvent, JournalLine } from '../../../src/state/journal.ts';
import { accountFor, openTitles } from '../../page/soak/orderAccount.ts';

const line = (id: string, event: Partial<JournalLine> & Pick<JournalEvent, 'event'>) =>
  ({ id, connection: 'Local', at: '', ...event }) as JournalLine;
const sending = (id: string, title: string) => line(id, { event: 'sending', title });
const placed = (id: string, orderId: string) => line(id, { event: 'placed', orderId });
const unclear = (id: string) => line(id, { event: 'unclear', message: '' });

/** A service that has these orders, by id and title. */
function having(orders: Record<string, string>) {
  const booked = Object.entries(orders).map(([id, title]) => ({ id, title, payload: {} }));
  // Of the state the account needs the orders alone.
  const snapshot = () => ({ accounts: [{ orders: booked }] }) as unknown as ReturnType<Sandbox['snapshot']>;
  return { snapshot, requests: [] };
}

const said = (...titles: string[]) => titles.map(title => ({ title, told: ['something'] }));

describe('the account of the soak', () => {
  it('balances where each yes is one order or known to be none, and counts what was found', () => {
    const lines = [
      ...[sending('1', 'A'), placed('1', 'a')],
      ...[sending('2', 'B'), unclear('2'), placed('2', 'b')],
      ...[sending('3', 'C'), line('3', { event: 'refused', message: '' })],
    ];
    const account = accountFor(said('A', 'B', 'C'), lines, having({ a: 'A', b: 'B' }));
    expect(account).toMatchObject({ yes: 3, booked: 2, notBooked: 1, found: 1, losses: [], doubles: [] });
  });

  it('sees a double', () => {
    const lines = [sending('1', 'A'), placed('1', 'a')];
    expect(accountFor(said('A'), lines, having({ a: 'A', b: 'A' })).doubles).toEqual(['A: 2 for 1 yes']);
    expect(accountFor([], [], having({ a: 'A' })).doubles).toEqual(['A: 1 for 0 yes']);
  });

  it.each<[string, JournalLine[], Record<string, string>, RegExp]>([
    [
      'that is booked and taken for refused',
      [sending('1', 'A'), line('1', { event: 'notBooked' })],
      { a: 'A' },
      /not known here/,
    ],
    ['that is told and not there', [sending('1', 'A'), placed('1', 'a')], {}, /is not there/],
    ['that nobody looked up', [sending('1', 'A'), unclear('1')], { a: 'A' }, /nobody knows/],
  ])('sees a loss: an order %s', (_name, lines, orders, loss) => {
    expect(accountFor(said('A'), lines, having(orders)).losses.join('\n')).toMatch(loss);
  });

  it('sees a yes after which nothing was said', () => {
    const account = accountFor([{ title: 'A', told: [] }], [], having({}));
    expect(account.losses).toEqual(['A: a yes after which nothing happened and nothing was said']);
  });

  it('names what is still to be looked up', () => {
    const lines = [sending('1', 'A'), placed('1', 'a'), sending('2', 'B'), sending('3', 'C'), unclear('3')];
    expect(openTitles(lines)).toEqual(['B', 'C']);
  });
});
