import * as l10n from '@vscode/l10n';
import stringify from 'json-stringify-pretty-compact';
import { type Node, parseTree } from 'jsonc-parser';
import { isRecord } from '../../../base/fields.ts';
import { plainJson } from '../../../base/json/jsoncText.ts';
import type { JsonPath } from '../../../base/problem.ts';
import { orderCode, type ProblemCode } from '../../../base/problemCodes.ts';
import { indentAt, removeWhere, type TextEdit } from '../../../geo/text/geojsonEdit.ts';
import { nodeAt, readJson, type TextRange } from '../../../geo/text/geojsonSource.ts';
import type { Members } from '../../../service/rules/orderContents.ts';
import { orderMembers, orderPart } from '../../../service/rules/orderMembers.ts';
import { type BodyChange, changesFor } from './bodyChanges.ts';
import type { OrderContext } from './checkOrder.ts';
import { orderProblems } from './orderProblems.ts';

export interface OrderFix {
  code: ProblemCode;
  range: TextRange;
  title: string;
  edits: TextEdit[];
  isPreferred: boolean;
}

/**
 * The fixes of the problems in a range of a text.
 *
 * @param at the cursor or the selection
 */
export function orderFixes(text: string, context: OrderContext, at: TextRange): OrderFix[] {
  const touched = orderProblems(text, context).filter(({ range }) => touches(range, at));
  if (touched.length === 0) return [];
  const body = readJson(text)?.value;
  // The parser is recursive, and there is no body if the nesting is too deep.
  const root = body === undefined ? undefined : parseTree(text, [], { allowTrailingComma: true });
  return touched.flatMap(problem => {
    const { code, range } = problem;
    if (code === 'order-not-plain') {
      const title = l10n.t('Remove comments and trailing commas');
      return [{ code, range, title, edits: blankingEdits(text), isPreferred: true }];
    }
    if (!root || !isRecord(body)) return [];
    const changes = changesFor(problem, body, context);
    return changes.flatMap((change, index): OrderFix[] => {
      const edits = changeEdits(text, root, body, change);
      if (edits.length === 0) return [];
      return [
        {
          code,
          range,
          title: change.title,
          edits,
          isPreferred: index === 0 && orderCode(code).isSafelyFixed,
        },
      ];
    });
  });
}

function touches(range: TextRange, at: TextRange): boolean {
  return range.offset <= at.offset + at.length && at.offset <= range.offset + range.length;
}

/** Removes everything beyond plain JSON, with the white space before it. */
function blankingEdits(text: string): TextEdit[] {
  return plainJson(text).extras.map(({ offset, length }) => {
    const end = offset + length;
    let start = offset;
    while (/[ \t]/.test(text[start - 1] ?? '')) start--;
    // A comment that has a line to itself is removed with the line.
    const isWholeLine = (start === 0 || text[start - 1] === '\n') && text[end] === '\n';
    return { offset: start, length: end - start + (isWholeLine ? 1 : 0), text: '' };
  });
}

function changeEdits(text: string, root: Node, body: Members, change: BodyChange): TextEdit[] {
  switch (change.kind) {
    case 'set': {
      const part = change.path.length > 1 ? 'product' : orderPart(body);
      return setValue(text, root, change.path, change.value, orderMembers[part]);
    }
    case 'remove':
      return removeValue(text, root, change.path);
    case 'rename':
      return renameMember(root, change.path, change.name);
  }
}

/** Columns up to which a value stays on one line. */
const longestLine = 80;

/**
 * Replaces the value at a path; a missing member is added.
 *
 * @param order names of the object's members in their usual order
 */
function setValue(
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
    const written = indentedJson(value, indentAt(text, key.offset));
    return [{ offset: present.offset, length: present.length, text: written }];
  }
  return owner?.type === 'object' && typeof last === 'string'
    ? insertMember(text, owner, last, value, order)
    : [];
}

/** Removes a member or an element together with a comma. */
function removeValue(text: string, root: Node, path: JsonPath): TextEdit[] {
  const owner = nodeAt(root, path.slice(0, -1));
  const node = nodeAt(root, path);
  const gone = node?.parent?.type === 'property' ? node.parent : node;
  return owner && gone ? removeWhere(text, owner, child => child === gone) : [];
}

function renameMember(root: Node, path: JsonPath, name: string): TextEdit[] {
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
    const inside = `${JSON.stringify(name)}: ${indentedJson(value, indentAt(text, owner.offset))}`;
    return [{ offset: owner.offset, length: owner.length, text: `{ ${inside} }` }];
  }
  const start = text.slice(owner.offset, first.offset);
  const indent = /\n([ \t]*)$/.exec(start)?.[1];
  const gap = indent === undefined ? ' ' : `\n${indent}`;
  const member = `${JSON.stringify(name)}: ${indentedJson(value, indent ?? indentAt(text, owner.offset))}`;
  const rank = order.indexOf(name);
  const before = members.findLast(({ children = [] }) => {
    const at = order.indexOf(String(children[0]?.value));
    return at >= 0 && (rank < 0 || at < rank);
  });
  if (!before && rank >= 0) return [{ offset: first.offset, length: 0, text: `${member},${gap}` }];
  const after = before ?? members.at(-1) ?? first;
  return [{ offset: after.offset + after.length, length: 0, text: `,${gap}${member}` }];
}

/** JSON whose later lines are indented like its first line. */
function indentedJson(value: unknown, indent: string): string {
  return stringify(value, { maxLength: longestLine }).replaceAll('\n', `\n${indent}`);
}
