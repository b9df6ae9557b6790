import * as l10n from '@vscode/l10n';
import { dayText } from '../../model/words/momentText.ts';
import { formatAmount, type Amount } from '../../model/order/order.ts';
import type { Subscription } from '../../model/account/subscription.ts';
import { nameOfSubscription } from '../../model/account/subscriptionText.ts';
import { runCommand } from '../../editor/commands.ts';
import type { Log } from '../../editor/log.ts';
import { logError } from '../../editor/presentError.ts';
import { UserError } from '../../editor/userError.ts';
import { showInformationMessage, showWarningMessage } from '../../editor/window.ts';
import type { Revoked } from '../revoking.ts';

/** Tells what became of a revoke. Throws what the service refused it with. */
export async function tellOutcome(
  subscription: Subscription,
  outcome: Revoked,
  log: Log,
): Promise<void> {
  const name = nameOfSubscription(subscription);
  switch (outcome.kind) {
    case 'done':
      void showInformationMessage(
        [endText(outcome.before, outcome.after), ...refundTexts(outcome.refunds)].join(' '),
      );
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

function refundTexts(refunds: readonly Amount[] | undefined): string[] {
  if (!refunds) return [];
  if (refunds.length === 0) return [l10n.t('No refund is booked.')];
  return [l10n.t('Refunded: {0}.', refunds.map(formatAmount).join(' + '))];
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
