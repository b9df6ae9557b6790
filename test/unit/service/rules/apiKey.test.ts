import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ApiKey,
  checkApiKeyShape,
  checkKeyDescription,
  descriptionAfter,
  type KeyExpiry,
  keyExpiry,
  keysDescribed,
  nameOfKey,
  withoutSecret,
} from '../../../../src/service/rules/apiKey.ts';

describe('a plausible API key', () => {
  it.each([
    ['a key that ends in two signs', 'AAECAwQFBgcICQoLDA0ODw=='],
    ['base64 for addresses', 'Zm9v-YmFy_YmF6LXF1eA'],
    ['a UUID', '00000000-0000-4000-8000-000000000001'],
    ['a key that only begins like a JWT', 'eyJhbGciOiJIUzI1NiJ9'],
    ['a key that begins with the word', 'keyAbCdEfGhIjKlM'],
    ['a key with a line break behind it, as copied', 'AAECAwQFBgcICQoLDA0ODw==\n'],
  ])('passes: %s', (_what, key) => {
    expect(checkApiKeyShape(key)).toBeUndefined();
  });

  it("passes when it is opaque base64 of a key's length", () => {
    fc.assert(
      fc.property(fc.base64String({ minLength: 16, maxLength: 200 }), key => {
        expect(checkApiKeyShape(key)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 96 }), bytes => {
        expect(checkApiKeyShape(Buffer.from(bytes).toString('base64'))).toBeUndefined();
        expect(checkApiKeyShape(Buffer.from(bytes).toString('base64url'))).toBeUndefined();
      }),
    );
  });
});

describe('text that is clearly not an API key', () => {
  it.each<[string, string, RegExp]>([
    ['nothing', '', /^Paste the whole API key/],
    ['a header', 'Bearer abcdefghijklmnop', /access token/],
    ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1MSJ9.sig-na_ture', /access token/],
    ['a key in quotes', '"AAECAwQFBgcICQoLDA0ODw=="', /quotes/],
    ['two keys', 'AAECAwQFBgcICQoL DA0ODwABAgMEBQYH', /spaces/],
    ['a key that was broken over two lines', 'AAECAwQFBgcICQoL\nDA0ODw==', /line breaks/],
    ['a key with its name', 'apikey=AAECAwQFBgcICQoLDA0ODw==', /name before it/],
    ['an address', 'https://acme.test/keys/1', /whole API key/],
    ['a few letters', 'abc1234', /whole API key/],
  ])('is rejected before it is sent: %s', (_what, text, reason) => {
    expect(checkApiKeyShape(text)).toMatch(reason);
  });

  it('is not repeated in the message', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, unit: fc.constantFrom('Q', 'Z', '7', ' ', '"') }), text => {
        const problem = checkApiKeyShape(text);
        if (problem !== undefined && text.trim().length >= 4) expect(problem).not.toContain(text.trim());
      }),
    );
  });
});

const key = (id: string, rest: Partial<ApiKey> = {}): ApiKey => ({
  id,
  description: undefined,
  date: undefined,
  expirationDate: undefined,
  ...rest,
});

describe('the expiry of a key', () => {
  const now = Date.parse('2026-06-15T12:00:00Z');

  it.each<[string | undefined, KeyExpiry]>([
    ['2026-06-15T12:00:00.001Z', { kind: 'soon', days: 0 }],
    ['2026-06-15T12:00:00Z', { kind: 'expired', daysAgo: 0 }],
    ['2026-06-27T12:00:00Z', { kind: 'soon', days: 12 }],
    ['2026-07-15T23:59:59Z', { kind: 'soon', days: 30 }],
    ['2026-07-16T00:00:00Z', { kind: 'later', days: 31 }],
    // A time without a zone is UTC; a date doesn't say when on that day.
    ['2026-06-15T12:30:00', { kind: 'soon', days: 0 }],
    ['2026-06-15', { kind: 'soon', days: 0 }],
    ['2026-06-14', { kind: 'expired', daysAgo: 1 }],
    ['never', { kind: 'unknown' }],
    [undefined, { kind: 'unknown' }],
  ])('of %j is reported in calendar days', (expirationDate, expiry) => {
    expect(keyExpiry({ expirationDate }, now)).toEqual(expiry);
  });
});

describe('the name of a key', () => {
  it.each([
    ['Laptop', 'Laptop'],
    [' Laptop ', 'Laptop'],
    [' ', 'k1'],
    ['', 'k1'],
    ['\u200e', 'k1'],
    [undefined, 'k1'],
  ])('with the description %j is %s', (description, name) => {
    expect(nameOfKey(key('k1', { description }))).toBe(name);
  });

  it.each(['', ' ', '\t'])('%j is not a valid description', text => {
    expect(checkKeyDescription(text)).toMatch(/Enter a description/);
  });

  it('may be that of another key, which is found', () => {
    const keys = [key('k1', { description: 'Laptop' }), key('k2'), key('k3', { description: ' Laptop' })];
    expect(keysDescribed(keys, 'Laptop ').map(({ id }) => id)).toEqual(['k1', 'k3']);
    expect(keysDescribed(keys, 'laptop')).toEqual([]);
    expect(checkKeyDescription('Laptop')).toBeUndefined();
  });

  it.each([
    ['Laptop', 'Laptop (2026-06-15)'],
    ['Laptop (2025-06-15)', 'Laptop (2026-06-15)'],
    ['Laptop (old)', 'Laptop (old) (2026-06-15)'],
    [undefined, 'Swath (2026-06-15)'],
  ])('that follows one with the description %j is proposed as %s', (description, next) => {
    expect(descriptionAfter(description, '2026-06-15')).toBe(next);
  });
});

describe('a new key', () => {
  it('is shown without its secret, whatever else came with it', () => {
    const made = { ...key('k1', { description: 'Laptop' }), secret: 'AAECAwQF==', token: 'x' };
    expect(withoutSecret(made)).toStrictEqual(key('k1', { description: 'Laptop' }));
  });
});
