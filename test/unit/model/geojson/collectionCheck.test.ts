import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCollectionCheck } from '../../../../src/model/geojson/collectionCheck.ts';
import { runs } from '../../../randomRuns.ts';

/** @param size bytes of a piece */
function check(text: string | Uint8Array, size = Infinity) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const one = createCollectionCheck();
  // Each piece lies where the one before it lay, as those of a network may.
  const place = new Uint8Array(Math.min(size, bytes.length));
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    place.set(piece);
    one.push(place.subarray(0, piece.length));
  }
  return { isWhole: one.isWhole(), isBroken: one.isBroken() };
}

/** What JSON.parse says of it. */
function isCollection(text: string): boolean {
  try {
    const { type, features } = JSON.parse(text) as Record<string, unknown>;
    return type === 'FeatureCollection' && Array.isArray(features);
  } catch {
    return false;
  }
}

const whole = '{"type":"FeatureCollection","features":[]}';

describe('the check of a FeatureCollection', () => {
  it.each([
    whole,
    `\u{feff}${whole}`,
    ` \n${whole}\t\r\n`,
    '{"features":[{"type":"Feature","geometry":null}, 1, "x", null, [true, false]],"type":"FeatureCollection"}',
    '{"type":"FeatureCollection","bbox":[-1.5e-3,0,0.25,1E+9],"features":[{"features":[],"type":"x"}]}',
    '{"type":"Feature","type":"FeatureCollection","features":[]}',
    String.raw`{"typ\u0065":"Feature\u0043ollection","f\u0065atures":[{"a\"\\\/\b\f\n\r\t":"ü\ud83d\ude00"}]}`,
  ])('takes %s', text => {
    for (const size of [1, 3, Infinity])
      expect(check(text, size)).toEqual({ isWhole: true, isBroken: false });
  });

  it.each([
    '[]',
    '"FeatureCollection"',
    '<html>',
    '{"type":"FeatureCollection","features":{}}',
    '{"type":"FeatureCollection","features":"x"}',
    '{"type":"FeatureCollection","features":1}',
    '{"type":"FeatureCollection","features":[],"features":[]}',
    '{"type":"FeatureCollection","features":[}',
    '{"type":"FeatureCollection","features":[1,]}',
    '{"type":"FeatureCollection","features":[01]}',
    '{"type":"FeatureCollection","features":[nul]}',
    '{"type":"FeatureCollection","features":["\n"]}',
    '{"type":"FeatureCollection","features":["\\x"]}',
    `${whole}]`,
    `${whole},`,
    `${whole}${whole}`,
    `{"type":"FeatureCollection","features":[${'['.repeat(2000)}`,
  ])('refuses %s', text => {
    for (const size of [1, Infinity]) expect(check(text, size)).toEqual({ isWhole: false, isBroken: true });
  });

  it.each([
    '',
    whole.slice(0, -1),
    '{}',
    '{"type":"FeatureCollection"}',
    '{"features":[]}',
    '{"type":"FeatureCollection","features":[],"type":"Feature"}',
    '{"type":"FeatureCollection","features":[],"type":["FeatureCollection"]}',
    `{"${'type'.repeat(1000)}":1,"features":[]}`,
  ])('finds nothing whole in %s', text => {
    expect(check(text)).toEqual({ isWhole: false, isBroken: false });
  });

  it('says of any text what JSON.parse says of it, however it is cut', () => {
    const member = fc.oneof(fc.constantFrom('type', 'id', 'ü"\\'), fc.string({ unit: 'binary' }));
    const texts = fc
      .record({
        value: fc.jsonValue(),
        others: fc.dictionary(member, fc.jsonValue()),
        indent: fc.constantFrom(0, 1),
        // A letter in place of others, so that most are no JSON any more.
        at: fc.nat(),
        dropped: fc.constantFrom(0, 0, 1, 2),
        put: fc.constantFrom('', '', ',', '"', '\\', '}', ']', '{', '[', '0', '-', '.', 'e', ' ', 'u', '\n'),
      })
      .map(({ value, others, indent, at, dropped, put }) => {
        const collection = { ...others, type: 'FeatureCollection', features: [value] };
        const text = JSON.stringify(collection, undefined, indent);
        const place = at % text.length;
        return text.slice(0, place) + put + text.slice(place + dropped);
      });
    fc.assert(
      fc.property(texts, fc.constantFrom(1, 2, 7, Infinity), (text, size) => {
        // A second list of features, which JSON.parse does not mind, is not made here.
        expect(check(text, size).isWhole).toBe(isCollection(text));
      }),
      runs({ quick: 100, full: 500 }),
    );
  });
});
