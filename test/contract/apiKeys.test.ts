import { expect } from 'vitest';
import { maxApiKeys } from '../../src/service/rules/apiKey.ts';
import { wasSurelyRefused } from '../../src/service/wire/errors.ts';
import { failure } from '../failure.ts';
import { idsOf } from './lists.ts';
import { testService } from './testService.ts';

testService('API keys', { fresh: true }, ({ statement }) => {
  statement(
    ['auth.1', 'post.apikeys', 'get.apikeys', 'key.secret', 'key.description', 'key.expirationDate'],
    'the secret of a key is in the answer of its creation alone, and opens the service',
    async ({ client, clientOf, lines, clock }) => {
      const created = await client.createKey('Second desk');
      expect(created).toMatchObject({ description: 'Second desk' });
      expect(created.expirationDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*Z$/);
      expect(Date.parse(created.expirationDate ?? '')).toBeGreaterThan(clock.now);
      const { secret, ...rest } = created;
      const listed = await client.keys();
      expect(listed).toContainEqual(rest);
      expect(JSON.stringify(listed)).not.toContain(secret);
      expect(lines.join('\n')).not.toContain(secret);
      // From now on it is masked wherever fields of the service are shown.
      expect(client.secrets()).toContain(secret);
      const { contract } = await client.profile();
      expect((await clientOf(secret).profile()).contract.id).toBe(contract.id);
    },
  );

  statement(
    ['key.expirationDate', 'auth.6'],
    'after its expiration date a key is refused',
    async ({ client, clientOf, clock }) => {
      const { secret, expirationDate = '' } = await client.createKey('For a year');
      const end = Date.parse(expirationDate);
      clock.now = end - 1000;
      await clientOf(secret).signIn();
      clock.now = end + 1000;
      expect((await failure(clientOf(secret).signIn())).kind).toBe('denied');
    },
  );

  statement(
    ['auth.8', 'limit.keys'],
    'ten keys at most, and after a deletion one more',
    async ({ client }) => {
      const held = (await client.keys()).length;
      const made: string[] = [];
      for (let count = held; count < maxApiKeys; count++)
        made.push((await client.createKey(`Key ${count}`)).id);
      const error = await failure(client.createKey('One too many'));
      expect(wasSurelyRefused(error)).toBe(true);
      expect(error.details.serverMessage).toContain(String(maxApiKeys));
      expect(await client.keys()).toHaveLength(maxApiKeys);
      await client.deleteKey(made[0] ?? '');
      await client.createKey('In its place');
      expect(await client.keys()).toHaveLength(maxApiKeys);
    },
  );

  statement(
    ['auth.9', 'auth.7'],
    'the key in use can be deleted: the token at hand proves it, and the dead key is never exchanged',
    async ({ client, clientOf, seen }) => {
      const { id, secret } = await client.createKey('Short-lived');
      const keyClient = clientOf(secret);
      await keyClient.keys();
      await keyClient.deleteKey(id);
      keyClient.sealKey();
      expect(idsOf(await keyClient.keys())).not.toContain(id);
      const before = seen().length;
      expect((await failure(keyClient.profile())).kind).toBe('suspended');
      expect(seen()).toHaveLength(before);
    },
  );

  statement(
    ['auth.9', 'delete.apikey'],
    'deleting a key succeeds whether or not it exists; the list tells which',
    async ({ client, clientOf, raw }) => {
      const before = idsOf(await client.keys());
      const { id, secret } = await client.createKey('For a day');
      await client.deleteKey('nowhere');
      expect(idsOf(await client.keys())).toEqual([...before, id]);
      await client.deleteKey(id);
      expect(idsOf(await client.keys())).toEqual(before);
      await client.deleteKey(id);
      const again = await raw('DELETE', `/api/v1/apikeys/${id}`, { token: 'AAA' });
      expect([again.status, again.text.includes(id)]).toEqual([200, false]);
      expect(idsOf(await client.keys())).toEqual(before);
      expect((await failure(clientOf(secret).signIn())).kind).toBe('denied');
    },
  );
});
