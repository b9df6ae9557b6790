import type { Section } from './section.ts';

const exchange = 'POST /auth/realms/IDP/protocol/openid-connect/token';
const create = 'POST /api/v1/apikeys';
const list = 'GET /api/v1/apikeys';
const remove = 'DELETE /api/v1/apikeys/{keyId}';

/** Keys and tokens. */
export const authentication = [
  {
    place: 'Endpoints, Authentication and API keys',
    rows: {
      'post.token': { row: 'The exchange of a key for a token', client: 'signIn', route: exchange },
      'post.apikeys': { row: 'Create Key', client: 'createKey', route: create },
      'get.apikeys': { row: 'List the keys, without secrets', client: 'keys', route: list },
      'delete.apikey': { row: 'Delete a key', client: 'deleteKey', route: remove },
    },
  },
  {
    place: 'Authentication',
    client: 'signIn',
    route: exchange,
    rows: {
      'auth.1': {
        row: '1. The value of a key is shown once; who holds it acts as the user',
        client: ['createKey', 'keys', 'secrets'],
        route: [create, list],
      },
      'auth.2': '2. The exchange is form-encoded',
      'auth.2.apikey': '2. `apikey`',
      'auth.2.client_id.IDP': { row: '2. `client_id` `IDP`', client: ['signIn', 'profile'], route: exchange },
      'auth.2.client_id.AAA': { row: '2. `client_id` `AAA`', client: 'keys', route: exchange },
      'auth.2.grant_type': '2. `grant_type` `api_key`',
      'auth.3.access_token': '3. `access_token`',
      'auth.3.expires_in': '3. `expires_in`, seconds; then the exchange is repeated',
      'auth.3.token_type': '3. `token_type` `bearer`',
      'auth.4': { row: '4. `Authorization: Bearer`', client: 'profile', route: 'GET /api/v1/me' },
      'auth.5': {
        row: '5. Keys are managed with a token of their own',
        client: ['keys', 'profile'],
        route: [exchange, list, 'GET /api/v1/me'],
      },
      'auth.6': '6. Invalid or omitted: 403, `access_denied`, `Access denied`',
      'auth.7': '7. A wrong key suspends access for a while, for the right key too',
      'auth.8': { row: '8. At most 10 keys', client: ['createKey', 'keys'], route: create },
      'auth.9': {
        row: '9. Deleting answers 200 in any case; the list tells',
        client: ['deleteKey', 'keys', 'sealKey'],
        route: [remove, list],
      },
      'auth.10': {
        row: '10. Search and download take the same token',
        client: ['search', 'download'],
        route: ['GET /api/v2/opensearch', 'GET /api/v1/items/{item_id}/download'],
      },
    },
  },
] as const satisfies Section[];
