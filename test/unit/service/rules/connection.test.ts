import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseConnection,
  sandboxConnection,
  trustedOrigins,
} from '../../../../src/service/rules/connection.ts';

const good = {
  name: 'Acme',
  baseUrl: 'https://data.acme.test',
  searchUrl: 'https://search.acme.test',
  authUrl: 'https://auth.acme.test',
  accessUrl: 'https://access.acme.test',
};

const withAuth = (authUrl: unknown) => parseConnection({ ...good, authUrl });

describe('a connection in the settings', () => {
  it('is read as written', () => {
    expect(parseConnection(good)).toEqual(good);
  });

  it('needs only its name and its four addresses, and keeps nothing else', () => {
    expect(parseConnection({ ...good, name: ' Acme ', apiKey: 'never here' })).toEqual(good);
  });

  it.each([
    ['https://auth.acme.test/', 'https://auth.acme.test'],
    ['https://auth.acme.test/v2/', 'https://auth.acme.test/v2'],
    ['HTTPS://Auth.Acme.test:443', 'https://auth.acme.test'],
    ['https://auth.acme.test:8443', 'https://auth.acme.test:8443'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://localhost:4000/', 'http://localhost:4000'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
  ])('converts %s to %s', (written, meant) => {
    expect(withAuth(written)).toMatchObject({ authUrl: meant });
  });

  it.each([
    ['v1', '/api/v1/opensearch'],
    ['v2', '/api/v2/opensearch'],
  ])('can name version %s of the search', (searchVersion, searchPath) => {
    expect(parseConnection({ ...good, searchVersion })).toEqual({ ...good, searchPath });
  });

  const nameless = 'A connection must be an object with a "name".';
  const address =
    'must start with https:// (http:// only on this machine), without a user name, password, query, or fragment';
  const file = 'must be an absolute file path, or start with ~/';
  const proxy = 'must be an address such as http://host:3128, without a user name or password';

  it.each<[string, unknown, string]>([
    ['nothing', undefined, nameless],
    ['null', null, nameless],
    ['an address alone', 'https://acme.test', nameless],
    ['no name', { ...good, name: undefined }, nameless],
    ['a number as its name', { ...good, name: 7 }, nameless],
    [
      'the name of the sandbox',
      { ...good, name: 'Sandbox' },
      '"Sandbox" is the name of the built-in sandbox.',
    ],
    ['an address too few', { ...good, searchUrl: undefined }, `Connection "Acme": "searchUrl" ${address}.`],
  ])('is refused with a sentence that gives the reason: %s', (_what, entry, sentence) => {
    expect(parseConnection(entry)).toBe(sentence);
  });

  it.each<[string, string, ...unknown[]]>([
    ['searchVersion', 'must be "v1" or "v2"', 'v3', 'V1', '', 1, null],
    [
      ...(['authUrl', address] as const),
      ...['http://auth.acme.test', 'http://127.0.0.1.evil.com', 'http://localhost.evil.com'],
      ...[
        'http://evil.com/127.0.0.1',
        'http://0.0.0.0',
        'http://[::2]',
        'javascript:alert(1)',
        'auth.acme.test',
      ],
      ...[
        'https://user:secret@auth.acme.test',
        'https://:secret@auth.acme.test',
        'http://localhost@evil.com',
      ],
      ...['https://auth.acme.test/?realm=IDP', 'https://auth.acme.test/#token'],
    ],
    ['certificateAuthority', file, 'authority.pem', '../authority.pem', '~', '~other/authority.pem', ' '],
    ['clientKey', file, '/keys/a\u009bb', { path: '/certs/me.pem' }],
    [
      ...(['proxy', proxy] as const),
      ...['proxy.acme.test', 'proxy.acme.test:3128', 'socks5://proxy.acme.test:1080'],
      ...[
        'http://me:secret@proxy.acme.test',
        'http://:secret@proxy.acme.test',
        'http://proxy.acme.test/path',
        'http://proxy.acme.test/?a=b',
      ],
    ],
  ])('is refused if "%s" is wrong: it %s', (field, why, ...values) => {
    for (const value of values)
      expect(parseConnection({ ...good, [field]: value }), String(value)).toBe(
        `Connection "Acme": "${field}" ${why}.`,
      );
  });

  it('uses plain http only to this machine, whatever the host looks like', () => {
    const loopback = ['localhost', '127.0.0.1', '[::1]'];
    const piece = fc.constantFrom(...loopback, '127', '0', '1', 'evil', 'com', '.', '@', '%2e');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), pieces => {
        const address = `http://${pieces.join('')}`;
        const isLoopback = URL.canParse(address) && loopback.includes(new URL(address).hostname);
        fc.pre(!isLoopback);
        expect(withAuth(address)).toBeTypeOf('string');
      }),
    );
  });

  it('keeps every path below the configured address', () => {
    const segment = fc.constantFrom('', 'v2', 'a%20b', '~service', 'x;y', 'ü');
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), fc.constantFrom('', ':8443'), (path, port) => {
        const address = ['https://auth.acme.test' + port, ...path].join('/');
        const read = withAuth(address);
        if (typeof read === 'string') throw new Error(read);
        const url = new URL(`${read.authUrl}/auth/token`);
        expect(url.origin).toBe(new URL(address).origin);
        expect(url.pathname).toBe(`${new URL(address).pathname.replace(/\/+$/, '')}/auth/token`);
      }),
    );
  });

  it('is checked, whatever the settings contain', () => {
    fc.assert(
      fc.property(fc.jsonValue(), entry => {
        expect(parseConnection(entry)).toBeTypeOf('string');
      }),
    );
    fc.assert(
      fc.property(fc.string(), address => {
        expect(() => withAuth(address)).not.toThrow();
      }),
    );
  });
});

