import { deepestNesting } from '../json/nesting.ts';
import { quote, comma, backslash, openList, closeList, openObject, closeObject } from './jsonUnits.ts';

/**
 * Looks for the end of a JSON value in a text that comes in pieces: where it ends, from `at` on, or `undefined` when it
 * goes on after this piece. Whatever is wrong with the value is for its parser to find.
 */
export type ValueEnd = (text: string, at: number) => number | undefined;

/**
 * @param unit that the value begins with; the first piece is given from there on
 * @param onDeep told of a value that is nested deeper than {@link deepestNesting}
 */
export function createValueEnd(unit: number, onDeep: () => void): ValueEnd {
  if (unit === quote) return createStringEnd();
  return unit === openObject || unit === openList ? createNestedEnd(onDeep) : plainEnd;
}

/** The whitespace of JSON. */
export function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

function createStringEnd(): ValueEnd {
  let isIn = false;
  let afterBackslash = false;
  return (text, at) => {
    for (let index = at; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (afterBackslash) afterBackslash = false;
      else if (unit === backslash) afterBackslash = true;
      else if (unit === quote) {
        if (isIn) return index + 1;
        isIn = true;
      }
    }
    return undefined;
  };
}

/** A number or a word ends before what may stand behind it. */
const plainEnd: ValueEnd = (text, at) => {
  for (let index = at; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === comma || unit === closeList || unit === closeObject || isSpace(unit)) return index;
  }
  return undefined;
};

/** A list or an object. All the time of reading goes here. */
function createNestedEnd(onDeep: () => void): ValueEnd {
  const kept = { depth: 0, inText: false, afterBackslash: false };
  return (text, at) => {
    // In variables of its own, because those of the function around it are slower.
    let { depth, inText, afterBackslash } = kept;
    for (let index = at; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (inText) {
        if (afterBackslash) afterBackslash = false;
        else if (unit === backslash) afterBackslash = true;
        else if (unit === quote) inText = false;
      } else if (unit === quote) inText = true;
      else if (unit === openObject || unit === openList) {
        depth += 1;
        if (depth > deepestNesting) onDeep();
      } else if (unit === closeObject || unit === closeList) {
        depth -= 1;
        if (depth === 0) return index + 1;
      }
    }
    Object.assign(kept, { depth, inText, afterBackslash });
    return undefined;
  };
}
