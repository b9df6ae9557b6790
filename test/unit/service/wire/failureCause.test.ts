import { describe, expect, it } from 'vitest';
import { addressAdvice, failureCause } from '../../../../src/service/wire/failureCause.ts';

const coded = (message: string, code: string, more: object = {}) =>
  Object.assign(new Error(message), { code, ...more });

/** As fetch throws it. */
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });

describe('the reason of a failed request', () => {
  it.each<[string, unknown, string]>([
    ['what the socket says', fetchFailed(new Error('read ECONNRESET')), 'read ECONNRESET'],
    ['the words around a cause', new Error('Broken', { cause: new Error('pipe') }), 'Broken: pipe'],
    [
      'a cause of a cause',
      new Error('By way of the proxy', { cause: fetchFailed(new Error('Tunnel', { cause: 'closed' })) }),
      'By way of the proxy: Tunnel: closed',
    ],
    ['a code where there are no words', fetchFailed(coded('', 'ECONNREFUSED')), 'ECONNREFUSED'],
    ['what is no error at all', 'gone', 'gone'],
    [
      'every address that was tried',
      fetchFailed(
        Object.assign(
          new AggregateError([
            coded('connect ECONNREFUSED ::1:9', 'ECONNREFUSED'),
            coded('connect ECONNREFUSED 127.0.0.1:9', 'ECONNREFUSED'),
          ]),
          { code: 'ECONNREFUSED' },
        ),
      ),
      'connect ECONNREFUSED ::1:9, connect ECONNREFUSED 127.0.0.1:9',
    ],
    [
      'the sentence in a message of OpenSSL',
      fetchFailed(
        coded(
          '40E7:error:0A00010B:SSL routines::wrong version number:ssl3_record.c:354:\n',
          'ERR_SSL_WRONG',
          {
            reason: 'wrong version number',
          },
        ),
      ),
      'wrong version number',
    ],
  ])('is %s', (_what, error, reason) => {
    expect(failureCause(error)).toBe(reason);
  });

  const authority =
    'the certificate is not trusted; choose the authority of the connection if it is a private one';
  const required = 'a client certificate is required; choose one for the connection';
  const refused = 'the secure connection was refused; the connection may need a client certificate';
  const notAccepted = 'the client certificate of the connection was not accepted';

  it.each([
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', authority],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', authority],
    ['SELF_SIGNED_CERT_IN_CHAIN', authority],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', required],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', refused],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', notAccepted],
    ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', notAccepted],
  ])('names the way out of %s', (code, sentence) => {
    const error = coded('alert', code, { reason: 'alert' });
    expect(failureCause(fetchFailed(error))).toBe(`${sentence} (${code})`);
    expect(failureCause(new Error('By way of', { cause: fetchFailed(error) }))).toBe(
      `By way of: ${sentence} (${code})`,
    );
  });

  it('leaves the words of other failures as they are', () => {
    const words = "Hostname/IP does not match certificate's altnames";
    expect(failureCause(fetchFailed(coded(words, 'ERR_TLS_CERT_ALTNAME_INVALID')))).toBe(words);
    expect(failureCause(fetchFailed(coded('certificate has expired', 'CERT_HAS_EXPIRED')))).toBe(
      'certificate has expired',
    );
  });
});

describe('the advice on an address', () => {
  it.each<[unknown, string]>([
    [
      fetchFailed(coded('getaddrinfo ENOTFOUND a.test', 'ENOTFOUND', { hostname: 'a.test' })),
      'No host named a.test. Check the spelling.',
    ],
    [fetchFailed(coded('', 'ENOTFOUND')), 'No host named base.test. Check the spelling.'],
    [
      fetchFailed(new AggregateError([coded('', 'ERR_SSL_WRONG_VERSION_NUMBER')])),
      'base.test answered without TLS. Is the address http?',
    ],
    [
      fetchFailed(coded('connect EAI_AGAIN', 'EAI_AGAIN', { hostname: 'a.test' })),
      "a.test can't be reached. Check your network, VPN and proxy.",
    ],
    [fetchFailed(coded('', 'ECONNREFUSED')), 'base.test refused the connection. Check the address and port.'],
    [
      new AggregateError([coded('', 'ECONNREFUSED', { address: '10.0.0.1', port: 443 })]),
      'base.test refused the connection. Check the address and port.',
    ],
    [
      new Error('Through the proxy', {
        cause: coded('', 'ECONNREFUSED', { address: '10.0.0.1', port: 3128 }),
      }),
      '10.0.0.1:3128 refused the connection. Check the address and port.',
    ],
    ...['ECONNRESET', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH'].map(
      (code): [unknown, string] => [
        fetchFailed(coded('', code)),
        "base.test can't be reached. Check your network, VPN and proxy.",
      ],
    ),
    [
      fetchFailed(coded('', 'CERT_HAS_EXPIRED')),
      'The certificate of base.test is out of date. Check your clock, or contact the service.',
    ],
    [
      fetchFailed(coded('', 'ERR_TLS_CERT_ALTNAME_INVALID')),
      "The certificate isn't valid for base.test. Check the address.",
    ],
  ])('after %s is %s', (error, advice) => {
    expect(addressAdvice(error, 'base.test')).toBe(advice);
  });

  it.each([
    ['another code', fetchFailed(coded('', 'E_OTHER'))],
    ['a text', 'gone'],
  ])('is none after %s', (_what, error) => {
    expect(addressAdvice(error, 'base.test')).toBeUndefined();
  });
});
