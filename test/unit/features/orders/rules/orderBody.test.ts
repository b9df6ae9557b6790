import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyHash, type OrderBody } from '../../../../../src/features/orders/rules/orderBody.ts';

const anyBody = fc.dictionary(fc.string(), fc.jsonValue());

/** The same value with the members of every object in reverse order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, turned(member)]),
  );
}

describe('the hash of an order body', () => {
  it('is the same whatever the order of its members', () => {
    fc.assert(
      fc.property(anyBody, body => {
        expect(bodyHash(turned(body) as OrderBody)).toBe(bodyHash(body));
      }),
    );
  });

  it('differs for every other value, and for no other reason', () => {
    fc.assert(
      fc.property(anyBody, fc.string(), fc.jsonValue(), fc.jsonValue(), (body, name, a, b) => {
        const same = isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
        expect(bodyHash({ ...body, [name]: a }) === bodyHash({ ...body, [name]: b })).toBe(same);
      }),
    );
  });

  it.each<[string, OrderBody, OrderBody]>([
    ['the order of the images', { imageIds: ['a', 'b'] }, { imageIds: ['b', 'a'] }],
    ['a number and its text', { resolution: 0.5 }, { resolution: '0.5' }],
    ['null and nothing', { title: null }, {}],
    ['a list and an object of the same members', { a: ['x'] }, { a: { 0: 'x' } }],
  ])('distinguishes %s', (_what, a, b) => {
    expect(bodyHash(a)).not.toBe(bodyHash(b));
  });
});
