import { expect, it } from 'vitest';
import { createAccount, followPlaced } from '../../../src/state/account.ts';
import { createJournal, type JournalLine } from '../../../src/state/journal.ts';
import { connection, fakeClient, memoryJournal, profile, settle, signedInSession } from './fakes.ts';

const placed = (id: string, rest: Partial<JournalLine> = {}): JournalLine =>
  ({
    ...{ event: 'placed', id, orderId: `o-${id}`, status: 'ordered', connection: connection.name },
    at: new Date(Date.now() + 1_000).toISOString(),
    ...rest,
  }) as JournalLine;

it('reads the balance anew for an order of another window, and for no other', async () => {
  let readings = 0;
  const session = await signedInSession(
    fakeClient({ profile: () => Promise.resolve(profile({ id: `u${++readings}` })) }),
  );
  const account = createAccount(session);
  await account.refresh();
  const store = memoryJournal();
  const journal = createJournal(store);
  const end = followPlaced(account, session, journal, { isOnItsWay: id => id === 'mine' });
  const told = async (line: JournalLine) => {
    await store.append(line);
    await journal.read();
    await settle();
    return readings;
  };
  expect(await told(placed('former', { at: new Date(0).toISOString() }))).toBe(1);
  expect(await told(placed('mine'))).toBe(1);
  expect(await told(placed('elsewhere', { connection: 'Other' }))).toBe(1);
  expect(await told(placed('theirs'))).toBe(2);
  end();
  expect(await told(placed('later'))).toBe(2);
});
