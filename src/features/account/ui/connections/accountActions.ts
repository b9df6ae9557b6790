import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from '../../../../base/commandId.ts';
import { showQuickPick } from '../../../../platform/dialogs/window.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { describeError } from '../../../../platform/host/presentError.ts';
import type { Session } from '../../../../session/session.ts';
import type { Outage } from '../../outage.ts';

interface Action extends vscode.QuickPickItem {
  run: () => Promise<void>;
}

/** What a click on the status bar offers for the connection in use. */
export async function showAccountActions(session: Session, outage: Outage | undefined): Promise<void> {
  if (session.kind === 'signedOut') {
    await (session.lost ? runCommand('swath.signIn', session.lost.name) : runCommand('swath.signIn'));
    return;
  }
  const { name } = session.connection;
  const chosen = await showQuickPick(
    [
      ...(outage
        ? [
            {
              ...action('refresh', l10n.t('Try Again'), 'swath.refresh'),
              detail: describeError(outage.error),
            },
          ]
        : []),
      ...(session.kind === 'refused' ? [action('key', l10n.t('Sign In…'), 'swath.signIn')] : []),
      action('arrow-swap', l10n.t('Switch Connection…'), 'swath.switchConnection'),
      action('pulse', l10n.t('Diagnose Connection'), 'swath.diagnose', name),
      action('sign-out', l10n.t('Sign Out'), 'swath.signOut'),
      {
        label: l10n.t('Open Account'),
        iconPath: new vscode.ThemeIcon('account'),
        run: async () => {
          const view = session.kind === 'refused' ? 'swath.welcome' : 'swath.contracts';
          await vscode.commands.executeCommand(`${view}.focus`);
        },
      },
      action('trash', l10n.t('Remove Connection…'), 'swath.removeConnection', name),
    ],
    { title: name },
  );
  await chosen?.run();
}

function action(icon: string, label: string, id: CommandId, ...args: unknown[]): Action {
  return { label, iconPath: new vscode.ThemeIcon(icon), run: () => runCommand(id, ...args) };
}
