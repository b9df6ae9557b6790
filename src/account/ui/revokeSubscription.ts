import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { paidFor, refundOf, type Refund } from '../../model/account/refund.ts';
import { refundText } from '../../model/account/refundText.ts';
import { nameOfSubscription, periodText, spanText } from '../../model/account/subscriptionText.ts';
import { shownLine } from '../../model/words/shownText.ts';
import { attend, confirm, type Attention } from '../../editor/confirm.ts';
import { isApiError } from '../../api/errors.ts';
import { givenId } from '../../editor/row.ts';
import { type Log, logError } from '../../editor/presentError.ts';
import { UserError } from '../../editor/userError.ts';
import {
  showInformationMessage,
  showInputBox,
  showQuickPick,
  showWarningMessage,
  withProgress,
} from '../../editor/window.ts';
import type { Account } from '../account.ts';
import { valueOf } from '../../editor/reading.ts';
import { allPayments, canRevoke, type Looked, type Revoked, type Revoking } from '../revoking.ts';
import { signedInOf, type SessionOwner, type SignedIn } from '../session.ts';
import type { Subscriptions } from '../subscriptions.ts';
import { dayText } from '../../model/words/moment.ts';
import { formatAmount, type Amount } from '../../model/order/order.ts';
import type { Subscription } from '../../model/account/subscription.ts';
import { runCommand } from '../../editor/commands.ts';

export interface RevokeParts {
  session: SessionOwner;
  account: Account;
  subscriptions: Subscriptions;
  revoking: Revoking;
  log: Log;
}

/**
 * Revokes a subscription: it is read anew, the user sees what a revoke does to it, and agrees by typing its title.
 *
 * @param given a row of the tree, an id, or nothing
 */
export async function revokeSubscription(parts: RevokeParts, given: unknown): Promise<void> {
  const { session, revoking, log } = parts;
  const signedIn = signedInOf(session.current.peek());
  if (!signedIn) throw new UserError(l10n.t('Sign in first.'));
  const id = givenId(given) ?? (await pick(parts));
  if (id === undefined) return;
  if (revoking.marks.peek().get(id)?.kind === 'underWay') throw new UserError(underWayText());
  const attention = attend();
  const looked = await look(parts, id, signedIn);
  if (hasNothingToDo(parts, looked) || !(await agrees(parts, looked, attention))) return;
  const { subscription } = looked;
  const name = nameOfSubscription(subscription);
  const title = l10n.t('Revoking "{0}"', name);
  const send = (one: Subscription, method?: 'PUT') =>
    withProgress({ location: vscode.ProgressLocation.Notification, title }, () =>
      revoking.revoke(one, signedIn, method),
    );
  const agreed = stateOf(subscription);
  let outcome = await send(subscription);
  if (outcome.kind === 'refused' && isUnknownRequest(outcome.error)) {
    if (!(await agreesToPut(name))) return;
    const again = (await look(parts, id, signedIn)).subscription;
    outcome = stateOf(again) === agreed ? await send(again, 'PUT') : { kind: 'notSent', why: 'notFresh' };
  }
  await tellOutcome(subscription, outcome, log);
}

/** What a person agrees to: the subscription as it stands, and what would come back of it now. */
function stateOf(subscription: Subscription): string {
  return JSON.stringify([subscription.fields, refundOf(subscription, Date.now())]);
}

/** Nothing was revoked, since the service knows no such address, or not with GET. */
function isUnknownRequest(error: unknown): boolean {
  return isApiError(error) && (error.details.status === 404 || error.details.status === 405);
}

async function agreesToPut(name: string): Promise<boolean> {
  const go = l10n.t('Revoke with PUT');
  const question = l10n.t('"{0}" couldn\'t be revoked here. Revoke with PUT?', name);
  const detail = l10n.t(
    "The service doesn't support the specified request (GET). Some services expect PUT instead. Revocation can't be undone.",
  );
  return (await confirm(attend(), { question, detail, buttons: [go] })) === go;
}

