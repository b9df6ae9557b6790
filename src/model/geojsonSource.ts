/** Values of a JSON text and the places where they are written. */
import { parseTree, getNodeValue, type Node } from 'jsonc-parser';
import { isTooDeep } from './geojsonText.ts';
import type { JsonPath } from './problem.ts';

/** A place in a text, in UTF-16 units. */
export interface TextRange {
  offset: number;
  length: number;
}

export interface JsonText {
  value: unknown;
  /** Where the values at some paths are written, in the order of the paths; `undefined` where there is none. */
  rangesOf: (paths: readonly JsonPath[]) => (TextRange | undefined)[];
}

/**
 * A JSON text as far as it can be read, with comments or broken as it may be. Sound JSON takes the engine's own parser
 * and one pass for the places: a megabyte costs some ten milliseconds, against a hundred for a syntax tree.
 */
export function readJson(text: string): JsonText | undefined {
  try {
    return { value: JSON.parse(text) as unknown, rangesOf: paths => findRanges(text, paths) };
  } catch {
    return readTolerantly(text);
  }
}

function readTolerantly(text: string): JsonText | undefined {
  if (isTooDeep(text)) return undefined;
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (!tree) return undefined;
  return { value: getNodeValue(tree), rangesOf: paths => paths.map(path => nodeAt(tree, path)) };
}

/** Of a member that is written twice the last one counts, as everywhere in JSON. */
export function nodeAt(root: Node, path: JsonPath): Node | undefined {
  let node: Node | undefined = root;
  for (const part of path) {
    node =
      typeof part === 'number'
        ? node?.children?.[part]
        : node?.children?.findLast(member => member.children?.[0]?.value === part)?.children?.[1];
  }
  return node;
}

/** A value whose place is wanted, or on the way to such a value. */
interface Wanted {
  isWanted: boolean;
  range: TextRange | undefined;
  below: Map<string | number, Wanted>;
}

/** For sound JSON alone. */
function findRanges(text: string, paths: readonly JsonPath[]): (TextRange | undefined)[] {
  const root = newWanted();
  const wanted = paths.map(path => {
    let one = root;
    for (const part of path) {
      const next: Wanted = one.below.get(part) ?? newWanted();
      one.below.set(part, next);
      one = next;
    }
    one.isWanted = true;
    return one;
  });
  walk(text, skipSpace(text, 0), root);
  return wanted.map(one => one.range);
}

function newWanted(): Wanted {
  return { isWanted: false, range: undefined, below: new Map() };
}

/** Notes the places below a value that begins at an offset; returns where it ends. */
function walk(text: string, start: number, wanted: Wanted): number {
  const first = text[start];
  const isList = first === '[';
  const end =
    wanted.below.size > 0 && (isList || first === '{')
      ? walkChildren(text, start, isList, wanted)
      : skipValue(text, start);
  if (wanted.isWanted) wanted.range = { offset: start, length: end - start };
  return end;
}

function walkChildren(text: string, start: number, isList: boolean, wanted: Wanted): number {
  let at = skipSpace(text, start + 1);
  for (let index = 0; text[at] !== ']' && text[at] !== '}'; index++) {
    let key: string | number = index;
    if (!isList) {
      const end = skipString(text, at);
      key = JSON.parse(text.slice(at, end)) as string;
      // Past the colon.
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    const child = wanted.below.get(key);
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
    const unit = text[at];
    if (unit === '"') at = skipString(text, at);
    else if (unit === '{' || unit === '[') [open, at] = [open + 1, at + 1];
    else if (unit === '}' || unit === ']') [open, at] = [open - 1, at + 1];
    else if (open > 0) at++;
    else return skipScalar(text, at);
  } while (open > 0);
  return at;
}

function skipString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** A number, or a word such as `null`. */
function skipScalar(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) > 32 && !',]}'.includes(text.charAt(at))) at++;
  return at;
}
