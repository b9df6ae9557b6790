import * as l10n from '@vscode/l10n';
import { dayText, utcText } from '../../../../base/words/moment.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { statusText } from '../../../../service/rules/kindText.ts';
import { type Amount, formatAmount } from '../../../../service/rules/order.ts';
import type { Subscription } from '../../../../service/rules/subscription.ts';
import { ApiError } from '../../../../service/wire/errors.ts';
import { attend, type Attention, confirm, typesToConfirm } from '../../../../platform/dialogs/confirm.ts';
import {
  inNotification,
  inStatusBar,
  showInformationMessage,
  showQuickPick,
  showWarningMessage,
} from '../../../../platform/dialogs/window.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { type Log, logError } from '../../../../platform/host/presentError.ts';
import { readValue } from '../../../../platform/host/reading.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import { factLines, idFrom } from '../../../../platform/rows/row.ts';
import type { Account } from '../../../../session/account.ts';
import type { ServiceClock } from '../../../../session/serviceClock.ts';
import { changedMeanwhileText, type SessionOwner, type SignedIn } from '../../../../session/session.ts';
import type { Subscriptions } from '../../../../session/subscriptions.ts';
import { signedInNow } from '../../../../session/ui/signedInFirst.ts';
import type { RevokeMark } from '../../revokeMarks.ts';
import {
  allPayments,
  canRevoke,
  type Check,
  type Revoked,
  type Revoking,
  underWayText,
  wasRevoked,
} from '../../revoking.ts';
import { expectedRefund, paidFor, type Refund } from '../../rules/refund.ts';
import { refundText } from '../../rules/refundText.ts';
import { nameOfSubscription, periodText, termText } from '../../rules/subscriptionText.ts';

export interface RevokeParts {
  session: SessionOwner;
  account: Account;
  subscriptions: Subscriptions;
  revoking: Revoking;
  log: Log;
  clock: ServiceClock;
}

/**
 * Revokes a subscription: requests it again, shows what a revocation does to it, and has the user type its title to
 * confirm.
 *
 * @param argument a row of the tree, an ID, or nothing
 */
export async function revokeSubscription(parts: RevokeParts, argument: unknown): Promise<void> {
  const { revoking, log } = parts;
  const { now } = parts.clock;
  const signedIn = signedInNow(parts);
  const id = idFrom(argument) ?? (await pick(parts));
  if (id === undefined) return;
  if (revoking.marks.peek().get(id)?.kind === 'underWay') throw new UserError(underWayText());
  const attention = attend();
  const inspection = await inspect(parts, id, signedIn);
  if (hasNothingToDo(parts, inspection) || !(await agrees(parts, inspection, attention))) return;
  const { subscription } = inspection;
  const name = nameOfSubscription(subscription);
  const send = (target: Subscription, method?: 'PUT') =>
    inNotification(l10n.t('Revoking "{0}"', name), () => revoking.revoke(target, signedIn, method));
  const agreed = agreedState(subscription, now());
  let outcome = await send(subscription);
  if (outcome.kind === 'refused' && isUnknownRequest(outcome.error)) {
    if (!(await agreesToPut(name))) return;
    const again = (await inspect(parts, id, signedIn)).subscription;
    outcome =
      agreedState(again, now()) === agreed ? await send(again, 'PUT') : { kind: 'notSent', why: 'notFresh' };
  }
  await reportOutcome(parts, outcome, log);
}

/** What a person agrees to: the subscription as it stands, and what would come back of it now. */
function agreedState(subscription: Subscription, now: number): string {
  return JSON.stringify([subscription.fields, expectedRefund(subscription, now)]);
}

/** Nothing was revoked, since the service knows no such address, or not with GET. */
function isUnknownRequest(error: unknown): boolean {
  return error instanceof ApiError && (error.details.status === 404 || error.details.status === 405);
}

async function agreesToPut(name: string): Promise<boolean> {
  const go = l10n.t('Revoke with PUT…');
  const question = l10n.t('"{0}" couldn\'t be revoked here. Revoke with PUT?', name);
  const detail = l10n.t(
    "The service doesn't support the specified request (GET). Some services expect PUT instead. Revocation can't be undone.",
  );
  const answer = await confirm(attend(), { question, detail, buttons: [go] });
  return answer === go && (await typesToConfirm(question, name));
}

