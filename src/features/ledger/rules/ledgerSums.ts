/** What the entries of the ledger add up to. */
import { compareWords } from '../../../base/words/displayLanguage.ts';
import { sandboxConnection } from '../../../service/rules/connection.ts';
import type { LedgerAction, LedgerEntry } from '../../../service/rules/ledgerEntry.ts';
import type { Amount } from '../../../service/rules/order.ts';
import { sumByUnit } from '../../orders/rules/index.ts';

/** What each action does with the balance once it is done. */
const balanceChanges: Readonly<Record<LedgerAction, 'spends' | 'gives back' | 'none'>> = {
  price: 'none',
  order: 'spends',
  refund: 'gives back',
  revoke: 'gives back',
  createKey: 'none',
  useKey: 'none',
  rotateKey: 'none',
  deleteKey: 'none',
};

/** How an entry changed the balance: negative for what was spent. `undefined` if it changed nothing, or nobody knows. */
export function effectOfEntry(entry: LedgerEntry): Amount | undefined {
  const { action, result, amount } = entry;
  if (!amount) return undefined;
  const isDone = result === 'ok' || result === 'foundLater';
  switch (balanceChanges[action]) {
    case 'spends': {
      // The service had accepted it, whatever became of it.
      const isPlaced = isDone || result === 'failed' || entry.status !== undefined;
      return isPlaced && !entry.isFree ? { ...amount, value: -amount.value } : undefined;
    }
    case 'gives back':
      return isDone ? amount : undefined;
    case 'none':
      return undefined;
  }
}

/** Total amounts on one connection, by unit. Prices aren't spending. */
export interface OrderSums {
  connection: string;
  /** Only of entries of this contract, `''` for those of an unknown one; absent if they aren't told apart. */
  contractId?: string | undefined;
  /** What orders cost that the service accepted. */
  placed: Amount[];
  /** What came back, for orders and revoked subscriptions. */
  returned: Amount[];
  /** How the balance changed by both: negative if more was spent. */
  net: Amount[];
  /** Orders that may have been placed. */
  open: Amount[];
}

/** Connections on which several contracts paid, for example because the key of another user came into use. */
export function connectionsOfSeveralContracts(entries: readonly LedgerEntry[]): ReadonlySet<string> {
  const paying = entries.filter(
    ({ action, contractId }) => balanceChanges[action] !== 'none' && contractId !== undefined,
  );
  const byConnection = Map.groupBy(paying, ({ connection }) => connection);
  return new Set(
    [...byConnection]
      .filter(([, group]) => new Set(group.map(({ contractId }) => contractId)).size > 1)
      .map(([connection]) => connection),
  );
}

/**
 * One for each connection with such entries, or for each of its contracts; the sandbox is last, since its orders cost
 * nothing.
 *
 * @param byContract connections whose contracts have sums of their own
 */
export function sumOrders(
  entries: readonly LedgerEntry[],
  byContract: ReadonlySet<string> = connectionsOfSeveralContracts(entries),
): OrderSums[] {
  const payer = ({ connection, contractId = '' }: LedgerEntry) =>
    byContract.has(connection) ? contractId : undefined;
  return [...Map.groupBy(entries, entry => JSON.stringify([entry.connection, payer(entry)])).values()]
    .flatMap(group => {
      const [first] = group;
      return first ? [{ connection: first.connection, contractId: payer(first), group }] : [];
    })
    .map(({ connection, contractId, group }) => {
      const effects = group.flatMap(entry => effectOfEntry(entry) ?? []);
      const spent = effects.filter(({ value }) => value < 0);
      return {
        connection,
        contractId,
        placed: sumByUnit(spent.map(({ value, unit }) => ({ value: -value, unit }))),
        returned: sumByUnit(effects.filter(({ value }) => value > 0)),
        net: sumByUnit(effects),
        open: sumByUnit(
          group.flatMap(({ action, result, amount }) =>
            balanceChanges[action] === 'spends' && result === 'unclear' && amount ? [amount] : [],
          ),
        ),
      };
    })
    .filter(({ placed, returned, open }) => placed.length + returned.length + open.length > 0)
    .sort((a, b) => Number(isSandbox(a)) - Number(isSandbox(b)) || compareWords(a.connection, b.connection));
}

/** Whether its amounts cost nothing. */
export function isSandbox({ connection }: { connection: string }): boolean {
  return connection === sandboxConnection.name;
}
