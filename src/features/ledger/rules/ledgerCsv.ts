import { type CsvColumn, csvText } from '../../../base/words/csvField.ts';
import type { LedgerEntry } from '../../../service/rules/ledgerEntry.ts';
import { effectOfEntry } from './ledgerSums.ts';

/** `effect` is what an entry adds to the balance, negative for spending; empty if it changes nothing. */
const columns: readonly CsvColumn<LedgerEntry>[] = [
  ['time', ({ at }) => at],
  ['connection', ({ connection }) => connection],
  ['action', ({ action }) => action],
  ['result', ({ result }) => result],
  ['amount', ({ amount }) => amount?.value],
  ['unit', ({ amount }) => amount?.unit],
  ['title', ({ title }) => title],
  ['kind', ({ orderKind }) => orderKind],
  ['bodyHash', ({ bodyHash }) => bodyHash],
  ['orderId', ({ orderId }) => orderId],
  ['subscriptionId', ({ subscriptionId }) => subscriptionId],
  ['keyId', ({ keyId }) => keyId],
  ['requestedBy', ({ requestedBy }) => requestedBy],
  ['message', ({ message }) => message],
  ['areaKm2', ({ areaKm2 }) => areaKm2],
  ['product', ({ product }) => product],
  ['constellation', ({ constellation }) => constellation],
  ['effect', entry => effectOfEntry(entry)?.value],
  ['status', ({ status }) => status],
];

/** The entries with times as ISO 8601 in UTC, and a column for the unit of the amount. */
export function ledgerCsv(entries: readonly LedgerEntry[]): string {
  return csvText(columns, entries);
}
