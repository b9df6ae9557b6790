import * as l10n from '@vscode/l10n';
import { utcText } from '../../model/words/moment.ts';
import { onChange } from '../../editor/onChange.ts';
import { describeFilters, type Arrangement } from '../../editor/arrangement.ts';
import type { Session } from '../session.ts';
import type { ContractsParts } from './contractsRows.ts';
import { paymentArrangements } from './paymentsArrangement.ts';
import { createRowTree, type RowTree } from '../../editor/rowTree.ts';

/** The Contracts view: the user's contract with its payments, what was consumed, the roles and the account. */
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
    onChange([arrangement.current, session.current], () => {
      tree.describe(descriptionOf(session.current.value, arrangement.current.value));
    }),
  );
  return tree;
}

function descriptionOf(session: Session, arrangement: Arrangement): string {
  if (session.kind === 'refused') {
    // The welcome text below is the same for everybody; and a message of the view would take its place.
    const when = utcText(new Date(session.refusal.at).toISOString());
    return l10n.t('{0}: key refused {1}', session.connection.name, when);
  }
  return describeFilters(arrangement, paymentArrangements());
}
