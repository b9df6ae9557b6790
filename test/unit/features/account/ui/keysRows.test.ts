import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../../../../../src/service/rules/apiKey.ts';
import { listed } from '../../../../../src/service/wire/listed.ts';
import type { Reading } from '../../../../../src/platform/host/reading.ts';
import type { Row } from '../../../../../src/platform/rows/row.ts';
import type { KeptKey } from '../../../../../src/features/account/keyInUse.ts';
import { expiryNotice, keysAtFirst } from '../../../../../src/features/account/ui/keys/keysHead.ts';
import { type KeysActions, keysRows } from '../../../../../src/features/account/ui/keys/keysRows.ts';
import { apiError } from '../../../fakes.ts';
import { apiKey } from '../keySetup.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const actions: KeysActions = { retry: () => undefined, selectKeyInUse: () => Promise.resolve() };

const ready = (...value: ApiKey[]): Reading<readonly ApiKey[]> => ({ kind: 'ready', value, at: now });

const kept = (keyId: string, expirationDate?: string): KeptKey => ({
  keyId,
  keyMark: 'mark',
  ...(expirationDate === undefined ? {} : { expirationDate }),
});

const rows = (reading: Reading<readonly ApiKey[]>, remembered?: KeptKey, arrangement = keysAtFirst) =>
  keysRows({ reading, kept: remembered, now }, arrangement, actions);

const ids = (all: readonly Row[]) => all.map(({ id }) => id);

const laptop = apiKey('k1', { description: 'Laptop', expirationDate: '2026-06-27T00:00:00Z' });
const server = apiKey('k2', { description: 'Server' });

describe('the row of a key', () => {
  it('shows its name, whether it is in use, and when it expires', () => {
    const [soon, later] = rows(ready(laptop, server), kept('k1'));
    expect(soon).toMatchObject({
      id: 'keys/k1',
      label: 'Laptop',
      description: 'in use · expires in 12 days · created 2026-01-01',
      spoken: 'Laptop, in use, expires in 12 days, created 2026-01-01',
      icon: 'warning',
      color: 'list.warningForeground',
      contextValue: 'key key.inUse',
      copyId: 'k1',
      subject: laptop,
    });
    expect(later).toMatchObject({
      label: 'Server',
      description: 'expires in 200 days · created 2026-01-01',
      icon: 'lock',
      contextValue: 'key',
    });
  });

  it('names the key that replaced it, by the description and the day that a rotation proposes', () => {
    const next = apiKey('k3', { description: 'Server (2026-06-14)', date: '2026-06-14T10:00:00Z' });
    const other = apiKey('k4', { description: 'Server (2026-06-13)', date: '2026-06-14T10:00:00Z' });
    const described = (...keys: ApiKey[]) =>
      Object.fromEntries(rows(ready(...keys)).map(({ label, description }) => [label, description]));
    expect(described(server, next).Server).toMatch(
      /^still valid · replaced by "Server \(2026-06-14\)" · expires/,
    );
    const expired = { ...server, expirationDate: '2026-06-14T06:00:00Z' };
    expect(described(expired, next).Server).toMatch(/^replaced by "Server \(2026-06-14\)" · expired/);
    expect(described(server, next)['Server (2026-06-14)']).toMatch(/^expires/);
    expect(described(server, other).Server).toMatch(/^expires/);
    const [row] = rows(ready(server, next)).filter(({ label }) => label === 'Server');
    expect(row?.tooltip?.facts).toContainEqual(['Replaced by', 'Server (2026-06-14)']);
  });

  it.each<[string, string | undefined, string, string]>([
    ['ends today', '2026-06-15T18:00:00Z', 'expires today', 'warning'],
    ['ends tomorrow', '2026-06-16T00:00:00Z', 'expires tomorrow', 'warning'],
    ['ended today', '2026-06-15T06:00:00Z', 'expired today', 'error'],
    ['ended yesterday', '2026-06-14T06:00:00Z', 'expired yesterday', 'error'],
    ['ended long ago', '2026-05-01T00:00:00Z', 'expired 45 days ago', 'error'],
    ['ends nobody knows when', undefined, 'expiry unknown', 'lock'],
  ])('that %s says so', (_what, expirationDate, text, icon) => {
    const [row] = rows(ready(apiKey('k1', { expirationDate, date: undefined }), server), kept('k2')).filter(
      ({ id }) => id === 'keys/k1',
    );
    expect([row?.description, row?.icon]).toEqual([text, icon]);
  });

  it('in use and valid for long has its own icon', () => {
    const [row] = rows(ready(server), kept('k2'));
    expect([row?.icon, row?.color]).toEqual(['key', 'charts.green']);
  });

  it('has every field in its tooltip', () => {
    const tooltip = rows(ready(laptop, server), kept('k1'))[0]?.tooltip;
    const facts = new Map(tooltip?.facts);
    expect([facts.get('ID'), facts.get('Description')]).toEqual(['k1', 'Laptop']);
    expect(facts.get('Created')).toMatch(/^2026-01-01 00:00:00 UTC/);
    expect(facts.get('Expires')).toMatch(/^2026-06-27 00:00:00 UTC/);
  });
});

