import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DetailedRow } from '../../../src/platform/documents/detailsPage.ts';
import { UserError } from '../../../src/platform/host/userError.ts';
import { idFrom } from '../../../src/platform/rows/row.ts';
import { copyId, revealRelated, showDetails } from '../../../src/platform/rows/rowCommands.ts';
import { editor } from '../../fake/editor.ts';
import { newUser, say, user } from '../../fake/user.ts';

/** The connection that the user is signed in to. */
let inUse: string | undefined;

beforeEach(() => {
  newUser();
  inUse = 'Test';
});

const row = { id: 'r1', label: 'Row' };
const notRows: [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 3],
  ['something else', { copyId: 'x', details: { title: 't' }, subject: { orderId: 'o1' } }],
  ['a row without it', row],
  ['a row whose parts are not what they should be', { ...row, copyId: 7, details: 'x', subject: 'x' }],
];

describe('Copy ID', () => {
  it('copies, and says so for two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await copyId({ ...row, copyId: 'o1' });
    expect(editor.clipboard).toBe('o1');
    vi.advanceTimersByTime(1_999);
    expect(editor.statusTexts).toEqual(['$(check) Copied o1']);
    vi.advanceTimersByTime(1);
    expect(editor.statusTexts).toEqual([]);
  });

  it('copies the IDs of all selected rows that have one, one per line', async () => {
    const rows = [{ ...row, copyId: 'o1' }, row, { ...row, copyId: 'o2' }];
    await copyId(rows[2], rows);
    expect(editor.clipboard).toBe('o1\no2');
    expect(editor.statusTexts).toEqual(['$(check) Copied o1 and 1 more']);
    await copyId('o3\nrm -rf ~\n');
    expect(editor.clipboard).toBe('o3 rm -rf ~');
  });

  it.each(notRows)('refuses %s', async (_what, argument) => {
    await expect(copyId(argument)).rejects.toThrow(UserError);
    expect(editor.clipboard).toBe('');
  });
});

describe('Show Details', () => {
  const displayed: unknown[][] = [];
  const documents = { show: (...args: unknown[]) => Promise.resolve(void displayed.push(args)) };
  const secrets = () => Promise.resolve(['the-key', 'the-token']);
  const page = {
    show: (row: DetailedRow) => Promise.resolve(void displayed.push([row.id, row.details.title])),
  };
  const parts = { documents, page, secrets };
  beforeEach(() => void (displayed.length = 0));

  it('shows the page of a row, and its record whatever it is, without secrets', async () => {
    const detailed = { ...row, details: { title: 'Order o1', fields: [1] } };
    // The editor passes the selected rows, too.
    await showDetails(parts, detailed, [detailed]);
    await showDetails(parts, detailed, 'raw');
    expect(displayed).toEqual([
      ['r1', 'Order o1'],
      ['r1', 'Order o1', [1], ['the-key', 'the-token']],
    ]);
  });

  it.each(notRows)('refuses %s', async (_what, argument) => {
    await expect(showDetails(parts, argument)).rejects.toThrow(UserError);
    expect(displayed).toEqual([]);
  });
});

describe('Go to Related Order or Subscription', () => {
  function setUp(isShown: boolean) {
    const revealed: string[] = [];
    const note = (what: string) => (id: string) => {
      revealed.push(`${what} ${id}`);
      return Promise.resolve(isShown);
    };
    const views = {
      connectionInUse: () => inUse,
      revealOrder: note('order'),
      revealSubscription: note('subscription'),
    };
    return { revealed, reveal: (subject: object) => revealRelated(views, { ...row, subject }) };
  }

  it.each<[object, string]>([
    [{ orderId: 'o1', subscriptionId: 's1' }, 'order o1'],
    [{ orderId: undefined, subscriptionId: 's1' }, 'subscription s1'],
    [{ subscriptionId: 's1' }, 'subscription s1'],
  ])('goes for %j to the %s', async (subject, to) => {
    const { revealed, reveal } = setUp(true);
    await reveal(subject);
    expect([revealed, user.messages]).toEqual([[to], []]);
  });

  it.each<[object, string, RegExp]>([
    [{ orderId: 'o1' }, 'o1', /^o1 isn.t shown/],
    [{ subscriptionId: 's1' }, 's1', /^s1 isn.t shown/],
  ])('shows the ID of %j if that is not in a view, and copies it on request', async (subject, id, words) => {
    const { reveal } = setUp(false);
    user.answers = [say(undefined), say('Copy ID')];
    await reveal(subject);
    expect([user.messages[0], editor.clipboard]).toEqual([expect.stringMatching(words), '']);
    await reveal(subject);
    expect(editor.clipboard).toBe(id);
  });

  it.each(notRows)('refuses %s', async (_what, argument) => {
    const views = {
      connectionInUse: () => inUse,
      revealOrder: () => expect.fail('not to be asked'),
      revealSubscription: () => expect.fail('not to be asked'),
    };
    await expect(revealRelated(views, argument)).rejects.toThrow(UserError);
  });

  it.each([
    ['another connection', 'Other'],
    ['no connection', undefined],
  ])('of an entry made on a connection leads there from %s', async (_which, initial) => {
    const press = 'Switch Connection…';
    const { revealed, reveal } = setUp(true);
    const subject = { orderId: 'o1', connection: 'Test' };
    inUse = initial;
    user.answers = [say(undefined), say(press), say(press)];
    await reveal(subject);
    expect([revealed, user.messages]).toEqual([
      [],
      [expect.stringMatching(/connection Test\. Switch to it/)],
    ]);
    editor.standIn('swath.switchConnection', () => (inUse = 'Third'));
    await reveal(subject);
    expect(revealed).toEqual([]);
    inUse = initial;
    editor.standIn('swath.switchConnection', () => (inUse = 'Test'));
    await reveal(subject);
    expect(revealed).toEqual(['order o1']);
  });
});

const keyRow = { id: 'row', label: 'Row', subject: { id: 'key-1', orderId: 'order-1', count: 2 } };

describe('the ID that a command received', () => {
  it.each([
    ['as it is', 'key-9', undefined, 'key-9'],
    ['by a row', keyRow, undefined, 'key-1'],
    ['by another member of the row', keyRow, 'orderId', 'order-1'],
    ['by a row that has none', keyRow, 'paymentId', undefined],
    ['by a row whose member is no text', keyRow, 'count', undefined],
    ['by nothing', undefined, undefined, undefined],
    ['by something that is no row', { subject: { id: 'key-1' } }, undefined, undefined],
  ])('is read %s', (_how, argument, member, id) => {
    expect(idFrom(argument, member)).toBe(id);
  });
});
