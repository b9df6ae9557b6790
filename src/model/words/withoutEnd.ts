/** A text without the one character that it ends with, however often. A pattern would look through each such run anew. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end--;
  return text.slice(0, end);
}
