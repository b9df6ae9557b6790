import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import * as l10n from '@vscode/l10n';
import { addressAdvice, causeOf } from './causeOf.ts';
import type { Fetch } from './http.ts';

export interface Probe {
  address: string;
  /** Of any answer: that one came is what counts. */
  status: number | undefined;
  milliseconds: number;
  /** How far the service's clock is ahead of ours, ms; from a header that counts whole seconds. */
  clockAheadMs: number | undefined;
  /** Why no answer came. */
  failure: string | undefined;
  /** The technical cause, if `failure` leaves it out. */
  cause?: string;
}

const patienceMs = 10_000;

/** Asks an address for its root, once and without any credential. Never throws. */
export async function probe(
  fetch: Fetch,
  address: string,
  now: () => number = Date.now,
  signal?: AbortSignal,
): Promise<Probe> {
  const started = now();
  const took = () => now() - started;
  const limit = patience(signal);
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
    const clockAheadMs = Number.isNaN(theirs) ? undefined : theirs + 500 - (started + milliseconds / 2);
    return { address, status: response.status, milliseconds, clockAheadMs, failure: undefined };
  } catch (error) {
    const found = { address, status: undefined, milliseconds: took(), clockAheadMs: undefined };
    if (limit.aborted) return { ...found, failure: l10n.t('no answer within {0} s', patienceMs / 1000) };
    const cause = causeOf(error);
    const advice = addressAdvice(error, new URL(address).host);
    return advice === undefined ? { ...found, failure: cause } : { ...found, failure: advice, cause };
  }
}

export interface HostCertificate {
  protocol: string | undefined;
  subject: string | undefined;
  issuer: string | undefined;
  validTo: string | undefined;
  /** Why this machine does not trust it; `undefined` when it does. */
  distrust: string | undefined;
}

/**
 * Shakes hands with a host, past every proxy, and sends nothing. It looks at certificates that are not trusted as
 * well: that is when one wants to see them. Throws where no connection comes about.
 */
export async function readCertificate(address: string, signal?: AbortSignal): Promise<HostCertificate> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  // An IP address is no server name (RFC 6066, 3).
  const servername = isIP(host) === 0 ? host : '';
  const socket = connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: patience(signal) });
    const { subject, issuer, valid_to: validTo } = socket.getPeerCertificate();
    return {
      protocol: socket.getProtocol() ?? undefined,
      subject: nameOf(subject),
      issuer: nameOf(issuer),
      validTo,
      distrust: socket.authorized ? undefined : String(socket.authorizationError),
    };
  } finally {
    socket.destroy();
  }
}

/** Aborted when somebody wants that, or it takes too long. */
function patience(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(patienceMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

function nameOf(who: { CN?: string | string[]; O?: string | string[] } | undefined): string | undefined {
  return [who?.CN ?? who?.O].flat().join(', ') || undefined;
}
