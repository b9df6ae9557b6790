import * as vscode from 'vscode';
import type { Connection } from '../model/account/connection.ts';

/** How requests of a connection leave this machine, in words. Credentials of a proxy are left out. */
export function describeRoutes(connection: Connection): string[] {
  const own = connection.transport;
  if (own) {
    const parts = [
      own.proxy === undefined ? undefined : vscode.l10n.t('proxy {0}', hostOf(own.proxy)),
      own.clientCertificate === undefined ? undefined : vscode.l10n.t('client certificate'),
      own.certificateAuthority === undefined ? undefined : vscode.l10n.t('certificate authority'),
    ].filter(part => part !== undefined);
    return [vscode.l10n.t('The connection has a way of its own: {0}', parts.join(', '))];
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
    vscode.l10n.t('The editor’s own network: http.proxySupport is "{0}"', support),
    proxy === ''
      ? vscode.l10n.t('No proxy in the setting http.proxy')
      : vscode.l10n.t('Proxy of the setting http.proxy: {0}', hostOf(proxy)),
    variables.length === 0
      ? vscode.l10n.t('No proxy in the environment')
      : vscode.l10n.t('Proxy of the environment: {0}', variables.join(', ')),
    ...(noProxy ? [vscode.l10n.t('Past the proxy: {0}', noProxy)] : []),
  ];
}

/** Whether a handshake straight to the host would go another way than the requests do. */
export function goesThroughProxy(connection: Connection): boolean {
  const { proxy } = connection.transport ?? {};
  const setting = vscode.workspace.getConfiguration('http').get<string>('proxy', '');
  const { HTTPS_PROXY, https_proxy: lower } = process.env;
  return [proxy, setting, HTTPS_PROXY, lower].some(one => one !== undefined && one !== '');
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : vscode.l10n.t('an address that cannot be read');
}
