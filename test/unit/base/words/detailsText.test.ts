import { describe, expect, it } from 'vitest';
import { detailsText } from '../../../../src/base/words/detailsText.ts';
import { isSecretName, withoutSecrets } from '../../../../src/base/words/secretFields.ts';

describe('the details of a record', () => {
  it('are all of its fields as JSON', () => {
    const fields = { id: 'o1', nested: { list: [1, null, { deep: true }] }, text: 'a'.repeat(200) };
    expect(JSON.parse(detailsText(fields))).toEqual(fields);
    expect(detailsText(fields)).toMatch(/\n {2}"nested"/);
    expect(detailsText(undefined)).toBe('null\n');
  });

  it('are also shown if they are nested too deep for that', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    const text = detailsText({ id: 'o1', deep });
    expect(text).toContain('"id": "o1"');
    expect(text).toContain('(not shown)');
  });

  it('never show a secret under another name, nor in a list', () => {
    const sent = {
      token: 'S1',
      client_secret: 'S2',
      accessToken: ['S3', 'S4'],
      session: { id: 'S5', nested: { deep: 'S6' } },
      'X-Api-Key': 'S7',
      credentials: [{ user: 'S8' }],
      password: 99123,
      tokenType: 'Bearer',
      keyId: 'k1',
      hasToken: true,
      refreshToken: null,
    };
    const text = detailsText(sent);
    expect(text).not.toMatch(/S\d|99123/);
    expect(JSON.parse(text)).toEqual({
      token: '(not shown)',
      client_secret: '(not shown)',
      accessToken: '(not shown)',
      session: '(not shown)',
      'X-Api-Key': '(not shown)',
      credentials: '(not shown)',
      password: '(not shown)',
      tokenType: 'Bearer',
      keyId: 'k1',
      hasToken: true,
      refreshToken: null,
    });
  });

  it('never show a secret of the session, wherever it is', () => {
    const key = 'a "key"\\=';
    const text = detailsText({ title: `said ${key} twice: ${key}`, list: ['x', `y${key}`] }, [key, '']);
    expect(JSON.parse(text)).toEqual({ title: 'said ••• twice: •••', list: ['x', 'y•••'] });
  });
});

describe('the name of a field', () => {
  it.each([
    ...['token', 'Token', 'TOKEN', 'tokens', 'accessToken', 'access_token', 'access-token', 'accesstoken'],
    ...['IDToken', 'clientSecret', 'client_secret', 'CLIENT-SECRET', 'secrets', 'password', 'user.password'],
    ...['apikey', 'apiKey', 'api_key', 'APIKey', 'X-Api-Key', 'privateKey', 'authorization', 'Authorization'],
    ...['credential', 'credentials', 'session', 'sessionId', 'session_id', 'Set-Cookie', 'tokenValue', 'jwt'],
  ])('%s belongs to a secret', name => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    ...[
      'id',
      'key',
      'keyId',
      'key_id',
      'apiKeyId',
      'tokenType',
      'token_type',
      'tokenExpiresIn',
      'expires_in',
    ],
    ...['secretary', 'secretName', 'passwordExpirationDate', 'title', 'credits', 'authorizedAreas', '', '0'],
  ])('%j is an ordinary one', name => {
    expect(isSecretName(name)).toBe(false);
  });
});

it('shows addresses of the service as what they are, but not as links that the editor opens', () => {
  const fields = { _links: { revoke: { href: 'https://base.test/api/v1/subscriptions/s1/revoke' } } };
  expect(detailsText(fields)).not.toContain('://');
  expect(JSON.parse(detailsText(fields))).toEqual(fields);
});

describe('a text of the service', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl-_';

  it.each([
    [`Bearer ${token} was sent`, 'Bearer ••• was sent'],
    [`"${token}",${token}.`, '"•••",•••'],
    ['https://me:word@files.test/a?b=c', 'https://•••@files.test/a?b=c'],
    ['/a?access_token=x&page=1&sig=y#id_token=z', '/a?access_token=•••&page=1&sig=•••#id_token=•••'],
    ['/a?X-Amz-Signature=0f&X-Amz-Date=1', '/a?X-Amz-Signature=•••&X-Amz-Date=1'],
    ['A title, with me@mail.test: 1.2.3 = 4 & eyJ', 'A title, with me@mail.test: 1.2.3 = 4 & eyJ'],
  ])('%s is shown as %s', (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected);
  });
});
