import { createSecureContext, getCACertificates } from 'node:tls';
import * as l10n from '@vscode/l10n';
import { trustedOrigins, type Connection } from '../model/account/connection.ts';
import { createDispatcher, fetchThrough, sendOnceThrough, type Tls } from './dispatcher.ts';
import type { Fetch } from './http.ts';
import { readPemFiles, type PemFiles, type PemProblem } from './pemFiles.ts';

/**
 * A connection's own way to its service, in place of the editor's fetch: with its certificates, as its files are now, and
 * through its proxy. Nothing has to be closed: an idle connection ends by itself within seconds.
 *
 * @returns the fetch, or the sentence that tells the user what to mend: nothing can be sent before
 */
export async function createOwnTransport(connection: Connection): Promise<Fetch | string> {
  const { name, transport = {} } = connection;
  const files = await readPemFiles(transport);
  const tls = 'problem' in files ? files : tlsOf(files, transport.clientCertificate);
  if ('problem' in tls)
    return l10n.t('Connection "{0}": "{1}" names {2}, {3}.', name, tls.field, tls.path, tls.problem);
  const { proxy } = transport;
  const makeOwn = () => createDispatcher(tls.own, proxy, tls.foreign);
  const makeForeign = () => createDispatcher(tls.foreign, proxy);
  const [own, foreign] = [makeOwn(), makeForeign()];
  const trusted = trustedOrigins(connection);
  const isOwn = (url: string) => trusted.has(new URL(url).origin);

  /** Over a connection that serves this request alone, and ends behind the answer. */
  async function once(...[url, init]: Parameters<Fetch>): Promise<Response> {
    const alone = isOwn(url) ? makeOwn() : makeForeign();
    try {
      return await sendOnceThrough(alone, url, init);
    } finally {
      // What goes wrong is told to whoever waits for the answer.
      alone.close().catch(() => undefined);
    }
  }

  return (url, init) => {
    const answer = init.once ? once(url, init) : fetchThrough(isOwn(url) ? own : foreign, url, init);
    return namingProxy(proxy, init.signal, answer);
  };
}

/** Who the user is concerns the service alone, not the hosts that its links and redirects lead to. */
function tlsOf(files: PemFiles, certificatePath = ''): { own: Tls; foreign: Tls } | PemProblem {
  const { clientCertificate: cert, clientKey: key, certificateAuthority } = files;
  const ca = [...getCACertificates('default'), ...getCACertificates('system')];
  if (certificateAuthority !== undefined) ca.push(certificateAuthority);
  const foreign = { ca, secureContext: createSecureContext({ ca }) };
  if (cert === undefined || key === undefined) return { own: foreign, foreign };
  try {
    return { own: { ca, secureContext: createSecureContext({ ca, cert, key }) }, foreign };
  } catch (error) {
    // Such as a key that is too short. `reason` is OpenSSL's own sentence.
    const { reason } = error as { reason?: string };
    const problem = l10n.t('which is not accepted for TLS: {0}', reason ?? String(error));
    return { field: 'clientCertificate', path: certificatePath, problem };
  }
}

/** With a proxy, whatever could not be reached may be the proxy itself. */
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
