import { onChange } from '../../editor/onChange.ts';
import { describeFilters, type ArrangementOwner } from '../../editor/arrangement.ts';
import type { RevokeMarks } from '../revokeMarks.ts';
import type { SessionOwner } from '../session.ts';
import type { Subscriptions } from '../subscriptions.ts';
import { createRowTree, type RowTree } from '../../editor/rowTree.ts';
import { subscriptionArrangements, wantedTypes } from './subscriptionsArrangement.ts';

/** The Subscriptions view: the contract's subscriptions with their runs and payments. */
export function registerSubscriptionsView(
  session: SessionOwner,
  subscriptions: Subscriptions,
  marks: RevokeMarks,
  arrangement: ArrangementOwner,
): RowTree {
  const signals = [
    session.current,
    subscriptions.current,
    subscriptions.payments,
    subscriptions.ofType.current,
    marks.current,
    arrangement.current,
  ];
  const tree = createRowTree('swath.subscriptions', signals, async () => {
    const { subscriptionsRows } = await import('./subscriptionsRows.ts');
    const actions = {
      retry: () => void subscriptions.refresh(),
      showAll: () => arrangement.showAll(),
      paymentsOf: (id: string) => subscriptions.paymentsOf(id),
    };
    return () => {
      if (session.current.peek().kind !== 'signedIn') return [];
      subscriptions.need();
      for (const type of wantedTypes(arrangement.current.peek())) subscriptions.ofType.reader(type).need();
      const state = {
        reading: subscriptions.current.peek(),
        ofType: subscriptions.ofType.current.peek(),
        marks: marks.current.peek(),
        now: Date.now(),
      };
      return subscriptionsRows(state, arrangement.current.peek(), actions);
    };
  });
  tree.own(
    onChange([arrangement.current], () => {
      tree.describe(describeFilters(arrangement.current.value, subscriptionArrangements()));
    }),
  );
  return tree;
}
