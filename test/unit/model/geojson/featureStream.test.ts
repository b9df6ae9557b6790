import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFeatureStream } from '../../../../src/model/geojson/featureWalk.ts';
import { runs } from '../../../randomRuns.ts';
import { expectLinear } from '../../growth.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** What comes of a text that arrives in pieces of so many bytes, over and over. */
function read(text: string | Uint8Array, sizes: readonly number[] = [Infinity], longest = Infinity) {
  const stream = createFeatureStream(longest);
  const whole = typeof text === 'string' ? bytes(text) : text;
  const features: unknown[] = [];
  for (let at = 0, turn = 0; at < whole.length; turn++) {
    const next = Math.min(whole.length, at + (sizes[turn % sizes.length] ?? 1));
    const piece = whole.slice(at, next);
    features.push(...stream.push(piece));
    // Whoever pushes may use the memory again.
    piece.fill(0);
    at = next;
  }
  return { features, isWhole: stream.end(), tooLong: stream.tooLong() };
}

/** The same by the parser of the language. */
function parsed(text: string): unknown[] | undefined {
  try {
    const { type, features } = (JSON.parse(text) ?? {}) as { type?: unknown; features?: unknown };
    return type === 'FeatureCollection' && Array.isArray(features) ? (features as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

const members = fc.dictionary(
  fc.string().filter(name => name !== 'features' && name !== 'type'),
  fc.jsonValue(),
  { maxKeys: 3 },
);

const collection = fc
  .tuple(members, members, fc.array(fc.jsonValue(), { maxLength: 5 }), fc.boolean(), fc.constantFrom(0, 2))
  .map(([before, after, features, isTypeLast, indent]) => {
    const type = { type: 'FeatureCollection' };
    const all = isTypeLast
      ? { ...before, features, ...after, ...type }
      : { ...before, ...type, features, ...after };
    return { text: JSON.stringify(all, undefined, indent), features };
  });

describe('the features of a long text', () => {
  it('are those of the whole text, wherever it is cut into pieces', () => {
    fc.assert(
      fc.property(collection, sizes, ({ text, features }, cuts) => {
        // What JSON can say of a value, which is not all of it: minus zero is one.
        const expected = JSON.parse(JSON.stringify(features)) as unknown[];
        expect(read(text, cuts)).toEqual({ features: expected, isWhole: true, tooLong: 0 });
      }),
      runs({ quick: 100, full: 500 }),
    );
  });

  it('are whole exactly where the text is, whatever happened to it', () => {
    const change = fc.record({
      at: fc.nat(),
      drop: fc.nat({ max: 3 }),
      put: fc.constantFrom('', ',', ':', '[', ']', '{', '}', '"', '\\', ' ', '1', 't', 'x'),
    });
    fc.assert(
      fc.property(collection, change, sizes, ({ text }, { at, drop, put }, cuts) => {
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + put + text.slice(place + drop);
        const expected = parsed(changed);
        const twice = (changed.match(/"features"/g) ?? []).length > 1;
        fc.pre(!twice);
        const { isWhole, features } = read(changed, cuts);
        expect(isWhole).toBe(expected !== undefined);
        if (isWhole) expect(features).toEqual(expected);
      }),
      runs({ quick: 100, full: 3_000 }),
    );
  });

  it('are found behind a mark of the byte order, and in letters of several bytes', () => {
    const text = '\uFEFF{"type":"FeatureCollection","name":"東京","features":[{"a":"Zürich 🛰"}]}';
    for (const size of [1, 2, 3, 7]) {
      expect(read(text, [size])).toEqual({ features: [{ a: 'Zürich 🛰' }], isWhole: true, tooLong: 0 });
    }
  });

  it.each([
    ['features of a feature', '{"type":"FeatureCollection","x":{"features":[1]},"features":[2]}', [2]],
    [
      'brackets in texts',
      '{"type":"FeatureCollection","features":[{"a":"]}\\"["},"]",[["]"]]]}',
      [{ a: ']}"[' }, ']', [[']']]],
    ],
    [
      'numbers and words',
      '{"type":"FeatureCollection","features":[1,-2e3 ,true\n,null]}',
      [1, -2000, true, null],
    ],
    ['no features', '{"type":"FeatureCollection","features":[ ]} ', []],
  ])('are told from %s', (_what, text, features) => {
    for (const size of [1, 5, Infinity])
      expect(read(text, [size])).toEqual({ features, isWhole: true, tooLong: 0 });
  });

  it('are none of a text that has the member twice', () => {
    expect(read('{"type":"FeatureCollection","features":[1],"features":[2]}').isWhole).toBe(false);
  });

  it('are not whole where a letter is cut off at the end', () => {
    const whole = bytes('{"type":"FeatureCollection","features":[]}');
    expect(read(whole).isWhole).toBe(true);
    expect(read(Uint8Array.from([...whole, 0xe2])).isWhole).toBe(false);
  });

  it('leave out what is longer than can be read at once, and no more', () => {
    const long = JSON.stringify({ a: 'x'.repeat(100) });
    const text = `{"type":"FeatureCollection","note":${long},"features":[{"b":1},${long},{"c":2}]}`;
    for (const size of [1, 30, Infinity]) {
      expect(read(text, [size], 50)).toEqual({ features: [{ b: 1 }, { c: 2 }], isWhole: true, tooLong: 1 });
    }
    expect(read(text, [30], long.length).tooLong).toBe(0);
  });

  it('take time in proportion to the text', () => {
    const feature =
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[5.31,43.29]},"properties":{"class":"car","score":0.9}}';
    expectLinear(
      2_000,
      count => bytes(`{"type":"FeatureCollection","features":[${Array(count).fill(feature).join(',\n')}]}`),
      text => expect(read(text, [8_192]).features.length).toBeGreaterThan(1_999),
    );
  });
});
