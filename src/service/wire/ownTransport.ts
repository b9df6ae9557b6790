import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, getCACertificates } from 'node:tls';
import * as l10n from '@vscode/l10n';
import { fileProblem } from '../../base/words/fileProblem.ts';
import { type Connection, trustedOrigins } from '../rules/connection.ts';
import type { Transport } from '../rules/transport.ts';
import { createDispatcher, fetchThrough, sendOnceThrough, type Tls } from './dispatcher.ts';
import type { Fetch } from './http.ts';

/**
 * A connection's own transport, instead of the editor's fetch: with its certificates, as its files are at the moment,
 * and through its proxy. Nothing has to be closed: an idle connection ends within seconds.
 *
 * @returns the fetch, or a sentence for the user about what to correct before anything can be sent
 */
export async function createOwnTransport(connection: Connection): Promise<Fetch | string> {
  const { name, transport = {} } = connection;
  const files = await readPemFiles(transport);
  const tls = 'problem' in files ? files : transportTls(files, transport.clientCertificate);
  if ('problem' in tls)
    return l10n.t('Connection "{0}": "{1}" names {2}, {3}.', name, tls.field, tls.path, tls.problem);
  const { proxy } = transport;
  const makeOwn = () => createDispatcher(tls.service, proxy, tls.foreign);
  const makeForeign = () => createDispatcher(tls.foreign, proxy);
  const service = makeOwn();
  const foreign = makeForeign();
  const trusted = trustedOrigins(connection);
  const isOwn = (url: string) => trusted.has(new URL(url).origin);

  /** Over a connection for only this request, which ends after the answer. */
  async function once(...[url, init]: Parameters<Fetch>): Promise<Response> {
    const alone = isOwn(url) ? makeOwn() : makeForeign();
    try {
      return await sendOnceThrough(alone, url, init);
    } finally {
      // An error reaches the caller that waits for the answer.
      alone.close().catch(() => undefined);
    }
  }

  return (url, init) => {
    const answer = init.once ? once(url, init) : fetchThrough(isOwn(url) ? service : foreign, url, init);
    return namingProxy(proxy, init.signal, answer);
  };
}

/** The client certificate is only for the service, not for the hosts of its links and redirects. */
function transportTls(files: PemFiles, certificatePath = ''): { service: Tls; foreign: Tls } | PemProblem {
  const { clientCertificate: cert, clientKey: key, certificateAuthority } = files;
  const ca = [...getCACertificates('default'), ...getCACertificates('system')];
  if (certificateAuthority !== undefined) ca.push(certificateAuthority);
  const foreign = { ca, secureContext: createSecureContext({ ca }) };
  if (cert === undefined || key === undefined) return { service: foreign, foreign };
  try {
    return { service: { ca, secureContext: createSecureContext({ ca, cert, key }) }, foreign };
  } catch (error) {
    // Such as a key that is too short. `reason` is OpenSSL's own sentence.
    const { reason } = error as { reason?: string };
    const problem = l10n.t('which is not accepted for TLS: {0}', reason ?? String(error));
    return { field: 'clientCertificate', path: certificatePath, problem };
  }
}

/** With a proxy, it may be the proxy that couldn't be reached. */
async function namingProxy(
  proxy: string | undefined,
  signal: AbortSignal | null | undefined,
  answer: Promise<Response>,
) {
  try {
    return await answer;
  } catch (error) {
    if (proxy === undefined || signal?.aborted) throw error;
    throw new Error(l10n.t('Through the proxy {0}', proxy), { cause: error });
  }
}

export type PemFiles = { [field in PemField]?: string };

export type PemField = 'clientCertificate' | 'clientKey' | 'certificateAuthority';

/** What is wrong with a file, as text to follow its path. Never quotes the file. */
export interface PemProblem {
  field: PemField;
  path: string;
  problem: string;
}

const wrongIn: { [field in PemField]: (text: string) => string | undefined } = {
  clientCertificate: whyNoCertificate,
  clientKey: whyNoKey,
  certificateAuthority: whyNoCertificate,
};

/** Reads and checks the files that a transport names, so that problems are known before anything is sent. */
export async function readPemFiles(transport: Transport): Promise<PemFiles | PemProblem> {
  const files: PemFiles = {};
  for (const field of ['clientCertificate', 'clientKey', 'certificateAuthority'] as const) {
    const path = transport[field];
    if (path === undefined) continue;
    try {
      files[field] = await readFile(path.startsWith('~') ? join(homedir(), path.slice(1)) : path, 'utf8');
    } catch (error) {
      return { field, path, problem: l10n.t("which can't be read ({0})", fileProblem(error)) };
    }
    const problem = wrongIn[field](files[field]);
    if (problem !== undefined) return { field, path, problem };
  }
  const { clientCertificate, clientKey } = files;
  if (clientCertificate === undefined || clientKey === undefined) return files;
  if (new X509Certificate(clientCertificate).checkPrivateKey(createPrivateKey(clientKey))) return files;
  return {
    field: 'clientKey',
    path: transport.clientKey ?? '',
    problem: l10n.t('which is not the key of the certificate in {0}', transport.clientCertificate ?? ''),
  };
}

function whyNoCertificate(text: string): string | undefined {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (found.length > 0 && found.every(isCertificate)) return undefined;
  return l10n.t('which is not valid: a PEM file with "{0}" is needed', 'BEGIN CERTIFICATE');
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).serialNumber !== '';
  } catch {
    return false; // The parser's message helps nobody.
  }
}

function whyNoKey(text: string): string | undefined {
  // The second is the older form, which has no label of its own.
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text))
    return l10n.t('which has a passphrase: use a copy without one, made with "{0}"', 'openssl pkey');
  try {
    createPrivateKey(text);
    return undefined;
  } catch {
    return l10n.t('which is not valid: a PEM file with "{0}" is needed', 'BEGIN PRIVATE KEY');
  }
}
