/** Where the features of a report stand in its text. */

/** Bytes of one feature: longer ones are not read, they would hold up everything else while they are parsed. */
export const longestFeature = 4_000_000;

/**
 * Begins and ends of the features of a report that are drawn, as offsets in turn: those that have a geometry, and are
 * not too long. As far as the text can be read; what is being written just now is left out.
 */
export function featureRanges(text: string): Uint32Array {
  const all = memberRanges(text);
  let kept = 0;
  for (let at = 0; at < all.length; at += 2) {
    const [from = 0, end = 0] = [all[at], all[at + 1]];
    if (!isDrawn(text.slice(from, end))) continue;
    all[kept] = from;
    all[kept + 1] = end;
    kept += 2;
  }
  return all.slice(0, kept);
}

function isDrawn(text: string): boolean {
  // No letter takes more than three bytes for each of its units.
  if (text.length * 3 > longestFeature && new TextEncoder().encode(text).length > longestFeature)
    return false;
  try {
    const { geometry } = JSON.parse(text) as { geometry?: unknown };
    const { type, coordinates, geometries } = (geometry ?? {}) as Readonly<Record<string, unknown>>;
    return typeof type === 'string' && (Array.isArray(coordinates) || Array.isArray(geometries));
  } catch {
    return false;
  }
}

/** Begins and ends of the objects in the list `features` of the outermost object. */
function memberRanges(text: string): Uint32Array {
  const { length } = text;
  let found = new Uint32Array(64);
  let count = 0;
  let depth = 0;
  /** Whether we are in the list of the outermost object that is called `features`. */
  let isIn = false;
  /** Of the member of the outermost object that we are in. */
  let key: string | undefined;

  function push(offset: number) {
    if (count === found.length) {
      const grown = new Uint32Array(found.length * 2);
      grown.set(found);
      found = grown;
    }
    found[count++] = offset;
  }

  for (let at = 0; at < length; at++) {
    switch (text.charCodeAt(at)) {
      case quote: {
        const end = endOfString(text, at);
        if (depth === 1 && key === undefined) key = text.slice(at + 1, end);
        at = end;
        break;
      }
      case comma:
        if (depth === 1) key = undefined;
        break;
      case openList:
      case openObject:
        if (depth === 1 && key === 'features') isIn = true;
        else if (isIn && depth === 2) push(at);
        depth += 1;
        break;
      case closeList:
      case closeObject:
        depth -= 1;
        if (isIn && depth === 2) push(at + 1);
        else if (isIn && depth <= 1) return found.slice(0, count);
        break;
      default:
    }
  }
  // One that has begun and does not end is being written.
  return found.slice(0, count - (count % 2));
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Where a string ends that begins at an offset: at its closing quote, or with the text. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
