import * as l10n from '@vscode/l10n';
import { withoutSecrets } from '../../base/words/secretFields.ts';

/** Explanations of failures that a setting of the connection can fix, by the error's code. */
const sentences: readonly (readonly [code: RegExp, sentence: () => string])[] = [
  [
    /^(UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE)|(DEPTH_ZERO_)?SELF_SIGNED_CERT(_IN_CHAIN)?)$/,
    () =>
      l10n.t('the certificate is not trusted; choose the authority of the connection if it is a private one'),
  ],
  [
    /_ALERT_CERTIFICATE_REQUIRED$/,
    () => l10n.t('a client certificate is required; choose one for the connection'),
  ],
  [
    /_ALERT_HANDSHAKE_FAILURE$/,
    () => l10n.t('the secure connection was refused; the connection may need a client certificate'),
  ],
  [
    /_ALERT_(ACCESS_DENIED|BAD_CERTIFICATE|CERTIFICATE_(EXPIRED|REVOKED|UNKNOWN)|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE)$/,
    () => l10n.t('the client certificate of the connection was not accepted'),
  ],
];

/**
 * Why no answer came. fetch hides the reason in `cause`. If several addresses of a host were tried, each has its own.
 * The reason can name a proxy, so credentials are masked.
 */
export function failureCause(error: unknown): string {
  return withoutSecrets(errorReason(error));
}

function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const causes = innerCauses(error);
  if (causes.length === 0) return errorWords(error);
  const inner = [...new Set(causes.map(errorReason))].join(', ');
  // fetch wraps every cause in a TypeError, which by itself says nothing.
  return error instanceof TypeError || error.message === '' ? inner : `${error.message}: ${inner}`;
}

/** Whether a proxy refused the tunnel to the host because it requires a password. */
export function isProxyRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isRefusal = /proxy|tunnel/i.test(error.message) && /(?<!:)\b407\b/.test(error.message);
  return isRefusal || innerCauses(error).some(isProxyRefusal);
}

function innerCauses(error: Error): unknown[] {
  if (error instanceof AggregateError) return error.errors;
  return error.cause === undefined ? [] : [error.cause];
}

function errorWords(error: Error): string {
  const { code, reason } = error as { code?: unknown; reason?: unknown };
  if (typeof code !== 'string') return error.message;
  const known = sentences.find(([pattern]) => pattern.test(code));
  if (known) return `${known[1]()} (${code})`;
  // OpenSSL's message is a location in its source; `reason` has only the sentence.
  if (code.startsWith('ERR_SSL_') && typeof reason === 'string') return reason;
  return error.message === '' ? code : error.message;
}

/** What is wrong with an address and what to do about it, in whole sentences, by the error's code. */
const advices: readonly (readonly [code: RegExp, advice: (host: string) => string])[] = [
  [/^ENOTFOUND$/, host => l10n.t('No host named {0}. Check the spelling.', host)],
  [/^ECONNREFUSED$/, host => l10n.t('{0} refused the connection. Check the address and port.', host)],
  [
    /^(EAI_AGAIN|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_(CONNECT_TIMEOUT|SOCKET))$/,
    host => l10n.t("{0} can't be reached. Check your network, VPN and proxy.", host),
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    host => l10n.t('The certificate of {0} is out of date. Check your clock, or contact the service.', host),
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    host => l10n.t("The certificate isn't valid for {0}. Check the address.", host),
  ],
  [
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/,
    host => l10n.t('{0} answered without TLS. Is the address http?', host),
  ],
];

/**
 * What is wrong with an address and what to do about it; `undefined` if the failure may have another cause.
 *
 * @param host that the request was for
 */
export function addressAdvice(error: unknown, host: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const inner = innerCauses(error).map(cause => addressAdvice(cause, host));
  const { code } = error as { code?: unknown };
  const known = advices.find(([pattern]) => typeof code === 'string' && pattern.test(code));
  return inner.find(advice => advice !== undefined) ?? known?.[1](failing(error as object, host));
}

/** The host, or the proxy before it if that couldn't be found or connected to. */
function failing(error: { hostname?: unknown; address?: unknown; port?: unknown }, host: string): string {
  const { hostname, address, port } = error;
  if (typeof hostname === 'string') return hostname;
  const isHost = /:\d+$/.test(host) ? host.endsWith(`:${String(port)}`) : port === 80 || port === 443;
  return isHost || typeof address !== 'string' ? host : `${address}:${String(port)}`;
}
