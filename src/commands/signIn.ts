import * as vscode from 'vscode';
import { checkApiKeyShape } from '../model/apiKey.ts';
import { sandboxConnection, type Connection } from '../model/connection.ts';
import { UserError } from '../platform/presentError.ts';
import { readConnections } from '../platform/settings.ts';
import type { SessionOwner } from '../state/session.ts';

type Choice = vscode.QuickPickItem & ({ connection: Connection } | { addNew: true });

/**
 * Signs in to a connection of the settings, or to the sandbox. The key is asked for in a masked box and proved by one
 * exchange before it is stored; after a refusal nothing more is sent.
 */
export async function signIn(session: SessionOwner, useSandbox: () => Promise<void>): Promise<void> {
  const connection = await chooseConnection();
  if (connection === undefined) return;
  if (connection === sandboxConnection) {
    await useSandbox();
    return;
  }
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Sign in to {0}', connection.name),
    prompt: vscode.l10n.t(
      'API key. It is kept in the secret storage of the editor and sent to {0} alone.',
      hostOf(connection),
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: text => (text === '' ? undefined : checkApiKeyShape(text)),
  });
  if (typed === undefined) return;
  const problem = checkApiKeyShape(typed);
  if (problem !== undefined) throw new UserError(problem);
  await exchange(session, connection, typed.trim());
}

async function exchange(session: SessionOwner, connection: Connection, apiKey: string): Promise<void> {
  const title = vscode.l10n.t('Signing in to {0}', connection.name);
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_progress, cancel) => {
      const abort = new AbortController();
      cancel.onCancellationRequested(() => abort.abort());
      const outcome = await session.signIn(connection, apiKey, abort.signal);
      if (outcome === 'refused') throw new UserError(refusalText(connection));
    },
  );
}

function refusalText(connection: Connection): string {
  return vscode.l10n.t(
    '{0} refused the key. Nothing more is sent with it: repeated tries can lock the account for a while.',
    connection.name,
  );
}

async function chooseConnection(): Promise<Connection | undefined> {
  const { connections, problems } = readConnections();
  const items: Choice[] = [
    ...connections.map(connection => ({
      label: connection.name,
      iconPath: new vscode.ThemeIcon('globe'),
      description: hostOf(connection),
      connection,
    })),
    {
      label: vscode.l10n.t('Sandbox'),
      iconPath: new vscode.ThemeIcon('beaker'),
      description: vscode.l10n.t('no account, no cost'),
      detail: vscode.l10n.t('The whole service simulated on this machine: try everything first.'),
      connection: sandboxConnection,
    },
    {
      label: vscode.l10n.t('Add a connection…'),
      iconPath: new vscode.ThemeIcon('add'),
      detail:
        problems.length > 0
          ? `$(warning) ${problems.join(' ')}`
          : vscode.l10n.t('Enter the four addresses of your service in the settings.'),
      addNew: true,
    },
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Sign in to'),
    placeHolder: vscode.l10n.t('Choose a connection'),
    ignoreFocusOut: true,
  });
  if (!chosen) return undefined;
  if ('connection' in chosen) return chosen.connection;
  await vscode.commands.executeCommand('workbench.action.openApplicationSettingsJson', {
    revealSetting: { key: 'swath.connections', edit: true },
  });
  return undefined;
}

function hostOf(connection: Connection): string {
  return new URL(connection.authUrl).host;
}
