import fc from 'fast-check';
import { parse, type ParseError } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { plainJson } from '../../../../src/model/json/jsoncText.ts';
import { runs } from '../../../randomRuns.ts';

describe('JSON with more than JSON', () => {
  it.each<[string, string]>([
    ['[1, 2, ]', '[1, 2  ]'],
    ['{"a": 1, /* } */ }', '{"a": 1          }'],
    ['// first\n{"a": "//" } // last', '        \n{"a": "//" }        '],
    ['{"a": [1,], "b": "\\",]",}', '{"a": [1 ], "b": "\\",]" }'],
    ['\uFEFF{}', ' {}'],
    ['/* a\r\nb */1', '          1'],
  ])('%j is made plain, each thing at its place', (text, plain) => {
    expect(plainJson(text)).toEqual({ text: plain, isTooDeep: false, isEmpty: false });
  });

  it.each(['[,]', '{,}', '[1,,]x', '{"a":,}', ',]', '{"a": 1 /* ', '[1 / 2]', '{"a": 1}'])(
    '%j stays as it is: there is nothing to make plain, or it is broken',
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
          const items = inner.map(one => gap() + write(one) + gap());
          return items.length > 0 ? `[${items.join(',')}${last()}${gap()}]` : `[${gap()}]`;
        }
        if (typeof inner !== 'object' || inner === null) return JSON.stringify(inner);
        const members = Object.entries(inner).map(
          ([key, one]) => `${gap()}${JSON.stringify(key)}${gap()}:${gap()}${write(one)}${gap()}`,
        );
        return members.length > 0 ? `{${members.join(',')}${last()}${gap()}}` : `{${gap()}}`;
      };
      return { value, text: gap() + write(value) + gap() };
    });

  it('is read as what it says, however it is written', () => {
    fc.assert(
      fc.property(anything, ({ value, text }) => {
        const { text: plain = text } = plainJson(text);
        expect(plain).toHaveLength(text.length);
        expect(JSON.parse(plain)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is taken for whole where a tolerant parser has nothing to say, and nowhere else', () => {
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

  it('is too deep where a parser could fail, whatever stands in strings and comments', () => {
    expect(plainJson('['.repeat(201))).toMatchObject({ isTooDeep: true });
    expect(plainJson(`${'['.repeat(200)}"${'['.repeat(200)}" /*${'['.repeat(200)}*/`).isTooDeep).toBe(false);
    expect(plainJson('[}'.repeat(150)).isTooDeep).toBe(false);
    expect(plainJson('[}'.repeat(201)).isTooDeep).toBe(true);
    expect(plainJson('[]'.repeat(5000)).isTooDeep).toBe(false);
  });
});
