import { createSecureContext, getCACertificates } from 'node:tls';
import * as l10n from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import { trustedOrigins, type Connection } from '../model/account/connection.ts';
import { createDispatcher, fetchThrough, sendOnceThrough, type Tls } from './dispatcher.ts';
import type { Fetch } from './http.ts';
import { readPemFiles, type PemFiles, type PemProblem } from './pemFiles.ts';

/** A connection's own way to its service, in place of the editor's fetch. */
export interface OwnTransport {
  /** As the global fetch, with the certificates and through the proxy of the connection. */
  fetch: Fetch;
  /**
   * Waits for the answers under way, then ends every connection; nothing can be sent any more. A transport that is let
   * go without it leaves nothing behind: an idle connection ends by itself within seconds.
   */
  close(): Promise<void>;
}

/**
 * Makes the transport of a connection, from its files as they are now.
 *
 * @returns the transport, or the sentence that tells the user what to mend: nothing can be sent before
 */
export async function createOwnTransport(connection: Connection): Promise<OwnTransport | string> {
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
  /** Of the connections that serve one request each. */
  const endings = new Set<Promise<void>>();
  let isClosed = false;

  /** Ends the connection behind the answer. What goes wrong is told to whoever waits for that. */
  async function endAfter(answer: Promise<Response>, alone: Dispatcher) {
    await answer.catch(() => undefined);
    await alone.close().catch(() => undefined);
  }

  function once(...[url, init]: Parameters<Fetch>): Promise<Response> {
    if (isClosed) return Promise.reject(new Error('The transport is closed.'));
    const alone = isOwn(url) ? makeOwn() : makeForeign();
    const answer = sendOnceThrough(alone, url, init);
    const end = endAfter(answer, alone).finally(() => endings.delete(end));
    endings.add(end);
    return answer;
  }

  return {
    fetch: (url, init) => {
      const answer = init.once ? once(url, init) : fetchThrough(isOwn(url) ? own : foreign, url, init);
      return namingProxy(proxy, init.signal, answer);
    },
    close: async () => {
      isClosed = true;
      await Promise.all([own.close(), foreign.close(), ...endings]);
    },
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
    throw new Error(l10n.t('By way of the proxy {0}', proxy), { cause: error });
  }
}
