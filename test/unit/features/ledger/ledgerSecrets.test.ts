import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClient } from '../../../../src/service/wire/client.ts';
import { connection, fakeService, json } from '../../service/wire/fakeFetch.ts';
import { readValue } from '../../../../src/platform/host/reading.ts';
import { asSignedIn, createSession } from '../../../../src/session/session.ts';
import { createPrices } from '../../../../src/features/orders/prices.ts';
import { ledgerCsv } from '../../../../src/features/ledger/rules/ledgerCsv.ts';
import { createLedger, createLedgerLog } from '../../../../src/features/ledger/ledger.ts';
import { createKeyInUse, createKeyList, type KeyMemory } from '../../../../src/features/account/keyInUse.ts';
import { createKeys } from '../../../../src/features/account/keys.ts';
import { clockAt, storage } from '../../fakes.ts';
import { tempFolder } from '../../tempFolder.ts';

const apiKey = 'very-secret+key/1234==';
const made = 'the-secret-that-was-made==';

it('no part of a key or a token gets into the ledger, even if the service repeats them', async () => {
  const secrets = new Set([apiKey, encodeURIComponent(apiKey), made]);
  const listed = [{ id: 'k1', description: 'Laptop' }];
  const service = fakeService([
    seen => {
      const token = seen.headers.Authorization?.replace('Bearer ', '') ?? '';
      secrets.add(token);
      if (seen.method === 'GET') return json(listed);
      if (seen.url.endsWith('/apikeys')) return json({ id: 'k2', description: 'Desk', secret: made });
      return json({ message: `No: ${token} ${apiKey} ${made}` }, seen.method === 'DELETE' ? 500 : 400);
    },
  ]);
  const kept = storage();
  const session = createSession({
    keys: kept.keyStore,
    memory: kept.sessionMemory,
    makeClient: (_to, key, onRefused) =>
      Promise.resolve(
        createClient({
          connection,
          apiKey: key,
          fetch: service.fetch,
          log: () => undefined,
          warn: () => undefined,
          onRefused,
          retryDelayMs: 1,
          orderPaceMs: 0,
        }),
      ),
  });
  await session.signIn(connection, apiKey);
  const signedIn = asSignedIn(session.current.peek());
  if (!signedIn) throw new Error('Nobody is signed in.');

  const folder = join(await tempFolder(), 'ledger');
  const errors: unknown[] = [];
  const ledger = createLedger(
    createLedgerLog(folder),
    { read: () => Promise.resolve([]) },
    error => errors.push(error),
    () => undefined,
  );
  const { record } = ledger;
  const prices = createPrices(session, record);
  const memory: KeyMemory = { read: () => undefined, write: () => Promise.resolve() };
  const inUse = createKeyInUse(session, kept.keyStore, memory, record, clockAt());
  const keys = createKeys(session, kept.keyStore, inUse, record, createKeyList(session, inUse));

  expect((await keys.create(signedIn, 'Desk')).kind).toBe('created');
  expect((await prices.ask({ kind: 'order', note: 'of the body' })).kind).toBe('failed');
  await keys.remove(signedIn, 'k9');

  await expect
    .poll(async () => {
      await ledger.read();
      return readValue(ledger.current.value)
        ?.map(({ action, result }) => `${action} ${result}`)
        .sort();
    })
    .toEqual(['createKey ok', 'deleteKey ok', 'price refused']);
  expect(errors).toEqual([]);
  const files = await Promise.all((await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')));
  const text = [...files, ledgerCsv(readValue(ledger.current.value) ?? [])].join('\n');
  expect(text).toContain('No: ');
  expect(secrets.size).toBeGreaterThan(3);
  for (const secret of secrets) if (secret !== '') expect(text).not.toContain(secret);
  expect(text).not.toContain('of the body');
});