describe('the transport of a connection', () => {
  const files = { clientCertificate: '/certs/me.pem', clientKey: '~/me.key' };

  it.each([
    ['a client certificate with its key', files],
    ['a private authority', { certificateAuthority: '/certs/authority.pem' }],
    ['a proxy', { proxy: 'http://proxy.acme.test:3128' }],
    ['all of them', { ...files, certificateAuthority: '~/a b.pem', proxy: 'https://proxy.acme.test' }],
  ])('can have %s', (_what, transport) => {
    expect(parseConnection({ ...good, ...transport })).toEqual({ ...good, transport });
    expect(parseConnection({ ...good, searchVersion: 'v1', ...transport })).toMatchObject({ transport });
  });

  it('is missing if no field requests one', () => {
    expect(parseConnection(good)).not.toHaveProperty('transport');
    expect(sandboxConnection).not.toHaveProperty('transport');
  });

  it.each([
    ['http://proxy.acme.test:3128/', 'http://proxy.acme.test:3128'],
    ['HTTP://Proxy.Acme.test', 'http://proxy.acme.test'],
    ['https://proxy.acme.test:443', 'https://proxy.acme.test'],
    ['http://[::1]:3128', 'http://[::1]:3128'],
    ['http://10.0.0.1:8080', 'http://10.0.0.1:8080'],
  ])('uses %s as the proxy %s', (written, meant) => {
    expect(parseConnection({ ...good, proxy: written })).toMatchObject({ transport: { proxy: meant } });
  });

  it.each(Object.entries(files))('is refused with "%s" but not the other one of the pair', (field, path) => {
    expect(parseConnection({ ...good, [field]: path })).toBe(
      'Connection "Acme" needs both "clientCertificate" and "clientKey", or neither.',
    );
  });

  it.each(['baseUrl', 'searchUrl', 'authUrl', 'accessUrl'])(
    'refuses a proxy to which data would leave this machine unencrypted: %s',
    field => {
      expect(
        parseConnection({ ...good, [field]: 'http://localhost:4000', proxy: 'http://proxy.acme.test' }),
      ).toBe('Connection "Acme": a proxy requires https:// addresses.');
    },
  );

  it('is checked, whatever the settings contain', () => {
    const field = fc.constantFrom('clientCertificate', 'clientKey', 'certificateAuthority', 'proxy');
    fc.assert(
      fc.property(field, fc.oneof(fc.jsonValue(), fc.string(), fc.webUrl()), (name, value) => {
        const read = parseConnection({ ...good, ...files, [name]: value });
        if (typeof read === 'string') return;
        for (const path of [read.transport?.clientCertificate, read.transport?.clientKey])
          expect(path).toMatch(/^([/~]|\w:)/);
      }),
    );
  });
});

describe('the origins that can receive a token', () => {
  it('are those of the four addresses', () => {
    expect([...trustedOrigins(good)].sort()).toEqual([
      'https://access.acme.test',
      'https://auth.acme.test',
      'https://data.acme.test',
      'https://search.acme.test',
    ]);
  });

  it('are one if one host does everything, with its port and without its path', () => {
    const origin = 'http://127.0.0.1:4000';
    const local = { baseUrl: origin, searchUrl: origin, authUrl: `${origin}/auth`, accessUrl: origin };
    expect([...trustedOrigins({ name: 'Local', ...local })]).toEqual([origin]);
  });

  it('never leave the machine with the sandbox', () => {
    expect([...trustedOrigins(sandboxConnection)].every(origin => origin.endsWith('.invalid'))).toBe(true);
  });
});
