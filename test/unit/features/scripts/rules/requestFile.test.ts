import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connection } from '../../../service/wire/fakeFetch.ts';
import {
  orderPlan,
  readOrderPlan,
  requestFile,
  searchPlan,
} from '../../../../../src/features/scripts/rules/requestPlan.ts';

/** Requests of a file as the extension parses it: blocks, variables, the body after the first empty line. */
function read(text: string) {
  const variables = new Map([...text.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]));
  const [, ...blocks] = text.split(/^###.*$/m);
  const filled = (line: string) =>
    line.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => variables.get(name) ?? '?');
  return blocks.map(block => {
    const [head = '', ...body] = block.trim().split('\n\n');
    const [first = '', ...headers] = head.split('\n').filter(line => !line.startsWith('#'));
    const isConfirmed = head.split('\n').includes('# @note');
    const isFollowed = !head.split('\n').includes('# @no-redirect');
    return { first: filled(first), headers, body: body.join('\n\n'), isConfirmed, isFollowed };
  });
}

describe('a request file', () => {
  it('requests the price and the order with the body of the document, and asks before it spends money', () => {
    const body = { kind: 'order', title: 'Port', images: ['a'] };
    const [token, price, order] = read(requestFile(connection, orderPlan('Port', body)));
    expect(token).toMatchObject({
      first: 'POST https://auth.test/auth/realms/IDP/protocol/openid-connect/token',
      body: 'apikey={{%apiKey}}&client_id=IDP&grant_type=api_key',
    });
    expect(price?.first).toBe('POST https://base.test/api/v1/prices');
    expect(order?.first).toBe('POST https://base.test/api/v1/orders');
    expect([token, price, order].map(call => call?.isConfirmed)).toEqual([false, false, true]);
    for (const call of [price, order]) {
      expect(JSON.parse(call?.body ?? '')).toEqual(body);
      expect(call?.headers).toContain('Authorization: Bearer {{token.response.body.access_token}}');
      expect(call?.headers).toContain('Content-Type: application/json');
    }
  });

  it('follows no redirect with the key or the token', () => {
    const plans = [readOrderPlan('Port', 'o1'), orderPlan('Port', { kind: 'order' })];
    const calls = plans.flatMap(plan => read(requestFile(connection, plan)));
    expect(calls.map(({ isFollowed }) => isFollowed)).toEqual([false, false, false, false, false]);
  });

  it('requests an order and a search without a body', () => {
    const [, order] = read(requestFile(connection, readOrderPlan('Port', 'o/1')));
    expect(order).toMatchObject({ first: 'GET https://base.test/api/v1/orders/o%2F1', body: '' });
    const plan = searchPlan('Port', connection, { maxCloudCover: 20 }, 50, '2026-03-20');
    const [, search] = read(requestFile(connection, plan));
    expect(search?.first).toMatch(/^GET https:\/\/search\.test\/api\/v2\/opensearch\?cloudCover=/);
  });

  it('never treats a text as a variable, a request or a comment', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('{', '{{$processEnv HOME}}', '\n### x\nGET y\n', '\n@a = b', '< /etc/passwd'),
            fc.string({ unit: 'binary' }),
          ),
        ),
        parts => {
          const title = parts.join('').toWellFormed();
          const body = { title, [title]: [title] };
          const text = requestFile({ ...connection, name: title }, orderPlan(title, body));
          const calls = read(text);
          expect(calls).toHaveLength(3);
          expect(JSON.parse(calls[2]?.body ?? '')).toEqual(body);
          const used = [...text.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name]) => name);
          expect(new Set(used)).toEqual(
            new Set([
              '$processEnv SWATH_API_KEY',
              'authUrl',
              '%apiKey',
              'baseUrl',
              'token.response.body.access_token',
            ]),
          );
        },
      ),
    );
  });
});
