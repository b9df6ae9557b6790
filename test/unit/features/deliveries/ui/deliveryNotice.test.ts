import { describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../../../src/service/rules/order.ts';
import { followEnded, tellNews } from '../../../../../src/features/deliveries/ui/deliveryNotice.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { bareDelivery, bareOrder } from '../../../fixtures.ts';

const messages = () =>
  editor.messages.map(({ kind, text, choices }) => `${kind}: ${text} [${choices.join('] [')}]`);

const report = 'order.analytics-toolbox.archive';
const product = 'order.data.product';

/** @param answer the button to choose in each notification */
function setUp(answer?: string) {
  newUser();
  user.answers = [say(answer), say(answer)];
  const refresh = vi.fn(() => Promise.resolve());
  return {
    follow: (all: readonly Order[]) => followEnded(all, { refresh }),
    ended: (all: readonly Order[]) => tellNews('ended', all),
    late: (all: readonly Order[]) => tellNews('late', all),
    refresh,
  };
}

const delivered = (title: string, kind = report) =>
  bareOrder({ id: title, title, kind, status: 'delivered' });

describe('the notification about orders', () => {
  const failed = (title: string, rest: Partial<Order> = {}) => bareOrder({ title, status: 'error', ...rest });
  const problem = [bareDelivery({ status: 'error', message: 'Too cloudy' })];

  it.each<[string, Order[], string]>([
    ['a delivered report', [delivered('Quay')], 'information: Delivered: Quay. [Open Report] [Reveal File]'],
    [
      'a delivered product',
      [delivered('Quay', product)],
      'information: Delivered: Quay. [Download] [Show Orders]',
    ],
    [
      'five delivered orders',
      ['A', 'B', 'C', 'D', 'E'].map(title => delivered(title)),
      'information: Delivered: A, B, C and 2 more. [Show Orders] [Download All]',
    ],
    [
      'a failed order',
      [failed('Quay', { deliveries: problem })],
      'error: Failed: Quay. The service reported: "Too cloudy" [Open Order] [Show Orders]',
    ],
    [
      'two failed orders',
      [failed('Quay', { status: 'rejected' }), failed('Mole')],
      'error: Failed: Quay, Mole. [Show Orders]',
    ],
  ])('about %s shows the result, and where to go', (_what, orders, text) => {
    setUp().ended(orders);
    expect(messages()).toEqual([text]);
  });

  it.each([
    ['together', ['information: Delivered: A, B. [Show Orders] [Download All]']],
    [
      'each',
      [
        'information: Delivered: A. [Open Report] [Reveal File]',
        'information: Delivered: B. [Open Report] [Reveal File]',
      ],
    ],
    ['none', []],
  ])('comes %s, as the setting says, and always says what failed', (wish, texts) => {
    const { ended } = setUp();
    user.answers = [say(undefined), say(undefined), say(undefined)];
    editor.settings = { 'swath.orders.deliveryNotifications': wish };
    ended([delivered('A'), failed('Mole'), delivered('B')]);
    expect(messages()).toEqual([...texts, 'error: Failed: Mole. [Open Order] [Show Orders]']);
  });

  it('says what became of the money of failed orders, once the payments were read for it', async () => {
    newUser();
    user.answers = [say(undefined)];
    const back = { value: 87, unit: 'credits' };
    let isRead = false;
    tellNews('ended', [failed('Quay', { id: 'q' }), failed('Mole')], {
      learn: () => Promise.resolve().then(() => void (isRead = true)),
      of: ({ id }) =>
        isRead && id === 'q'
          ? { kind: 'returned', returned: [back], of: [back], isAll: true }
          : { kind: 'unlisted' },
    });
    await eventually(() => expect(messages()).toHaveLength(1));
    expect(messages()).toEqual([
      'error: Failed: Quay (87 credits refunded), Mole (refund unknown). [Show Orders]',
    ]);
  });

  it('separates delivered orders from failed ones', () => {
    setUp().ended([delivered('Quay'), bareOrder({ title: 'Mole', status: 'error' })]);
    expect(messages()).toHaveLength(2);
  });

  it('shows what is known about late orders', () => {
    setUp().late([failed('Quay', { status: 'ordered' })]);
    expect(messages()).toEqual([
      expect.stringMatching(/^warning: May never finish: Quay \(ordered\)\. .*Stereo.* \[Show Orders\]$/),
    ]);
  });

  it.each<[string, unknown[]]>([
    ['Open Report', ['swath.openReport', 'Quay']],
    ['Reveal File', ['swath.revealDelivery', 'Quay']],
  ])('continues with %s', async (title, command) => {
    const { ended } = setUp(title);
    ended([delivered('Quay')]);
    await eventually(() => expect(editor.ran).toEqual([command]));
  });

  it('leads from a failed order to its page', async () => {
    const { ended } = setUp('Open Order');
    ended([failed('Quay', { id: 'o1' })]);
    await eventually(() => expect(editor.ran).toEqual([['swath.openOrder', 'o1']]));
  });

  it('refreshes the balance after a possible refund', () => {
    const { follow, refresh } = setUp();
    follow([delivered('Quay')]);
    expect(refresh).toHaveBeenCalledTimes(0);
    follow([bareOrder({ status: 'error' })]);
    follow([{ ...delivered('Quay'), isEstimate: true }]);
    expect(refresh).toHaveBeenCalledTimes(2);
  });
});
