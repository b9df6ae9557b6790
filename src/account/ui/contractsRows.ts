import * as l10n from '@vscode/l10n';
import { furtherContractIds, type Profile, type Services } from '../../model/account/account.ts';
import { isOffline, type Account } from '../account.ts';
import type { ArrangementOwner } from '../../editor/arrangementOwner.ts';
import type { Contracts } from '../contracts.ts';
import type { SessionOwner } from '../session.ts';
import { accountRow } from './accountRow.ts';
import { consumptionRow } from './consumptionRow.ts';
import { contractFactRows, contractName, contractRow } from './contractRow.ts';
import { paymentRows } from './paymentRows.ts';
import { rowsOf, type Row } from '../../editor/row.ts';
import { rolesOf, type Role } from '../../model/account/roles.ts';
import type { Reader } from '../reader.ts';
import { valueOf } from '../../editor/reading.ts';

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
  const retry = () => void contracts.further.reader(contractId).refresh();
  return {
    ...(reading.kind === 'ready' ? contractRow(reading.value) : closed),
    // The service may call it by another id than the permission did.
    id,
    children: () => {
      contracts.further.reader(contractId).need();
      return rowsOf(id, closed.label, contracts.further.of(contractId), retry, contract =>
        contractFactRows(id, contract),
      );
    },
  };
}

/** The roles of the user for the services of the platform, `5 of 9`. Asks for them. */
function rolesRow(services: Reader<Services>): Row {
  services.need();
  const known = valueOf(services.current.peek());
  const label = l10n.t('Roles');
  const roles = known && rolesOf(known);
  const count = roles && l10n.t('{0} of {1}', roles.filter(role => role.isGranted).length, roles.length);
  return {
    id: 'roles',
    label,
    ...(count === undefined ? {} : { description: count, spoken: `${label}: ${count}` }),
    icon: 'shield',
    tooltip: { heading: l10n.t('Services of the platform that the user has a role for'), facts: [] },
    ...(known ? { details: { title: label, fields: known } } : {}),
    children: () =>
      rowsOf(
        'roles',
        l10n.t('The roles'),
        services.current.peek(),
        () => void services.refresh(),
        value => rolesOf(value).map(roleRow),
      ),
  };
}

function roleRow({ name, isGranted, opens }: Role): Row {
  const said = grantText(isGranted);
  return {
    id: `roles/${name}`,
    label: name,
    ...(opens === undefined ? {} : { description: opens }),
    spoken: [name, said, opens].filter(part => part !== undefined).join(', '),
    ...iconOf(isGranted),
    tooltip: { heading: name, facts: [[l10n.t('Opens'), opens]], notes: [said] },
  };
}

function grantText(isGranted: boolean | undefined): string {
  if (isGranted === undefined) return l10n.t('the service does not say');
  return isGranted ? l10n.t('granted') : l10n.t('not granted');
}

function iconOf(isGranted: boolean | undefined): Pick<Row, 'icon' | 'colour'> {
  if (isGranted === undefined) return { icon: 'question' };
  return isGranted ? { icon: 'pass', colour: 'charts.green' } : { icon: 'circle-slash' };
}
