import { type CsvColumn, csvText } from '../../../base/words/csvField.ts';
import type { LedgerEntry } from '../../../service/rules/ledgerEntry.ts';
import { effectOfEntry } from './ledgerSums.ts';

/** What an entry has without a column of that name. */
type Elsewhere = 'id' | 'at' | 'orderKind' | 'isFree' | 'returned' | 'confirmed' | 'endsAt';
type ColumnName = Exclude<keyof LedgerEntry, Elsewhere> | 'time' | 'kind' | 'unit' | 'effect';

/**
 * In this order, because programs may read columns by their place: a new one comes last. `effect` is what an entry adds to
 * the balance, negative for spending; empty if it changes nothing.
 */
const columns: Readonly<Record<ColumnName, CsvColumn<LedgerEntry>[1]>> = {
  time: ({ at }) => at,
  connection: ({ connection }) => connection,
  action: ({ action }) => action,
  result: ({ result }) => result,
  amount: ({ amount }) => amount?.value,
  unit: ({ amount }) => amount?.unit,
  title: ({ title }) => title,
  kind: ({ orderKind }) => orderKind,
  bodyHash: ({ bodyHash }) => bodyHash,
  orderId: ({ orderId }) => orderId,
  subscriptionId: ({ subscriptionId }) => subscriptionId,
  keyId: ({ keyId }) => keyId,
  requestedBy: ({ requestedBy = 'user' }) => requestedBy,
  message: ({ message }) => message,
  areaKm2: ({ areaKm2 }) => areaKm2,
  product: ({ product }) => product,
  constellation: ({ constellation }) => constellation,
  effect: entry => effectOfEntry(entry)?.value,
  status: ({ status }) => status,
  contractId: ({ contractId }) => contractId,
};

/** The entries with times as ISO 8601 in UTC, and a column for the unit of the amount. */
export function ledgerCsv(entries: readonly LedgerEntry[]): string {
  return csvText(Object.entries(columns), entries);
}
