import { expect, it } from 'vitest';
import { createAccount } from '../../../src/session/account.ts';
import { followPlaced } from '../../../src/features/orders/followPlaced.ts';
import { createJournal, type OrderDestination } from '../../../src/features/orders/journal.ts';
import { orderDestination } from '../../../src/features/orders/orderAttempts.ts';
import {
  connection,
  fakeClient,
  memoryJournal,
  otherConnection,
  profile,
  settle,
  signedInSession,
} from '../fakes.ts';

const soon = () => new Date(Date.now() + 1_000).toISOString();

async function followed() {
  let readings = 0;
  const session = await signedInSession(
    fakeClient({ profile: () => Promise.resolve(profile({ id: `u${++readings}` })) }),
  );
  const account = createAccount(session);
  await account.refresh();
  const store = memoryJournal();
  const journal = createJournal(store);
  const end = followPlaced(account, session, journal, { isOnItsWay: id => id === 'mine' });
  const append = async (id: string, destination: OrderDestination, at: string) => {
    const body = { kind: 'order.data.product' };
    const order = {
      bodyHash: id,
      body,
      title: '',
      orderKind: body.kind,
      price: { value: 1, unit: 'credits' },
    };
    await store.append({ event: 'sending', id, ...order, ...destination, at });
    await store.append({
      event: 'placed',
      id,
      orderId: `o-${id}`,
      status: 'ordered',
      connection: destination.connection,
      at,
    });
  };
  /** How often the balance was requested after the journal reported orders. */
  const readingsAfter = async (
    ids: readonly string[],
    destination: OrderDestination = orderDestination(connection),
    at = soon(),
  ) => {
    for (const id of ids) await append(id, destination, at);
    await journal.read();
    await settle();
    return readings;
  };
  return { end, readingsAfter };
}

it('requests the balance again for an order of another window, and for no other', async () => {
  const { end, readingsAfter } = await followed();
  expect(await readingsAfter(['former'], undefined, new Date(0).toISOString())).toBe(1);
  expect(await readingsAfter(['mine'])).toBe(1);
  expect(await readingsAfter(['elsewhere'], orderDestination(otherConnection))).toBe(1);
  expect(await readingsAfter(['theirs'])).toBe(2);
  end();
  expect(await readingsAfter(['later'])).toBe(2);
});

it('requests the balance again for an order under another name of the service, but not for another contract', async () => {
  const { readingsAfter } = await followed();
  const renamed = { ...connection, name: 'Renamed' };
  expect(await readingsAfter(['theirs'], orderDestination(renamed, 'another contract'))).toBe(1);
  expect(await readingsAfter(['same'], orderDestination(renamed, profile().contract.id))).toBe(2);
});
