import { deepestNesting } from '../../../base/json/nesting.ts';
import { parseWithNaN } from '../../../base/json/nonFinite.ts';
import { placeSize } from './reportFeature.ts';

/**
 * Takes the next members of `features`, whatever they are.
 *
 * @param places {@link placeSize} numbers for each, valid until it returns; meaningful only for objects
 */
export type TakeFeatures = (features: readonly unknown[], places: Float64Array) => void;

/** Bytes parsed at once: fewer values at a time need less memory. */
const atOnce = 16_384;

/** Maximum bytes of everything except the features. */
const longestRest = 16_000_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openList = 0x5b;
const closeList = 0x5d;
/** Both kinds of brackets differ in one bit. */
const bracketBit = 0x20;
const openAny = 0x7b;
const closeAny = 0x7d;

/** Which bytes matter to the search for the end of a feature: most don't. */
const matters = {
  inText: byteTable(byte => byte === quote || byte === backslash || byte >= 0x80),
  inFeature: byteTable(byte => byte === quote || isBracket(byte)),
  betweenFeatures: byteTable(byte => byte === quote || byte === comma || isBracket(byte)),
};

function byteTable(isIncluded: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_none, byte) => Number(isIncluded(byte)));
}

function isBracket(byte: number): boolean {
  return (byte | bracketBit) === openAny || (byte | bracketBit) === closeAny;
}

/**
 * Reads a GeoJSON FeatureCollection in a single pass over its bytes. Features are found by their brackets, and
 * `JSON.parse` takes all available ones at once: it also checks what is between them. Everything else is parsed at the
 * end. A repeated `features` member is refused: parsers take the last one, and it is surely a mistake.
 *
 * @param longest maximum bytes of one feature; longer ones are skipped unread to save memory
 * @param parseJson for features
 */
