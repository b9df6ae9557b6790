import { isAbsolute } from 'node:path';
import * as l10n from '@vscode/l10n';

/** What a connection needs beyond the editor's own fetch. At least one field is set. */
export interface Transport {
  /** Path of a PEM file, like the next two: absolute, or relative to the home folder with `~/`. */
  clientCertificate?: string;
  /** Set if and only if `clientCertificate` is. */
  clientKey?: string;
  /** Trusted in addition to the system's certificate authorities. */
  certificateAuthority?: string;
  /** Origin of an HTTP proxy, such as 'http://proxy.test:3128'. */
  proxy?: string;
}

const fileFields = ['clientCertificate', 'clientKey', 'certificateAuthority'] as const;

/**
 * Reads the transport fields of a connection entry.
 *
 * @returns `undefined` if there are none; what to fix if one can't be used
 */
export function parseTransport(
  name: string,
  entry: Readonly<Record<string, unknown>>,
): Transport | string | undefined {
  const transport: Transport = {};
  for (const field of fileFields) {
    const path = entry[field];
    if (path === undefined) continue;
    if (!isFilePath(path)) {
      return l10n.t('Connection "{0}": "{1}" must be an absolute file path, or start with ~/.', name, field);
    }
    transport[field] = path;
  }
  if ((transport.clientCertificate === undefined) !== (transport.clientKey === undefined))
    return l10n.t('Connection "{0}" needs both "clientCertificate" and "clientKey", or neither.', name);
  if (entry.proxy !== undefined) {
    const proxy = proxyIn(entry.proxy);
    if (proxy === undefined) {
      return l10n.t(
        'Connection "{0}": "proxy" must be an address such as http://host:3128, without a user name or password.',
        name,
      );
    }
    transport.proxy = proxy;
  }
  return Object.keys(transport).length === 0 ? undefined : transport;
}

/** A relative path would mean a different file in every folder, so the author of the folder would choose the file. */
function isFilePath(path: unknown): path is string {
  if (typeof path !== 'string' || /\p{Cc}/u.test(path)) return false;
  return isAbsolute(path) || /^~[\\/]/.test(path);
}

function proxyIn(value: unknown): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url) return undefined;
  const { protocol, username, password, pathname, href, origin } = url;
  const isOrigin = username === '' && password === '' && pathname === '/' && !/[?#]/.test(href);
  return isOrigin && /^https?:$/.test(protocol) ? origin : undefined;
}
