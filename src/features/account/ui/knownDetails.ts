import type { ReadonlySignal } from '@preact/signals-core';
import { hasEverything, type Listed } from '../../../service/wire/listed.ts';
import type { KnownDetails } from '../../../platform/documents/detailsPage.ts';
import type { Reading } from '../../../platform/host/reading.ts';
import type { Row } from '../../../platform/rows/row.ts';
import type { KeyInUseOwner, KeyList } from '../keyInUse.ts';
import { type ContractsParts, contractsRows } from './contract/contractsRows.ts';
import {
  subscriptionsNow,
  type SubscriptionsParts,
  subscriptionsRows,
} from './contract/subscriptionsRows.ts';
import { subscriptionsAtFirst } from './contract/subscriptionsView.ts';
import { keysAtFirst } from './keys/keysHead.ts';
import { keysRows } from './keys/keysRows.ts';

export interface KnownDetailsParts extends Omit<ContractsParts, 'loadPayments'>, SubscriptionsParts {
  keyList: KeyList;
  inUse: KeyInUseOwner;
}

/** What the page with the details of a row follows. */
export function createKnownDetails(parts: KnownDetailsParts) {
  const { session, account, contracts, subscriptions, marks, ledger, keyList, inUse, clock } = parts;
  const nothing = () => undefined;

  function rowsOfSubscriptions(): readonly Row[] {
    const actions = { retry: nothing, showAll: nothing, paymentsFor: subscriptions.paymentsFor };
    return subscriptionsRows(subscriptionsNow(parts), subscriptionsAtFirst, actions);
  }

  function rowsOfKeys(): readonly Row[] {
    const state = { reading: keyList.current.peek(), kept: inUse.current.peek(), now: clock.now() };
    return keysRows(state, keysAtFirst, { retry: nothing, selectKeyInUse: () => Promise.resolve() });
  }

  const rowsOfContracts = () => contractsRows({ ...parts, loadPayments: nothing });

  /** Of a contract other than the own one, only what was read of it. */
  function readingOfContract(id: string): Reading<unknown> {
    const further = contracts.further.of(id);
    return further.kind === 'ready' ? further : account.current.peek();
  }

  /** By the first part of a row's ID: when it was read, and the rows among which it is. */
  function source(kind: string, id: string): [Reading<unknown>, () => readonly Row[]] | undefined {
    switch (kind) {
      case 'subscription':
        return [subscriptions.current.peek(), rowsOfSubscriptions];
      case 'keys':
        return [keyList.current.peek(), rowsOfKeys];
      case 'contract':
        return [readingOfContract(id), rowsOfContracts];
      case 'account':
        return [account.current.peek(), rowsOfContracts];
      case 'roles':
        return [contracts.services.current.peek(), rowsOfContracts];
      case 'consumption':
        return [contracts.consumption.current.peek(), rowsOfContracts];
      default:
        return undefined;
    }
  }

  const signals: readonly ReadonlySignal<unknown>[] = [
    ...[session.current, account.current, subscriptions.current, subscriptions.payments, marks.current],
    ...[ledger.current, keyList.current, inUse.current, contracts.services.current],
    ...[contracts.consumption.current, contracts.further.current, clock.aheadMs],
  ];

  return {
    signals,
    find(rowId: string): KnownDetails | undefined {
      const [kind = '', id = '', ...more] = rowId.split('/');
      // Rows below these, such as payments, don't change.
      const [reading, rows] = more.length > 0 ? [] : (source(kind, id) ?? []);
      if (reading?.kind !== 'ready') return undefined;
      const details = rows?.().find(row => row.id === rowId)?.details;
      const isGone = Array.isArray(reading.value) && hasEverything(reading.value as Listed<unknown>);
      // The times in it are of the clock of the service, too.
      return details || isGone ? { details, at: reading.at + clock.aheadMs.peek() } : undefined;
    },
  };
}
