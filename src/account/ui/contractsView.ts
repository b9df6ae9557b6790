import * as l10n from '@vscode/l10n';
import { labeled } from '../../model/words/labeled.ts';
import { utcText } from '../../model/words/moment.ts';
import { sortedBy } from '../../editor/arrangementOwner.ts';
import { lostOf, type Session } from '../session.ts';
import type { ContractsParts } from './contractsRows.ts';
import { createRowTree, followFilterText, type RowTree } from '../../editor/rowTree.ts';

/** Newest first, until the user chooses otherwise. */
export const paymentsAtFirst = sortedBy('date', true);

/** The Contracts view: the user's contract with its payments, consumption, roles and account. */
export function registerContractsView(parts: ContractsParts): RowTree {
  const { session, account, contracts, arrangement } = parts;
  const signals = [
    session.current,
    account.current,
    contracts.services.current,
    contracts.consumption.current,
    contracts.payments.current,
    contracts.paymentDetails.current,
    contracts.further.current,
    arrangement.current,
  ];
  const tree = createRowTree('swath.contracts', signals, async () => {
    const { contractsRows } = await import('./contractsRows.ts');
    return () => contractsRows(parts);
  });
  tree.own(
    followFilterText({
      arrangement: arrangement.current,
      loadChoices: async () => (await import('./paymentsArrangement.ts')).paymentArrangements,
      signals: [session.current],
      show: text => tree.describe(refusedText(session.current.peek()) ?? text),
    }),
  );
  return tree;
}

/** The welcome text below is the same for everyone, and a message of the view would replace it. */
function refusedText(session: Session): string | undefined {
  const lost = lostOf(session);
  if (lost) return labeled(lost.name, l10n.t('signed out'));
  if (session.kind !== 'refused') return undefined;
  const when = utcText(new Date(session.refusal.at).toISOString());
  return [labeled(session.connection.name, l10n.t('key refused')), when].join(' · ');
}
