import * as l10n from '@vscode/l10n';

/** What to say of failures that a setting of the connection can mend, by the error's code. */
const sentences: readonly (readonly [code: RegExp, sentence: () => string])[] = [
  [
    /^(UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE)|(DEPTH_ZERO_)?SELF_SIGNED_CERT(_IN_CHAIN)?)$/,
    () =>
      l10n.t(
        'the certificate is not trusted; set "certificateAuthority" of the connection for a private authority',
      ),
  ],
  [
    /_ALERT_CERTIFICATE_REQUIRED$/,
    () => l10n.t('a client certificate is required; set "clientCertificate" of the connection'),
  ],
  [
    /_ALERT_HANDSHAKE_FAILURE$/,
    () => l10n.t('the secure connection was refused; the connection may need a "clientCertificate"'),
  ],
  [
    /_ALERT_(ACCESS_DENIED|BAD_CERTIFICATE|CERTIFICATE_(EXPIRED|REVOKED|UNKNOWN)|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE)$/,
    () => l10n.t('the "clientCertificate" of the connection was not accepted'),
  ],
];

/**
 * Why no answer came. fetch hides the reason in `cause`, and where several addresses of a host were tried, each has
 * its own.
 */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const causes = causesOf(error);
  if (causes.length === 0) return wordsOf(error);
  const inner = [...new Set(causes.map(causeOf))].join(', ');
  // fetch throws a TypeError around every cause: that alone is no news.
  return error instanceof TypeError || error.message === '' ? inner : `${error.message}: ${inner}`;
}

function causesOf(error: Error): unknown[] {
  if (error instanceof AggregateError) return error.errors;
  return error.cause === undefined ? [] : [error.cause];
}

function wordsOf(error: Error): string {
  const { code, reason } = error as { code?: unknown; reason?: unknown };
  if (typeof code !== 'string') return error.message;
  const known = sentences.find(([pattern]) => pattern.test(code));
  if (known) return `${known[1]()} (${code})`;
  // The message of OpenSSL is a place in its source; the sentence in it stands alone as `reason`.
  if (code.startsWith('ERR_SSL_') && typeof reason === 'string') return reason;
  return error.message === '' ? code : error.message;
}

/** An answer in plain text where TLS was expected. */
const withoutTls = /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/;

/**
 * What is wrong with an address and what to do about it, in whole sentences; `undefined` if the failure may have another
 * cause.
 *
 * @param host that was asked
 */
export function addressAdvice(error: unknown, host: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, hostname } = error as { code?: unknown; hostname?: unknown };
  // The name that wasn't found can be the one of a proxy.
  if (code === 'ENOTFOUND')
    return l10n.t('No host named {0}. Check the spelling.', typeof hostname === 'string' ? hostname : host);
  if (typeof code === 'string' && withoutTls.test(code))
    return l10n.t('{0} answered without TLS. Is the address http?', host);
  return causesOf(error)
    .map(cause => addressAdvice(cause, host))
    .find(advice => advice !== undefined);
}
