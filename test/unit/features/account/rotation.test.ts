import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxApiKeys } from '../../../../src/service/rules/apiKey.ts';
import type { Rotated, RotationPlan, RotationStep } from '../../../../src/features/account/rotation.ts';
import { runs } from '../../../randomRuns.ts';
import { connection, otherConnection, settle } from '../../fakes.ts';
import { type KeySetup, keySetup, type Mishap, type OnCall } from './keySetup.ts';

function planOf(setup: KeySetup, rest: Partial<RotationPlan> = {}): RotationPlan {
  return { signedIn: setup.signedIn(), description: 'Next', deleteId: 'k1', ...rest };
}

const rotate = (setup: KeySetup, rest: Partial<RotationPlan> = {}, from: RotationStep = { kind: 'create' }) =>
  setup.rotation.run(planOf(setup, rest), from);

/** The calls of a rotation, without the refreshes of the view. */
const changes = ({ calls }: KeySetup) =>
  calls.filter(call => /^(create|delete|store set|exchange)/.test(call));

describe('a rotation', () => {
  it('creates, verifies, stores, deletes and checks the list, in this order', async () => {
    const setup = await keySetup();
    const rotated = await rotate(setup);
    expect(rotated).toMatchObject({ kind: 'done', previous: 'deleted', made: { id: 'new1' } });
    expect(rotated).not.toHaveProperty('made.secret');
    expect(setup.calls.filter(call => /^(create|exchange|store set|delete|list)/.test(call))).toEqual([
      'exchange secret-k1==',
      'list',
      'create Next',
      // For the view.
      'list',
      'exchange secret-new1==',
      'store set',
      'exchange secret-new1==',
      'list',
      'delete k1',
      'list',
    ]);
    expect(setup.ids()).toEqual(['k2', 'new1']);
    // The search on the map stays.
    expect(setup.signedIn().isContinued).toBe(true);
    expect([setup.stored(), await setup.spokenWith()]).toEqual(['secret-new1==', 'secret-new1==']);
    await settle();
    expect(setup.inUse.current.value).toMatchObject({ keyId: 'new1' });
  });

  it('does not touch the former key if the user wants that', async () => {
    const setup = await keySetup();
    const rotated = await rotate(setup, { deleteId: undefined });
    expect(rotated).toMatchObject({ kind: 'done', previous: 'left' });
    expect(setup.ids()).toEqual(['k1', 'k2', 'new1']);
    expect(setup.stored()).toBe('secret-new1==');
  });

  it('with ten keys sends nothing that changes anything', async () => {
    const setup = await keySetup({ ids: Array.from({ length: maxApiKeys }, (_, index) => `k${index + 1}`) });
    const rotated = await rotate(setup);
    expect(rotated).toMatchObject({ kind: 'stopped', at: 'create', why: { kind: 'full' } });
    expect(changes(setup).filter(call => !call.startsWith('exchange'))).toEqual([]);
  });

  it('does not start in a session other than the confirmed one, nor while another is in progress', async () => {
    const setup = await keySetup();
    const plan = planOf(setup);
    const first = setup.rotation.run(plan, { kind: 'create' });
    expect(await setup.rotation.run(plan, { kind: 'create' })).toEqual({ kind: 'busy' });
    await first;
    const again = await setup.rotation.run(plan, { kind: 'create' });
    expect(again).toMatchObject({ at: 'create', why: { kind: 'otherSession' } });
    expect(setup.ids()).toEqual(['k2', 'new1']);
  });
});

