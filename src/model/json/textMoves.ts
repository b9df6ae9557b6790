/** A change of a text as editors tell it: so many UTF-16 units at a place gave way to another text. */
export interface TextMove {
  rangeOffset: number;
  rangeLength: number;
  text: string;
}

/**
 * Where a place of a text stands after changes, made one after the other; `undefined` when the text behind it was
 * deleted or replaced. Text that is inserted right there pushes the place on.
 */
export function movedOffset(offset: number, changes: readonly TextMove[]): number | undefined {
  let at = offset;
  for (const { rangeOffset, rangeLength, text } of changes) {
    if (at < rangeOffset) continue;
    if (at < rangeOffset + rangeLength) return undefined;
    at += text.length - rangeLength;
  }
  return at;
}
