/** What the ledger lists, from its own lines and the journal of orders. */
import type { LedgerEntry } from '../../service/rules/ledgerEntry.ts';
import type { JournalLine } from '../orders/index.ts';
import { orderEntries } from './orderEntries.ts';

/** The newest first. */
export function allEntries(lines: readonly LedgerEntry[], orders: readonly JournalLine[]): LedgerEntry[] {
  const ordered = orderEntries(orders);
  const own = joinedEntries(lines);
  return newestFirst([...named(own, ordered), ...withContents(ordered, own)]);
}

/** The last line of each entry contains its outcome. */
function joinedEntries(lines: readonly LedgerEntry[]): LedgerEntry[] {
  return [...new Map(lines.map(line => [line.id, line])).values()];
}

/** A product has no title in its request: its price is called by the name of the order that was placed for it. */
function named(lines: readonly LedgerEntry[], ordered: readonly LedgerEntry[]): LedgerEntry[] {
  const titles = new Map(
    ordered.flatMap(entry =>
      entry.bodyHash === undefined || entry.title === undefined
        ? []
        : [[entryKey(entry), entry.title] as const],
    ),
  );
  return lines.map(line => {
    const title = line.title ?? titles.get(entryKey(line));
    return title === undefined ? line : { ...line, title };
  });
}

/** An order is for what its price was for: the journal contains only its body. */
function withContents(ordered: readonly LedgerEntry[], lines: readonly LedgerEntry[]): LedgerEntry[] {
  const prices = new Map(
    lines.filter(({ action }) => action === 'price').map(line => [entryKey(line), line] as const),
  );
  return ordered.map(entry => {
    const price = entry.action === 'order' ? prices.get(entryKey(entry)) : undefined;
    if (!price) return entry;
    const { areaKm2, product, constellation } = price;
    return { ...entry, areaKm2, product, constellation };
  });
}

function entryKey({ connection, bodyHash = '' }: LedgerEntry): string {
  return `${bodyHash} ${connection}`;
}

/** ISO times in UTC sort as text. */
function newestFirst(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