describe('a rotation that stops', () => {
  /** One call fails. */
  const withMishap = (call: string, mishap: Mishap) =>
    keySetup({ onCall: current => (current === call ? mishap : undefined) });

  it('before the creation, as its list can not be read, has not touched anything', async () => {
    const setup = await withMishap('list', 'lostOnTheWay');
    expect(await rotate(setup)).toMatchObject({ kind: 'stopped', at: 'create', why: { kind: 'notSent' } });
    expect([setup.stored(), setup.ids()]).toEqual(['secret-k1==', ['k1', 'k2']]);
  });

  it.each<[string, Mishap, object]>([
    ['exchange secret-new1==', 'refused', { kind: 'refused', stored: 'other' }],
    ['exchange secret-new1==', 'lostOnTheWay', { kind: 'failed', stored: 'other' }],
    ['store set', 'lostOnTheWay', { kind: 'failed', stored: 'other' }],
    ['store set', 'answerLost', { kind: 'failed', stored: 'new' }],
    ['remember', 'lostOnTheWay', { kind: 'failed', stored: 'new' }],
  ])('at the new key (%s: %s) returns it, and leaves the former untouched', async (call, mishap, why) => {
    const setup = await withMishap(call, mishap);
    const rotated = await rotate(setup);
    expect(rotated).toMatchObject({
      kind: 'stopped',
      at: 'store',
      step: { kind: 'store', made: { secret: 'secret-new1==' } },
      why,
    });
    expect(setup.ids()).toEqual(['k1', 'k2', 'new1']);
  });

  it('at the new key continues from there, with the same key', async () => {
    const setup = await withMishap('exchange secret-new1==', 'lostOnTheWay');
    const plan = planOf(setup);
    const stopped = await setup.rotation.run(plan, { kind: 'create' });
    if (stopped.kind !== 'stopped' || stopped.at !== 'store') throw new Error('It did not stop there.');
    setup.hooks.onCall = () => undefined;
    const rotated = await setup.rotation.run(plan, stopped.step);
    expect(rotated).toMatchObject({ kind: 'done', previous: 'deleted', made: { id: 'new1' } });
    expect(setup.ids()).toEqual(['k2', 'new1']);
  });

  it('takes the former key for deleted only if a whole list is without it', async () => {
    const setup = await keySetup();
    // Any list from here on was cut before the former key.
    Object.assign(setup.service.list, { hides: 'k1', extent: { total: 3, unreadable: 0, isWhole: false } });
    const rotated = await rotate(setup);
    expect(rotated).toMatchObject({ kind: 'stopped', at: 'delete', why: { kind: 'unclear' } });
    expect(changes(setup).filter(call => call.startsWith('delete'))).toEqual(['delete k1']);
  });

  it('if the user is elsewhere by then leaves the former key', async () => {
    const setup = await keySetup();
    const { session, service } = setup;
    setup.hooks.onCall = call => {
      if (call === 'exchange secret-new1==') void session.signIn(otherConnection, service.secretOf('k2'));
      return undefined;
    };
    const rotated = await rotate(setup);
    expect(rotated).toMatchObject({ at: 'delete', why: { kind: 'otherSession' } });
    expect(setup.ids()).toEqual(['k1', 'k2', 'new1']);
    expect(setup.storedKeys.get('Test')).toBe('secret-new1==');
  });

  it('if another key is stored by then leaves the former key', async () => {
    const setup = await keySetup();
    setup.hooks.onCall = call => {
      if (call === 'remember') setup.storedKeys.set('Test', 'secret-k1==');
      return undefined;
    };
    const rotated = await rotate(setup);
    expect(rotated).toMatchObject({ at: 'delete', why: { kind: 'otherSession' } });
    expect(setup.ids()).toContain('k1');
  });

  it('if the user signed out in the meantime returns the new key', async () => {
    const setup = await keySetup();
    setup.hooks.onCall = call => {
      if (call === 'exchange secret-new1==') void setup.session.signOut();
      return undefined;
    };
    const rotated = await rotate(setup);
    expect(rotated).toMatchObject({
      at: 'store',
      step: { made: { secret: 'secret-new1==' } },
      why: { kind: 'forgotten' },
    });
    expect(setup.stored()).toBeUndefined();
  });
});

/** What a user does while a rotation runs. */
type Deed = 'signOut' | 'leave' | 'switchAway' | 'switchToSame' | 'signInFormer' | 'storeFormerElsewhere';

interface Accident {
  mishap?: Mishap;
  deed?: Deed;
}

function doDeed({ session, service, storedKeys }: KeySetup, deed: Deed): void {
  switch (deed) {
    case 'signOut':
      return void session.signOut().catch(() => undefined);
    case 'leave':
      return void session.leave();
    case 'switchAway':
      storedKeys.set(otherConnection.name, service.secretOf('k2'));
      return void session.switchTo(otherConnection).catch(() => undefined);
    case 'switchToSame':
      return void session.switchTo({ ...connection }).catch(() => undefined);
    case 'signInFormer':
      // Nobody can enter a key from memory that was deleted.
      if (!service.held.has('k1')) return;
      return void session.signIn(connection, service.secretOf('k1')).catch(() => undefined);
    case 'storeFormerElsewhere':
      if (service.held.has('k1')) storedKeys.set(connection.name, service.secretOf('k1'));
  }
}

