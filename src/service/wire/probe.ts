import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import * as l10n from '@vscode/l10n';
import { proxyRefusalText } from '../../base/words/proxyText.ts';
import { addressAdvice, failureCause, isProxyRefusal } from './failureCause.ts';
import type { Fetch } from './http.ts';

export interface Probe {
  address: string;
  /** Of any answer: it only matters that there was one. */
  status: number | undefined;
  milliseconds: number;
  /** How far the service's clock is ahead of ours, ms; from a header that counts whole seconds. */
  clockAheadMs: number | undefined;
  /** Why there was no answer. */
  failure: string | undefined;
  /** The technical cause, if `failure` leaves it out. */
  cause?: string;
}

const patienceMs = 10_000;

/** Requests the root of an address, once and without credentials. Never throws. */
export async function probe(
  fetch: Fetch,
  address: string,
  now: () => number = Date.now,
  signal?: AbortSignal,
): Promise<Probe> {
  const started = now();
  const took = () => now() - started;
  const limit = patience(signal);
  const nothing = (milliseconds: number) =>
    ({ address, status: undefined, milliseconds, clockAheadMs: undefined }) as const;
  try {
    const response = await fetch(`${address}/`, {
      method: 'GET',
      redirect: 'manual',
      signal: limit,
    });
    const milliseconds = took();
    const theirs = Date.parse(response.headers.get('date') ?? '');
    // The body is not needed, so its end isn't awaited.
    response.body?.cancel().catch(() => undefined);
    // It answered in place of the host.
    if (response.status === 407) return { ...nothing(milliseconds), failure: proxyRefusalText(undefined) };
    const clockAheadMs = Number.isNaN(theirs) ? undefined : theirs + 500 - (started + milliseconds / 2);
    return { address, status: response.status, milliseconds, clockAheadMs, failure: undefined };
  } catch (error) {
    const found = nothing(took());
    if (isProxyRefusal(error))
      return { ...found, failure: proxyRefusalText(undefined), cause: failureCause(error) };
    if (limit.aborted) return { ...found, failure: l10n.t('no answer within {0} s', patienceMs / 1000) };
    const cause = failureCause(error);
    const advice = addressAdvice(error, new URL(address).host);
    return advice === undefined ? { ...found, failure: cause } : { ...found, failure: advice, cause };
  }
}

export interface HostCertificate {
  protocol: string | undefined;
  subject: string | undefined;
  issuer: string | undefined;
  validTo: string | undefined;
  /** Why this machine doesn't trust it; `undefined` if it does. */
  distrust: string | undefined;
}

/**
 * Makes a TLS handshake with a host, without a proxy, and sends nothing. Also accepts untrusted certificates, because
 * those are the ones to look at. Throws if there is no connection.
 */
export async function readCertificate(address: string, signal?: AbortSignal): Promise<HostCertificate> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  // An IP address isn't a server name (RFC 6066, 3).
  const servername = isIP(host) === 0 ? host : '';
  const socket = connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: patience(signal) });
    const { subject, issuer, valid_to: validTo } = socket.getPeerCertificate();
    return {
      protocol: socket.getProtocol() ?? undefined,
      subject: partyName(subject),
      issuer: partyName(issuer),
      validTo,
      distrust: socket.authorized ? undefined : String(socket.authorizationError),
    };
  } finally {
    socket.destroy();
  }
}

/** Aborted by the caller, or if it takes too long. */
function patience(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(patienceMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

function partyName(who: { CN?: string | string[]; O?: string | string[] } | undefined): string | undefined {
  return [who?.CN ?? who?.O].flat().join(', ') || undefined;
}
