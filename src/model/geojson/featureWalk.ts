import { createValueEnd, isSpace, type ValueEnd } from './valueEnd.ts';
import { quote, comma, colon, openList, closeList, openObject, closeObject } from './jsonUnits.ts';
import { itemAt } from '../itemAt.ts';

/** Walks through the text of a GeoJSON FeatureCollection as it comes, and parses one feature after the other. */
export interface FeatureWalk {
  /** Takes what comes next of the text. */
  push(text: string): void;
  /** Whether the text so far is one whole FeatureCollection. */
  isWhole(): boolean;
  /** Whether nothing that comes can make a FeatureCollection of it any more. */
  isBroken(): boolean;
  /** Features that were passed over because they are too long, or nested too deep (`deepestNesting`). */
  tooLong(): number;
}

/**
 * Takes a member of `features` that is complete, whatever it is.
 *
 * @param from where it begins in the text, UTF-16 units
 * @param end where it ends
 */
export type TakeFeature = (feature: unknown, from: number, end: number) => void;

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

/** A value that has begun: its text so far. */
interface Value {
  role: 'key' | 'member' | 'feature';
  from: number;
  pieces: string[];
  /** UTF-16 units. */
  length: number;
  /** Whether it is nested too deep to be parsed and written again. */
  isDeep: boolean;
  end: ValueEnd;
}

/**
 * Of the members beside `features`, only `type` is looked at. What is longer than `longest` is passed over, so that
 * one value is all that is ever held and parsed at once.
 *
 * @param longest bytes of one value as UTF-8
 */
export function createFeatureWalk(longest: number, take: TakeFeature): FeatureWalk {
  let expected: Expected = 'mark';
  let value: Value | undefined;
  let key: unknown;
  let type: unknown;
  let lists = 0;
  let longOnes = 0;
  let isBroken = false;
  /** Length of all that was pushed before. */
  let passed = 0;

  /** One unit between values. Answers which value begins with it. */
  function between(unit: number): Value['role'] | 'none' {
    if (expected === 'mark') {
      expected = 'object';
      if (unit === byteOrderMark) return 'none';
    }
    if (isSpace(unit)) return 'none';
    switch (expected) {
      case 'object':
        return unit === openObject ? go('keyOrEnd') : refuse();
      case 'keyOrEnd':
        if (unit === closeObject) return go('nothing');
        return unit === quote ? 'key' : refuse();
      case 'key':
        return unit === quote ? 'key' : refuse();
      case 'colon':
        return unit === colon ? go('value') : refuse();
      case 'value':
        if (key !== 'features') return 'member';
        lists += 1;
        // Of two members of one name, parsers take the last: nobody means that.
        return unit === openList && lists === 1 ? go('featureOrEnd') : refuse();
      case 'commaOrEnd':
        if (unit === closeObject) return go('nothing');
        return unit === comma ? go('key') : refuse();
      case 'featureOrEnd':
        return unit === closeList ? go('commaOrEnd') : 'feature';
      case 'feature':
        return 'feature';
      case 'featureCommaOrEnd':
        if (unit === closeList) return go('commaOrEnd');
        return unit === comma ? go('feature') : refuse();
      case 'nothing':
        return refuse();
    }
  }

  function go(next: Expected): 'none' {
    expected = next;
    return 'none';
  }

  function refuse(): 'none' {
    isBroken = true;
    return 'none';
  }

  /** Holds more of the value under way, as long as it is not too long. */
  function hold(signedIn: Value, text: string) {
    signedIn.length += text.length;
    // No letter takes less than a byte for each of its units.
    if (signedIn.length > longest) signedIn.pieces = [];
    else signedIn.pieces.push(text);
  }

  function finish({ role, from, pieces, length, isDeep }: Value) {
    value = undefined;
    const text = pieces.length === 1 ? itemAt(pieces, 0) : pieces.join('');
    const isLong = isDeep || length > longest || isLonger(text, longest);
    const content = isLong ? undefined : parsed(text);
    if (content === broken) {
      isBroken = true;
      return;
    }
    switch (role) {
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
        else take(content, from, from + length);
        expected = 'featureCommaOrEnd';
    }
  }

  return {
    push(text) {
      let at = 0;
      while (at < text.length && !isBroken) {
        if (!value) {
          const unit = text.charCodeAt(at);
          const role = between(unit);
          if (role === 'none') {
            at += 1;
            continue;
          }
          const end = createValueEnd(unit, () => (begun.isDeep = true));
          const begun: Value = { role, from: passed + at, pieces: [], length: 0, isDeep: false, end };
          value = begun;
        }
        const end = value.end(text, at);
        hold(value, text.slice(at, end));
        if (end === undefined) break;
        finish(value);
        at = end;
      }
      passed += text.length;
    },
    isWhole: () => !isBroken && expected === 'nothing' && type === 'FeatureCollection' && lists === 1,
    isBroken: () => isBroken,
    tooLong: () => longOnes,
  };
}

const byteOrderMark = 0xfeff;

const encoder = new TextEncoder();

function isLonger(text: string, bytes: number): boolean {
  // No letter takes more than three bytes for each of its units.
  return text.length * 3 > bytes && encoder.encode(text).length > bytes;
}

/** Stands for a text that is no JSON. */
const broken = Symbol('broken');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return broken;
  }
}

/** The features of a GeoJSON FeatureCollection out of its bytes as they come, however long the text is. */
interface FeatureStream {
  /** Takes the next bytes of UTF-8. Answers the members of `features` that are complete by now, whatever they are. */
  push(bytes: Uint8Array): unknown[];
  /** Nothing comes any more. Answers whether all bytes were one whole FeatureCollection. */
  end(): boolean;
  /** Whether nothing that comes can make a FeatureCollection of it any more. */
  isBroken(): boolean;
  /** Features that were passed over because they are too long, or nested too deep. */
  tooLong(): number;
}

/** @param longest bytes of one value: longer ones are passed over, so that memory stays small */
export function createFeatureStream(longest: number): FeatureStream {
  // A mark of the byte order inside of the text is a letter that is no JSON.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let found: unknown[] = [];
  const walk = createFeatureWalk(longest, feature => found.push(feature));
  return {
    push(bytes) {
      found = [];
      walk.push(decoder.decode(bytes, { stream: true }));
      return found;
    },
    end() {
      // What is left of a letter that was cut off.
      walk.push(decoder.decode());
      return walk.isWhole();
    },
    isBroken: () => walk.isBroken(),
    tooLong: () => walk.tooLong(),
  };
}
