import { describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../../src/model/order/order.ts';
import { followEnded, tellFinished, tellLate } from '../../../../src/deliveries/ui/deliveryNotice.ts';
import { editor } from '../../../fake/editor.ts';
import { newPerson, person, say } from '../../../fake/person.ts';
import { bareDelivery, bareOrder } from '../../model/fixtures.ts';

const told = () =>
  editor.messages.map(({ kind, text, choices }) => `${kind}: ${text} [${choices.join('] [')}]`);

const report = 'order.analytics-toolbox.archive';
const product = 'order.data.product';

/** @param answer to each notification */
function bench(answer?: string) {
  newPerson();
  person.answers = [say(answer), say(answer)];
  const refresh = vi.fn(() => Promise.resolve());
  return {
    ended: (all: readonly Order[]) => followEnded(all, { refresh }),
    finished: tellFinished,
    late: (all: readonly Order[]) => void tellLate(all),
    refresh,
  };
}

const delivered = (title: string, kind = report) =>
  bareOrder({ id: title, title, kind, status: 'delivered' });

describe('the notification of orders', () => {
  it.each<[string, Order[], string]>([
    [
      'one report',
      [delivered('Quay')],
      'information: "Quay" was delivered. [Open Report] [Show on Map] [Reveal File]',
    ],
    [
      'one product',
      [delivered('Quay', product)],
      'information: "Quay" was delivered. [Download] [Show Orders]',
    ],
    [
      'several together',
      [delivered('Quay'), delivered('Mole'), delivered('Pier', product)],
      'information: 3 orders were delivered: Quay, Mole, Pier. [Show Orders] [Download All]',
    ],
    [
      'many together',
      ['A', 'B', 'C', 'D', 'E'].map(title => delivered(title)),
      'information: 5 orders were delivered: A, B, C and 2 more. [Show Orders] [Download All]',
    ],
    [
      'one that failed',
      [
        bareOrder({
          title: 'Quay',
          status: 'error',
          deliveries: [bareDelivery({ status: 'error', message: 'Too cloudy' })],
        }),
      ],
      'error: "Quay" ended with status "error". The service reported: "Too cloudy" [Show Details] [Show Orders]',
    ],
    [
      'one that was rejected',
      [bareOrder({ title: 'Quay', status: 'rejected' })],
      'error: "Quay" ended with status "rejected". [Show Details] [Show Orders]',
    ],
    [
      'several that failed',
      [bareOrder({ title: 'Quay', status: 'error' }), bareOrder({ title: 'Mole', status: 'error' })],
      'error: 2 orders failed: Quay, Mole. [Show Orders]',
    ],
  ])('of %s', (_what, orders, text) => {
    bench().finished(orders);
    expect(told()).toEqual([text]);
  });

  it('tells what was delivered apart from what failed', () => {
    bench().finished([delivered('Quay'), bareOrder({ title: 'Mole', status: 'error' })]);
    expect(told()).toHaveLength(2);
  });

  it('says of a late order what is known of such ones', () => {
    const { late } = bench();
    late([bareOrder({ title: 'Quay', status: 'ordered' })]);
    late([bareOrder({ title: 'Quay' }), bareOrder({ title: 'Mole' })]);
    expect(told()[0]).toMatch(
      /^warning: "Quay" may never finish\. Its status is still "ordered"\. .*Stereo.* \[Show Orders\] \[Show Details\]$/,
    );
    expect(told()[1]).toMatch(/^warning: 2 orders may never finish: Quay, Mole\. .* \[Show Orders\]$/);
  });

  it.each<[string, unknown[]]>([
    ['Open Report', ['swath.openReport', 'Quay']],
    ['Show on Map', ['swath.showOrderOnMap', 'Quay']],
    ['Reveal File', ['swath.revealDelivery', 'Quay']],
  ])('leads on by %s', async (title, command) => {
    const { finished } = bench(title);
    finished([delivered('Quay')]);
    await vi.waitFor(() => expect(editor.ran).toEqual([command]));
  });

  it('leads to what the service sent of a failed order', async () => {
    const { finished } = bench('Show Details');
    finished([bareOrder({ id: 'o7', title: 'Quay', status: 'error', fields: { id: 'o7', code: 7 } })]);
    await vi.waitFor(() => expect(editor.ran).toHaveLength(1));
    expect(editor.ran[0]).toMatchObject(['swath.showDetails', { details: { fields: { code: 7 } } }]);
  });

  it('reads the balance anew where money can have come back', () => {
    const { ended, refresh } = bench();
    ended([delivered('Quay')]);
    expect(refresh).toHaveBeenCalledTimes(0);
    ended([bareOrder({ status: 'error' })]);
    ended([{ ...delivered('Quay'), isEstimate: true }]);
    expect(refresh).toHaveBeenCalledTimes(2);
  });
});
