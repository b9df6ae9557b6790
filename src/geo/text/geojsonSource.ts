/** Values of a JSON text and their ranges. */
import { type Node, parseTree } from 'jsonc-parser';
import { parseExact } from '../../base/json/exactJson.ts';
import { plainJson } from '../../base/json/jsoncText.ts';
import { isDeeperThan } from '../../base/json/nesting.ts';
import type { JsonPath } from '../../base/problem.ts';

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  offset: number;
  length: number;
}

export interface JsonText {
  value: unknown;
  /** Whether the text isn't complete JSON. Comments and trailing commas are allowed. */
  isBroken: boolean;
  /** The ranges of the values at some paths, in the order of the paths; `undefined` for missing values. */
  rangesAt: (paths: readonly JsonPath[]) => (TextRange | undefined)[];
}

/**
 * A JSON text as far as it can be read; it may have comments or be broken. Complete JSON, even with comments, is parsed
 * with `JSON.parse` plus one pass for the ranges: about ten milliseconds per megabyte, compared with a hundred for a
 * syntax tree. `undefined` for an empty text, and if it is nested too deep, see `deepestNesting`.
 */
export function readJson(text: string): JsonText | undefined {
  // First, because a parser takes seconds for megabytes of nesting. Brackets of comments count here, but not below.
  const sound = isDeeperThan(text) ? undefined : readSound(text);
  if (sound) return sound;
  const plain = plainJson(text);
  if (plain.isTooDeep) return undefined;
  return (plain.text === undefined ? undefined : readSound(plain.text)) ?? readTolerantly(text);
}

/** The value of a text whose large integers keep their digits, as `bigint`. */
export function readExactJson(text: string): unknown {
  const read = readJson(text);
  if (!read || read.isBroken) return read?.value;
  return parseExact(plainJson(text).text ?? text);
}

function readSound(text: string): JsonText | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value, isBroken: false, rangesAt: paths => findRanges(text, paths) };
  } catch {
    return undefined;
  }
}

function readTolerantly(text: string): JsonText | undefined {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (!tree) return undefined;
  return {
    value: nodeValue(tree),
    isBroken: true,
    rangesAt(paths) {
      const members = new Map<Node, Map<unknown, Node | undefined>>();
      return paths.map(path => {
        const node = nodeAt(tree, path, members);
        // Not the node itself: it would keep the whole tree in memory.
        return node && { offset: node.offset, length: node.length };
      });
    },
  };
}

/** Like `JSON.parse`: a member named `__proto__` is also an ordinary one. */
function nodeValue({ type, value, children = [] }: Node): unknown {
  if (type === 'array') return children.map(nodeValue);
  if (type !== 'object') return value;
  const members = children.flatMap(({ children: [key, member] = [] }) =>
    key && member ? [[key.value as string, nodeValue(member)] as const] : [],
  );
  return Object.fromEntries(members);
}

/**
 * If a member is repeated, the last one counts, as everywhere in JSON.
 *
 * @param known members by name, of objects visited before: for finding many paths
 */
export function nodeAt(
  root: Node,
  path: JsonPath,
  known = new Map<Node, Map<unknown, Node | undefined>>(),
): Node | undefined {
  let node: Node | undefined = root;
  for (const part of path) {
    if (!node) return undefined;
    if (typeof part === 'number') node = node.children?.[part];
    else {
      const members = known.get(node) ?? membersByName(node);
      known.set(node, members);
      node = members.get(part);
    }
  }
  return node;
}

function membersByName({ children = [] }: Node): Map<unknown, Node | undefined> {
  return new Map(children.map(({ children: [key, member] = [] }) => [key?.value as unknown, member]));
}

/** A value whose range is wanted, or one on the path to it. */
interface Expected {
  isExpected: boolean;
  range: TextRange | undefined;
  below: Map<string | number, Expected>;
}

/** Only for valid JSON. */
function findRanges(text: string, paths: readonly JsonPath[]): (TextRange | undefined)[] {
  const root = newExpected();
  const targets = paths.map(path => {
    let node = root;
    for (const part of path) {
      const next: Expected = node.below.get(part) ?? newExpected();
      node.below.set(part, next);
      node = next;
    }
    node.isExpected = true;
    return node;
  });
  walk(text, skipSpace(text, 0), root);
  return targets.map(target => target.range);
}

function newExpected(): Expected {
  return { isExpected: false, range: undefined, below: new Map() };
}

/** Records the ranges below a value that starts at an offset; returns where it ends. */
function walk(text: string, start: number, node: Expected): number {
  const first = text[start];
  const isList = first === '[';
  const end =
    node.below.size > 0 && (isList || first === '{')
      ? walkChildren(text, start, isList, node)
      : skipValue(text, start);
  if (node.isExpected) node.range = { offset: start, length: end - start };
  return end;
}

function walkChildren(text: string, start: number, isList: boolean, node: Expected): number {
  let at = skipSpace(text, start + 1);
  for (let index = 0; text[at] !== ']' && text[at] !== '}'; index++) {
    let key: string | number = index;
    if (!isList) {
      const end = skipString(text, at);
      key = JSON.parse(text.slice(at, end)) as string;
      // Past the colon.
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    const child = node.below.get(key);
    at = skipSpace(text, child ? walk(text, at, child) : skipValue(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at + 1;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) <= 32) at++;
  return at;
}

function skipValue(text: string, start: number): number {
  let open = 0;
  let at = start;
  do {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = skipString(text, at);
    // Both kinds of brackets differ in one bit, and valid JSON closes the kind that it opened.
    else if ((code | 0x20) === 0x7b) [open, at] = [open + 1, at + 1];
    else if ((code | 0x20) === 0x7d) [open, at] = [open - 1, at + 1];
    else if (open > 0) at++;
    else return skipScalar(text, at);
  } while (open > 0);
  return at;
}

function skipString(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); code !== 0x22; code = text.charCodeAt(at)) at += code === 0x5c ? 2 : 1;
  return at + 1;
}

/** A number, or a word such as `null`. */
function skipScalar(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) > 32 && !',]}'.includes(text.charAt(at))) at++;
  return at;
}

/**
 * The ranges of the values at some paths, in the order of the paths; for a missing value, the range of the innermost
 * value around it.
 */
export function nearestRanges({ rangesAt }: JsonText, paths: readonly JsonPath[]): TextRange[] {
  const ways = paths.map(path => [...path.map((_part, depth) => path.slice(0, depth)), path]);
  const ranges = rangesAt(ways.flat());
  let next = 0;
  return ways.map(({ length }) => {
    const found = ranges.slice(next, (next += length)).findLast(range => range !== undefined);
    return found ?? { offset: 0, length: 0 };
  });
}

/** {@link nearestRanges} in a text; `undefined` if it isn't JSON. */
export function jsonRanges(text: string, paths: readonly JsonPath[]): (TextRange | undefined)[] {
  const json = readJson(text);
  return json ? nearestRanges(json, paths) : paths.map(() => undefined);
}

export function valueAt(value: unknown, path: JsonPath): unknown {
  let inner = value;
  for (const part of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, part)) return undefined;
    inner = (inner as Record<string | number, unknown>)[part];
  }
  return inner;
}
