import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../../src/service/rules/connection.ts';
import type { DownloadTarget } from '../../../../src/service/wire/deliveries.ts';
import { createPictures, type Pictures } from '../../../../src/features/images/pictures.ts';
import { jpeg, memoryCache, sensor } from '../../features/images/picturesSetup.ts';
import { signedInSession } from '../../fakes.ts';
import { connection, json, type Reply } from './fakeFetch.ts';
import { failure, type Setup, setupOf } from './setup.ts';

const token = 'token-1';
const revoke = '/api/v1/subscriptions/s1/revoke';
const origin = 'https://one.test';
/** All four hosts are one, as in many deployments. */
const joined: Connection = {
  name: 'One',
  baseUrl: origin,
  searchUrl: origin,
  authUrl: origin,
  accessUrl: origin,
};

const setUp = (at: Connection, ...replies: Reply[]) => setupOf({ connection: at }, ...replies);

async function picturesOf({ client }: Setup, at = connection): Promise<Pictures> {
  const session = await signedInSession(client);
  await session.signIn(at, 'key');
  return createPictures(session, memoryCache());
}

const nowhere = (): DownloadTarget => ({
  write: () => Promise.resolve(),
  commit: () => Promise.resolve(),
  discard: () => Promise.resolve(),
});
const download = ({ client }: Setup, link: string) => client.download(link, nowhere(), () => undefined);
const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });
const urls = ({ service }: Setup) => service.calls().map(({ url }) => url);
const tokens = ({ service }: Setup) =>
  service.calls().map(({ url, headers }) => [url, headers.Authorization !== undefined]);

describe('the link to a picture', () => {
  it.each([
    revoke,
    '/api/v1/s1/revoke',
    '/api/v1/s1/%72evoke;a',
    '/api/v1/me',
    '/api/v1/items/i1/wmts/0/0/0.png',
  ])('that leads to %s is not asked for, also where the service is busy', async path => {
    const b = setUp(joined, json({}, 503));
    const pictures = await picturesOf(b, joined);
    const image = sensor('a', { links: { thumbnail: [{ href: origin + path }] } });
    expect(await failure(pictures.thumbnail(image))).toMatchObject({ kind: 'shape' });
    expect(urls(b)).toEqual([]);
  });

  it('is not followed to the account host, which needs the token for other things', async () => {
    const b = setUp(connection, new Response(new Uint8Array(jpeg())));
    const pictures = await picturesOf(b);
    const image = sensor('a', { links: { thumbnail: [{ href: 'https://base.test/a.jpg' }] } });
    await expect(pictures.thumbnail(image)).rejects.toThrow('is not a host of the connection');
    expect(urls(b)).toEqual([]);
  });

  it('that is redirected into the account ends there', async () => {
    const b = setUp(connection, redirect(`https://base.test${revoke}`), json({}));
    const pictures = await picturesOf(b);
    expect(await failure(pictures.thumbnail(sensor('a')))).toMatchObject({ kind: 'shape' });
    expect(urls(b)).toEqual(['https://access.test/api/v1/items/a/thumbnail']);
  });
});

