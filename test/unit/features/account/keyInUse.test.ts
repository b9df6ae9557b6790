import { describe, expect, it } from 'vitest';
import { asSignedIn, keyMark } from '../../../../src/session/session.ts';
import { keyInUseAmong } from '../../../../src/features/account/keyInUse.ts';
import { connection, otherConnection, settle } from '../../fakes.ts';
import { apiKey, keySetup } from './keySetup.ts';

const kept = (keyId: string) => ({ keyId, keyMark: '' });

describe('which of the listed keys is in use', () => {
  it.each([
    ['nothing is known of several', [apiKey('k1'), apiKey('k2')], undefined, { kind: 'unknown' }],
    ['there is no other', [apiKey('k1')], undefined, { kind: 'listed', keyId: 'k1' }],
    ['there is none', [], undefined, { kind: 'unknown' }],
    ['one is remembered', [apiKey('k1'), apiKey('k2')], kept('k2'), { kind: 'listed', keyId: 'k2' }],
    [
      'the one that is remembered is gone, and a single other is left',
      [apiKey('k1')],
      kept('k2'),
      { kind: 'unlisted', keyId: 'k2' },
    ],
  ])('where %s', (_what, listed, remembered, known) => {
    expect(keyInUseAmong(listed, remembered)).toEqual(known);
  });
});

describe('the memory of the key in use', () => {
  it('contains an ID, an expiration and a mark, and no secret', async () => {
    const { inUse, remembered, service } = await keySetup();
    await inUse.remember(connection, service.secretOf('k1'), apiKey('k1'));
    const mark = keyMark(service.secretOf('k1'));
    expect(remembered.value).toEqual({
      Test: { keyId: 'k1', expirationDate: '2027-01-01T00:00:00Z', keyMark: mark },
    });
    expect(inUse.current.value?.keyId).toBe('k1');
  });

  it('no longer applies once another key is stored, whoever stored it', async () => {
    const { inUse, session, service } = await keySetup();
    await inUse.remember(connection, service.secretOf('k1'), apiKey('k1'));
    await session.signIn(connection, service.secretOf('k2'));
    await settle();
    expect(inUse.current.value).toBeUndefined();
    await session.signIn(connection, service.secretOf('k1'));
    await settle();
    expect(inUse.current.value?.keyId).toBe('k1');
  });

  it('belongs to the connection in use', async () => {
    const { inUse, session, service } = await keySetup();
    await inUse.remember(connection, service.secretOf('k1'), apiKey('k1'));
    await session.signIn(otherConnection, service.secretOf('k2'));
    expect(inUse.current.value).toBeUndefined();
    await settle();
    expect(inUse.current.value).toBeUndefined();
    await inUse.remember(otherConnection, service.secretOf('k2'), apiKey('k2'));
    await session.switchTo(connection);
    await settle();
    expect(inUse.current.value?.keyId).toBe('k1');
  });

  it('accepts what the user says, which a single key in the list does not overrule', async () => {
    const { inUse, signedIn } = await keySetup();
    await inUse.rememberStored(signedIn(), apiKey('k1'), 'only');
    expect(inUse.current.value).toMatchObject({ keyId: 'k1' });
    await inUse.rememberStored(signedIn(), apiKey('k2'), 'said');
    expect(inUse.current.value).toMatchObject({ keyId: 'k2' });
    await inUse.rememberStored(signedIn(), apiKey('k1'), 'only');
    expect(inUse.current.value).toMatchObject({ keyId: 'k2' });
  });

  it('knows nothing if the store cannot be read', async () => {
    const { inUse, service, hooks, session } = await keySetup();
    await inUse.remember(connection, service.secretOf('k1'), apiKey('k1'));
    let reads = 0;
    // The first read is the session's own.
    hooks.onCall = call => (call === 'store get' && ++reads === 2 ? 'refused' : undefined);
    expect(await session.switchTo(connection)).toBe(true);
    await settle();
    expect([reads, inUse.current.value]).toEqual([2, undefined]);
  });
});

describe('a key that has expired', () => {
  it.each([
    ['before now', '2026-06-15T11:59:59Z', true],
    ['after now', '2026-06-15T12:00:01Z', false],
    ['at a time unknown', undefined, false],
  ])('with an expiration %s', async (_what, expirationDate, isExpired) => {
    const { inUse, service } = await keySetup();
    await inUse.remember(connection, service.secretOf('k1'), apiKey('k1', { expirationDate }));
    expect(inUse.isExpired('Test')).toBe(isExpired);
    expect(inUse.isExpired('Other')).toBe(false);
  });
});

describe('a mark', () => {
  it('distinguishes keys and contains nothing of them', () => {
    expect(keyMark('one')).not.toBe(keyMark('two'));
    expect(keyMark('one')).toMatch(/^[\da-f]{8}$/);
  });

  it('is what identifies refused keys', async () => {
    const { session } = await keySetup();
    await session.signIn(connection, 'mistyped');
    expect(asSignedIn(session.current.value)).toBeUndefined();
    expect(session.current.value).toMatchObject({ refusal: { keyMark: keyMark('mistyped') } });
  });
});
