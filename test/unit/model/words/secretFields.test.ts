import { describe, expect, it } from 'vitest';
import { isSecretName, withoutSecrets } from '../../../../src/model/words/secretFields.ts';

describe('the name of a field', () => {
  it.each([
    ...['token', 'Token', 'TOKEN', 'tokens', 'accessToken', 'access_token', 'access-token', 'accesstoken'],
    ...['IDToken', 'clientSecret', 'client_secret', 'CLIENT-SECRET', 'secrets', 'password', 'user.password'],
    ...['apikey', 'apiKey', 'api_key', 'APIKey', 'X-Api-Key', 'privateKey', 'authorization', 'Authorization'],
    ...['credential', 'credentials', 'session', 'sessionId', 'session_id', 'Set-Cookie', 'tokenValue', 'jwt'],
  ])('%s is one of a secret', name => {
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

describe('a text of the service', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl-_';

  it.each([
    [`Bearer ${token} was sent`, 'Bearer ••• was sent'],
    [`"${token}",${token}.`, '"•••",•••'],
    ['https://me:word@files.test/a?b=c', 'https://•••@files.test/a?b=c'],
    ['/a?access_token=x&page=1&sig=y#id_token=z', '/a?access_token=•••&page=1&sig=•••#id_token=•••'],
    ['/a?X-Amz-Signature=0f&X-Amz-Date=1', '/a?X-Amz-Signature=•••&X-Amz-Date=1'],
    ['A title, with me@mail.test: 1.2.3 = 4 & eyJ', 'A title, with me@mail.test: 1.2.3 = 4 & eyJ'],
  ])('%s is shown as %s', (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
  });
});
