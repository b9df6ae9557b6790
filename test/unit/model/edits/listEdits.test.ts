import fc from 'fast-check';
import { parse, parseTree, type ParseError } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { applyEdits } from '../../../../src/model/edits/geojsonEdit.ts';
import { memberRemoval } from '../../../../src/model/edits/listEdits.ts';
import { runs } from '../../../randomRuns.ts';

/** The object of a text without its members of a name. */
function without(text: string, name: string): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (!root) throw new Error('No JSON');
  return applyEdits(text, memberRemoval(text, root, name));
}

it.each([
  ['first', '{"crs": 1, "b": 2}', '{"b": 2}'],
  ['last', '{"a": 1, "crs": 2}', '{"a": 1}'],
  ['alone', '{ "crs": 1 }', '{}'],
  ['last, before a comma too many', '{"a": 1, "crs": 2, }', '{"a": 1, }'],
  ['with its line', '{\n  "a": 1,\n  "crs": 2,\n  "b": 3\n}', '{\n  "a": 1,\n  "b": 3\n}'],
  ['twice, wherever they are', '{"crs": 1, "a": 2, "crs": {"crs": 3}, "b": 4}', '{"a": 2, "b": 4}'],
  ['twice, side by side', '{"a": 1, "crs": 2, "crs": 3}', '{"a": 1}'],
  ['nowhere', '{"a": {"crs": 1}}', '{"a": {"crs": 1}}'],
  ['behind a comment', '{"a": 1, /* why */ "crs": 2}', '{"a": 1 /* why */ }'],
  ['before a comment', '{"a": 1, "crs": 2 /* why */, "b": 3}', '{"a": 1 /* why */, "b": 3}'],
  ['first, before a comment', '{"crs": 2, /* of b */ "b": 3}', '{ /* of b */ "b": 3}'],
  ['first, behind a comment', '{/* why */ "crs": 2, "b": 3}', '{/* why */ "b": 3}'],
  ['alone with a comment', '{ "crs": 2 // why\n}', '{  // why\n}'],
  [
    'between comments of lines',
    '{\n  "a": 1, // of a\n  // why\n  "crs": 2, // of crs\n  "b": 3 // of b\n}',
    '{\n  "a": 1, // of a\n  // why\n   // of crs\n  "b": 3 // of b\n}',
  ],
])('a member goes that is %s', (_what, text, expected) => {
  expect(without(text, 'crs')).toBe(expected);
});

it('whatever stands beside it, the others and all comments stay', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'crs');
  const gap = fc.constantFrom('', ' ', '\n  ', ' /* 1 */ ', ' // 2\n', '\n/* 3 */\n', '/*,*/');
  const value = fc.constantFrom(null, 1, 'a, b', '//', [], [1, { crs: 2 }], { crs: 3 });
  const member = fc.record({ name, value, before: gap, after: gap });
  fc.assert(
    fc.property(fc.array(member, { maxLength: 5 }), gap, fc.boolean(), (members, inside, isTrailing) => {
      const written = members.map(
        one => `${one.before}${JSON.stringify(one.name)}: ${JSON.stringify(one.value)}${one.after}`,
      );
      const text = `{${written.join(',')}${isTrailing && members.length > 0 ? ',' : ''}${inside}}`;
      const after = without(text, 'crs');
      const errors: ParseError[] = [];
      const left = members.filter(one => one.name !== 'crs').map(one => [one.name, one.value] as const);
      expect(parse(after, errors, { allowTrailingComma: true })).toEqual(Object.fromEntries(left));
      expect(errors).toEqual([]);
      const comments = (all: string) => all.match(/\/\*.{1,3}\*\/|\/\/ 2/g) ?? [];
      expect(comments(after)).toEqual(comments(text));
    }),
    runs({ quick: 100, full: 1_000 }),
  );
});
