import { describe, expect, it } from 'vitest';
import { type Connection, sandboxConnection } from '../../../../src/service/rules/connection.ts';
import {
  closedPlaces,
  type LinkKind,
  maxDecodings,
  tokenOrigins,
  unescaped,
  whyNotFollowed,
} from '../../../../src/service/rules/linkRule.ts';

const split: Connection = {
  name: 'Test',
  baseUrl: 'https://base.test',
  searchUrl: 'https://search.test',
  authUrl: 'https://auth.test',
  accessUrl: 'https://access.test',
};
const all = (address: string): Connection => ({
  name: 'Test',
  baseUrl: address,
  searchUrl: address,
  authUrl: address,
  accessUrl: address,
});
const origin = 'https://one.test';
const joined = all(origin);
const kinds: LinkKind[] = ['picture', 'tile', 'delivery'];

const why = (connection: Connection, kind: LinkKind, href: string) =>
  whyNotFollowed(connection, kind, new URL(href), 'there');

describe('a link is followed', () => {
  it.each<[LinkKind, string]>([
    ['delivery', '/api/v1/items/i1/download'],
    ['delivery', '/api/v2/items/i1/download?part=1'],
    ['delivery', '/api/v1/items/i1/files/f1'],
    ['delivery', '/api/v1/workspaces/w1/items/i1/download'],
    ['delivery', '/store/2025/report.geojson'],
    ['delivery', '/file'],
    ['delivery', '/archive/v1/orders/report.geojson'],
    ['delivery', '/api/files/orders/report.geojson'],
    ['picture', '/api/v1/items/i1/thumbnail?width=256'],
    ['picture', '/api/v1/items/i1/quicklook'],
    ['picture', '/pictures/%C3%A9t%C3%A9/a.jpg'],
    ['tile', '/api/v1/items/i1/wmts/tiles/1.0.0/default/rgb/EPSG3857/0/0/0.png'],
    ['tile', '/api/v1/items/i1/wmts?request=GetTile&tilematrix=0&tilerow=0&tilecol=0'],
    ['tile', '/tiles/0/0/0.png'],
  ])('%s, if all hosts are one: %s', (kind, path) => {
    expect(why(joined, kind, origin + path)).toBeUndefined();
    expect(why(all(`${origin}/behind`), kind, `${origin}/behind${path}`)).toBeUndefined();
    expect(why(sandboxConnection, kind, sandboxConnection.accessUrl + path)).toBeUndefined();
  });

  it('to another host, without a token', () => {
    const href = 'https://bucket.elsewhere.test/subscriptions/revoke?X-Signature=1';
    expect(why(split, 'delivery', href)).toBeUndefined();
    expect(tokenOrigins(split, 'delivery', new URL(href))).toEqual(
      new Set(['https://access.test', 'https://search.test']),
    );
  });

  it('over http on this machine, if the service is there as well', () => {
    const href = 'http://127.0.0.1:4001/file';
    expect(why(all('http://localhost:4000'), 'delivery', href)).toBeUndefined();
    expect(why({ ...split, accessUrl: 'http://localhost:4000' }, 'delivery', href)).toBeUndefined();
    expect(why(split, 'delivery', href)).toMatch('https://');
  });
});

