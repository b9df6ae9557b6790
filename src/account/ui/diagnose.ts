import * as l10n from '@vscode/l10n';
import { release } from 'node:os';
import * as vscode from 'vscode';
import { sandboxConnection, type Connection } from '../../model/account/connection.ts';
import { chooseConnection } from './connectionStep.ts';
import { inCancellableNotification } from '../../editor/window.ts';
import { diagnose, type DiagnosisParts, diagnosisText } from '../diagnosis.ts';
import type { SessionOwner } from '../session.ts';

export interface DiagnoseParts {
  session: SessionOwner;
  fetchFor: (connection: Connection) => Promise<DiagnosisParts['fetch']>;
  /** Of Swath itself. */
  version: string;
  /** Opens a text that nobody has to save. */
  show: (title: string, text: string) => Promise<void>;
}

/**
 * Looks at the way to the service, from the hosts to the subscriptions, and opens what it found as a document that can
 * be sent to support: no key and no token is in it.
 */
export async function diagnoseConnection(parts: DiagnoseParts): Promise<void> {
  const session = parts.session.current.peek();
  const connection =
    session.kind === 'signedOut' ? await chooseConnection(parts.session) : session.connection;
  if (!connection) return;
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
      },
      abort,
    );
    return abort.aborted ? undefined : diagnosisText(title, describeEditor(parts), sections);
  });
  if (text !== undefined) await parts.show(title, text);
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

/** What decides how requests of a connection leave this machine. Credentials of a proxy are left out. */
function describeRoutes({ transport }: Connection): string[] {
  if (transport) {
    return Object.entries(transport).map(([name, value]) =>
      name === 'proxy' ? `swath.connections proxy: ${hostOf(String(value))}` : `swath.connections ${name}`,
    );
  }
  const http = vscode.workspace.getConfiguration('http');
  const proxy = http.get<string>('proxy', '');
  const variables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].map(
    name => [name, hostOf(process.env[name] ?? '')] as const,
  );
  const settings = [
    ['http.proxySupport', http.get<string>('proxySupport', 'override')],
    ['http.proxy', hostOf(proxy)],
    ...variables,
    ['NO_PROXY', process.env.NO_PROXY ?? process.env.no_proxy],
  ] as const;
  return settings.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
}

/** Whether a handshake straight to the host would go another way than the requests do. */
function goesThroughProxy(connection: Connection): boolean {
  const { proxy } = connection.transport ?? {};
  const setting = vscode.workspace.getConfiguration('http').get<string>('proxy', '');
  const { HTTPS_PROXY, https_proxy: lower } = process.env;
  return [proxy, setting, HTTPS_PROXY, lower].some(one => one !== undefined && one !== '');
}

/** Of an address without its credentials; one that is no address is not repeated either. */
function hostOf(address: string): string {
  if (address === '') return '';
  return (URL.canParse(address) && new URL(address).host) || '?';
}
