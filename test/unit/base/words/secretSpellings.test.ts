import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../../src/base/words/secretFields.ts';

const key = 'AAECAwQFBgcICQoLDA0ODw==';
const token = `eyJhbGciOiJSUzI1NiJ9.${'eyJzdWIiOiJtZSIsImV4cCI6MTh9'.repeat(20)}.c2lnbmF0dXJl-_Ab`;
const opaque = 'tok/en+9f8Z_7-e6d5c4b3a2';
const secrets = { 'a key': key, 'a token': token, 'an opaque token': opaque };

const codes = (secret: string) => Array.from(secret).map(letter => letter.charCodeAt(0));
const each = (spell: (code: number, letter: string) => string) => (secret: string) =>
  Array.from(secret)
    .map(letter => spell(letter.charCodeAt(0), letter))
    .join('');
/** As where only some characters are escaped: no twelve letters stay in a row. */
const some = (spell: (code: number) => string) => (secret: string) =>
  Array.from(secret, (letter, at) => (at % 5 === 4 ? spell(letter.charCodeAt(0)) : letter)).join('');
const hex = (code: number, digits = 2) => code.toString(16).padStart(digits, '0');
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
const lines = (text: string, length: number, end: string) =>
  (text.match(new RegExp(`.{1,${length}}`, 'gs')) ?? []).join(end);

const spellings: Record<string, (secret: string) => string> = {
  'as it is': secret => secret,
  'in an address': encodeURIComponent,
  'in an address twice': secret => encodeURIComponent(encodeURIComponent(secret)),
  'in an address ten times': secret =>
    Array.from({ length: 10 }).reduce<string>(text => encodeURIComponent(text), secret),
  'as %41': each(code => `%${hex(code)}`),
  'as %2541': each(code => `%25${hex(code)}`),
  'as %%34%31': each(
    code =>
      `%${Array.from(hex(code))
        .map(digit => `%${hex(digit.charCodeAt(0))}`)
        .join('')}`,
  ),
  'as %u0041': each(code => `%u${hex(code, 4)}`),
  'as \\u0041': each(code => `\\u${hex(code, 4)}`),
  'as \\\\u0041': each(code => `\\\\u${hex(code, 4)}`),
  'as \\u{41}': each(code => `\\u{${hex(code)}}`),
  'as \\x41': each(code => `\\x${hex(code)}`),
  'as \\101': each(code => `\\${code.toString(8).padStart(3, '0')}`),
  'as \\/': secret => secret.replaceAll(/[/+=]/g, sign => `\\${sign}`),
  'in JSON in JSON': secret => JSON.stringify(JSON.stringify({ a: secret })),
  'as &#65;': each(code => `&#${code};`),
  'with some letters as &#65;': some(code => `&#${code};`),
  'as &#0065;': each(code => `&#${String(code).padStart(4, '0')};`),
  'as &#x41;': each(code => `&#x${hex(code)};`),
  'as &#x41': each(code => `&#x${hex(code)}`),
  'as &amp;#65;': each(code => `&amp;#${code};`),
  'with &equals; and &plus;': secret =>
    secret.replaceAll('=', '&equals;').replaceAll('+', '&plus;').replaceAll('/', '&sol;'),
  'as 0x41, 0x42': secret =>
    codes(secret)
      .map(code => `0x${hex(code)}`)
      .join(', '),
  'in base64': base64,
  'in base64 for addresses': secret => Buffer.from(secret).toString('base64url'),
  'in base64 after a name': secret => base64(`IDP:${secret}`),
  'in base64 of a form': secret => base64(`apikey=${secret}&client_id=IDP`),
  'in base64 between other bytes': secret => base64(`ab${secret}cd`),
  'in base64, encoded': secret => encodeURIComponent(base64(secret)),
  'in base64 as lines': secret => lines(base64(secret), 16, '\r\n'),
  'in hexadecimal': secret => Buffer.from(secret).toString('hex'),
  'in HEXADECIMAL with colons': secret =>
    codes(secret)
      .map(code => hex(code).toUpperCase())
      .join(':'),
  'as a list of numbers': secret => JSON.stringify(codes(secret)),
  'as lines': secret => lines(secret, 10, '\n'),
  'as indented lines': secret => lines(secret, 10, '\r\n    '),
  'as groups': secret => lines(secret, 4, ' '),
  'letter by letter': secret => Array.from(secret).join(' '),
  'with dashes': secret => lines(secret, 5, '-'),
  'with escaped line ends': secret => lines(secret, 10, '\\n'),
  'with encoded line ends': secret => lines(secret, 10, '%0D%0A'),
  'with <br> and <wbr>': secret => lines(lines(secret, 10, '<br>'), 7, '<wbr/>'),
  'with invisible characters': secret => lines(secret, 6, '\u200b'),
  'with soft hyphens': secret => lines(secret, 6, '&shy;'),
  'as concatenated texts': secret => `"${lines(secret, 8, '" + "')}"`,
  'in quoted-printable': each((_code, letter) => (letter === '=' ? '=3D' : letter)),
  'with each letter in quoted-printable': each(code => `=${hex(code).toUpperCase()}`),
  'in quoted-printable with soft line ends': secret =>
    lines(secret, 10, '=\r\n').replaceAll('==\r', '=3D=\r'),
  'in capitals': secret => secret.toUpperCase(),
  'in small letters': secret => secret.toLowerCase(),
  'in full width': each(code => String.fromCharCode(code + 0xfee0)),
  'cut off': secret => `${secret.slice(0, 18)}…`,
  'without its start': secret => `…${secret.slice(-24)}`,
  'in quotes': secret => `'${secret}'`,
  'in a header': secret => `Authorization: Bearer ${secret}`,
  'in a basic header': secret => `Authorization: Basic ${base64(`me:${secret}`)}`,
  'in XML': secret => `<key><![CDATA[${secret}]]></key>`,
};
/** Keys are also met in these. */
const ofKeys: Record<string, (secret: string) => string> = {
  'in base64 of base64': secret => base64(base64(secret)),
  'in base64 of UTF-16': secret => base64(Buffer.from(secret, 'utf16le')),
  'in base64 of a header': secret => base64(`Basic ${base64(`IDP:${secret}`)}`),
};

