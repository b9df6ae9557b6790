import * as l10n from '@vscode/l10n';
import { dayMs, hourMs, utcText } from '../../../../base/words/moment.ts';
import { sandboxConnection } from '../../../../service/rules/connection.ts';
import { attend, confirm } from '../../../../platform/dialogs/confirm.ts';
import { showInformationMessage, showQuickPick } from '../../../../platform/dialogs/window.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import type { ServiceClock } from '../../../../session/serviceClock.ts';
import type { Session } from '../../../../session/session.ts';

export interface ClockParts {
  /** Moves the clock of the sandbox forward. */
  moveClock: (milliseconds: number) => Promise<void>;
  /** Replaces the account of the sandbox with a new one at the present, and signs in to it. */
  startOver: () => Promise<void>;
  clock: ServiceClock;
}

/** Moves the sandbox's clock forward, or starts over at the present, then shows what became of the account. */
export async function moveSandboxClock(session: Session, parts: ClockParts): Promise<void> {
  const { moveClock, startOver } = parts;
  const { aheadMs, now } = parts.clock;
  if (session.kind === 'signedOut' || session.connection !== sandboxConnection) {
    throw new UserError(l10n.t('Switch to the sandbox first.'));
  }
  const nowText = () => utcText(new Date(now()).toISOString());
  const items = [
    {
      label: l10n.t('An hour'),
      detail: l10n.t('Orders are delivered, or fail and are refunded.'),
      ms: hourMs,
    },
    { label: l10n.t('A day'), detail: l10n.t('New images appear.'), ms: dayMs },
    { label: l10n.t('A week'), detail: l10n.t('Orders that are still in progress are late.'), ms: 7 * dayMs },
    { label: l10n.t('A month'), detail: l10n.t('Runs of subscriptions end.'), ms: 31 * dayMs },
    { label: l10n.t('A year'), detail: l10n.t('API keys expire.'), ms: 366 * dayMs },
    ...(aheadMs.peek() > 0
      ? [{ label: l10n.t('Start over today…'), detail: l10n.t('With a new account.'), ms: undefined }]
      : []),
  ];
  const chosen = await showQuickPick(items, {
    title: l10n.t("Move the sandbox's clock forward by"),
    placeHolder: l10n.t("Now: {0}. The clock can't be moved back.", nowText()),
  });
  if (!chosen) return;
  if (chosen.ms !== undefined) await moveClock(chosen.ms);
  else if (await agreesToStartOver()) await startOver();
  else return;
  void showInformationMessage(l10n.t('In the sandbox, it is now {0}.', nowText()));
  await runCommand('swath.refresh');
}

async function agreesToStartOver(): Promise<boolean> {
  const answer = await confirm(attend(), {
    question: l10n.t('Start over with a new sandbox account?'),
    detail: l10n.t(
      'The orders, payments and keys of the sandbox are deleted. Files on this machine and other connections stay as they are.',
    ),
    buttons: [l10n.t('Start Over')],
  });
  return answer !== undefined;
}