describe('above the keys', () => {
  it('there is a question which is in use, if that is unknown', () => {
    const [first, ...others] = rows(ready(laptop, server));
    expect(first).toMatchObject({
      id: 'keys/unknown',
      press: { title: 'Select Key in Use' },
    });
    expect(ids(others)).toEqual(['keys/k1', 'keys/k2']);
    expect(others.map(row => row.contextValue)).toEqual(['key', 'key']);
  });

  it('there is a warning about a key in use that the list does not contain', () => {
    const [first, ...others] = rows(ready(laptop), kept('k9'));
    expect(first).toMatchObject({ id: 'keys/unlisted', icon: 'warning', command: { id: 'swath.createKey' } });
    expect(others.map(row => row.contextValue)).toEqual(['key']);
  });
});

describe('a missing list', () => {
  it.each<[string, Reading<readonly ApiKey[]>, string[]]>([
    ['is waited for', { kind: 'loading' }, ['keys/loading']],
    ['can be tried again', { kind: 'failed', error: apiError('network') }, ['keys/failed']],
    ['can be empty', ready(), ['keys/empty']],
    [
      'stays beside a failure',
      { kind: 'ready', value: [laptop], at: now, stale: apiError('network') },
      ['keys/failed', 'keys/k1'],
    ],
  ])('%s', (_what, reading, expected) => {
    expect(ids(rows(reading))).toEqual(expected);
  });
});

describe('a list that may lack keys', () => {
  const lacking = (...keys: ApiKey[]): Reading<readonly ApiKey[]> => ({
    kind: 'ready',
    value: listed(keys, { total: 4, unreadable: 1, isWhole: false }),
    at: now,
  });

  it('says so, and of no key that it was deleted', () => {
    const [incomplete, unreadable, ...keys] = rows(lacking(laptop), kept('k9'));
    expect(incomplete).toMatchObject({ label: 'The list may be incomplete', description: '1 of 4' });
    expect(unreadable).toMatchObject({ label: "1 entry couldn't be read", description: 'Show Log' });
    expect(ids(keys)).toEqual(['keys/k1']);
  });

  it('is not empty where none could be read', () => {
    expect(ids(rows(lacking()))).toEqual(['keys/incomplete', 'keys/unreadable']);
  });
});

describe('the badge', () => {
  const notice = (reading: Reading<readonly ApiKey[]>, remembered?: KeptKey) =>
    expiryNotice({ reading, kept: remembered, now });

  it('shows that the key in use expires soon, and ignores any other', () => {
    expect(notice(ready(laptop, server), kept('k1'))).toBe('The API key in use: expires in 12 days');
    expect(notice(ready(laptop, server), kept('k2'))).toBeUndefined();
    expect(notice(ready(laptop, server))).toBeUndefined();
    expect(notice(ready(laptop))).toBe('The API key in use: expires in 12 days');
  });

  it('knows from the last time, before the list is requested', () => {
    expect(notice({ kind: 'none' }, kept('k1', '2026-06-10T00:00:00Z'))).toBe(
      'The API key in use: expired 5 days ago',
    );
    expect(notice({ kind: 'none' }, kept('k1', '2027-06-10T00:00:00Z'))).toBeUndefined();
    expect(notice({ kind: 'none' }, kept('k1'))).toBeUndefined();
    expect(notice({ kind: 'none' })).toBeUndefined();
  });
});
