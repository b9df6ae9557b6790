/**
 * Levels of lists and objects inside each other that are read of any text of others: documents, reports, imports and
 * answers of the service. Nobody writes as many, and whatever calls itself for every level, as parsers and writers of
 * JSON do, runs out of stack at some thousands.
 */
export const deepestNesting = 200;

const [quote, backslash, lineFeed] = [0x22, 0x5c, 0x0a];

/**
 * Where a bracket of a JSON text opens one level more than may be open inside each other, strings left out, in UTF-16
 * units; `undefined` where none does. In one pass and without a stack: for use before a parser.
 */
export function tooDeepAt(text: string, levels = deepestNesting): number | undefined {
  let open = 0;
  let isString = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (isString) {
      if (unit === backslash) index++;
      // A string ends with its line at the latest: in broken text the quote is missing.
      else if (unit === quote || unit === lineFeed) isString = false;
    } else if (unit === quote) isString = true;
    // Both kinds of brackets differ in one bit.
    else if ((unit | 0x20) === 0x7b) {
      if (++open > levels) return index;
    } else if ((unit | 0x20) === 0x7d) open--;
  }
  return undefined;
}

/** Whether a JSON text is nested deeper than so many levels. */
export function isDeeperThan(text: string, levels = deepestNesting): boolean {
  return tooDeepAt(text, levels) !== undefined;
}

/** The same for a value that is parsed already. Calls itself for so many levels at most. */
export function isDeepValue(value: unknown, levels = deepestNesting): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(inner => isDeepValue(inner, levels - 1));
}

/** A copy of a JSON value, in which a mark stands for every list and object that lies deeper than so many levels. */
export function cutBelow(value: unknown, levels: number, mark: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return mark;
  if (Array.isArray(value)) return value.map(inner => cutBelow(inner, levels - 1, mark));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, cutBelow(inner, levels - 1, mark)]),
  );
}
