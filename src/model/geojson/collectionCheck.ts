/** Whether bytes are one GeoJSON FeatureCollection, told as they come: nothing is kept, and nothing is made of them. */
import { action, firstAction, makeJsonSteps, step } from './jsonSteps.ts';

export interface CollectionCheck {
  /** Takes the next bytes of UTF-8. */
  push(bytes: Uint8Array): void;
  /** Whether all bytes so far are one whole FeatureCollection, and JSON to the last letter. */
  isWhole(): boolean;
  /** Whether nothing that comes can make a FeatureCollection of it any more. */
  isBroken(): boolean;
}

/** Deeper nesting is not GeoJSON that somebody wrote. */
const deepest = 1000;
/** Bytes of a name or a type, with its quotes: whatever is longer is neither of those that count. */
const longestName = 256;

// As numbers of this module, which are quicker to reach than members of an object.
const { mark, list, value, valueOrEnd, key, keyOrEnd, colon, after, text } = step;
const { comma, openList, closeList, openText, closeText, openObject, closeObject, ofMember, broken } = action;
const inObject = 1;
const inList = 2;
const steps = makeJsonSteps();

/**
 * As strict as JSON.parse, and several times quicker than making values. Of two members named `features`, parsers take
 * the last: nobody means that, and it is refused.
 */
export function createCollectionCheck(): CollectionCheck {
  /** By depth: what is open there; nothing is at 0. */
  const objects = new Uint8Array(deepest + 1);
  let depth = 0;
  let at: number = mark;
  /** Whether the text under way is the name of a member. */
  let isKey = false;
  /** What came of a name, or of a type, in the outermost object. */
  let held: number[] | undefined;
  let name: unknown;
  let type: unknown;
  let lists = 0;

  /** What may stand behind the name of a member of the outermost object. */
  function stepOfMember(): number {
    if (name === 'type') type = undefined;
    if (name !== 'features') return value;
    lists += 1;
    return lists === 1 ? list : broken;
  }

  function hold(bytes: Uint8Array) {
    if (!held) return;
    for (const byte of bytes) if (held.length < longestName) held.push(byte);
  }

  function takeWord(end: Uint8Array, asName: boolean) {
    hold(end);
    const word = held && wordOf(held);
    held = undefined;
    if (asName) name = word;
    else type = word;
  }

  function push(bytes: Uint8Array) {
    // In variables of its own and without a call for what is frequent, because this is where all the time goes.
    const rows = steps;
    const around = objects;
    let now = at;
    let level = depth;
    let ofKey = isKey;
    let heldFrom = 0;
    for (let index = 0; index < bytes.length; index++) {
      const next = rows[(now << 8) | (bytes[index] as number)] as number;
      if (next < firstAction) {
        now = next;
        continue;
      }
      switch (next) {
        case comma:
          now = around[level] === inObject ? key : level > 0 ? value : broken;
          break;
        case openList:
          level += 1;
          around[level] = inList;
          now = level < deepest ? valueOrEnd : broken;
          break;
        case closeList:
          now = around[level] === inList ? after : broken;
          level -= 1;
          break;
        case openText:
          ofKey = now === key || now === keyOrEnd;
          now = text;
          if (level === 1 && (ofKey || name === 'type')) {
            held = [];
            heldFrom = index;
          }
          break;
        case closeText:
          now = ofKey ? colon : after;
          if (level === 1 && held) takeWord(bytes.subarray(heldFrom, index + 1), ofKey);
          break;
        case openObject:
          level += 1;
          around[level] = inObject;
          now = level < deepest ? keyOrEnd : broken;
          break;
        case closeObject:
          now = around[level] === inObject ? after : broken;
          level -= 1;
          break;
        case ofMember:
          now = level === 1 ? stepOfMember() : value;
          break;
        default:
          now = broken;
      }
      if (now === broken) break;
    }
    at = now;
    depth = level;
    isKey = ofKey;
    // The caller may write its next bytes to the same place.
    if (held) hold(bytes.subarray(heldFrom));
  }

  return {
    push(bytes) {
      if (at !== broken) push(bytes);
    },
    isWhole: () => at === after && depth === 0 && type === 'FeatureCollection' && lists === 1,
    isBroken: () => at === broken,
  };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** @param letters bytes of a text with its quotes; of one that is too long the beginning alone */
function wordOf(letters: readonly number[]): unknown {
  if (letters.length === longestName) return undefined;
  return JSON.parse(decoder.decode(Uint8Array.from(letters)));
}
