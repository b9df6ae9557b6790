import fc from 'fast-check';
import { parse, type ParseError } from 'jsonc-parser';
import stringify from 'safe-stable-stringify';
import { describe, expect, it } from 'vitest';
import { plainJson } from '../../../../src/base/json/jsoncText.ts';
import { cutBelow, isDeeperThan, isDeepValue, tooDeepAt } from '../../../../src/base/json/nesting.ts';
import { stableText } from '../../../../src/base/json/stableText.ts';
import { runs } from '../../../randomRuns.ts';

describe('extended JSON', () => {
  it.each<[string, string]>([
    ['[1, 2, ]', '[1, 2  ]'],
    ['{"a": 1, /* } */ }', '{"a": 1          }'],
    ['// first\n{"a": "//" } // last', '        \n{"a": "//" }        '],
    ['{"a": [1,], "b": "\\",]",}', '{"a": [1 ], "b": "\\",]" }'],
    ['\uFEFF{}', ' {}'],
    ['/* a\r\nb */1', '          1'],
  ])('%j becomes plain JSON with the same offsets', (text, plain) => {
    expect(plainJson(text)).toMatchObject({ text: plain, isTooDeep: false, isEmpty: false });
  });

  it.each(['[,]', '{,}', '[1,,]x', '{"a":,}', ',]', '{"a": 1 /* ', '[1 / 2]', '{"a": 1}'])(
    '%j stays the same: it is already plain, or it is broken',
    text => {
      expect(plainJson(text).text).toBeUndefined();
    },
  );

  it.each(['', ' \n', '// nothing yet', '\uFEFF /* nothing */ '])('%j is empty', text => {
    expect(plainJson(text).isEmpty).toBe(true);
  });

  const space = fc.constantFrom('', ' ', '\n', '\t', '\r\n', '/**/', '/* "a": [ // */', '// ], "\n', '//\r');
  const anything = fc
    .tuple(fc.jsonValue({ maxDepth: 4 }), fc.infiniteStream(space), fc.infiniteStream(fc.boolean()))
    .map(([value, spaces, commas]) => {
      const gap = () => String(spaces.next().value);
      const last = () => (commas.next().value === true ? `${gap()},` : '');
      const write = (inner: unknown): string => {
        if (Array.isArray(inner)) {
          const items = inner.map(item => gap() + write(item) + gap());
          return items.length > 0 ? `[${items.join(',')}${last()}${gap()}]` : `[${gap()}]`;
        }
        if (typeof inner !== 'object' || inner === null) return JSON.stringify(inner);
        const members = Object.entries(inner).map(
          ([key, member]) => `${gap()}${JSON.stringify(key)}${gap()}:${gap()}${write(member)}${gap()}`,
        );
        return members.length > 0 ? `{${members.join(',')}${last()}${gap()}}` : `{${gap()}}`;
      };
      return { value, text: gap() + write(value) + gap() };
    });

  it('is read with the same meaning, however it is written', () => {
    fc.assert(
      fc.property(anything, ({ value, text }) => {
        const { text: plain = text } = plainJson(text);
        expect(plain).toHaveLength(text.length);
        expect(JSON.parse(plain)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('counts as complete exactly if a tolerant parser has no complaints', () => {
    const scraps = fc.constantFrom('\n', ' ', ...'{ } [ ] : , "a" 1 // /* */ " /'.split(' '));
    fc.assert(
      fc.property(fc.array(scraps, { maxLength: 12 }), parts => {
        const text = parts.join('');
        const errors: ParseError[] = [];
        parse(text, errors, { allowTrailingComma: true });
        const { text: plain = text } = plainJson(text);
        let isWhole = true;
        try {
          JSON.parse(plain);
        } catch {
          isWhole = false;
        }
        expect(isWhole).toBe(errors.length === 0);
      }),
      runs({ quick: 100, full: 3_000 }),
    );
  });

  it('is too deep if a parser could fail, whatever strings and comments contain', () => {
    expect(plainJson('['.repeat(201))).toMatchObject({ isTooDeep: true });
    expect(plainJson(`${'['.repeat(200)}"${'['.repeat(200)}" /*${'['.repeat(200)}*/`).isTooDeep).toBe(false);
    expect(plainJson('[}'.repeat(150)).isTooDeep).toBe(false);
    expect(plainJson('[}'.repeat(201)).isTooDeep).toBe(true);
    expect(plainJson('[]'.repeat(5000)).isTooDeep).toBe(false);
  });
});

describe('nesting', () => {
  it.each([
    ['[[[]]]', 2, true],
    ['[[[]]]', 3, false],
    ['[{"a": [1]}]', 2, true],
    ['[1], [2], [3]', 1, false],
    ['["[[[["]', 1, false],
    [String.raw`["\"[[[["]`, 1, false],
    [String.raw`["\\", [[1]]]`, 2, true],
    ['["broken\n, [[[', 2, true],
    ['[['.repeat(1_000_000), 1000, true],
  ])('is counted without strings', (text, levels, isDeeper) => {
    expect(isDeeperThan(text, levels)).toBe(isDeeper);
  });

  it('is reported with the offset of the first bracket beyond the limit', () => {
    expect(tooDeepAt('{"[": [[1], {}]}', 2)).toBe(7);
    expect(tooDeepAt('{"[": [[1], {}]}', 3)).toBeUndefined();
  });

  it('of a value is the same as of its text, at any depth', () => {
    const deep = nested(100_000);
    expect(isDeepValue(deep)).toBe(true);
    for (const levels of [0, 1, 2, 3]) {
      for (const text of ['1', 'null', '[]', '[{}]', '{"a":[1],"b":{"c":[2]}}']) {
        expect(isDeepValue(JSON.parse(text), levels)).toBe(isDeeperThan(text, levels));
      }
    }
  });

  it('is cut where it is too deep, and everything else stays', () => {
    const value = { a: [1, { b: [2] }], c: null, ['__proto__']: 'd' };
    expect(cutBelow(value, 4, '…')).toEqual(value);
    expect(cutBelow(value, 2, '…')).toEqual({ ...value, a: [1, '…'] });
    expect(cutBelow(nested(100_000), 3, '…')).toEqual([[['…']]]);
  });
});

function nested(levels: number): unknown {
  return JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
}

it('matches the library whose hashes identify bodies in journals, whatever the order of the members', () => {
  // Members named like array indexes come first, in numerical order.
  const name = fc.string().filter(text => !/^\d+$/.test(text) && text !== '__proto__');
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue({ maxDepth: 0 }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 5 }),
    ),
  }));
  const turned = (json: unknown): unknown => {
    if (Array.isArray(json)) return json.map(turned);
    if (typeof json !== 'object' || json === null) return json;
    return Object.fromEntries(
      Object.entries(json)
        .reverse()
        .map(([key, inner]) => [key, turned(inner)]),
    );
  };
  fc.assert(
    fc.property(value, json => {
      expect(stableText(json)).toBe(stringify(json));
      expect(stableText(turned(json))).toBe(stableText(json));
    }),
    runs({ quick: 100, full: 2_000 }),
  );
});

it.each([
  [{ b: 1, a: undefined }, '{"b":1}'],
  [undefined, ''],
  [{ 10: 'b', 9: 'a', z: 1 }, '{"9":"a","10":"b","z":1}'],
])('writes %j', (value, text) => {
  expect(stableText(value)).toBe(text);
});
