import { release } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Connection, sandboxConnection } from '../../../../service/rules/connection.ts';
import { inCancellableNotification } from '../../../../platform/dialogs/window.ts';
import { describeError } from '../../../../platform/host/presentError.ts';
import type { Session, SessionOwner } from '../../../../session/session.ts';
import { diagnose, type DiagnosisParts, diagnosisText } from '../../diagnosis.ts';
import { readConnections } from './connectionSettings.ts';
import { chooseConnection } from './connectionStep.ts';
import { editorProxy, proxyVariables } from './editorProxy.ts';

export interface DiagnoseParts {
  session: SessionOwner;
  fetchFor: (connection: Connection) => Promise<DiagnosisParts['fetch']>;
  /** Version of Swath. */
  version: string;
  /** Opens a text in Markdown to read. */
  show: (title: string, text: string) => Promise<void>;
}

/**
 * Checks the way to the service, from the hosts to the subscriptions, and opens the findings as a document that can be
 * sent to support: it contains no keys and no tokens.
 *
 * @param argument name of the connection; absent: the one in use if there is no other, otherwise the user chooses
 */
export async function diagnoseConnection(parts: DiagnoseParts, argument?: unknown): Promise<void> {
  const connection = await connectionToCheck(parts.session, argument);
  if (!connection) return;
  const now = parts.session.current.peek();
  // The key is checked only on the connection that it is for.
  const isInUse = now.kind !== 'signedOut' && now.connection.name === connection.name;
  const session: Session = isInUse ? now : { kind: 'signedOut' };
  const title = l10n.t('Diagnosis of {0}', connection.name);
  const text = await inCancellableNotification(title, async abort => {
    const isSandbox = connection === sandboxConnection;
    const sections = await diagnose(
      {
        session,
        connection,
        fetch: await parts.fetchFor(connection),
        isDirect: !isSandbox && !goesThroughProxy(connection),
        routes: isSandbox ? [] : describeRoutes(connection),
        now: Date.now,
        describe: describeError,
      },
      abort,
    );
    return abort.aborted ? undefined : diagnosisText(title, describeEditor(parts), sections);
  });
  if (text !== undefined) await parts.show(title, text);
}

/**
 * The connection that is meant; otherwise the user chooses.
 *
 * @param argument its name
 */
async function connectionToCheck(session: SessionOwner, argument: unknown): Promise<Connection | undefined> {
  const now = session.current.peek();
  const { connections } = readConnections();
  const named = [...connections, sandboxConnection].find(({ name }) => name === argument);
  if (named) return named;
  const inUse = now.kind === 'signedOut' ? undefined : now.connection;
  const others = connections.filter(({ name }) => name !== inUse?.name);
  const isClear = now.kind === 'refused' || others.length === 0;
  if (inUse && isClear) return inUse;
  return chooseConnection(session, inUse);
}

function describeEditor({ version }: DiagnoseParts): string[] {
  const { appName, remoteName } = vscode.env;
  return [
    new Date().toISOString(),
    `Swath ${version}`,
    `${appName} ${vscode.version}${remoteName ? ` (${remoteName})` : ''}`,
    `${process.platform} ${release()}, Node ${process.version}`,
  ];
}

/** The settings that decide how a connection's requests leave this machine, without proxy credentials. */
function describeRoutes({ transport }: Connection): string[] {
  if (transport) {
    return Object.entries(transport).map(([name, value]) =>
      name === 'proxy'
        ? `swath.connections proxy: ${addressHost(String(value))}`
        : `swath.connections ${name}`,
    );
  }
  const http = vscode.workspace.getConfiguration('http');
  const proxy = http.get<string>('proxy', '');
  const variables = proxyVariables.map(name => [name, addressHost(process.env[name] ?? '')] as const);
  const settings = [
    ['http.proxySupport', http.get<string>('proxySupport', 'override')],
    ['http.proxy', addressHost(proxy)],
    ...variables,
    ['NO_PROXY', process.env.NO_PROXY ?? process.env.no_proxy],
  ] as const;
  return settings.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
}

/** Whether a handshake straight to the host would take another route than the requests do. */
function goesThroughProxy(connection: Connection): boolean {
  return (connection.transport?.proxy ?? editorProxy()) !== undefined;
}

/** The host of an address, without credentials; an invalid address isn't repeated either. */
function addressHost(address: string): string {
  if (address === '') return '';
  return URL.parse(address)?.host || '?';
}
