import type { Position } from 'geojson';
import type { Work } from '../ui/turns.ts';
import { aroundPole, withoutJumps } from './land.ts';
import { WorldShapes } from './worldShapes.ts';

/** Points that are read before other work gets its turn, at least. */
const pointsAtOnce = 4000;

/**
 * Reads the fine outline of the land, written by `test/build/coastFile.mjs`, which describes the format.
 *
 * @param onRead gets the closed rings, to be filled together by the even-odd rule
 */
export function* readCoast(file: ArrayBuffer, onRead: (rings: WorldShapes) => void): Work {
  const head = new DataView(file);
  const float = (at: number) => head.getFloat64(at * 8, true);
  const perColumn = float(0);
  const perRow = float(1);
  const west = float(2);
  const south = float(3);
  const lengths = numbersFrom(head, 40);
  const ringLengths = Array.from({ length: head.getUint32(32, true) }, lengths.next);
  const columnSteps = numbersFrom(head, lengths.end());
  const rowSteps = numbersFrom(head, head.getUint32(36, true));

  const rings = new WorldShapes();
  let column = 0;
  let row = 0;
  let points = 0;
  for (const length of ringLengths) {
    const ring: Position[] = [];
    for (let point = 0; point < length; point += 1) {
      column += signed(columnSteps.next());
      row += signed(rowSteps.next());
      ring.push([column * perColumn + west, row * perRow + south]);
    }
    rings.add({ type: 'LineString', coordinates: aroundPole(withoutJumps(ring)) }, 0);
    points += length;
    if (points < pointsAtOnce) continue;
    points = 0;
    yield;
  }
  onRead(rings);
}

/** Reads variable-length integers one after another. */
function numbersFrom(bytes: DataView, start: number) {
  let at = start;
  return {
    next: (): number => {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes.getUint8(at);
        at += 1;
        value |= (byte & 127) << shift;
        if (byte < 128) return value;
      }
    },
    end: () => at,
  };
}

/** A step has its sign in its lowest bit. */
function signed(step: number): number {
  return step % 2 === 0 ? step / 2 : -(step + 1) / 2;
}
