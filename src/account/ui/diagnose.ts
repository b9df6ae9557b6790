import * as l10n from '@vscode/l10n';
import { release } from 'node:os';
import * as vscode from 'vscode';
import { sandboxConnection, type Connection } from '../../model/account/connection.ts';
import { abortSignalOf } from '../../editor/abortSignal.ts';
import { chooseConnection } from './connectionStep.ts';
import { withProgress } from '../../editor/window.ts';
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
    session.kind === 'signedOut'
      ? await chooseConnection(parts.session, l10n.t('Diagnose'))
      : session.connection;
  if (!connection) return;
  const title = l10n.t('Diagnosing {0}', connection.name);
  const text = await withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_progress, cancel) => {
      const abort = abortSignalOf(cancel);
      const sections = await diagnose(
        {
          session,
          connection,
          fetch: await parts.fetchFor(connection),
          isDirect: connection !== sandboxConnection && !goesThroughProxy(connection),
          routes:
            connection === sandboxConnection
              ? [l10n.t('None: the sandbox runs inside the editor.')]
              : describeRoutes(connection),
          hasKey: await parts.session.hasKey(connection),
          now: Date.now,
        },
        abort,
      );
      return abort.aborted ? undefined : diagnosisText(aboutOf(parts, connection), sections);
    },
  );
  if (text !== undefined) await parts.show(l10n.t('Diagnosis of {0}', connection.name), text);
}

function aboutOf({ version }: DiagnoseParts, connection: Connection): [string, string][] {
  const { appName, remoteName } = vscode.env;
  return [
    [l10n.t('Connection'), connection.name],
    [l10n.t('Time'), new Date().toISOString()],
    ['Swath', version],
    [l10n.t('Editor'), `${appName} ${vscode.version}${remoteName ? ` (${remoteName})` : ''}`],
    [l10n.t('System'), `${process.platform} ${release()}, Node ${process.version}`],
  ];
}

/** How requests of a connection leave this machine, in words. Credentials of a proxy are left out. */
function describeRoutes(connection: Connection): string[] {
  const own = connection.transport;
  if (own) {
    const parts = [
      own.proxy === undefined ? undefined : l10n.t('proxy {0}', hostOf(own.proxy)),
      own.clientCertificate === undefined ? undefined : l10n.t('client certificate'),
      own.certificateAuthority === undefined ? undefined : l10n.t('certificate authority'),
    ].filter(part => part !== undefined);
    return [l10n.t('This connection has its own transport: {0}', parts.join(', '))];
  }
  const http = vscode.workspace.getConfiguration('http');
  const proxy = http.get<string>('proxy', '');
  const support = http.get<string>('proxySupport', 'override');
  const variables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].flatMap(name => {
    const value = process.env[name];
    return value ? [`${name}=${hostOf(value)}`] : [];
  });
  const noProxy = process.env.NO_PROXY ?? process.env.no_proxy;
  return [
    l10n.t('The editor\'s own network: http.proxySupport is "{0}"', support),
    proxy === '' ? l10n.t('No proxy in http.proxy') : l10n.t('Proxy in http.proxy: {0}', hostOf(proxy)),
    variables.length === 0
      ? l10n.t('No proxy in the environment')
      : l10n.t('Proxy in the environment: {0}', variables.join(', ')),
    ...(noProxy ? [l10n.t('Not through the proxy: {0}', noProxy)] : []),
  ];
}

/** Whether a handshake straight to the host would go another way than the requests do. */
function goesThroughProxy(connection: Connection): boolean {
  const { proxy } = connection.transport ?? {};
  const setting = vscode.workspace.getConfiguration('http').get<string>('proxy', '');
  const { HTTPS_PROXY, https_proxy: lower } = process.env;
  return [proxy, setting, HTTPS_PROXY, lower].some(one => one !== undefined && one !== '');
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : l10n.t('invalid address');
}
