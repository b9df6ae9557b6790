import { describe, expect, test } from 'vitest';
import { sandboxOrigin, type Dialect } from '../../../src/sandbox/sandbox.ts';
import { exchange, harness } from './harness.ts';

const denied = { error: 'access_denied', error_description: 'Access denied' };
const dialects: Dialect[] = ['specification', 'deployed'];

describe.each(dialects)('token exchange, %s', dialect => {
  const form = (key: string): Record<string, string> => ({
    apikey: key,
    client_id: 'IDP',
    grant_type: 'api_key',
  });

  test('answers a token, its seconds and its type', async () => {
    const { sandbox } = harness({ dialect });
    const response = await exchange(sandbox, form(sandbox.apiKey));
    expect(response.status).toBe(200);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body['expires_in']).toBe(3600);
    expect(typeof body['access_token']).toBe('string');
    if (dialect === 'specification') {
      expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'token_type']);
      expect(body['token_type']).toBe('bearer');
    } else {
      expect(body).toMatchObject({ token_type: 'Bearer', refresh_expires_in: 0, scope: '' });
    }
  });

  test.each([
    ['no key', { client_id: 'IDP', grant_type: 'api_key' }],
    ['another grant', { apikey: '', client_id: 'IDP', grant_type: 'password' }],
    ['another client', { apikey: '', client_id: 'XYZ', grant_type: 'api_key' }],
    ['no client', { apikey: '', grant_type: 'api_key' }],
  ] as [string, Record<string, string>][])(
    'refuses %s with the body of the specification, and suspends nobody',
    async (_, fields) => {
      const { sandbox } = harness({ dialect });
      const filled = 'apikey' in fields ? { ...fields, apikey: sandbox.apiKey } : fields;
      const response = await exchange(sandbox, filled);
      expect(response.status).toBe(403);
      expect(await response.json()).toEqual(denied);
      expect((await exchange(sandbox, form(sandbox.apiKey))).status).toBe(200);
    },
  );

  test('wants a form, not JSON, and keeps no body of it in its records', async () => {
    const { sandbox } = harness({ dialect });
    const response = await sandbox.fetch(
      new Request(`${sandboxOrigin}/auth/realms/IDP/protocol/openid-connect/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(form(sandbox.apiKey)),
      }),
    );
    expect(response.status).toBe(403);
    await exchange(sandbox, form(sandbox.apiKey));
    expect(sandbox.requests.length).toBe(2);
    expect(JSON.stringify(sandbox.requests)).not.toContain(sandbox.apiKey.slice(0, 20));
  });

  test('a wrong key suspends all access for a time, the right key and running tokens too', async () => {
    const { sandbox, clock, token } = harness({ dialect, suspensionSeconds: 60 });
    const running = await token('IDP');
    const call = (): Promise<Response> =>
      sandbox.fetch(
        new Request(`${sandboxOrigin}/api/v1/me`, { headers: { Authorization: `Bearer ${running}` } }),
      );
    expect((await call()).status).toBe(200);

    const wrong = await exchange(sandbox, form('d3Jvbmc='));
    expect([wrong.status, await wrong.json()]).toEqual([403, denied]);
    clock.now += 59_000;
    const right = await exchange(sandbox, form(sandbox.apiKey));
    expect([right.status, await right.json()]).toEqual([403, denied]);
    const answer = await call();
    expect([answer.status, await answer.json()]).toEqual([403, denied]);

    clock.now += 1000;
    expect((await exchange(sandbox, form(sandbox.apiKey))).status).toBe(200);
    expect((await call()).status).toBe(200);
  });

  test('a made-up, altered or missing token opens nothing', async () => {
    const { sandbox, token } = harness({ dialect });
    const [head, body, signature] = (await token('IDP')).split('.');
    const forged = Buffer.from(JSON.stringify({ sub: 'x', azp: 'IDP', exp: 9e9 })).toString('base64url');
    const tokens = [undefined, 'x', 'a.b.c', `${head}.${forged}.${signature}`, `${head}.${body}.`];
    for (const candidate of tokens) {
      for (const path of [
        '/api/v1/me',
        '/api/v2/opensearch',
        '/api/v1/apikeys',
        '/api/v1/items/x/download',
      ]) {
        const headers = candidate === undefined ? undefined : { Authorization: `Bearer ${candidate}` };
        const response = await sandbox.fetch(new Request(sandboxOrigin + path, headers && { headers }));
        expect(response.status).toBe(401);
        const answer: unknown = await response.json();
        expect(answer).toEqual(dialect === 'deployed' && path.endsWith('apikeys') ? 'Unauthorized' : denied);
        expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      }
    }
  });
});