async function pick({ subscriptions, revoking, clock }: RevokeParts): Promise<string | undefined> {
  if (subscriptions.current.peek().kind !== 'ready') {
    await inStatusBar(l10n.t('Loading subscriptions…'), () => subscriptions.refresh());
  }
  const reading = subscriptions.current.peek();
  if (reading.kind === 'failed') throw reading.error;
  const now = clock.now();
  const findRevocation = revoking.known();
  const items = (readValue(reading) ?? [])
    .filter(subscription => canRevoke(subscription, findRevocation(subscription), now))
    .map(subscription => ({
      label: nameOfSubscription(subscription),
      description: [subscription.status && statusText(subscription.status), termText(subscription, now)]
        .filter(Boolean)
        .join(' · '),
      detail: periodText(subscription),
      id: subscription.id,
    }));
  if (items.length === 0) throw new UserError(l10n.t('No active subscription.'));
  const chosen = await showQuickPick(items, {
    title: l10n.t('Which subscription do you want to revoke?'),
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  return chosen?.id;
}

/** The subscription in its current state, with its payments and the balance if they can be read. */
function inspect(
  { account, subscriptions, revoking }: RevokeParts,
  id: string,
  signedIn: SignedIn,
): Promise<Check> {
  return inStatusBar(l10n.t('Loading the subscription…'), async () => {
    const [inspection] = await Promise.all([
      revoking.inspect(id, signedIn),
      subscriptions.paymentsFor(id).refresh(),
      account.refresh(),
    ]);
    const listed = readValue(subscriptions.current.peek())?.find(subscription => subscription.id === id);
    const isAsListed = JSON.stringify(listed?.fields) === JSON.stringify(inspection.subscription.fields);
    if (!isAsListed) void subscriptions.refresh();
    return inspection;
  });
}

/** Says so if the subscription has ended or was revoked before. */
function hasNothingToDo({ revoking, clock }: RevokeParts, { subscription, earlier }: Check): boolean {
  if (earlier === 'changed') {
    void showInformationMessage(revokedText(subscription));
    return true;
  }
  const now = clock.now();
  const name = nameOfSubscription(subscription);
  const refund = expectedRefund(subscription, now);
  if (refund.kind === 'nothing') {
    const [text = ''] = refundText(refund, subscription, { kind: 'untold' }, now);
    void showInformationMessage(`"${name}": ${text}`);
    return true;
  }
  if (!wasRevoked(revoking.known()(subscription))) return false;
  void showInformationMessage(revokedText(subscription));
  return true;
}

/**
 * Shows the calculation, then has the title typed. Asks again if a run ended in between, since the amount at stake has
 * changed.
 */
async function agrees(parts: RevokeParts, inspection: Check, initial: Attention): Promise<boolean> {
  const { now } = parts.clock;
  const { subscription } = inspection;
  for (let attention = initial; ; attention = attend()) {
    const refund = expectedRefund(subscription, now());
    if (!(await confirmsRefund(parts, inspection, refund, attention))) return false;
    const name = nameOfSubscription(subscription);
    if (!(await typesToConfirm(l10n.t('Revoke "{0}"?', name), name))) return false;
    if (JSON.stringify(expectedRefund(subscription, now())) === JSON.stringify(refund)) return true;
  }
}

async function confirmsRefund(
  { subscriptions, revoking, clock }: RevokeParts,
  { subscription, signedIn, earlier }: Check,
  refund: Refund,
  attention: Attention,
): Promise<boolean> {
  const { id, status } = subscription;
  const paid = paidFor(id, allPayments(subscriptions.paymentsFor(id).current.peek()));
  const detail = [
    ...earlierText(earlier, revoking.known()(subscription)),
    factLines([
      [l10n.t('Connection'), safeLine(signedIn.connection.name)],
      [l10n.t('Status'), status === undefined ? l10n.t('unknown') : safeLine(statusText(status))],
      [l10n.t('Period'), periodText(subscription)],
    ]).join('\n'),
    ...refundText(refund, subscription, paid, clock.now()),
    l10n.t("Revocation can't be undone. Next, type the title to confirm."),
  ].join('\n\n');
  const go = l10n.t('Continue…');
  const question = l10n.t('Revoke "{0}"?', nameOfSubscription(subscription));
  return (await confirm(attention, { question, detail, buttons: [go] })) === go;
}

/** Of an unconfirmed revocation before this one. */
function earlierText(earlier: Check['earlier'], mark: RevokeMark | undefined): string[] {
  if (earlier) {
    return [l10n.t('⚠ A revocation was sent before and never confirmed. The service shows no change.')];
  }
  return mark?.kind === 'recorded'
    ? [l10n.t('⚠ A revocation was sent from this machine and never confirmed ({0}).', utcText(mark.at))]
    : [];
}

/** Reports the result of a revocation. Throws the service's error if it was refused. */
async function reportOutcome(
  { subscriptions, clock }: RevokeParts,
  outcome: Revoked,
  log: Log,
): Promise<void> {
  switch (outcome.kind) {
    case 'done': {
      const { after, refunds } = outcome;
      const payments = subscriptions.paymentsFor(after.id).current.peek();
      const readAt = (payments.kind === 'ready' ? payments.at : Date.now()) + clock.aheadMs.peek();
      void showInformationMessage(revokedText(after, refundTexts(refunds, readAt)));
      return;
    }
    case 'refused':
      throw outcome.error;
    case 'unclear':
      return reportUnclear(outcome, log);
    case 'notSent':
      throw new UserError(outcome.why === 'underWay' ? underWayText() : changedMeanwhileText());
  }
}

/** @param readAt when the payments were read, by the clock of the service, epoch ms: a refund can be booked later */
function refundTexts(refunds: readonly Amount[] | undefined, readAt: number): string[] {
  if (!refunds) return [];
  if (refunds.length === 0) {
    const at = utcText(new Date(readAt).toISOString());
    return [l10n.t('No refund is listed yet (payments read at {0}).', at)];
  }
  return [l10n.t('Refunded: {0}.', refunds.map(formatAmount).join(' + '))];
}

async function reportUnclear(
  { before, error, aftermath }: Extract<Revoked, { kind: 'unclear' }>,
  log: Log,
): Promise<void> {
  logError(error, log);
  if (aftermath.kind === 'changed') {
    void showInformationMessage(revokedText(aftermath.after));
    return;
  }
  if (aftermath.kind === 'unreadable') logError(aftermath.error, log);
  const message = l10n.t(
    'Couldn\'t confirm the revocation of "{0}". Swath won\'t send it again without your confirmation.',
    nameOfSubscription(before),
  );
  const lookAgain = l10n.t('Check Again');
  const answer = await showWarningMessage(message, lookAgain);
  if (answer === lookAgain) await runCommand('swath.revokeSubscription', before.id);
}

/** @param refunds come before the end, because VS Code cuts a long message off */
function revokedText(revoked: Subscription, refunds: readonly string[] = []): string {
  const { endedAt } = revoked;
  const end = endedAt === undefined ? [] : [l10n.t('It ends on {0}.', dayText(endedAt))];
  return [l10n.t('"{0}" was revoked.', nameOfSubscription(revoked)), ...refunds, ...end].join(' ');
}