/** Letters and digits of a text, however it is undone. */
function traces(text: string, secret: string): string[] {
  const bare = (part: string) => part.replaceAll(/[^a-z\d]/gi, '').toLowerCase();
  const decode = (part: string) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  const unescaped = decode(text)
    .replaceAll(/\\+u\{?(?:00)?([\da-f]{2})\}?|\\+x([\da-f]{2})|&#x([\da-f]{2});?/gi, (_all, ...found) =>
      String.fromCharCode(Number.parseInt(String(found.find(part => typeof part === 'string')), 16)),
    )
    .replaceAll(/&#0*(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
  const unpacked = (text.match(/[\w+/=-]{8,}/g) ?? []).map(part =>
    Buffer.from(part, 'base64').toString('latin1'),
  );
  const all = [text, unescaped, ...unpacked].map(bare);
  // Twelve letters in a row are a part of it.
  const letters = bare(secret);
  const parts = Array.from({ length: letters.length - 11 }, (_none, at) => letters.slice(at, at + 12));
  return parts.filter(part => all.some(found => found.includes(part)));
}

describe.each(Object.entries(secrets))('%s', (_name, secret) => {
  const isKey = secret.length < 100;
  it.each(Object.entries(isKey ? { ...spellings, ...ofKeys } : spellings))(
    'is masked %s, and nothing around it',
    (_how, spell) => {
      const masked = withoutSecrets(`The gateway refused ${spell(secret)} at 10:42 UTC.`, [secret]);
      expect(traces(masked, secret)).toEqual([]);
      expect(masked).toContain('•••');
      expect(masked).toMatch(/^The gateway refused .* at 10:42 UTC\.$/s);
      expect(masked.length).toBeLessThan(150);
    },
  );
});

it('a text that is escaped more often than by mistake is not shown at all', () => {
  const escaped = Array.from({ length: 14 }).reduce<string>(
    (text, _round, at) => (at % 2 === 0 ? text.replaceAll('%', '&#37;') : text.replaceAll('&', '%26')),
    each(code => `%${hex(code)}`)(key),
  );
  expect(withoutSecrets(`https://elsewhere.test/${escaped}`, [key])).toBe('•••');
});

describe('words without a secret', () => {
  it.each([
    'Access denied: the request 3fb1 was refused at 2026-01-02T10:42:00Z (access_denied).',
    'POST /api/v1/orders/0c0ffee0-1111-4222-8333-444455556666/download?page=1 failed with 40%.',
    'Use a bearer token. Basic authentication is not supported. Password: too short.',
    '<b>Overloaded</b> & busy; \\ C:\\data\\new 0x12 &nbsp; =3D',
    'Mail to support@acme.test or https://acme.test:8443/@all.',
  ])('stay: %s', text => {
    expect(withoutSecrets(text, [key, token, opaque, 't', 'abcde'].slice(0, 3))).toBe(text);
  });
});

describe('the credentials of a proxy', () => {
  it.each([
    ['PROXY name:password@proxy.test:8080', 'PROXY •••@proxy.test:8080'],
    ['["PROXY name:pass@word@10.0.0.1:1"]', '["PROXY •••@10.0.0.1:1"]'],
    ['HTTPS na/me:pass/word,;x@proxy.test', 'HTTPS •••@proxy.test'],
    ['SOCKS5 name:p%40ss@[::1]:1080; DIRECT', 'SOCKS5 •••@[::1]:1080; DIRECT'],
    ['through name:password@proxy.test:8080', 'through •••@proxy.test:8080'],
    ['proxy=name:pass:word@proxy.test,x', 'proxy=•••@proxy.test,x'],
    ['(name:password@proxy)', '(•••@proxy)'],
    [':password@proxy.test', '•••@proxy.test'],
    ['http://name:password@proxy.test/', 'http://•••@proxy.test/'],
  ])('are masked in %s', (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected);
  });
});
