import type { ReadonlySignal } from '@preact/signals-core';
import { parseMoment } from '../../base/words/moment.ts';
import type { LedgerEntry } from '../../service/rules/ledgerEntry.ts';
import { isRefund, type Payment } from '../../service/rules/payment.ts';
import { isRevoked, type Subscription } from '../../service/rules/subscription.ts';
import { type Paged, type Reading, readValue } from '../../platform/host/reading.ts';
import { asSignedIn, type SessionOwner } from '../../session/session.ts';
import type { Subscriptions } from '../../session/subscriptions.ts';
import type { RevokeMark, RevokeMarks } from './revokeMarks.ts';
import { subscriptionRuns } from './rules/runs.ts';

/** The ledger of this machine. */
export interface RecordedActions {
  readonly current: ReadonlySignal<Reading<readonly LedgerEntry[]>>;
  /** Reads what is on disk now; failures go to the state. */
  read(): Promise<void>;
}

interface RevocationSources {
  /** Of this session, by subscription ID. */
  marks: ReadonlyMap<string, RevokeMark>;
  /** The ledger of this machine, newest first, as far as it was read. */
  entries: readonly LedgerEntry[];
  /** Name of the connection that the subscriptions belong to. */
  connection: string | undefined;
  /** The payments that were read, by subscription ID. */
  payments: ReadonlyMap<string, Reading<Paged<Payment>>>;
}

/** Says of a subscription what is known of its revocation: the surest source decides. */
export type RevocationLookup = (subscription: Subscription) => RevokeMark | undefined;

/** From what has been read so far. */
export function revocationsNow(
  session: SessionOwner,
  { payments }: Pick<Subscriptions, 'payments'>,
  marks: RevokeMarks,
  ledger: RecordedActions | undefined,
): RevocationLookup {
  return createRevocationLookup({
    marks: marks.current.peek(),
    entries: (ledger && readValue(ledger.current.peek())) ?? [],
    connection: asSignedIn(session.current.peek())?.connection.name,
    payments: payments.peek(),
  });
}

export function createRevocationLookup(sources: RevocationSources): RevocationLookup {
  const recorded = sources.entries.filter(
    ({ action, connection }) => action === 'revoke' && connection === sources.connection,
  );
  return subscription =>
    sources.marks.get(subscription.id) ??
    recordedRevocation(subscription, recorded) ??
    reportedRevocation(subscription, sources.payments);
}

/**
 * Only what still fits: with a later end than the recorded one, the service has another state since, such as a sandbox
 * that started over.
 */
function recordedRevocation(
  subscription: Subscription,
  recorded: readonly LedgerEntry[],
): RevokeMark | undefined {
  const mine = recorded.filter(({ subscriptionId }) => subscriptionId === subscription.id);
  const last = mine.find(({ result }) => result === 'ok' || result === 'foundLater' || result === 'unclear');
  if (!last) return undefined;
  const isConfirmed = last.result !== 'unclear';
  if (isConfirmed && !endsBy(subscription, last.endsAt)) return undefined;
  return { kind: 'recorded', at: last.at, isConfirmed };
}

function endsBy({ endedAt }: Subscription, recordedEnd: string | undefined): boolean {
  const [end, latest] = [endedAt, recordedEnd].map(text => parseMoment(text)?.time);
  return end !== undefined && latest !== undefined && end <= latest;
}

/** What a revocation leaves behind, even if another machine sent it. */
function reportedRevocation(
  subscription: Subscription,
  payments: RevocationSources['payments'],
): RevokeMark | undefined {
  if (isRevoked(subscription)) return undefined;
  const reading = payments.get(subscription.id);
  const refund = (reading && readValue(reading))?.items.find(
    payment => isRefund(payment) && payment.subscriptionId === subscription.id,
  );
  if (refund) return { kind: 'possible', refund };
  const runs = subscriptionRuns(subscription);
  return runs.kind === 'known' && runs.plans.every(({ isCut }) => isCut) ? { kind: 'possible' } : undefined;
}
