import * as l10n from '@vscode/l10n';
import { isRecord } from '../../base/fields.ts';
import { withoutEnd } from '../../base/words/withoutEnd.ts';
import { parseTransport, type Transport } from './transport.ts';

/** Addresses of one service: the four in the specification, without a trailing slash. */
export interface Connection {
  name: string;
  /** Accounts, contracts, prices, orders. */
  baseUrl: string;
  searchUrl: string;
  authUrl: string;
  /** Downloads and streaming. */
  accessUrl: string;
  /** Of the search below `searchUrl`; unset is v2 (specification: Versioning, 2). */
  searchPath?: SearchPath;
  /** If unset, the editor's own fetch is used. */
  transport?: Transport;
}

export type SearchPath = '/api/v2/opensearch' | '/api/v1/opensearch';

export const addressNames = ['baseUrl', 'searchUrl', 'authUrl', 'accessUrl'] as const;

export type AddressName = (typeof addressNames)[number];

const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** @param hostname as `URL` spells it */
export function isLoopback(hostname: string): boolean {
  return loopbackHosts.includes(hostname);
}

/** The origins to which a token is sent along a link from the service: those of pictures and deliveries. */
export function linkOrigins({ accessUrl, searchUrl }: Connection): ReadonlySet<string> {
  return new Set([accessUrl, searchUrl].map(address => new URL(address).origin));
}

/** The origins of the service itself. */
export function trustedOrigins(connection: Connection): ReadonlySet<string> {
  return new Set(addressNames.map(name => new URL(connection[name]).origin));
}

/**
 * Reads one entry of the connections setting.
 *
 * @returns the connection, or what to fix: keys are sent to these addresses, so anything not clearly right is refused.
 */
export function parseConnection(entry: unknown): Connection | string {
  const name = isRecord(entry) && typeof entry.name === 'string' ? entry.name.trim() : '';
  if (!isRecord(entry) || name === '') return l10n.t('A connection must be an object with a "name".');
  if (name === sandboxConnection.name) return l10n.t('"{0}" is the name of the built-in sandbox.', name);
  const connection: Connection = { name, baseUrl: '', searchUrl: '', authUrl: '', accessUrl: '' };
  for (const key of addressNames) {
    const address = addressIn(entry[key]);
    if (address === undefined) {
      return l10n.t(
        'Connection "{0}": "{1}" must start with https:// (http:// only on this machine), without a user name, password, query, or fragment.',
        name,
        key,
      );
    }
    connection[key] = withoutEnd(address.href, '/');
  }
  const transport = parseTransport(name, entry);
  if (typeof transport === 'string') return transport;
  if (transport?.proxy !== undefined && addressNames.some(key => connection[key].startsWith('http:')))
    return l10n.t('Connection "{0}": a proxy requires https:// addresses.', name);
  if (transport) connection.transport = transport;
  switch (entry.searchVersion) {
    case undefined:
      return connection;
    case 'v1':
      return { ...connection, searchPath: '/api/v1/opensearch' };
    case 'v2':
      return { ...connection, searchPath: '/api/v2/opensearch' };
    default:
      return l10n.t('Connection "{0}": "searchVersion" must be "v1" or "v2".', name);
  }
}

function addressIn(value: unknown): URL | undefined {
  const address = typeof value === 'string' && !/[?#]/.test(value) ? URL.parse(value) : null;
  if (!address || address.username !== '' || address.password !== '') return undefined;
  const isSafe = address.protocol === 'https:';
  return isSafe || (address.protocol === 'http:' && isLoopback(address.hostname)) ? address : undefined;
}

/**
 * The built-in simulated service. Its host is under `.invalid` (RFC 2606), which never resolves: requests to it can't
 * leave the machine.
 */
export const sandboxConnection: Connection = {
  name: 'Sandbox',
  baseUrl: 'https://sandbox.swath.invalid',
  searchUrl: 'https://sandbox.swath.invalid',
  authUrl: 'https://sandbox.swath.invalid',
  accessUrl: 'https://sandbox.swath.invalid',
};
