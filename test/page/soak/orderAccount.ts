import { readFile } from 'node:fs/promises';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { JournalLine } from '../../../src/features/orders/journal.ts';

/** An order that the user confirmed. */
export interface Yes {
  title: string;
  /** What was reported afterward. */
  reported: string[];
}

export interface OrderAccount {
  yes: number;
  /** Number of requests that were sent for them. */
  sent: number;
  /** Number that the service booked and the journal recorded as booked, each once. */
  booked: number;
  /** Number known not to be booked: refused, withdrawn, or declared in the check at the end. */
  notBooked: number;
  /** Number of booked orders whose answer was lost and that the check found. */
  found: number;
  losses: string[];
  doubles: string[];
}

export async function readJournal(file: string): Promise<JournalLine[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as JournalLine]));
}

/** Titles of orders whose outcome the journal doesn't contain. */
export function openTitles(lines: readonly JournalLine[]): string[] {
  return lines.flatMap(line =>
    line.event === 'sending' && !isKnown(outcomeOf(line.id, lines)) ? [line.title] : [],
  );
}

/** Compares what the user confirmed with the orders of the service and the journal. */
export function accountFor(
  yeses: readonly Yes[],
  lines: readonly JournalLine[],
  sandbox: Pick<Sandbox, 'snapshot' | 'requests'>,
): OrderAccount {
  const orders = sandbox.snapshot().accounts.flatMap(account => account.orders);
  const posts = sandbox.requests.filter(
    request => request.method === 'POST' && request.path === '/api/v1/orders',
  );
  const account: OrderAccount = {
    yes: yeses.length,
    sent: posts.length,
    booked: 0,
    notBooked: 0,
    found: 0,
    losses: [],
    doubles: [],
  };
  const titles = new Set([...yeses.map(({ title }) => title), ...orders.map(titleOf)]);
  for (const title of titles) {
    const confirmed = yeses.filter(yes => yes.title === title);
    const booked = orders.filter(order => titleOf(order) === title).map(({ id }) => id);
    const entries = lines.flatMap(line =>
      line.event === 'sending' && line.title === title ? [line.id] : [],
    );
    const placed = lines.flatMap(line =>
      line.event === 'placed' && entries.includes(line.id) ? [line.orderId] : [],
    );
    if (booked.length > confirmed.length)
      account.doubles.push(`${title}: ${booked.length} for ${confirmed.length} yes`);
    const unknown = booked.filter(id => !placed.includes(id));
    if (unknown.length > 0)
      account.losses.push(`${title}: booked as ${unknown.join(', ')}, and not known here`);
    const invented = placed.filter(id => !booked.includes(id));
    if (invented.length > 0)
      account.losses.push(`${title}: told to be ${invented.join(', ')}, which is not there`);
    const isOpen = entries.some(id => !isKnown(outcomeOf(id, lines)));
    if (isOpen) account.losses.push(`${title}: nobody knows what became of it`);
    const isUntold = entries.length === 0 && confirmed.some(({ reported }) => reported.length === 0);
    if (isUntold) account.losses.push(`${title}: a yes after which nothing happened and nothing was said`);
    account.booked += booked.length;
    account.notBooked += confirmed.length - booked.length;
    account.found += entries.filter(
      id =>
        outcomeOf(id, lines) === 'placed' && lines.some(line => line.id === id && line.event === 'unclear'),
    ).length;
  }
  return account;
}

function titleOf(order: { title?: string; payload: Record<string, unknown> }): string {
  return order.title ?? String(order.payload.title);
}

function outcomeOf(id: string, lines: readonly JournalLine[]): JournalLine['event'] | undefined {
  return lines.findLast(line => line.id === id)?.event;
}

function isKnown(event: JournalLine['event'] | undefined): boolean {
  return event !== 'sending' && event !== 'unclear';
}
