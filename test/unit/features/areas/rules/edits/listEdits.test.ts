import { parseTree } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { applyEdits, memberRemoval } from '../../../../../../src/geo/text/geojsonEdit.ts';

/** The object of a text without its members of that name. */
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
])('removes a member that is %s', (_what, text, expected) => {
  expect(without(text, 'crs')).toBe(expected);
});