describe('the link to a delivery', () => {
  it.each([revoke, '/api/v1/s1/revoke', '/api/v1/orders/o1', '/auth/realms/IDP/logout'])(
    'that leads to %s is not asked for',
    async path => {
      const b = setUp(joined, json({}, 503));
      const error = await failure(download(b, `${origin}${path}?a=b`));
      expect([error.kind, error.details.reason]).toEqual([
        'shape',
        `Swath didn't follow the link to ${origin}${path}: it isn't an address for this content.`,
      ]);
      expect(urls(b)).toEqual([]);
    },
  );

  it('is followed by way of another host, but never back with the token', async () => {
    const first = 'https://access.test/api/v1/items/i1/download';
    const abroad = 'https://elsewhere.test/file';
    const back = 'https://access.test/store/file';
    const b = setUp(connection, redirect(abroad), redirect(back), new Response('report'));
    await download(b, first);
    expect(tokens(b)).toEqual([
      [first, true],
      [abroad, false],
      [back, false],
    ]);
  });

  it('of another host is never led back into the account', async () => {
    const b = setUp(joined, redirect(origin + revoke), json({}));
    const error = await failure(download(b, 'https://elsewhere.test/file'));
    expect(error.kind).toBe('shape');
    expect(tokens(b)).toEqual([['https://elsewhere.test/file', false]]);
  });

  it('takes the token to the access and search hosts only', async () => {
    const b = setUp(connection, new Response('report'));
    const links = ['access', 'search', 'base', 'auth'].map(host => `https://${host}.test/file`);
    for (const link of links) await download(b, link);
    expect(tokens(b)).toEqual(links.map((link, index) => [link, index < 2]));
  });

  it('of another host that refuses it says nothing about the token', async () => {
    const b = setUp(connection, json({}, 401));
    expect(await failure(download(b, 'https://elsewhere.test/file'))).toMatchObject({ kind: 'denied' });
    expect([b.service.calls().length, b.service.exchanges().length]).toEqual([1, 1]);
  });

  it.each<[string, string[]]>([
    ['http://elsewhere.test/file', []],
    ['http://access.test/file', []],
    ['http://127.0.0.1:9/file', []],
    ['https://user:pass-word@elsewhere.test/file', []],
  ])('%s is not asked for, and neither is a redirect to it', async (bad, requested) => {
    const direct = setUp(connection, new Response('report'));
    expect(await failure(download(direct, bad))).toMatchObject({ kind: 'shape' });
    expect(urls(direct)).toEqual(requested);
    const good = 'https://access.test/api/v1/items/i1/download';
    const led = setUp(connection, redirect(bad), new Response('report'));
    const error = await failure(download(led, good));
    expect(error.kind).toBe('shape');
    expect(error.message).not.toContain('pass-word');
    expect(urls(led)).toEqual([good]);
  });

  const item = 'https://access.test/api/v1/items/i1/download';
  it.each<[string, string]>([
    [item, item],
    [`${item}?until=2`, `${item}?until=2`],
    ['https://access.test/api/v1/items/i1', item],
    ['https://access.test/api/v1/items/i1/download/report.geojson', item],
    ['https://base.test/api/v1/items/i1/download', item],
    ['https://elsewhere.test/api/v1/items/i1/download?secret=x', item],
    ['https://elsewhere.test/items/i1/', item],
    ['http://access.test/api/v1/items/i1/download', item],
    ['https://user:pass-word@access.test/api/v1/items/i1/download', item],
    ['/api/v1/items/i1/download', item],
    ['api/v1/items/i1', item],
    ['items/i1{?expires}', item],
    ['i1', item],
    ['https://elsewhere.test/items/urn%3Ai%201/download', item],
    ['https://elsewhere.test/items/urn%3Ai1/download', item.replace('i1', 'urn%3Ai1')],
  ])('%s is asked for as the item that it names, with the token', async (link, requested) => {
    const b = setUp(connection, new Response('report'));
    const isId = !link.includes('%20');
    await download(b, link).catch(() => undefined);
    expect(tokens(b)).toEqual(isId ? [[requested, true]] : [[link, false]]);
  });

  it.each(['items/..%2Forders/download', 'items/%2e%2e/download', 'items/a%2Frevoke/download', 'items/%zz'])(
    'never makes an address of %s, which is no id',
    async path => {
      const b = setUp(connection, new Response('report'));
      await download(b, `https://elsewhere.test/${path}`).catch(() => undefined);
      expect(tokens(b).filter(([, hasToken]) => hasToken)).toEqual([]);
    },
  );

  it('is followed as it was sent where there is no such item, without the token', async () => {
    const link = 'https://elsewhere.test/items/i1/download?secret=x';
    const b = setUp(connection, json({}, 404), new Response('report'));
    await download(b, link);
    expect(tokens(b)).toEqual([
      [item, true],
      [link, false],
    ]);
    const refused = setUp(connection, json({}, 404));
    const error = await failure(download(refused, 'http://elsewhere.test/items/i1/download'));
    expect([error.kind, urls(refused)]).toEqual(['notFound', [item]]);
  });

  it('that redirects to no address is not asked for again', async () => {
    const b = setUp(connection, redirect('https://[bad'));
    expect(await failure(download(b, 'https://access.test/file'))).toMatchObject({
      kind: 'shape',
      details: { reason: 'The link is not a valid address.' },
    });
    expect(urls(b)).toHaveLength(1);
  });
});

describe('a redirect of a search', () => {
  it.each([revoke, '/api/v1/s1/revoke/', '/auth/realms/IDP/protocol/openid-connect/logout'])(
    'to %s is not followed',
    async path => {
      const b = setUp(joined, redirect(path), json({ features: [] }));
      expect(await failure(b.client.search({}, 1, 10))).toMatchObject({ kind: 'shape' });
      expect(urls(b).map(url => new URL(url).pathname)).toEqual(['/api/v2/opensearch']);
    },
  );

  it('does not take the token to the account host', async () => {
    const b = setUp(connection, redirect('https://base.test/api/v2/opensearch'), json({ features: [] }));
    await b.client.search({}, 1, 10);
    expect(tokens(b).map(([, had]) => had)).toEqual([true, false]);
  });
});

describe('what a link holds', () => {
  it.each([
    `https://access.test/api/v1/items/${token}/download?signature=${token}`,
    `https://access.test/api/v1/orders/${token}?signature=${token}`,
    `http://elsewhere.test/${token}?signature=${token}`,
    `not an address: ${token}`,
  ])('is told without its query and without the token: %s', async link => {
    const direct = setUp(connection, new Response(null, { status: 204 }));
    await direct.client.signIn();
    const led = setUp(connection, redirect(link), json({}, 404));
    const errors = [
      await failure(download(direct, link)),
      await failure(download(led, 'https://access.test/file')),
    ];
    const texts = errors.map(({ message, stack, details }) => [message, stack, JSON.stringify(details)]);
    const everything = [...texts, ...direct.log, ...direct.warnings, ...led.log, ...led.warnings].join('\n');
    for (const secret of [token, 'signature']) expect(everything).not.toContain(secret);
  });

  it('is told in short', async () => {
    const b = setUp(connection, json({}, 404));
    const error = await failure(download(b, `https://access.test/${'long'.repeat(10_000)}`));
    expect(error.message.length).toBeLessThan(500);
  });
});
