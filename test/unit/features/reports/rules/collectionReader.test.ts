import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCollectionReader } from '../../../../../src/features/reports/rules/collectionReader.ts';
import { placeSize } from '../../../../../src/features/reports/rules/reportFeature.ts';
import { runs } from '../../../../randomRuns.ts';
import { expectLinear } from '../../../growth.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The result for a text that arrives in pieces of these sizes, repeated. */
function read(text: string | Uint8Array, sizes: readonly number[] = [Infinity], longest = Infinity) {
  const whole = typeof text === 'string' ? bytesOf(text) : text;
  const features: unknown[] = [];
  const places: number[] = [];
  const reader = createCollectionReader(longest, (some, at) => {
    features.push(...some);
    places.push(...at);
  });
  for (let at = 0, turn = 0; at < whole.length; turn++) {
    const next = Math.min(whole.length, at + (sizes[turn % sizes.length] ?? 1));
    const piece = whole.slice(at, next);
    reader.push(piece);
    // The caller may reuse the memory.
    piece.fill(0);
    at = next;
  }
  return { features, places, isWhole: reader.end(), tooLong: reader.tooLong(), units: reader.units() };
}

/** The same with `JSON.parse`. */
function parsed(text: string): unknown[] | undefined {
  try {
    const { type, features } = (JSON.parse(text) ?? {}) as { type?: unknown; features?: unknown };
    return type === 'FeatureCollection' && Array.isArray(features) ? (features as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const words = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('features', ']}', '"', '\\', '\uFEFF', '🛰'),
);
// V8 of Node 24 reads the name "\"" as "\\" if that name was at the same place in the previous object: two parses of
// one text differ because of it, and neither is Swath's.
const names = words.filter(word => word !== 'features' && word !== 'type' && !word.startsWith('\\'));
const values = fc.oneof(fc.dictionary(names, words, { maxKeys: 3 }), fc.jsonValue());
const members = fc.dictionary(names, values, { maxKeys: 3 });

const collection = fc
  .record({
    before: members,
    after: members,
    features: fc.array(values, { maxLength: 5 }),
    isTypeLast: fc.boolean(),
    isEscaped: fc.boolean(),
    indent: fc.constantFrom(0, 2, '\t'),
  })
  .map(({ before, after, features, isTypeLast, isEscaped, indent }) => {
    const type = { type: 'FeatureCollection' };
    const all = isTypeLast
      ? { ...before, features, ...after, ...type }
      : { ...before, ...type, features, ...after };
    const text = JSON.stringify(all, undefined, indent);
    return { text: isEscaped ? text.replace('"features":', String.raw`"f\u0065atures":`) : text, features };
  });

const empty = '{"type":"FeatureCollection","features":[]}';

describe('the reader of a FeatureCollection', () => {
  it('finds the features of the whole text, however it is cut into pieces', () => {
    fc.assert(
      fc.property(collection, sizes, ({ text, features }, cuts) => {
        // The JSON form of the values: negative zero isn't kept.
        const expected = JSON.parse(JSON.stringify(features)) as unknown[];
        expect(read(text, cuts)).toMatchObject({ features: expected, isWhole: true, tooLong: 0 });
      }),
      runs({ quick: 100, full: 500 }),
    );
  });

  it('knows where each object is written, in bytes and in UTF-16 units', () => {
    fc.assert(
      fc.property(collection, sizes, fc.boolean(), ({ text: raw, features }, cuts, isMarked) => {
        const text = raw.toWellFormed();
        const bytes = bytesOf(isMarked ? `\uFEFF${text}` : text);
        const { places, units } = read(bytes, cuts);
        expect([places.length / placeSize, units]).toEqual([features.length, text.length]);
        features.forEach((feature, index) => {
          if (typeof feature !== 'object' || feature === null) return;
          const [from, end, unitFrom, unitEnd] = places.slice(index * placeSize);
          const written = new TextDecoder().decode(bytes.subarray(from, end));
          expect(written).toBe(text.slice(unitFrom, unitEnd));
          expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(feature)));
        });
      }),
      runs({ quick: 100, full: 500 }),
    );
  });

  it('accepts a text as complete only if it is, whatever was changed', () => {
    const change = fc.record({
      at: fc.nat(),
      drop: fc.constantFrom(0, 0, 1, 3),
      put: fc.constantFrom(
        ...['', ',', ':', '[', ']', '{', '}', '"', '\\', ' ', '\n', '1', '0', '-', '.', 'e', 'x'],
      ),
    });
    fc.assert(
      fc.property(collection, change, sizes, ({ text }, { at, drop, put }, cuts) => {
        const place = at % (text.length + 1);
        // What an editor writes for a lone surrogate.
        const changed = (text.slice(0, place) + put + text.slice(place + drop)).toWellFormed();
        const expected = parsed(changed);
        const { isWhole, features } = read(changed, cuts);
        expect(isWhole).toBe(expected !== undefined);
        if (isWhole) expect(features).toEqual(expected);
      }),
      runs({ quick: 300, full: 3_000 }),
    );
  });

  it.each<[string, unknown[]]>([
    [empty, []],
    [`\u{feff}${empty}`, []],
    [` \n${empty}\t\r\n`, []],
    ['{"type":"FeatureCollection","features":[ ]} ', []],
    [
      '{"features":[{"a":null}, 1, "x", null, [true, false]],"type":"FeatureCollection"}',
      [{ a: null }, 1, 'x', null, [true, false]],
    ],
    ['{"type":"FeatureCollection","x":{"features":[1]},"features":[2]}', [2]],
    [
      '{"type":"FeatureCollection","features":["features",{"features":[]}],"bbox":[1]}',
      ['features', { features: [] }],
    ],
    ['{"type":"Feature","type":"FeatureCollection","features":[1,-2e3 ,true\n]}', [1, -2000, true]],
    [
      String.raw`{"typ\u0065":"Feature\u0043ollection","f\u0065atures":[{"a]}\"[":"Zürich 🛰"}]}`,
      [{ 'a]}"[': 'Zürich 🛰' }],
    ],
  ])('accepts %s', (text, features) => {
    for (const size of [1, 3, Infinity])
      expect(read(text, [size])).toMatchObject({ features, isWhole: true, tooLong: 0 });
  });

  it.each([
    '',
    empty.slice(0, -1),
    '[]',
    '{}',
    '"FeatureCollection"',
    '<html>',
    '{"type":"FeatureCollection"}',
    '{"features":[]}',
    '{"type":"FeatureCollection","features":[],"type":"Feature"}',
    '{"type":"FeatureCollection","features":[],"type":["FeatureCollection"]}',
    '{"type":"FeatureCollection","features":{}}',
    '{"type":"FeatureCollection","features":[],"features":{}}',
    '{"type":"FeatureCollection","features":[1],"features":[2]}',
    '{"type":"FeatureCollection","features":[}',
    '{"type":"FeatureCollection","features":[}}',
    '{"type":"FeatureCollection","features":[1,]}',
    '{"type":"FeatureCollection","features":[,1]}',
    '{"type":"FeatureCollection","features":[,]}',
    '{"type":"FeatureCollection","features":[{"a":1]]}',
    '{"type":"FeatureCollection","features":[01]}',
    '{"type":"FeatureCollection","features":[nul]}',
    '{"type":"FeatureCollection","features":["\n"]}',
    '{"type":"FeatureCollection","features":["\\x"]}',
    `{"type":"FeatureCollection","x":${'['.repeat(2000)}`,
    `${empty}]`,
    `${empty},`,
    `${empty}${empty}`,
  ])('finds nothing complete in %s', text => {
    for (const size of [1, 7, Infinity]) expect(read(text, [size]).isWhole).toBe(false);
  });

  it('detects invalid JSON at once, and gives up on endless text beside the features', () => {
    const reader = createCollectionReader(Infinity, () => undefined);
    reader.push(bytesOf('PK'));
    expect(reader.isBroken()).toBe(true);
    const endless = createCollectionReader(Infinity, () => undefined);
    endless.push(bytesOf(`{"a":"${'x'.repeat(17_000_000)}`));
    expect(endless.isBroken()).toBe(true);
  });

  it('skips only what is too long to be read at once', () => {
    const long = JSON.stringify({ a: `${'ü'.repeat(50)}"` });
    const text = `{"type":"FeatureCollection","note":${long},"features":[{"b":1},${long},{"c":2},${long}]}`;
    for (const size of [1, 30, 31, Infinity]) {
      const { features, places, isWhole, tooLong } = read(text, [size], 50);
      expect([features, isWhole, tooLong]).toEqual([[{ b: 1 }, { c: 2 }], true, 2]);
      expect(bytesOf(text).slice(...places.slice(placeSize, placeSize + 2))).toEqual(bytesOf('{"c":2}'));
    }
    expect(read(text, [30], bytesOf(long).length).tooLong).toBe(0);
  });

  it('skips what is nested too deep', () => {
    const deep = `{"a":${'['.repeat(300)}${']'.repeat(300)}}`;
    const text = `{"type":"FeatureCollection","features":[${deep},{"b":1},${deep}, 2]}`;
    for (const size of [1, 50, Infinity])
      expect(read(text, [size])).toMatchObject({ features: [{ b: 1 }, 2], isWhole: true, tooLong: 2 });
  });

  it('takes time proportional to the text', () => {
    const feature =
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[5.31,43.29]},"properties":{"class":"car","score":0.9}}';
    expectLinear(
      2_000,
      count => bytesOf(`{"type":"FeatureCollection","features":[${Array(count).fill(feature).join(',\n')}]}`),
      text => expect(read(text, [8_192]).features.length).toBeGreaterThan(1_999),
    );
  });
});
