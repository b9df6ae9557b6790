import { expect } from 'vitest';
import { type Check, clientOf, envelopes, testForms, wrappings } from './forms.ts';

const key = { id: 'k-1', description: 'Mine', expirationDate: '2026-01-01T00:00:00Z' };
const listKeys = (body: unknown) => clientOf({ '/api/v1/apikeys': body }).keys();

testForms('a key', [
  ...(
    [
      ['text', 'k-1', 'k-1'],
      ['a number', 7, '7'],
      ['an object', { value: 'k-1' }, 'k-1'],
    ] as const
  ).map(([form, sent, expected]): Check => [
    'key.id',
    form,
    async () => expect((await listKeys({ items: [{ ...key, id: sent }] }))[0]?.id).toBe(expected),
  ]),
  ...envelopes('apikeys').map(([form, envelop]): Check => [
    'get.apikeys',
    form,
    async () => expect(await listKeys(envelop([key, { ...key, id: 'k-2' }]))).toHaveLength(2),
  ]),
  [
    'get.apikeys',
    'one that is unreadable',
    async () => expect(await listKeys({ items: [null, key] })).toHaveLength(1),
  ],
  [
    'get.apikeys',
    'no description',
    async () => expect(await listKeys({ items: [{ id: 'k-1' }] })).toHaveLength(1),
  ],
  ...wrappings('apikey')
    .slice(0, 3)
    .map(([form, wrap]): Check => [
      'post.apikeys',
      form,
      async () => {
        const made = await clientOf({
          'POST /api/v1/apikeys': wrap({ ...key, secret: 'AQIDBAUGBwgJCgsMDQ4PEA==' }),
        }).createKey('Mine');
        expect(made.secret).toBe('AQIDBAUGBwgJCgsMDQ4PEA==');
      },
    ]),
  [
    'post.apikeys',
    'a numeric id',
    async () =>
      expect(
        (
          await clientOf({ 'POST /api/v1/apikeys': { ...key, id: 9, secret: 's3cr3t-value' } }).createKey(
            'Mine',
          )
        ).id,
      ).toBe('9'),
  ],
  ...[null, {}, '', 'OK', { deleted: true }].map((body): Check => [
    'delete.apikey',
    `answered by ${JSON.stringify(body)}`,
    async () => {
      const client = clientOf({ 'DELETE /api/v1/apikeys/k-1': () => Response.json(body) });
      await client.deleteKey('k-1');
      expect(client.sent).toHaveLength(1);
    },
  ]),
]);
