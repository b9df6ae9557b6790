import * as vscode from 'vscode';

/** Variables that name a proxy, in the order in which the editor looks. */
export const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'] as const;

/** Address of the proxy that the editor uses, with its credentials; `undefined` if it may have found one elsewhere. */
export function editorProxy(): string | undefined {
  const http = vscode.workspace.getConfiguration('http');
  if (http.get<string>('proxySupport') === 'off') return undefined;
  const named = [http.get<string>('proxy'), ...proxyVariables.map(name => process.env[name])];
  return named.find(address => address !== undefined && address !== '');
}
