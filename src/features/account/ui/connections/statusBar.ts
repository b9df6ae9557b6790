import type { ReadonlySignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from '../../../../base/commandId.ts';
import { momentText } from '../../../../base/words/moment.ts';
import { safeLabel, safeTooltip } from '../../../../base/words/safeText.ts';
import type { Profile } from '../../../../service/rules/account.ts';
import type { Connection } from '../../../../service/rules/connection.ts';
import { type Amount, formatAmount } from '../../../../service/rules/order.ts';
import { onChange } from '../../../../platform/host/onChange.ts';
import { describeError } from '../../../../platform/host/presentError.ts';
import { type Reading, readingError, readValue } from '../../../../platform/host/reading.ts';
import { settingValue } from '../../../../platform/host/settings.ts';
import type { Account } from '../../../../session/account.ts';
import { lostReason, type Session, type SessionOwner } from '../../../../session/session.ts';
import type { Outage } from '../../outage.ts';

/** Balance below which the status bar warns, in the unit of the balance. */
export function warnBelow(): number {
  return settingValue('balance.warnBelow');
}

/**
 * Connection and balance in the status bar. Hidden until Swath is used in this window, and while signed out on purpose,
 * when the views show how to sign in.
 */
export function registerStatusBar(
  session: SessionOwner,
  account: Account,
  outage: ReadonlySignal<Outage | undefined>,
  isUsed: ReadonlySignal<boolean>,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('swath.account', vscode.StatusBarAlignment.Left, 0);
  item.name = 'Swath';
  item.command = 'swath.accountActions' satisfies CommandId;
  const draw = () => {
    const state = session.current.value;
    const known = account.current.value;
    const failing = state.kind === 'signedIn' ? outage.value : undefined;
    if (!isUsed.value) {
      item.hide();
      return;
    }
    if (state.kind === 'signedOut') {
      if (state.lost) showLost(item, state.lost);
      else item.hide();
      return;
    }
    item.text = `$(globe) ${safeLabel(state.connection.name)}${statusSuffix(state, known, failing)}`;
    item.tooltip = safeTooltip(statusTooltip(state, known, failing));
    const needsCare =
      state.kind === 'refused' ||
      failing !== undefined ||
      readingError(known) !== undefined ||
      isLow(readValue(known)?.contract.balance);
    item.backgroundColor = needsCare ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  const watching = onChange([session.current, account.current, outage, isUsed], draw);
  const settings = vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration('swath.balance')) draw();
  });
  return vscode.Disposable.from(item, watching, settings);
}

function showLost(item: vscode.StatusBarItem, lost: Connection): void {
  item.text = `$(globe) ${safeLabel(lost.name)} · ${l10n.t('signed out')}`;
  item.tooltip = safeTooltip(lostReason());
  item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  item.show();
}

function isLow(balance: Amount | undefined): boolean {
  return balance !== undefined && balance.value < warnBelow();
}

function statusSuffix(session: Session, account: Reading<Profile>, outage: Outage | undefined): string {
  if (session.kind === 'refused') return ` · ${l10n.t('key refused')}`;
  if (session.kind === 'signingIn') return ' $(sync~spin)';
  switch (account.kind) {
    case 'none':
      return '';
    case 'loading':
      return ' $(sync~spin)';
    case 'failed':
      return ' $(warning)';
    case 'ready': {
      const balance = readValue(account)?.contract.balance;
      const stale = account.stale === undefined && !outage ? '' : ' $(warning)';
      return balance ? ` · ${safeLabel(formatAmount(balance))}${stale}` : stale;
    }
  }
}

function statusTooltip(session: Session, account: Reading<Profile>, outage: Outage | undefined): string {
  if (session.kind === 'refused') {
    const { at, serverMessage } = session.refusal;
    const when = momentText(new Date(at).toISOString()) ?? '';
    return [
      l10n.t('The key was refused at {0}. Nothing is sent until you sign in again.', when),
      ...(serverMessage === undefined ? [] : [l10n.t('The service reported: "{0}"', serverMessage)]),
    ].join('\n');
  }
  if (outage) {
    const when = momentText(new Date(outage.since).toISOString()) ?? '';
    return [l10n.t('Requests have failed since {0}.', when), describeError(outage.error)].join('\n');
  }
  const failure = readingError(account);
  if (failure !== undefined) return describeError(failure);
  if (account.kind !== 'ready') return 'Swath';
  const { contract } = account.value;
  const { balance } = contract;
  const lines = [
    l10n.t('Contract {0}', contract.name ?? contract.id),
    ...(balance ? [`${l10n.t('Balance')}: ${formatAmount(balance)}`] : []),
    ...(isLow(balance) ? [l10n.t('Below {0}, the value of swath.balance.warnBelow', warnBelow())] : []),
  ];
  return lines.join('\n');
}
