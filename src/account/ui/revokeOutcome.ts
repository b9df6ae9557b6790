import * as l10n from '@vscode/l10n';
import { dayText } from '../../model/words/momentText.ts';
import { formatAmount } from '../../model/order/order.ts';
import type { Subscription } from '../../model/account/subscription.ts';
import { nameOfSubscription } from '../../model/account/subscriptionText.ts';
import { runCommand } from '../../editor/commands.ts';
import type { Log } from '../../editor/log.ts';
import { logError } from '../../editor/presentError.ts';
import { UserError } from '../../editor/userError.ts';
import { showInformationMessage, showWarningMessage } from '../../editor/window.ts';
import { balanceOf, type Account } from '../account.ts';
import { failureOf, valueOf } from '../../editor/reading.ts';
import type { Revoked } from '../revoking.ts';
import type { Subscriptions } from '../subscriptions.ts';

/** What the payments and the balance say was given back since they were noted. */
export type Books = () => string;

/** Notes them just before a revoke. */
export function noteBooks(
  { account, subscriptions }: { account: Account; subscriptions: Subscriptions },
  subscriptionId: string,
): Books {
  /** As of now; `undefined` where the last reading failed or was not of all payments. */
  const refunds = () => {
    const reading = subscriptions.paymentsOf(subscriptionId).current.peek();
    const paged = failureOf(reading) === undefined ? valueOf(reading) : undefined;
    return paged?.isLast ? paged.items.filter(({ type }) => type?.toLowerCase() === 'refund') : undefined;
  };
  const balance = () => (failureOf(account.current.peek()) === undefined ? balanceOf(account) : undefined);
  const known = new Set(refunds()?.map(({ id }) => id));
  const before = balance();

  return () => {
    const after = balance();
    const booked = refunds()?.filter(({ id }) => !known.has(id));
    const amounts = booked?.flatMap(({ creditAmount }) => (creditAmount ? [formatAmount(creditAmount)] : []));
    const isMoved = before && after && before.unit === after.unit && before.value !== after.value;
    return [
      ...(amounts && amounts.length > 0 ? [l10n.t('Refunded: {0}.', amounts.join(' + '))] : []),
      ...(booked?.length === 0 ? [l10n.t('No refund is booked.')] : []),
      ...(isMoved
        ? [l10n.t('The balance went from {0} to {1}.', formatAmount(before), formatAmount(after))]
        : []),
    ].join(' ');
  };
}

/** Tells what became of a revoke. Throws what the service refused it with. */
export async function tellOutcome(
  subscription: Subscription,
  outcome: Revoked,
  books: Books,
  log: Log,
): Promise<void> {
  const name = nameOfSubscription(subscription);
  switch (outcome.kind) {
    case 'done':
      void showInformationMessage(`${endText(outcome.before, outcome.after)} ${books()}`.trim());
      return;
    case 'refused':
      throw outcome.error;
    case 'unclear':
      await tellUnclear(outcome, log);
      return;
    case 'notSent':
      throw new UserError(
        outcome.why === 'underWay'
          ? underWayText()
          : l10n.t('The sign-in or "{0}" changed meanwhile. Nothing was sent: start again.', name),
      );
  }
}

export function underWayText(): string {
  return l10n.t('A revoke of this subscription is under way already: wait for its answer.');
}

/** Tells of a revoke whose answer did not come, once a reading shows it. */
export function tellCarriedOut(before: Subscription, after: Subscription): void {
  const end = endText(before, after);
  void showInformationMessage(
    l10n.t('No clear answer came, but the service shows that the revoke was carried out. {0}', end),
  );
}

async function tellUnclear(
  { before, error, aftermath }: Extract<Revoked, { kind: 'unclear' }>,
  log: Log,
): Promise<void> {
  logError(error, log);
  if (aftermath.kind === 'ended' || aftermath.kind === 'newEnd') {
    tellCarriedOut(before, aftermath.after);
    return;
  }
  if (aftermath.kind === 'unreadable') logError(aftermath.error, log);
  const message = l10n.t(
    'It is not known whether "{0}" is revoked: no clear answer came ({1}). {2} Nothing is sent again without your yes.',
    nameOfSubscription(before),
    error instanceof Error ? error.message : String(error),
    aftermath.kind === 'unchanged'
      ? l10n.t('The service shows no change so far.')
      : l10n.t('It could not be read afterwards either.'),
  );
  const lookAgain = l10n.t('Look Again');
  const answer = await showWarningMessage(message, lookAgain);
  if (answer === lookAgain) await runCommand('swath.revokeSubscription', before.id);
}

function endText(before: Subscription, after: Subscription): string {
  const name = nameOfSubscription(before);
  const [was, is] = [before.endedAt, after.endedAt].map(end => end && dayText(end));
  if (is === undefined) return l10n.t('"{0}" is revoked. The service does not tell its end.', name);
  if (was === undefined) return l10n.t('"{0}" is revoked: its end is {1}; it had none.', name, is);
  return was === is
    ? l10n.t('"{0}" is revoked. Its end stays {1}.', name, is)
    : l10n.t('"{0}" is revoked: its end is {1} instead of {2}.', name, is, was);
}
