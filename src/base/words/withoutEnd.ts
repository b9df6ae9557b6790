/** A text without any trailing repetitions of one character. A regular expression would search each run again. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end--;
  return text.slice(0, end);
}
