import { isAbsolute } from 'node:path';
import * as l10n from '@vscode/l10n';

/** What a connection needs and the editor's own fetch cannot give. At least one field is set. */
export interface Transport {
  /** Path of a PEM file, as are the next two: absolute, or from the user's home with `~/`. */
  clientCertificate?: string;
  /** Set where `clientCertificate` is, and nowhere else. */
  clientKey?: string;
  /** Authorities to be trusted beside those of the system. */
  certificateAuthority?: string;
  /** Origin of an HTTP proxy, such as 'http://proxy.test:3128'. */
  proxy?: string;
}

/** Why a field cannot be used: `problem` goes on where the field's name ends. */
export interface FieldProblem {
  field: string;
  problem: string;
}

const fileFields = ['clientCertificate', 'clientKey', 'certificateAuthority'] as const;

/** Reads the transport's fields of a connection's entry; undefined when there are none. */
export function parseTransport(entry: Record<string, unknown>): Transport | FieldProblem | undefined {
  const transport: Transport = {};
  for (const field of fileFields) {
    const path = entry[field];
    if (path === undefined) continue;
    if (typeof path !== 'string' || path.trim() === '' || /\p{Cc}/u.test(path))
      return { field, problem: l10n.t('is not a file path') };
    // A relative path would mean another file in every folder, so whoever made the folder would choose the file.
    if (!isAbsolute(path) && !/^~[\\/]/.test(path))
      return { field, problem: l10n.t('must be an absolute path or start with ~/') };
    transport[field] = path;
  }
  if (transport.clientCertificate !== undefined && transport.clientKey === undefined)
    return { field: 'clientCertificate', problem: l10n.t('also requires "{0}"', 'clientKey') };
  if (transport.clientKey !== undefined && transport.clientCertificate === undefined)
    return { field: 'clientKey', problem: l10n.t('also requires "{0}"', 'clientCertificate') };
  if (entry.proxy !== undefined) {
    const proxy = checkProxy(entry.proxy);
    if (!(proxy instanceof URL)) return { field: 'proxy', problem: proxy };
    transport.proxy = proxy.origin;
  }
  return Object.keys(transport).length === 0 ? undefined : transport;
}

function checkProxy(value: unknown): URL | string {
  const address = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (address && (address.username !== '' || address.password !== ''))
    return l10n.t('must not contain a user name or password: settings are not for secrets');
  const isOrigin = address?.pathname === '/' && !/[?#]/.test(address.href);
  const isHttp = address?.protocol === 'http:' || address?.protocol === 'https:';
  return address && isOrigin && isHttp ? address : l10n.t('must be an address such as http://host:3128');
}
