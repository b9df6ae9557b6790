/** A stretch of a text, in UTF-16 units, and what takes its place. */
export interface TextEdit {
  offset: number;
  length: number;
  text: string;
}

/** The text after edits that do not overlap, given in any order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.offset - b.offset)) {
    parts.push(text.slice(at, edit.offset), edit.text);
    at = edit.offset + edit.length;
  }
  return parts.join('') + text.slice(at);
}

export function shifted(edits: readonly TextEdit[], by: number): TextEdit[] {
  return edits.map(edit => ({ ...edit, offset: edit.offset + by }));
}