async function pick({ subscriptions, revoking }: RevokeParts): Promise<string | undefined> {
  if (subscriptions.current.peek().kind !== 'ready') {
    await busy(l10n.t('Loading subscriptions'), () => subscriptions.refresh());
  }
  const reading = subscriptions.current.peek();
  if (reading.kind === 'failed') throw reading.error;
  const now = Date.now();
  const marks = revoking.marks.peek();
  const items = (valueOf(reading) ?? [])
    .filter(one => canRevoke(one, marks.get(one.id), now))
    .map(one => ({
      label: nameOfSubscription(one),
      description: [one.status, spanText(one, now)].filter(Boolean).join(' · '),
      detail: periodText(one),
      id: one.id,
    }));
  if (items.length === 0) {
    throw new UserError(l10n.t('No active subscription to revoke.'));
  }
  const chosen = await showQuickPick(items, {
    title: l10n.t('Which subscription do you want to revoke?'),
    placeHolder: l10n.t('You see what changes before anything is sent'),
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  return chosen?.id;
}

/** The subscription as it stands now; and, as far as they can be read, its payments and the balance. */
function look(
  { account, subscriptions, revoking }: RevokeParts,
  id: string,
  signedIn: SignedIn,
): Promise<Looked> {
  return busy(l10n.t('Loading the subscription'), async () => {
    const [looked] = await Promise.all([
      revoking.look(id, signedIn),
      subscriptions.paymentsOf(id).refresh(),
      account.refresh(),
    ]);
    const listed = valueOf(subscriptions.current.peek())?.find(one => one.id === id);
    const isAsListed = JSON.stringify(listed?.fields) === JSON.stringify(looked.subscription.fields);
    if (!isAsListed) void subscriptions.refresh();
    return looked;
  });
}

/** Says so where the subscription is over, or a revoke was carried out before. */
function hasNothingToDo({ revoking }: RevokeParts, { subscription, earlier }: Looked): boolean {
  if (earlier && earlier.aftermath.kind !== 'unchanged') {
    tellCarriedOut(earlier.before, subscription);
    return true;
  }
  const now = Date.now();
  const name = nameOfSubscription(subscription);
  const refund = refundOf(subscription, now);
  if (refund.kind === 'nothing') {
    const [text = ''] = refundText(refund, subscription, { kind: 'unread' }, now);
    void showInformationMessage(`"${name}": ${text}`);
    return true;
  }
  if (revoking.marks.peek().get(subscription.id)?.kind !== 'revoked') return false;
  void showInformationMessage(
    l10n.t('"{0}" was already revoked in this session. Its period is {1}.', name, periodText(subscription)),
  );
  return true;
}

/** The arithmetic, then the title by hand. Asked anew where a run ended in between: another sum is at stake then. */
async function agrees(parts: RevokeParts, looked: Looked, asked: Attention): Promise<boolean> {
  const { subscription } = looked;
  for (let attention = asked; ; attention = attend()) {
    const shown = refundOf(subscription, Date.now());
    if (!(await readsArithmetic(parts, looked, shown, attention))) return false;
    if (!(await typesTitle(nameOfSubscription(subscription)))) return false;
    if (JSON.stringify(refundOf(subscription, Date.now())) === JSON.stringify(shown)) return true;
  }
}

async function readsArithmetic(
  { subscriptions }: RevokeParts,
  { subscription, signedIn, earlier }: Looked,
  refund: Refund,
  attention: Attention,
): Promise<boolean> {
  const { id, status } = subscription;
  const paid = paidFor(id, allPayments(subscriptions, id));
  const detail = [
    ...(earlier
      ? [l10n.t('⚠ A revocation was sent before and never confirmed. The service shows no change.')]
      : []),
    [
      l10n.t('Connection: {0}', shownLine(signedIn.connection.name)),
      l10n.t('Status: {0}', status === undefined ? l10n.t('unknown') : shownLine(status)),
      l10n.t('Period: {0}', periodText(subscription)),
    ].join('\n'),
    ...refundText(refund, subscription, paid, Date.now()),
    l10n.t("Revocation can't be undone. Next, type the title to confirm."),
  ].join('\n\n');
  const go = l10n.t('Continue…');
  const question = l10n.t('Revoke "{0}"?', nameOfSubscription(subscription));
  return (await confirm(attention, { question, detail, buttons: [go] })) === go;
}

async function typesTitle(name: string): Promise<boolean> {
  const typed = await showInputBox({
    title: l10n.t('Revoke "{0}"?', name),
    prompt: l10n.t('Type the title to revoke it: {0}', name),
    ignoreFocusOut: true,
    validateInput: text =>
      text === '' || isSame(text, name)
        ? undefined
        : l10n.t('This is not the title. Press Escape to keep the subscription.'),
  });
  return typed !== undefined && isSame(typed, name);
}

/** Letter by letter, but for blanks around and for how a letter is composed. */
function isSame(typed: string, name: string): boolean {
  return shownLine(typed).normalize() === name.normalize();
}

function busy<T>(title: string, run: () => Promise<T>): Promise<T> {
  return Promise.resolve(withProgress({ location: vscode.ProgressLocation.Window, title }, run));
}

/** Tells what became of a revoke. Throws what the service refused it with. */
async function tellOutcome(subscription: Subscription, outcome: Revoked, log: Log): Promise<void> {
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
          : l10n.t('The session or "{0}" changed in the meantime. Nothing was sent. Start again.', name),
      );
  }
}

function refundTexts(refunds: readonly Amount[] | undefined): string[] {
  if (!refunds) return [];
  if (refunds.length === 0) return [l10n.t('No refund was issued.')];
  return [l10n.t('Refunded: {0}.', refunds.map(formatAmount).join(' + '))];
}

function underWayText(): string {
  return l10n.t('A revocation of this subscription is already in progress.');
}

/** Tells of a revoke whose answer did not come, once a reading shows it. */
function tellCarriedOut(before: Subscription, after: Subscription): void {
  const end = endText(before, after);
  void showInformationMessage(
    l10n.t('The answer was lost, but the service shows that the subscription was revoked. {0}', end),
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
    'Couldn\'t confirm the revocation of "{0}" ({1}). {2} Swath won\'t send it again without your confirmation.',
    nameOfSubscription(before),
    error instanceof Error ? error.message : String(error),
    aftermath.kind === 'unchanged'
      ? l10n.t('The service shows no change so far.')
      : l10n.t("It couldn't be read afterwards either."),
  );
  const lookAgain = l10n.t('Check Again');
  const answer = await showWarningMessage(message, lookAgain);
  if (answer === lookAgain) await runCommand('swath.revokeSubscription', before.id);
}

function endText(before: Subscription, after: Subscription): string {
  const name = nameOfSubscription(before);
  const [was, is] = [before.endedAt, after.endedAt].map(end => end && dayText(end));
  if (is === undefined) return l10n.t('"{0}" was revoked. The service doesn\'t report its end.', name);
  if (was === undefined) return l10n.t('"{0}" was revoked. It had no end and now ends on {1}.', name, is);
  return was === is
    ? l10n.t('"{0}" was revoked. It still ends on {1}.', name, is)
    : l10n.t('"{0}" was revoked. It now ends on {1} instead of {2}.', name, is, was);
}
