/** Changes of the values of an order as edits of its text: what does not change stays as it is written. */
import stringify from 'json-stringify-pretty-compact';
import type { Node } from 'jsonc-parser';
import type { TextEdit } from '../edits/geojsonEdit.ts';
import { removeWhere } from '../edits/listEdits.ts';
import { nodeAt } from '../geojson/geojsonSource.ts';
import type { JsonPath } from '../problem.ts';

/** Columns up to which a value stays on one line. */
const longestLine = 80;

/**
 * Puts a value in the place of what stands at a path; a member that is missing is added.
 *
 * @param order names of the members of the object in the order in which they are usually written
 */
export function setValue(
  text: string,
  root: Node,
  path: JsonPath,
  value: unknown,
  order: readonly string[],
): TextEdit[] {
  const owner = nodeAt(root, path.slice(0, -1));
  const last = path.at(-1);
  const present = nodeAt(root, path);
  if (present) {
    const key = present.parent?.type === 'property' ? present.parent : present;
    const written = jsonOf(value, indentOf(text, key.offset));
    return [{ offset: present.offset, length: present.length, text: written }];
  }
  return owner?.type === 'object' && typeof last === 'string'
    ? insertMember(text, owner, last, value, order)
    : [];
}

/** Takes out a member or an element together with a comma. */
export function removeValue(text: string, root: Node, path: JsonPath): TextEdit[] {
  const owner = nodeAt(root, path.slice(0, -1));
  const node = nodeAt(root, path);
  const gone = node?.parent?.type === 'property' ? node.parent : node;
  return owner && gone ? removeWhere(text, owner, one => one === gone) : [];
}

/** Gives a member another name. */
export function renameMember(root: Node, path: JsonPath, name: string): TextEdit[] {
  const key = nodeAt(root, path)?.parent?.children?.[0];
  return key ? [{ offset: key.offset, length: key.length, text: JSON.stringify(name) }] : [];
}

function insertMember(
  text: string,
  owner: Node,
  name: string,
  value: unknown,
  order: readonly string[],
): TextEdit[] {
  const members = owner.children ?? [];
  const [first] = members;
  if (!first) {
    const inside = `${JSON.stringify(name)}: ${jsonOf(value, indentOf(text, owner.offset))}`;
    return [{ offset: owner.offset, length: owner.length, text: `{ ${inside} }` }];
  }
  const start = text.slice(owner.offset, first.offset);
  const indent = /\n([ \t]*)$/.exec(start)?.[1];
  const gap = indent === undefined ? ' ' : `\n${indent}`;
  const member = `${JSON.stringify(name)}: ${jsonOf(value, indent ?? indentOf(text, owner.offset))}`;
  const rank = order.indexOf(name);
  const before = members.findLast(({ children = [] }) => {
    const at = order.indexOf(String(children[0]?.value));
    return at >= 0 && (rank < 0 || at < rank);
  });
  if (!before && rank >= 0) return [{ offset: first.offset, length: 0, text: `${member},${gap}` }];
  const after = before ?? members.at(-1) ?? first;
  return [{ offset: after.offset + after.length, length: 0, text: `,${gap}${member}` }];
}

/** JSON whose further lines are indented like the line it begins on. */
function jsonOf(value: unknown, indent: string): string {
  return stringify(value, { maxLength: longestLine }).replaceAll('\n', `\n${indent}`);
}

/** The blanks at the beginning of the line that a place is on. */
function indentOf(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