export function createCollectionReader(
  longest: number,
  take: TakeFeatures,
  parseJson: (text: string) => unknown = parseWithNaN,
) {
  /** Bytes of all earlier chunks. */
  let passed = 0;
  /** Bytes minus UTF-16 units so far. */
  let surplus = 0;
  let isBroken = false;
  let inText = false;
  let isEscaped = false;
  /** Open brackets; inside the features, those of the feature. */
  let depth = 0;

  /** Everything except the features. */
  let rest = '';
  let restBytes = 0;
  const restDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The last string at the depth of the members, as written. */
  let name = '';
  /** Whether the value of `features` comes next. */
  let isNext = false;
  let lists = 0;

  let inList = false;
  /** A list as parsed: an opening bracket, complete features, and the start of the next one. */
  let kept = new Uint8Array(4 * atOnce);
  kept[0] = openList;
  let wholeEnd = 1;
  let keptEnd = 1;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** Start of the unfinished feature: after the comma before it. */
  let valueFrom = 0;
  let isFirst = true;
  let isDeep = false;
  let from = 0;
  let end = 0;
  let unitFrom = 0;
  let unitEnd = 0;
  /** Places of the complete features that aren't parsed yet. */
  const places = new Float64Array(placeSize * (atOnce + 1));
  let placed = 0;
  let longOnes = 0;
  let hasLostText = false;
  let crs: unknown;

  /** Reads up to the features, or after them; returns where it stopped. */
  function readRest(bytes: Uint8Array, start: number): number {
    let at = start;
    while (at < bytes.length && !inList) {
      const byte = bytes[at++] as number;
      if (byte >= 0x80) surplus += byteSurplus(byte);
      if (inText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) inText = false;
        if (depth === 1 && name.length < longestName) name += String.fromCharCode(byte);
      } else if (byte === quote) {
        inText = true;
        name = '"';
      } else if (byte === colon) isNext = depth === 1 && isFeatures(name);
      else if (byte === comma) isNext = false;
      else if ((byte | bracketBit) === openAny) {
        inList = depth === 1 && isNext && byte === openList;
        depth += 1;
      } else if ((byte | bracketBit) === closeAny) depth -= 1;
      else if (depth === 0 && byte > 0x20 && byte < 0x80) isBroken = true;
    }
    restBytes += at - start;
    rest += restDecoder.decode(bytes.subarray(start, at), { stream: true });
    if (inList) {
      lists += 1;
      [depth, valueFrom, isFirst] = [0, passed + at, true];
    }
    isBroken ||= lists > 1 || restBytes > longestRest || depth > deepestNesting;
    return at;
  }

  /** Reads features; returns where it stopped. */
  function readList(bytes: Uint8Array, start: number): number {
    let copied = start;
    const keep = (to: number) => {
      copy(bytes.subarray(copied, to));
      copied = to;
    };
    const isTooLong = (at: number) => isDeep || passed + at - valueFrom > longest;
    let at = start;
    while (inList && (at = endOfFeature(bytes, at)) < bytes.length) {
      const isLeftOut = isTooLong(at);
      if (isLeftOut) {
        keptEnd = wholeEnd;
        longOnes += 1;
        isDeep = false;
      } else {
        keep(at);
        wholeEnd = keptEnd;
        places[placed++] = from;
        places[placed++] = end;
        places[placed++] = unitFrom;
        places[placed++] = unitEnd;
      }
      if (isLeftOut || wholeEnd > atOnce) {
        parse();
        copied = at + 1;
      }
      if (bytes[at] === comma) {
        at += 1;
        valueFrom = passed + at;
        isFirst = false;
      } else inList = false;
    }
    if (!inList) depth = 2; // The closing bracket of the list belongs to the rest.
    else if (isTooLong(at)) keptEnd = wholeEnd;
    else keep(at);
    parse();
    return at;
  }

  /** Index of the comma or bracket that ends the feature; the length of the bytes if there is none. */
  function endOfFeature(bytes: Uint8Array, start: number): number {
    // Local variables are faster, and this looks at every byte.
    let level = depth;
    let isIn = inText;
    let more = surplus;
    let at = start;
    if (isEscaped && at < bytes.length) {
      isEscaped = false;
      at += 1;
    }
    while ((at = nextThatMatters(bytes, at, isIn, level)) < bytes.length) {
      const byte = bytes[at] as number;
      if (isIn) {
        if (byte === quote) isIn = false;
        else if (byte !== backslash) more += byteSurplus(byte);
        else if (++at === bytes.length) {
          isEscaped = true;
          break;
        }
      } else if (byte === quote) isIn = true;
      else if (byte === comma) break;
      else if ((byte | bracketBit) === openAny) {
        if (level === 0) {
          from = passed + at;
          unitFrom = from - more;
        }
        level += 1;
        if (level > deepestNesting) isDeep = true;
      } else {
        if (level === 0) break;
        level -= 1;
        if (level === 0) {
          end = passed + at + 1;
          unitEnd = end - more;
        }
      }
      at += 1;
    }
    [depth, inText, surplus] = [level, isIn, more];
    return at;
  }

  function copy(bytes: Uint8Array) {
    const needed = keptEnd + bytes.length + 1;
    if (needed > kept.length) {
      const grown = new Uint8Array(Math.max(needed, kept.length * 2));
      grown.set(kept);
      kept = grown;
    }
    kept.set(bytes, keptEnd);
    keptEnd += bytes.length;
  }

  /** Parses the complete features and keeps the start of the next one. */
  function parse() {
    if (placed === 0) return;
    const takenPlaces = places.subarray(0, placed);
    placed = 0;
    kept[wholeEnd] = closeList;
    try {
      const text = decoder.decode(kept.subarray(0, wholeEnd + 1));
      hasLostText ||= text.includes('\ufffd');
      const features = parseJson(text) as unknown[];
      if (features.length * placeSize === takenPlaces.length) take(features, takenPlaces);
      // An element is missing between commas. A list may be empty.
      else if (!isFirst) isBroken = true;
    } catch {
      isBroken = true;
    }
    kept.copyWithin(1, wholeEnd + 1, keptEnd);
    keptEnd = Math.max(1, keptEnd - wholeEnd);
    wholeEnd = 1;
  }

  return {
    /** Takes the next UTF-8 bytes. The buffer may be reused afterward. */
    push(bytes: Uint8Array): void {
      // A byte order mark, or not JSON.
      if (passed === 0 && bytes[0] === 0xef) surplus += 1;
      for (let at = 0; at < bytes.length && !isBroken;)
        at = inList ? readList(bytes, at) : readRest(bytes, at);
      passed += bytes.length;
    },
    /** Ends the input. Returns whether all bytes were one FeatureCollection and valid JSON to the end. */
    end(): boolean {
      rest += restDecoder.decode();
      const collection = !isBroken && !inList && lists === 1 ? collectionIn(rest) : undefined;
      crs = collection?.crs;
      return collection !== undefined;
    },
    /** The `crs` of the collection, after {@link end}. */
    crs: () => crs,
    /** Whether no further input can make it a FeatureCollection. */
    isBroken: () => isBroken,
    /** Number of features skipped because they are too long, or nested deeper than {@link deepestNesting}. */
    tooLong: () => longOnes,
    /** Whether a feature has characters that aren't UTF-8: they became U+FFFD. */
    hasLostText: () => hasLostText,
    /** Length of the text so far in UTF-16 units, without a byte order mark. */
    units: () => passed - surplus,
  };
}

/** Index of the next byte that matters; the length of the bytes if there is none. */
function nextThatMatters(bytes: Uint8Array, start: number, isInText: boolean, depth: number): number {
  const table = isInText ? matters.inText : depth === 0 ? matters.betweenFeatures : matters.inFeature;
  let at = start;
  while (at < bytes.length && table[bytes[at] as number] === 0) at += 1;
  return at;
}

/** `features`, with every letter escaped. */
const longestName = 50;

function isFeatures(name: string): boolean {
  try {
    return JSON.parse(name) === 'features';
  } catch {
    return false;
  }
}

function collectionIn(text: string): { crs?: unknown } | undefined {
  try {
    const value = parseWithNaN(text.replace(/^\uFEFF/, '')) as Record<string, unknown>;
    return value.type === 'FeatureCollection' && Array.isArray(value.features) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** How much a byte of a multi-byte character adds to the difference between bytes and UTF-16 units. */
function byteSurplus(byte: number): number {
  if (byte < 0xc0) return 1;
  return byte < 0xf0 ? 0 : -1;
}
