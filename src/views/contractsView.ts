import * as vscode from 'vscode';
import { momentText } from '../model/momentText.ts';
import { onChange } from '../platform/onChange.ts';
import { describeFilters } from '../state/arrangement.ts';
import type { Session } from '../state/session.ts';
import { contractsRows, type ContractsParts } from './contractsRows.ts';
import { paymentArrangements } from './paymentRows.ts';
import { createRowTree, type RowTree } from './rowTree.ts';

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
  const tree = createRowTree('swath.contracts', signals, () => contractsRows(parts));
  const watching = vscode.Disposable.from(
    tree,
    onChange([arrangement.current], () => {
      const filters = describeFilters(arrangement.current.value, paymentArrangements());
      tree.view.description = filters === '' ? '' : vscode.l10n.t('payments – {0}', filters);
    }),
    onChange([session.current], () => {
      tree.view.message = refusalText(session.current.value);
    }),
  );
  return { ...tree, dispose: () => void watching.dispose() };
}

/** What a welcome text cannot tell, which is the same for everybody: who refused the key, and when. */
function refusalText(session: Session): string {
  if (session.kind !== 'refused') return '';
  const { connection, refusal } = session;
  const when = momentText(new Date(refusal.at).toISOString()) ?? '';
  const text = vscode.l10n.t('{0} refused the key at {1}.', connection.name, when);
  return refusal.serverMessage === undefined
    ? text
    : vscode.l10n.t('{0} It said: "{1}"', text, refusal.serverMessage);
}
