import { deepestNesting } from '../json/nesting.ts';
import { placeSize } from '../report/reportFeature.ts';

/** Reads the bytes of a GeoJSON FeatureCollection once, as they come. */
export interface CollectionReader {
  /** Takes the next bytes of UTF-8. They are not needed afterwards. */
  push(bytes: Uint8Array): void;
  /** Nothing more comes. Whether all bytes were one FeatureCollection, and JSON to the last letter. */
  end(): boolean;
  /** Whether nothing that comes can make a FeatureCollection of it. */
  isBroken(): boolean;
  /** Features that were passed over because they are too long, or nested deeper than {@link deepestNesting}. */
  tooLong(): number;
  /** Length of the text so far in UTF-16 units, without a byte order mark. */
  units(): number;
}

/**
 * Takes the next members of `features`, whatever they are.
 *
 * @param places {@link placeSize} numbers for each; they mean something for objects only
 */
export type TakeFeatures = (features: readonly unknown[], places: readonly number[]) => void;

/** Bytes that are parsed at once. */
const atOnce = 65_536;

/** Bytes of everything beside the features. */
const longestRest = 16_000_000;

const [quote, comma, colon, backslash, openList] = [0x22, 0x2c, 0x3a, 0x5c, 0x5b];
/** Both kinds of brackets differ in one bit. */
const [bracketBit, openAny, closeAny] = [0x20, 0x7b, 0x7d];

/**
 * Features are found by their brackets, and the engine's parser takes as many at once as have come: it checks what is
 * between them as well. What is beside the features is parsed at the end. `features` twice is refused: parsers take the
 * last one, and nobody means that.
 *
 * @param longest bytes of one feature; longer ones are passed over unread, so that memory stays small
 */
export function createCollectionReader(longest: number, take: TakeFeatures): CollectionReader {
  /** Bytes of all that was pushed before. */
  let passed = 0;
  /** How many more bytes than units there were so far. */
  let surplus = 0;
  let isBroken = false;
  let inText = false;
  let isEscaped = false;
  /** Brackets that are open; among the features, those of the feature. */
  let depth = 0;

  /** All but the features. */
  let rest = '';
  let restBytes = 0;
  const restDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The last text at the depth of the members, as it is written. */
  let name = '';
  /** Whether the value of `features` comes next. */
  let isNext = false;
  let lists = 0;

  let inList = false;
  /** What came of the feature that has not ended, and where that begins: behind the comma before it. */
  let held = '';
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let valueFrom = 0;
  let isFirst = true;
  let isDeep = false;
  let [from, end, unitFrom, unitEnd] = [0, 0, 0, 0];
  /** Of the features that have ended and were not parsed yet. */
  let places: number[] = [];
  let longOnes = 0;

  /** Reads up to the features, or behind them; returns where it stopped. */
  function readRest(bytes: Uint8Array, start: number): number {
    let at = start;
    while (at < bytes.length && !inList) {
      const byte = bytes[at++] as number;
      if (byte >= 0x80) surplus += surplusOf(byte);
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
    /** What is to be parsed at once. */
    let [batchFrom, batchEnd] = [start, start];
    let at = start;
    while (inList && (at = endOfFeature(bytes, at)) < bytes.length) {
      if (isDeep || passed + at - valueFrom > longest) {
        parse(bytes.subarray(batchFrom, batchEnd));
        skip();
        longOnes += 1;
        isDeep = false;
        batchFrom = at + 1;
      } else places.push(from, end, unitFrom, unitEnd);
      batchEnd = at;
      if (bytes[at] === comma) {
        at += 1;
        valueFrom = passed + at;
        isFirst = false;
      } else inList = false;
    }
    parse(bytes.subarray(batchFrom, Math.max(batchFrom, batchEnd)));
    if (!inList) {
      // The bracket that ends the list is among the rest.
      depth = 2;
      return at;
    }
    if (isDeep || passed + at - valueFrom > longest) {
      skip();
      return at;
    }
    const tail = decoder.decode(bytes.subarray(Math.max(start, valueFrom - passed)), { stream: true });
    if (held === '' && isBlank(tail)) valueFrom = passed + at;
    else held += tail;
    return at;
  }

  /** Where the comma or the bracket stands that ends the feature; the length of the bytes where they have none. */
  function endOfFeature(bytes: Uint8Array, start: number): number {
    // In variables of its own, because this is where all the time goes.
    let [level, isIn, escaped, more] = [depth, inText, isEscaped, surplus];
    let at = start;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (isIn) {
        if (escaped) escaped = false;
        else if (byte === quote) isIn = false;
        else if (byte === backslash) escaped = true;
        else if (byte >= 0x80) more += surplusOf(byte);
      } else if (byte === quote) isIn = true;
      else if ((byte | bracketBit) === openAny) {
        if (level === 0) [from, unitFrom] = [passed + at, passed + at - more];
        level += 1;
        if (level > deepestNesting) isDeep = true;
      } else if ((byte | bracketBit) === closeAny) {
        if (level === 0) break;
        level -= 1;
        if (level === 0) [end, unitEnd] = [passed + at + 1, passed + at + 1 - more];
      } else if (byte === comma && level === 0) break;
    }
    [depth, inText, isEscaped, surplus] = [level, isIn, escaped, more];
    return at;
  }

  /** Passes over what came of a feature. */
  function skip() {
    held = '';
    // Drops half of a letter as well.
    decoder.decode();
  }

  function parse(batch: Uint8Array) {
    if (places.length === 0) return;
    const text = held + decoder.decode(batch);
    const count = places.length / placeSize;
    const batchPlaces = places;
    [held, places] = ['', []];
    try {
      const features = JSON.parse(`[${text}]`) as unknown[];
      if (features.length === count) take(features, batchPlaces);
      // One was left out between commas. A list may be empty.
      else if (!isFirst) isBroken = true;
    } catch {
      isBroken = true;
    }
  }

  function pushPiece(bytes: Uint8Array) {
    // A byte order mark, or no JSON.
    if (passed === 0 && bytes[0] === 0xef) surplus += 1;
    for (let at = 0; at < bytes.length && !isBroken;) at = inList ? readList(bytes, at) : readRest(bytes, at);
    passed += bytes.length;
  }

  return {
    push(bytes) {
      for (let at = 0; at < bytes.length; at += atOnce) pushPiece(bytes.subarray(at, at + atOnce));
    },
    end() {
      rest += restDecoder.decode();
      return !isBroken && !inList && lists === 1 && isCollection(rest);
    },
    isBroken: () => isBroken,
    tooLong: () => longOnes,
    units: () => passed - surplus,
  };
}

/** `features`, with every letter as an escape. */
const longestName = 50;

function isFeatures(name: string): boolean {
  try {
    return JSON.parse(name) === 'features';
  } catch {
    return false;
  }
}

function isBlank(text: string): boolean {
  return /^[ \n\r\t]*$/.test(text);
}

function isCollection(text: string): boolean {
  try {
    const { type, features } = JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown>;
    return type === 'FeatureCollection' && Array.isArray(features);
  } catch {
    return false;
  }
}

/** How many more bytes than UTF-16 units a byte of a letter of several makes. */
function surplusOf(byte: number): number {
  if (byte < 0xc0) return 1;
  return byte < 0xf0 ? 0 : -1;
}
