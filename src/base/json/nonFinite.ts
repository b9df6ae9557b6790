/** JSON as Python and C programs write it: with NaN and Infinity, which JSON doesn't have. */

/**
 * A string, which stays, or a number that isn't finite. A string without an end runs to that of the text: it would be
 * looked for from each of its quotes.
 */
const token = /"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\b(?:nan|inf(?:inity)?)\b/gis;

/** As `JSON.parse`, but numbers that aren't finite are null. Throws `SyntaxError` for other texts that aren't JSON. */
export function parseWithNaN(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const plain = withoutNaN(text);
    if (plain === undefined) throw error;
    return JSON.parse(plain);
  }
}

/** The same text with null for each number that isn't finite; `undefined` if there is none. */
export function withoutNaN(text: string): string | undefined {
  const plain = text.replace(token, found => (found.startsWith('"') ? found : 'null'));
  return plain === text ? undefined : plain;
}
