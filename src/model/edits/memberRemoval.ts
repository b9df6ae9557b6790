import type { Node } from 'jsonc-parser';
import type { TextEdit } from './geojsonEdit.ts';
import { removeRun, type WrittenList } from './listEdits.ts';

/**
 * Takes all members of a name out of an object, with as many commas and with their lines; comments stay.
 *
 * @param object of the text
 */
export function memberRemoval(text: string, object: Node, name: string): TextEdit[] {
  const members = object.children ?? [];
  const list: WrittenList = { text, count: members.length, range: object, rangeOf: index => members[index] };
  const isMeant = (index: number) => members[index]?.children?.[0]?.value === name;
  const edits: TextEdit[] = [];
  for (let index = 0; index < members.length; index++) {
    if (!isMeant(index)) continue;
    const first = index;
    while (isMeant(index + 1)) index++;
    edits.push(...removeRun(list, first, index + 1));
  }
  return edits;
}
