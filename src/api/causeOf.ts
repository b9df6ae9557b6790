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
