import { sortedBy } from '../../../../platform/rows/arrangementOwner.ts';
import { createRowTree, followFilterText, type RowTree } from '../../../../platform/rows/rowTree.ts';
import type { ContractsParts } from './contractsRows.ts';

/** Newest first, until the user chooses otherwise. */
export const paymentsAtFirst = sortedBy('date', true);

/** The Contracts view: the user's contract with its payments, consumption, roles and account. */
export function registerContractsView(parts: ContractsParts): RowTree {
  const { session, account, contracts, orders, arrangement } = parts;
  const signals = [
    session.current,
    account.current,
    contracts.services.current,
    contracts.consumption.current,
    contracts.payments.current,
    contracts.paymentDetails.current,
    contracts.further.current,
    arrangement.current,
    parts.clock.aheadMs,
    ...(orders ? [orders] : []),
  ];
  const tree = createRowTree('swath.contracts', signals, async () => {
    const { contractsRows } = await import('./contractsRows.ts');
    return () => contractsRows(parts);
  });
  tree.register(
    followFilterText({
      arrangement: arrangement.current,
      loadChoices: async () => {
        const { paymentArrangements } = await import('./paymentsArrangement.ts');
        return () => paymentArrangements(parts.clock.now());
      },
      show: text => tree.describe(text, true),
    }),
  );
  return tree;
}