describe('a link is not followed', () => {
  const reserved = [
    '/api/v1/me',
    '/api/v1/me/services',
    '/api/v1/contracts',
    '/api/v1/contracts/c1/subscriptions/s1',
    '/api/v1/subscriptions/s1/revoke',
    '/api/v1/s1/revoke',
    '/api/v1/subscriptions?service=data',
    '/api/v1/orders',
    '/api/v1/orders/o1',
    '/api/v1/orders/o1/download',
    '/api/v10/orders',
    '/api/v1/prices',
    '/api/v1/apikeys/k1',
    '/api/v1/analytics',
    '/api/v2/opensearch',
    '/auth/realms/IDP/protocol/openid-connect/logout',
    '/realms/IDP/protocol/openid-connect/token',
    '/revoke',
  ];

  it.each(reserved)('to what other calls are for: %s', path => {
    for (const kind of kinds) {
      expect(why(joined, kind, origin + path)).toMatch('there');
      expect(why(all(`${origin}/behind`), kind, `${origin}/behind${path}`)).toMatch('there');
      for (const host of ['base', 'search', 'auth', 'access'])
        expect(why(split, kind, `https://${host}.test${path}`)).toMatch('there');
    }
  });

  it.each([
    '/api/v1/subscriptions/s1/%72evoke',
    '/api/v1/subscriptions/s1/%2572evoke',
    '/api/v1/subscriptions/s1/REVOKE/',
    '/api/v1/subscriptions/s1/revoke;a=b',
    '/api/v1/subscriptions/s1/revoke%3Ba',
    '/api/v1/subscriptions/s1/revoke%3Fa',
    '/api/v1/subscriptions/s1/revoke.json',
    '/api/v1/subscriptions/s1/revoke%20',
    '/s1/%20revoke',
    '/api/v1/subscriptions/s1/revoke%00',
    '//api//v1//subscriptions//s1//payments',
    '/api/;a=b/v1/%6drders/../orders/o1',
    '/API/V1/Orders/o1',
    '/%61pi/v1/orders/o1',
    '/api%2Fv1%2Forders%2Fo1',
    '/api%5Cv1%5Corders',
    '/api\\v1\\orders',
    '/./api/./v1/./orders',
    '/api/.;a/v1/.;b/orders',
    '/api/v1/items/i1/../../orders/o1',
    '/api/v1/items/i1/%2e%2e/%2e%2e/orders/o1',
    '/api/v1/items/i1/..%2f..%2forders',
    '/api/v1/items/i1/..%252f..%252forders',
    '/api/v1/items/i1/..;/..;/orders',
    '/api/v1/orders;a/o1',
    `/%${'25'.repeat(50)}72evoke`,
  ])('with another spelling: %s', path => {
    for (const kind of kinds) expect(why(joined, kind, origin + path)).toMatch('there');
  });

  it.each<[LinkKind, string]>([
    ['picture', '/api/v1/items/i1/download'],
    ['tile', '/api/v1/items/i1/download'],
    ['delivery', '/api/v1/items/i1/thumbnail'],
    ['tile', '/api/v1/items/i1/quicklook'],
    ['picture', '/api/v1/items/i1/wmts/tiles/1.0.0/default/rgb/EPSG3857/0/0/0.png'],
    ['delivery', '/api/v1/items/i1/WMTS/0/0/0.png'],
    ['picture', '/api/v1/items/i1/images/m1/buffer'],
    ['answer', '/api/v1/items/i1/wmts/0/0/0.png'],
  ])('as %s to what has another purpose, or uses the allowance: %s', (kind, path) => {
    expect(why(joined, kind, origin + path)).toMatch('there');
  });

  it.each([
    'http://access.test/api/v1/items/i1/download',
    'http://bucket.test/a',
    'ftp://a.test/a',
    'data:,a',
  ])('except over https: %s', href => {
    for (const kind of [...kinds, 'answer' as const]) expect(why(split, kind, href)).toMatch('https://');
  });

  it.each(['http://bucket.test/a', 'ftp://127.0.0.1/a'])(
    'except over https or this machine, if the service is on it: %s',
    href => {
      expect(why(all('http://localhost:4000'), 'delivery', href)).toMatch('https://');
    },
  );

  it.each([
    'https://user@access.test/a',
    'https://user:password@bucket.test/a',
    'https://:password@bucket.test/a',
  ])('with a user name or password in it: %s', href => {
    expect(why(split, 'delivery', href)).toMatch(/without credentials/);
  });
});

describe('a redirected call', () => {
  it.each(['/api/v1/orders', '/api/v1/me/', '/api/v2/opensearch?page=1'])(
    'can read from another place: %s',
    path => {
      expect(why(joined, 'answer', origin + path)).toBeUndefined();
    },
  );

  it.each(['/api/v1/subscriptions/s1/revoke', '/api/v1/s1/%72evoke', '/auth/realms/IDP/logout'])(
    'cannot change anything: %s',
    path => {
      expect(why(joined, 'answer', origin + path)).toMatch('there');
    },
  );

  it('sends the token to the host that it called, and to those of links', () => {
    expect(tokenOrigins(split, 'answer', new URL('https://base.test/api/v1/me'))).toEqual(
      new Set(['https://access.test', 'https://search.test', 'https://base.test']),
    );
  });
});

describe('the places where copied scripts follow no link', () => {
  const isClosed = (kind: 'picture' | 'delivery', path: string) => new RegExp(closedPlaces(kind)).test(path);

  it.each([
    '/realms/',
    '/auth/',
    '/api/v1/subscriptions/s1/revoke/',
    '/api/v1/items/i1/wmts/0/',
    '/api/v1/items/i1/buffer/',
    '/api/v12/orders/',
    '/api/v1/apikeys/k1/',
  ])('are those of other calls: %s', path => {
    expect([isClosed('picture', path), isClosed('delivery', path)]).toEqual([true, true]);
  });

  it.each<[string, boolean, boolean]>([
    ['/api/v1/items/i1/download/', true, false],
    ['/api/v1/items/i1/thumbnail/', false, true],
    ['/api/v1/items/i1/quicklook/', false, true],
    ['/api/v1/items/i1/files/f1/', false, false],
    ['/store/orders/', false, false],
  ])('are those with another purpose: %s', (path, picture, delivery) => {
    expect([isClosed('picture', path), isClosed('delivery', path)]).toEqual([picture, delivery]);
  });
});

it('a text is decoded as often as a server may decode it, and no further', () => {
  const encoded = (times: number) => `%${'25'.repeat(times - 1)}72`;
  expect(unescaped(encoded(maxDecodings))).toBe('r');
  expect(unescaped(encoded(maxDecodings + 1))).toBeUndefined();
});
