import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { paidFor, refundOf, type Refund } from '../../model/account/refund.ts';
import { refundText } from '../../model/account/refundText.ts';
import { nameOfSubscription, periodText, spanText } from '../../model/account/subscriptionText.ts';
import { shownLine } from '../../model/words/shownText.ts';
import { attend, confirm, type Attention } from '../../editor/confirm.ts';
import { givenId } from '../../editor/givenRow.ts';
import type { Log } from '../../editor/log.ts';
import { UserError } from '../../editor/userError.ts';
import { showInformationMessage, showInputBox, showQuickPick, withProgress } from '../../editor/window.ts';
import type { Account } from '../account.ts';
import { valueOf } from '../../editor/reading.ts';
import { allPayments, canRevoke, type Looked, type Revoking } from '../revoking.ts';
import { signedInOf, type SessionOwner, type SignedIn } from '../session.ts';
import type { Subscriptions } from '../subscriptions.ts';
import { tellCarriedOut, tellOutcome, underWayText } from './revokeOutcome.ts';

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
  if (!signedIn) throw new UserError(l10n.t('Sign in first: subscriptions are revoked at the service.'));
  const id = givenId(given) ?? (await pick(parts));
  if (id === undefined) return;
  if (revoking.marks.peek().get(id)?.kind === 'underWay') throw new UserError(underWayText());
  const attention = attend();
  const looked = await look(parts, id, signedIn);
  if (hasNothingToDo(parts, looked) || !(await agrees(parts, looked, attention))) return;
  const { subscription } = looked;
  const title = l10n.t('Revoking "{0}"', nameOfSubscription(subscription));
  const outcome = await withProgress({ location: vscode.ProgressLocation.Notification, title }, () =>
    revoking.revoke(subscription, signedIn),
  );
  await tellOutcome(subscription, outcome, log);
}

async function pick({ subscriptions, revoking }: RevokeParts): Promise<string | undefined> {
  if (subscriptions.current.peek().kind !== 'ready') {
    await busy(l10n.t('Reading the subscriptions'), () => subscriptions.refresh());
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
    throw new UserError(
      l10n.t('There is nothing to revoke: no subscription is listed that is neither revoked nor over.'),
    );
  }
  const chosen = await showQuickPick(items, {
    title: l10n.t('Revoke which subscription?'),
    placeHolder: l10n.t('What a revoke does is shown before anything is sent'),
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
  return busy(l10n.t('Reading the subscription'), async () => {
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
    l10n.t('"{0}" was revoked in this session already: its period is {1}.', name, periodText(subscription)),
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
      ? [l10n.t('⚠ A revoke of it was sent before without a clear answer. The service shows no change.')]
      : []),
    [
      l10n.t('Connection: {0}', shownLine(signedIn.connection.name)),
      l10n.t('Status: {0}', status === undefined ? l10n.t('unknown') : shownLine(status)),
      l10n.t('Period: {0}', periodText(subscription)),
    ].join('\n'),
    ...refundText(refund, subscription, paid, Date.now()),
    l10n.t('Swath cannot take a revoke back. Next you type the title to confirm.'),
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
        : l10n.t('This is not the title. Press Escape to leave the subscription as it is.'),
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
