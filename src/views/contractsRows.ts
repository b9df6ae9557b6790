import * as l10n from '@vscode/l10n';
import { furtherContractIds, type Profile } from '../model/account/account.ts';
import { isOffline, type Account } from '../state/account.ts';
import type { ArrangementOwner } from '../state/arrangementOwner.ts';
import type { Contracts } from '../state/contracts.ts';
import type { SessionOwner } from '../state/session.ts';
import { accountRow } from './accountRow.ts';
import { consumptionRow } from './consumptionRow.ts';
import { contractFactRows, contractName, contractRow } from './contractRow.ts';
import { paymentRows } from './paymentRows.ts';
import { rolesRow } from './rolesRow.ts';
import { rowsOf, type Row } from './row.ts';

export interface ContractsParts {
  session: SessionOwner;
  account: Account;
  contracts: Contracts;
  /** Of the payments. */
  arrangement: ArrangementOwner;
}

/** The rows of the Contracts view: nothing while nobody is signed in. Asks for what is about to be shown. */
export function contractsRows(parts: ContractsParts): readonly Row[] {
  const { session, account, contracts } = parts;
  if (session.current.peek().kind !== 'signedIn') return [];
  account.need();
  // The welcome text of the view says it, and what to do.
  if (isOffline(account.current.peek())) return [];
  const retry = () => void account.refresh();
  return rowsOf('contract', l10n.t('The contract'), account.current.peek(), retry, profile => [
    ownContractRow(parts, profile),
    consumptionRow(contracts.consumption, profile.contract.balance),
    rolesRow(contracts.services),
    accountRow(profile),
    ...furtherContractIds(profile).map(id => furtherRow(parts, profile, id)),
  ]);
}

function ownContractRow({ contracts, arrangement }: ContractsParts, { contract }: Profile): Row {
  const row = contractRow(contract);
  const payments: Row = {
    id: `${row.id}/payments`,
    label: l10n.t('Payments'),
    icon: 'credit-card',
    children: () =>
      paymentRows(`${row.id}/payments`, contracts.payments, {
        arrangement: arrangement.current.peek(),
        showAll: () => arrangement.showAll(),
        details: contracts.paymentDetails,
      }),
  };
  return { ...row, isOpen: true, children: () => [...contractFactRows(row.id, contract), payments] };
}

/** A contract of which the profile tells the id alone; the rest is read when it is opened. */
function furtherRow({ contracts }: ContractsParts, { permissions }: Profile, contractId: string): Row {
  const id = `contract/${contractId}`;
  const reading = contracts.further.of(contractId);
  const kinds = permissions.filter(one => one.contractId === contractId).map(({ kind }) => kind);
  const closed: Row = {
    id,
    label: contractName(contractId),
    description: kinds.filter(kind => kind !== undefined).join(' · '),
    icon: 'briefcase',
    copyId: contractId,
  };
  const retry = () => void contracts.further.refresh(contractId);
  return {
    ...(reading.kind === 'ready' ? contractRow(reading.value) : closed),
    // The service may call it by another id than the permission did.
    id,
    children: () => {
      contracts.further.need(contractId);
      return rowsOf(id, closed.label, contracts.further.of(contractId), retry, contract =>
        contractFactRows(id, contract),
      );
    },
  };
}
