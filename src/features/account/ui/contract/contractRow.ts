import * as l10n from '@vscode/l10n';
import { areaText } from '../../../../base/words/areaText.ts';
import { dayText, momentText } from '../../../../base/words/moment.ts';
import type { Contract } from '../../../../service/rules/account.ts';
import {
  contractText,
  contractTypeText,
  offerText,
  unusualStatus,
} from '../../../../service/rules/kindText.ts';
import { formatAmount } from '../../../../service/rules/order.ts';
import {
  type Fact,
  factRow,
  factRows,
  otherFacts,
  readNames,
  type Row,
  rowText,
} from '../../../../platform/rows/row.ts';
import { offersText } from '../words.ts';

/** A contract; its facts are below it, see {@link contractFactRows}. */
export function contractRow(contract: Contract): Row {
  const label = contractText(contract);
  const balance = contract.balance && formatAmount(contract.balance);
  const trouble = contractTrouble(contract);
  return {
    id: `contract/${contract.id}`,
    ...rowText(label, [contractTypeText(contract), unusualStatus(contract), balance]),
    icon: 'briefcase',
    color: trouble?.color,
    tooltip: { heading: label, facts: contractRowFacts(contract) },
    contextValue: 'contract',
    copyId: contract.id,
    details: { title: label, fields: contract.fields, facts: () => contractRowFacts(contract, Infinity) },
    subject: contract,
  };
}

/** What is known about a contract, with a warning first if it can't be used in its current state. */
export function contractFactRows(above: string, contract: Contract): Row[] {
  const { offers } = contract;
  const trouble = contractTrouble(contract);
  return [
    ...(trouble ? [{ id: `${above}/warning`, ...trouble, copyId: contract.id }] : []),
    // The tooltip of the contract has the times.
    ...factRows(
      above,
      ownFacts(contract, text => text && dayText(text)),
    ),
    ...(offers.length === 0 ? [] : [offersRow(`${above}/offers`, offers)]),
    ...geofenceRows(`${above}/geofence`, contract),
  ];
}

/** The order types that a contract allows or a subscription pays for: in short, and in full below. */
export function offersRow(id: string, offers: readonly string[]): Row {
  return factRow(id, l10n.t('Can order'), offersText(offers), {
    icon: 'package',
    children: () =>
      offers.map((kind, index) => ({
        id: `${id}/${index}`,
        label: offerText(kind),
        tooltip: { heading: offerText(kind), facts: [[l10n.t('Kind'), kind]] },
      })),
  });
}

/** Contract transitions aren't specified: only the status counts. */
function contractTrouble({
  id,
  status,
}: Contract): Required<Pick<Row, 'label' | 'icon' | 'color'>> | undefined {
  switch (status?.toLowerCase()) {
    case 'pending':
      return {
        label: l10n.t('This contract is pending. Orders may be refused until it is active.'),
        icon: 'clock',
        color: 'list.warningForeground',
      };
    case 'error':
      return {
        label: l10n.t(
          'The service reports an error with this contract. Contact its provider about contract {0}.',
          id,
        ),
        icon: 'error',
        color: 'list.errorForeground',
      };
    default:
      return undefined;
  }
}

function workspaceText({ workspaceName, workspaceId }: Contract): string | undefined {
  const known = [workspaceName, workspaceId].filter(part => part !== undefined);
  return known.length === 0 ? undefined : known.join(' · ');
}

function geofenceRows(id: string, { geofence }: Contract): Row[] {
  if (!geofence) return [];
  const { geometry, areaKm2 } = geofence;
  const parts = geometry.type === 'Polygon' ? 1 : geometry.coordinates.length;
  const area = areaText(areaKm2);
  const value = parts === 1 ? area : l10n.t('{0} in {1} parts', area, parts);
  const title = l10n.t('Geofence');
  return [factRow(id, title, value, { icon: 'location', details: { title, fields: geometry } })];
}

function ownFacts(contract: Contract, toText: (text: string | undefined) => string | undefined): Fact[] {
  return [
    [l10n.t('Contract'), contract.id],
    [l10n.t('Name'), contract.name],
    [l10n.t('Type'), contractTypeText(contract)],
    [l10n.t('Status'), unusualStatus(contract)],
    [l10n.t('Balance'), contract.balance && formatAmount(contract.balance)],
    [l10n.t('Private workspace'), workspaceText(contract)],
    [l10n.t('Created'), toText(contract.createdAt)],
    [l10n.t('End'), toText(contract.endedAt) ?? l10n.t('not reported')],
  ];
}

/** @param others most fields that aren't named here */
function contractRowFacts(contract: Contract, others?: number): Fact[] {
  return [
    ...ownFacts(contract, momentText),
    [l10n.t('Can order'), offersText(contract.offers, offerText)],
    ...otherFacts(contract.fields, [...readNames(contract), 'balanceUnit', 'amountUnit'], others),
  ];
}
