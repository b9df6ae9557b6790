import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { sandboxConnection, type Connection } from '../../model/account/connection.ts';
import type { SessionOwner } from '../session.ts';
import { readConnections } from './connectionSettings.ts';
import { showQuickPick } from '../../editor/window.ts';

type Choice = vscode.QuickPickItem & ({ connection: Connection } | { addNew: true });

/**
 * Asks for one of the connections, including the sandbox; opens the settings to add one.
 *
 * @param first the one to list first
 */
export async function chooseConnection(
  session: SessionOwner,
  title = l10n.t('Choose a connection'),
  first?: Connection,
): Promise<Connection | undefined> {
  const { connections, problems } = readConnections();
  const items: Choice[] = [
    ...(await Promise.all(
      connections.map(async one => ({ ...(await itemOf(session, one)), connection: one })),
    )),
    {
      label: l10n.t('Sandbox'),
      iconPath: new vscode.ThemeIcon('beaker'),
      description: [l10n.t('no account, no cost'), stateOf(session, sandboxConnection, false)]
        .filter(Boolean)
        .join(' · '),
      detail: l10n.t('Simulates the whole service on this machine.'),
      connection: sandboxConnection,
    },
    {
      label: l10n.t('Add Connection…'),
      iconPath: new vscode.ThemeIcon(problems.length > 0 ? 'warning' : 'add'),
      detail:
        problems.length > 0
          ? problems.join(' ')
          : l10n.t('Enter the four addresses of your service in the settings.'),
      addNew: true,
    },
  ];
  const isFirst = (item: Choice) => 'connection' in item && item.connection.name === first?.name;
  const sorted = [...items.filter(isFirst), ...items.filter(item => !isFirst(item))];
  const chosen = await showQuickPick(sorted, {
    title,
    ignoreFocusOut: true,
  });
  if (!chosen) return undefined;
  if ('connection' in chosen) return chosen.connection;
  await editConnections();
  return undefined;
}

/** Opens the user's settings at the connections, with this one's name selected. */
export async function editConnections(name?: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openApplicationSettingsJson', {
    revealSetting: { key: 'swath.connections', edit: true },
  });
  const editor = vscode.window.activeTextEditor;
  if (name === undefined || !editor) return;
  const text = editor.document.getText();
  const quoted = JSON.stringify(name);
  const start = text.indexOf(quoted, Math.max(0, text.indexOf('"swath.connections"')));
  if (start < 0) return;
  const place = new vscode.Range(
    editor.document.positionAt(start),
    editor.document.positionAt(start + quoted.length),
  );
  editor.selection = new vscode.Selection(place.start, place.end);
  editor.revealRange(place);
}

async function itemOf(session: SessionOwner, connection: Connection): Promise<vscode.QuickPickItem> {
  const host = new URL(connection.authUrl).host;
  const state = stateOf(session, connection, await session.hasKey(connection));
  return {
    label: connection.name,
    iconPath: new vscode.ThemeIcon('globe'),
    description: [host, state].filter(Boolean).join(' · '),
  };
}

function stateOf(session: SessionOwner, connection: Connection, hasKey: boolean): string {
  const current = session.current.peek();
  if (current.kind !== 'signedOut' && current.connection.name === connection.name) return l10n.t('in use');
  return hasKey ? l10n.t('key stored') : '';
}
