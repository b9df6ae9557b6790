import type { ReadonlySignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { dayText, momentText } from '../../../../base/words/moment.ts';
import { furtherContractIds, type Profile, type Services } from '../../../../service/rules/account.ts';
import { contractText, orderName, unusualStatus } from '../../../../service/rules/kindText.ts';
import { formatAmount, type Order } from '../../../../service/rules/order.ts';
import { accountRoles, type Role } from '../../../../service/rules/roles.ts';
import type { Consumption } from '../../../../service/rules/subscription.ts';
import { readValue } from '../../../../platform/host/reading.ts';
import type { ArrangementOwner } from '../../../../platform/rows/arrangementOwner.ts';
import {
  emptyRow,
  type Fact,
  factRow,
  factRows,
  lackRows,
  otherFacts,
  readingRows,
  readNames,
  type Row,
  rowText,
} from '../../../../platform/rows/row.ts';
import { type Account, isOffline } from '../../../../session/account.ts';
import type { Contracts } from '../../../../session/contracts.ts';
import type { Reader } from '../../../../session/reader.ts';
import type { ServiceClock } from '../../../../session/serviceClock.ts';
import type { SessionOwner } from '../../../../session/session.ts';
import { contractFactRows, contractRow } from './contractRow.ts';
import { paymentRows } from './paymentRows.ts';
import { useRow } from './useRow.ts';

export interface ContractsParts {
  session: SessionOwner;
  account: Account;
  contracts: Contracts;
  clock: ServiceClock;
  /** Of the payments. */
  arrangement: ArrangementOwner;
  loadPayments: () => void;
  /** The orders that payments were for. */
  orders?: ReadonlySignal<readonly Order[]>;
}

/** The rows of the Contracts view: none while signed out. Requests what is about to be shown. */
export function contractsRows(parts: ContractsParts): readonly Row[] {
  const { session, account, contracts } = parts;
  if (session.current.peek().kind !== 'signedIn') return [];
  account.need();
  // The view's welcome text says so, and what to do.
  if (isOffline(account.current.peek())) return [];
  const retry = () => void account.refresh();
  return readingRows('contract', l10n.t('Contract'), account.current.peek(), retry, profile => [
    ownContractRow(parts, profile),
    consumptionRow(contracts.consumption),
    rolesRow(contracts.services),
    accountRow(profile),
    ...furtherRows(parts, profile, retry),
  ]);
}

function ownContractRow(
  { contracts, arrangement, orders, clock, loadPayments }: ContractsParts,
  { contract }: Profile,
): Row {
  const row = contractRow(contract);
  const payments: Row = {
    id: `${row.id}/payments`,
    label: l10n.t('Payments'),
    icon: 'credit-card',
    contextValue: 'payments',
    children: () =>
      paymentRows(`${row.id}/payments`, contracts.payments, {
        arranged: { by: arrangement.current.peek(), now: clock.now() },
        showAll: () => arrangement.showAll(),
        loadAll: loadPayments,
        details: contracts.paymentDetails,
        orderNames: new Map(orders?.peek().map(order => [order.id, orderName(order)])),
      }),
  };
  return { ...row, isOpen: true, children: () => [...contractFactRows(row.id, contract), payments] };
}

/** The user's other contracts, and how many couldn't be read. */
function furtherRows(parts: ContractsParts, profile: Profile, retry: () => void): Row[] {
  const ids = furtherContractIds(profile);
  return [
    ...ids.map(id => furtherRow(parts, profile, id)),
    ...lackRows('contract', { count: ids.length, unreadable: profile.unreadPermissions }, retry),
  ];
}

/** A contract of which the profile contains only the ID; the rest is requested when it is opened. */
function furtherRow({ contracts }: ContractsParts, { permissions }: Profile, contractId: string): Row {
  const id = `contract/${contractId}`;
  const reading = contracts.further.of(contractId);
  const kinds = permissions
    .filter(permission => permission.contractId === contractId)
    .map(({ kind }) => kind);
  const closed: Row = {
    id,
    label: contractText({ id: contractId }),
    description: kinds.filter(kind => kind !== undefined).join(' · '),
    icon: 'briefcase',
    copyId: contractId,
  };
  const retry = () => void contracts.further.reader(contractId).refresh();
  return {
    ...(reading.kind === 'ready' ? contractRow(reading.value) : closed),
    // The service may use a different ID than the permission did.
    id,
    children: () => {
      contracts.further.reader(contractId).need();
      return readingRows(id, closed.label, contracts.further.of(contractId), retry, contract =>
        contractFactRows(id, contract),
      );
    },
  };
}

/** The user's roles for the services of the platform, `5 of 9`. Requests them. */
function rolesRow(services: Reader<Services>): Row {
  services.need();
  const known = readValue(services.current.peek());
  const label = l10n.t('Roles');
  const roles = known && accountRoles(known);
  const count = roles && l10n.t('{0} of {1}', roles.filter(role => role.isGranted).length, roles.length);
  return {
    id: 'roles',
    label,
    ...(count === undefined ? {} : { description: count, spoken: `${label}: ${count}` }),
    icon: 'shield',
    details: known ? { title: label, fields: known } : undefined,
    children: () =>
      readingRows(
        'roles',
        label,
        services.current.peek(),
        () => void services.refresh(),
        value => accountRoles(value).map(roleRow),
      ),
  };
}

function roleRow({ name, isGranted, opens }: Role): Row {
  const { word, ...drawn } = grantAppearance(isGranted);
  return {
    id: `roles/${name}`,
    label: name,
    description: opens,
    spoken: [name, word, opens].filter(part => part !== undefined).join(', '),
    ...drawn,
  };
}

function grantAppearance(isGranted: boolean | undefined): Pick<Row, 'icon' | 'color'> & { word: string } {
  if (isGranted === undefined) return { word: l10n.t('unknown'), icon: 'question' };
  return isGranted
    ? { word: l10n.t('granted'), icon: 'pass', color: 'charts.green' }
    : { word: l10n.t('not granted'), icon: 'circle-slash' };
}

/** The user's own account: who the user is to the service, since when, and under which license. */
function accountRow(profile: Profile): Row {
  const id = 'account';
  const label = l10n.t('Account');
  const status = unusualStatus(profile);
  const factsWith = (created: string | undefined): Fact[] => [
    [l10n.t('User'), profile.id],
    [l10n.t('Status'), status],
    [l10n.t('Created'), created],
    [l10n.t('Roles'), profile.roles.join(', ')],
    [l10n.t('Licenses'), profile.licences.join(', ')],
  ];
  const facts = factsWith(momentText(profile.createdAt));
  const named = [...readNames(profile), 'licence', 'license', 'licenses'];
  return {
    id,
    ...rowText(label, [profile.id, status]),
    icon: 'account',
    tooltip: { heading: label, facts: [...facts, ...otherFacts(profile.fields, named)] },
    details: {
      title: label,
      fields: profile.fields,
      facts: () => [...facts, ...otherFacts(profile.fields, named, Infinity)],
    },
    copyId: profile.id,
    children: () => factRows(id, factsWith(profile.createdAt && dayText(profile.createdAt))),
  };
}

/** The remaining amounts, and what was spent on streaming and imagery. Requested when the row is opened. */
function consumptionRow(consumption: Reader<Consumption>): Row {
  const id = 'consumption';
  const label = l10n.t('Consumption');
  const known = readValue(consumption.current.peek());
  const retry = () => void consumption.refresh();
  return {
    id,
    label,
    icon: 'dashboard',
    details: known ? { title: label, fields: known.fields } : undefined,
    children: () => {
      consumption.need();
      return readingRows(id, label, consumption.current.peek(), retry, value => [
        ...lackRows(id, { ...value, count: value.uses.length }, retry),
        ...consumptionRows(id, value),
      ]);
    },
  };
}

function consumptionRows(id: string, { remaining, uses, rest = {} }: Consumption): Row[] {
  const rows = [
    ...(remaining
      ? [factRow(`${id}/remaining`, l10n.t('Remaining'), formatAmount(remaining), { icon: 'database' })]
      : []),
    ...uses.map((use, index) =>
      useRow(`${id}/use/${index}`, use.name, 'graph-line', use, /stream/i.test(use.name)),
    ),
    ...factRows(`${id}/rest`, otherFacts(rest, [])),
  ];
  return rows.length === 0 ? [emptyRow(id, l10n.t('The service reports no consumption'))] : rows;
}
