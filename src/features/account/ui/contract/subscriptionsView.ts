import { type ArrangementOwner, sortedBy } from '../../../../platform/rows/arrangementOwner.ts';
import { createRowTree, followFilterText, type RowTree } from '../../../../platform/rows/rowTree.ts';
import type { ServiceClock } from '../../../../session/serviceClock.ts';
import type { SessionOwner } from '../../../../session/session.ts';
import type { Subscriptions } from '../../../../session/subscriptions.ts';
import type { RecordedActions } from '../../knownRevocation.ts';
import type { RevokeMarks } from '../../revokeMarks.ts';

/** Subscriptions in use come first. */
export const subscriptionsAtFirst = sortedBy('status');

/** The Subscriptions view: the contract's subscriptions with their runs and payments. */
export function registerSubscriptionsView(
  session: SessionOwner,
  subscriptions: Subscriptions,
  marks: RevokeMarks,
  ledger: RecordedActions,
  arrangement: ArrangementOwner,
  clock: ServiceClock,
): RowTree {
  const signals = [
    session.current,
    subscriptions.current,
    subscriptions.payments,
    subscriptions.ofType.current,
    marks.current,
    ledger.current,
    arrangement.current,
    clock.aheadMs,
  ];
  const tree = createRowTree('swath.subscriptions', signals, async () => {
    const [{ subscriptionsNow, subscriptionsRows }, { selectedTypes }] = await Promise.all([
      import('./subscriptionsRows.ts'),
      import('./subscriptionsArrangement.ts'),
    ]);
    const actions = {
      retry: () => void subscriptions.refresh(),
      showAll: () => arrangement.showAll(),
      paymentsFor: (id: string) => subscriptions.paymentsFor(id),
    };
    return () => {
      if (session.current.peek().kind !== 'signedIn') return [];
      subscriptions.need();
      if (ledger.current.peek().kind === 'none') void ledger.read();
      for (const type of selectedTypes(arrangement.current.peek())) subscriptions.ofType.reader(type).need();
      const state = subscriptionsNow({ session, subscriptions, marks, ledger, clock });
      return subscriptionsRows(state, arrangement.current.peek(), actions);
    };
  });
  tree.register(
    followFilterText({
      arrangement: arrangement.current,
      loadChoices: async () => (await import('./subscriptionsArrangement.ts')).subscriptionArrangements,
      show: text => tree.describe(text, true),
    }),
  );
  return tree;
}
