/** The features of a GeoJSON FeatureCollection out of its bytes as they come, however long the text is. */

export interface FeatureStream {
  /** Takes the next bytes of UTF-8. Answers the members of `features` that are complete by now, whatever they are. */
  push(bytes: Uint8Array): unknown[];
  /** Whether all bytes so far are one whole FeatureCollection. */
  isWhole(): boolean;
  /** Whether nothing that comes can make a FeatureCollection of it any more. */
  isBroken(): boolean;
  /** Features that were passed over because of their length. */
  tooLong(): number;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/** What may come next outside of a value. */
type Expected =
  | 'mark'
  | 'object'
  | 'keyOrEnd'
  | 'key'
  | 'colon'
  | 'value'
  | 'commaOrEnd'
  | 'featureOrEnd'
  | 'feature'
  | 'featureCommaOrEnd'
  | 'nothing';

/** A value that has begun: its bytes so far, and where in it we are. */
interface Value {
  role: 'key' | 'member' | 'feature';
  form: 'nested' | 'text' | 'plain';
  pieces: Uint8Array[];
  length: number;
  depth: number;
  inText: boolean;
  afterBackslash: boolean;
}

/**
 * Of the members beside `features`, only `type` is looked at. What is longer than `longest` is passed over, so that
 * one value is all that is ever held and parsed at once.
 *
 * @param longest bytes of one value
 */
export function createFeatureStream(longest: number): FeatureStream {
  let expected: Expected = 'mark';
  let value: Value | undefined;
  let key: unknown;
  let type: unknown;
  let lists = 0;
  let longOnes = 0;
  let marked = 0;
  let isBroken = false;

  function begin(role: Value['role'], byte: number) {
    const form = byte === quote ? 'text' : byte === openObject || byte === openList ? 'nested' : 'plain';
    value = { role, form, pieces: [], length: 0, depth: 0, inText: false, afterBackslash: false };
  }

  /** One byte between values. Answers whether a value begins with it. */
  function between(byte: number): boolean {
    if (expected === 'mark') {
      if (byte === byteOrderMark[marked]) {
        marked += 1;
        if (marked === byteOrderMark.length) expected = 'object';
        return false;
      }
      if (marked > 0) return refuse();
      expected = 'object';
    }
    if (isSpace(byte)) return false;
    switch (expected) {
      case 'object':
        return byte === openObject ? go('keyOrEnd') : refuse();
      case 'keyOrEnd':
        if (byte === closeObject) return go('nothing');
        return byte === quote ? start('key', byte) : refuse();
      case 'key':
        return byte === quote ? start('key', byte) : refuse();
      case 'colon':
        return byte === colon ? go('value') : refuse();
      case 'value':
        if (key !== 'features') return start('member', byte);
        lists += 1;
        // Of two members of one name, parsers take the last: nobody means that.
        return byte === openList && lists === 1 ? go('featureOrEnd') : refuse();
      case 'commaOrEnd':
        if (byte === closeObject) return go('nothing');
        return byte === comma ? go('key') : refuse();
      case 'featureOrEnd':
        return byte === closeList ? go('commaOrEnd') : start('feature', byte);
      case 'feature':
        return start('feature', byte);
      case 'featureCommaOrEnd':
        if (byte === closeList) return go('commaOrEnd');
        return byte === comma ? go('feature') : refuse();
      case 'nothing':
        return refuse();
    }
  }

  function go(next: Expected): false {
    expected = next;
    return false;
  }

  function start(role: Value['role'], byte: number): true {
    begin(role, byte);
    return true;
  }

  function refuse(): false {
    isBroken = true;
    return false;
  }

  /** Holds bytes of the value under way, as long as it is not too long. */
  function hold(under: Value, bytes: Uint8Array) {
    under.length += bytes.length;
    if (under.length > longest) under.pieces = [];
    else under.pieces.push(bytes);
  }

  function finish(ended: Value, found: unknown[]) {
    value = undefined;
    const isLong = ended.length > longest;
    const content = isLong ? undefined : parsed(ended);
    if (content === broken) {
      isBroken = true;
      return;
    }
    switch (ended.role) {
      case 'key':
        key = content;
        expected = 'colon';
        return;
      case 'member':
        if (key === 'type') type = content;
        expected = 'commaOrEnd';
        return;
      case 'feature':
        if (isLong) longOnes += 1;
        else found.push(content);
        expected = 'featureCommaOrEnd';
    }
  }

  return {
    push(bytes) {
      const found: unknown[] = [];
      let at = 0;
      while (at < bytes.length && !isBroken) {
        if (!value && !between(bytes[at] ?? 0)) {
          at += 1;
          continue;
        }
        const under = value;
        if (!under) break;
        const end = endOf(under, bytes, at);
        // The caller may write its next bytes to the same place.
        hold(under, end === undefined ? bytes.slice(at) : bytes.subarray(at, end));
        if (end === undefined) break;
        finish(under, found);
        at = end;
      }
      return found;
    },
    isWhole: () => !isBroken && expected === 'nothing' && type === 'FeatureCollection' && lists === 1,
    isBroken: () => isBroken,
    tooLong: () => longOnes,
  };
}

/** No value begins with a mark of the byte order: inside of the text it is a letter that is no JSON. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Stands for bytes that are no JSON. */
const broken = Symbol('broken');

function parsed({ pieces }: Value): unknown {
  const [first, ...others] = pieces;
  try {
    return JSON.parse(decoder.decode(first && others.length === 0 ? first : joined(pieces))) as unknown;
  } catch {
    return broken;
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Where the value ends, from `at` on; `undefined` when it goes on after these bytes. */
function endOf(value: Value, bytes: Uint8Array, at: number): number | undefined {
  switch (value.form) {
    case 'text':
      return endOfText(value, bytes, at);
    case 'plain':
      return endOfPlain(bytes, at);
    case 'nested':
      return endOfNested(value, bytes, at);
  }
}

function endOfText(value: Value, bytes: Uint8Array, at: number): number | undefined {
  for (let index = at; index < bytes.length; index++) {
    const byte = bytes[index];
    if (value.afterBackslash) value.afterBackslash = false;
    else if (byte === backslash) value.afterBackslash = true;
    else if (byte === quote) {
      if (value.inText) return index + 1;
      value.inText = true;
    }
  }
  return undefined;
}

/** A number or a word ends before what may stand behind it. */
function endOfPlain(bytes: Uint8Array, at: number): number | undefined {
  for (let index = at; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === comma || byte === closeList || byte === closeObject || isSpace(byte)) return index;
  }
  return undefined;
}

function endOfNested(value: Value, bytes: Uint8Array, at: number): number | undefined {
  // In variables of its own, because this is where all the time goes.
  let { depth, inText, afterBackslash } = value;
  for (let index = at; index < bytes.length; index++) {
    const byte = bytes[index];
    if (inText) {
      if (afterBackslash) afterBackslash = false;
      else if (byte === backslash) afterBackslash = true;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === openObject || byte === openList) depth += 1;
    else if (byte === closeObject || byte === closeList) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  Object.assign(value, { depth, inText, afterBackslash });
  return undefined;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
