import fc from 'fast-check';
import { parseTree, type Node } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../../src/model/geojson/geojsonSource.ts';
import type { JsonPath } from '../../../../src/model/problem.ts';

/** Every value of a syntax tree with its path. Of a member that is written twice the last one counts. */
function everyValue(node: Node, path: JsonPath = []): [JsonPath, Node][] {
  const children =
    node.type === 'array'
      ? (node.children ?? []).flatMap((child, index) => everyValue(child, [...path, index]))
      : [
          ...new Map(
            (node.children ?? []).map(({ children: [key, value] = [] }) => [String(key?.value), value]),
          ),
        ].flatMap(([key, value]) => (value ? everyValue(value, [...path, key]) : []));
  return [[path, node], ...(node.type === 'object' || node.type === 'array' ? children : [])];
}

const texts = fc
  .tuple(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t', '\r\n'))
  .map(([value, indent]) => JSON.stringify(value, undefined, indent));

describe('the places of values', () => {
  it('are those of a syntax tree, for any JSON', () => {
    fc.assert(
      fc.property(texts, text => {
        const tree = parseTree(text);
        const all = tree ? everyValue(tree) : [];
        const json = readJson(text);
        expect(json?.value).toEqual(JSON.parse(text));
        const expected = all.map(([, { offset, length }]) => ({ offset, length }));
        expect(json?.rangesOf(all.map(([path]) => path))).toEqual(expected);
      }),
    );
  });

  it('are found one by one as well as together, in the order that was asked', () => {
    const text = '{ "a": [10, {"b\\n": "]}"}], "c": -1.5e3 }';
    const json = readJson(text);
    const paths: JsonPath[] = [['c'], ['a', 1, 'b\n'], ['a', 0], ['a'], []];
    const written = json
      ?.rangesOf(paths)
      .map(range => range && text.slice(range.offset, range.offset + range.length));
    expect(written).toEqual(['-1.5e3', '"]}"', '10', '[10, {"b\\n": "]}"}]', text]);
    for (const path of paths)
      expect(json?.rangesOf([path])).toEqual(json?.rangesOf(paths.slice(paths.indexOf(path))).slice(0, 1));
  });
});
