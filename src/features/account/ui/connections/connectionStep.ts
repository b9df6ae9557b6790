import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Connection, sandboxConnection } from '../../../../service/rules/connection.ts';
import { back, pickStep } from '../../../../platform/dialogs/steps.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import type { SessionOwner } from '../../../../session/session.ts';
import { readConnections } from './connectionSettings.ts';

interface Choice extends vscode.QuickPickItem {
  connection?: Connection;
  /** What to do instead. */
  run?: () => Promise<void>;
}

/**
 * Asks for one of the connections. The list also leads to adding, editing and removing one.
 *
 * @param first the one to list first
 * @param hasSandbox whether the sandbox is one of them
 */
export async function chooseConnection(
  session: SessionOwner,
  first?: Connection,
  hasSandbox = true,
): Promise<Connection | undefined> {
  const { connections, problems } = readConnections();
  const edit = { iconPath: new vscode.ThemeIcon('edit'), tooltip: l10n.t('Edit Connection…') };
  const remove = { iconPath: new vscode.ThemeIcon('trash'), tooltip: l10n.t('Remove Connection…') };
  const items: Choice[] = await Promise.all(
    connections.map(async connection => ({
      ...(await connectionItem(session, connection)),
      buttons: [edit, remove],
    })),
  );
  if (hasSandbox) {
    items.push({
      label: l10n.t('Sandbox'),
      iconPath: new vscode.ThemeIcon('beaker'),
      description: [l10n.t('no account, no cost'), connectionState(session, sandboxConnection, false)]
        .filter(Boolean)
        .join(' · '),
      detail: l10n.t('Simulates the service on this machine.'),
      connection: sandboxConnection,
      buttons: [remove],
    });
  }
  items.push({
    label: l10n.t('Add Connection…'),
    iconPath: new vscode.ThemeIcon('add'),
    run: () => runCommand('swath.addConnection'),
  });
  if (problems.length > 0) {
    items.push({
      label: l10n.t('Open Settings'),
      iconPath: new vscode.ThemeIcon('warning'),
      detail: problems.join(' '),
      run: async () => {
        const revealSetting = { key: 'swath.connections', edit: true };
        await vscode.commands.executeCommand('workbench.action.openApplicationSettingsJson', {
          revealSetting,
        });
      },
    });
  }
  const isFirst = ({ connection }: Choice) => connection !== undefined && connection.name === first?.name;
  const answer = await pickStep({
    title: l10n.t('Choose a connection'),
    items: [...items.filter(isFirst), ...items.filter(item => !isFirst(item))],
    hasBack: false,
    onItemButton: ({ label, connection }, button) => ({
      label,
      run: () =>
        runCommand(button === edit ? 'swath.editConnection' : 'swath.removeConnection', connection?.name),
    }),
  });
  const [chosen] = answer === undefined || answer === back ? [] : answer;
  await chosen?.run?.();
  return chosen?.connection;
}

async function connectionItem(session: SessionOwner, connection: Connection): Promise<Choice> {
  const host = new URL(connection.authUrl).host;
  const state = connectionState(session, connection, await session.hasKey(connection));
  return {
    label: connection.name,
    iconPath: new vscode.ThemeIcon('globe'),
    description: [host, state].filter(Boolean).join(' · '),
    connection,
  };
}

function connectionState(session: SessionOwner, connection: Connection, hasKey: boolean): string {
  const current = session.current.peek();
  if (current.kind !== 'signedOut' && current.connection.name === connection.name) return l10n.t('in use');
  return hasKey ? l10n.t('key stored') : '';
}

/**
 * Throws `UserError` unless the settings contain exactly this connection. While a box was open, another window may have
 * changed it, and a key must go only to addresses that the user still has.
 */
export function requireUnchanged(connection: Connection): void {
  if (connection === sandboxConnection) return;
  if (!readConnections().connections.some(candidate => isDeepStrictEqual(candidate, connection)))
    throw changedError();
}

export function changedError(): UserError {
  return new UserError(l10n.t('The connection was changed in the settings. Start again.'));
}
