/**
 * Whether brackets of a JSON text are open inside each other more than so many times, strings left out. In one pass and
 * without a stack: for use before a parser that calls itself for every level.
 */
export function isDeeperThan(text: string, levels: number): boolean {
  let open = 0;
  let isString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isString) {
      if (character === '\\') index++;
      // A string ends with its line at the latest: in broken text the quote is missing.
      else if (character === '"' || character === '\n') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '[' || character === '{') open++;
    else if (character === ']' || character === '}') open--;
    if (open > levels) return true;
  }
  return false;
}
