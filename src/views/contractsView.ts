import * as vscode from 'vscode';
import { onChange } from '../platform/onChange.ts';
import { describeFilters } from '../state/arrangement.ts';
import { contractsRows, type ContractsParts } from './contractsRows.ts';
import { paymentArrangements } from './paymentRows.ts';
import { createRowTree } from './rowTree.ts';

/** The Contracts view: the user's contract with its payments, what was consumed, the roles and the account. */
export function registerContractsView(parts: ContractsParts): vscode.Disposable {
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
  const tree = createRowTree('swath.contracts', signals, () => contractsRows(parts));
  return vscode.Disposable.from(
    tree,
    onChange([arrangement.current], () => {
      const filters = describeFilters(arrangement.current.value, paymentArrangements());
      tree.view.description = filters === '' ? '' : vscode.l10n.t('payments – {0}', filters);
    }),
  );
}
