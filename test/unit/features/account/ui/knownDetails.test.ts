import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import {
  createKnownDetails,
  type KnownDetailsParts,
} from '../../../../../src/features/account/ui/knownDetails.ts';
import { setUp } from './contractsSetup.ts';

it('what is known of a row was read at a time of the clock of its service', async () => {
  const { parts, settled } = await setUp();
  await settled();
  const reading = parts.account.current.peek();
  const at = reading.kind === 'ready' ? reading.at : expect.unreachable('The account was not read.');
  const dayMs = 86_400_000;
  const clock = { aheadMs: signal(40 * dayMs), now: () => Date.now() + 40 * dayMs };
  const unread = { current: signal({ kind: 'none' }), payments: signal(new Map()) };
  const others = { subscriptions: unread, marks: unread, ledger: unread, keyList: unread, inUse: unread };
  const known = createKnownDetails({ ...parts, ...others, clock } as unknown as KnownDetailsParts);
  expect(known.find('account')).toMatchObject({ details: { title: 'Account' }, at: at + 40 * dayMs });
});
