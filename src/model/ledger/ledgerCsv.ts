import { csvField } from '../words/csvField.ts';
import type { LedgerEntry } from './ledgerEntry.ts';

type Column = readonly [name: string, value: (entry: LedgerEntry) => string | number | undefined];

const columns: readonly Column[] = [
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
  ['message', ({ message }) => message],
];

const lineEnd = '\r\n';

/** The entries as RFC 4180 with a header; times as ISO 8601 in UTC, amounts with a column for the unit. */
export function ledgerCsv(entries: readonly LedgerEntry[]): string {
  const head = columns.map(([name]) => name);
  const lines = entries.map(entry => columns.map(([, value]) => csvField(value(entry))));
  return [head, ...lines].map(fields => fields.join(',') + lineEnd).join('');
}