/** The invariants at every call, whatever has gone wrong so far. */
async function endureAccidents(
  accidents: readonly Accident[],
  deleteId: 'k1' | undefined,
  resume: boolean,
): Promise<void> {
  const setup = await keySetup();
  const { service, hooks, storedKeys, calls } = setup;
  const broken: string[] = [];
  let turn = 0;
  const onCall: OnCall = call => {
    const stored = storedKeys.get(connection.name);
    if (stored !== undefined && !service.isAccepted(stored)) broken.push(`a dead key is stored at ${call}`);
    if (call.startsWith('delete')) {
      const id = call.slice('delete '.length);
      if (id !== deleteId) broken.push(`${call} was not agreed to`);
      if (stored === service.secretOf(id)) broken.push(`${call} of the key that is stored`);
    }
    const { mishap, deed } = accidents[turn++] ?? {};
    // Nothing can be done about what happens at the very moment of the deletion.
    if (deed && !call.startsWith('delete')) doDeed(setup, deed);
    return mishap;
  };
  hooks.onCall = onCall;

  const plan = planOf(setup, { deleteId });
  let rotated = await setup.rotation.run(plan, { kind: 'create' });
  if (resume && rotated.kind === 'stopped' && rotated.at !== 'create') {
    rotated = await setup.rotation.run(plan, rotated.step);
  }
  await settle();
  hooks.onCall = () => undefined;

  expect(broken).toEqual([]);
  expect(service.deadSent).toEqual([]);
  expect(calls.filter(call => call.startsWith('create')).length).toBeLessThanOrEqual(1);
  const spoken = await setup.spokenWith();
  if (spoken !== undefined) expect(service.isAccepted(spoken)).toBe(true);
  expectNothingLost(setup, rotated);
  const written = JSON.stringify([setup.remembered.value, setup.sessionRecord.value]);
  expect(written).not.toContain('secret-');
}

/** A new key is never lost: it is stored, returned, or listed if its secret never arrived. */
function expectNothingLost({ service, storedKeys }: KeySetup, rotated: Rotated): void {
  const isHeld = service.held.has('new1');
  switch (rotated.kind) {
    case 'busy':
      expect.fail('There was no other rotation.');
      break;
    case 'done':
      expect(isHeld).toBe(true);
      expect(service.held.has('k1')).toBe(rotated.previous === 'left');
      break;
    case 'stopped':
      if (rotated.at === 'store') expect(rotated.step.made.secret).toBe('secret-new1==');
      if (rotated.at === 'create' && isHeld) {
        expect(rotated.why.kind).toBe('unclear');
        if (rotated.why.kind === 'unclear' && rotated.why.candidates) {
          expect(rotated.why.candidates.map(({ id }) => id)).toEqual(['new1']);
        }
      }
      if (rotated.at !== 'delete') {
        expect(service.held.has('k1')).toBe(true);
        const stored = storedKeys.get(connection.name);
        if (stored !== undefined) expect(service.isAccepted(stored)).toBe(true);
      }
  }
}

const mishaps: readonly Mishap[] = ['lostOnTheWay', 'answerLost', 'refused'];
const deeds: readonly Deed[] = [
  'signOut',
  'leave',
  'switchAway',
  'switchToSame',
  'signInFormer',
  'storeFormerElsewhere',
];
const single: readonly Accident[] = [
  ...mishaps.map(mishap => ({ mishap })),
  ...deeds.map(deed => ({ deed })),
];

/** More calls than a rotation makes. */
const maxCalls = 40;

describe('whatever goes wrong, no key in use is deleted, no dead key is sent or stored, and none is lost', () => {
  it.each(single)('at any one call: %o', async accident => {
    for (let at = 0; at < maxCalls; at++) {
      const accidents = [...Array.from({ length: at }, (): Accident => ({})), accident];
      for (const resume of [false, true]) await endureAccidents(accidents, 'k1', resume);
      await endureAccidents(accidents, undefined, false);
    }
  });

  it('at any calls together', async () => {
    const accident = fc.oneof(
      { weight: 6, arbitrary: fc.constant<Accident>({}) },
      { weight: 1, arbitrary: fc.constantFrom(...mishaps).map((mishap): Accident => ({ mishap })) },
      { weight: 1, arbitrary: fc.constantFrom(...deeds).map((deed): Accident => ({ deed })) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(accident, { maxLength: maxCalls }),
        fc.constantFrom('k1' as const, undefined),
        fc.boolean(),
        endureAccidents,
      ),
      runs({ quick: 100, full: 500 }),
    );
  });
});
