/** Cuts polygons at the antimeridian (RFC 7946, 3.1.9). */
import type { Position } from 'geojson';
import { sideOfRing, signedArea } from './ring.ts';
import { itemAt } from '../itemAt.ts';

const halfTurn = 180;
const turn = 360;
/** Digits after the point of a latitude where an edge is cut: a centimetre. */
const cutDecimals = 7;

/**
 * The parts of a polygon on both sides of the antimeridian, with longitudes within ±180°, or `undefined` when it goes
 * round a pole or the whole Earth and has no such parts. Steps of more than half of the Earth are taken for short ones
 * across the antimeridian. Holes are kept.
 *
 * @param rings closed, the outer one first
 */
export function cutAtAntimeridian(rings: readonly (readonly Position[])[]): Position[][][] | undefined {
  const positions = rings.flat();
  if (positions.some(([, y = 0]) => Math.abs(y) > 90)) return undefined;
  // Longitudes beyond ±180° run on already: a long step among them is an error, and nobody knows where it leads.
  const runOn = positions.some(([x = 0]) => Math.abs(x) > halfTurn);
  if (runOn && rings.some(hasLongStep)) return undefined;
  const continuous = rings.map(unwrapped);
  const [outer] = continuous;
  if (!outer || continuous.some(ring => ring === undefined)) return undefined;
  const west = Math.min(...extentOf(outer));
  if (Math.max(...extentOf(outer)) - west >= turn) return undefined;
  // The westernmost corner lies within ±180°, so that 180° is the only meridian to cut at.
  const whole = Math.floor((west + halfTurn) / turn) * turn;
  const placed = continuous.map((ring = [], index) =>
    oriented(moved(ring, (index === 0 ? 0 : turnsTo(ring, outer)) - whole), index === 0),
  );
  const westPart = partOf(placed, x => x <= halfTurn);
  const eastPart = partOf(placed, x => x > halfTurn);
  if (!westPart || !eastPart) return undefined;
  return [...westPart, ...eastPart.map(part => part.map(ring => moved(ring, -turn)))];
}

function hasLongStep(ring: readonly Position[]): boolean {
  return ring.some(([x = 0], index) => Math.abs(x - (ring[index - 1]?.[0] ?? x)) > halfTurn);
}

/** The ring with longitudes that run on beyond ±180°; `undefined` when it comes back a turn away, round a pole. */
function unwrapped(ring: readonly Position[]): Position[] | undefined {
  let offset = 0;
  const continuous = ring.map(([x = 0, y = 0], index): Position => {
    const step = x - (ring[index - 1]?.[0] ?? x);
    if (step > halfTurn) offset -= turn;
    else if (step < -halfTurn) offset += turn;
    return [x + offset, y];
  });
  return offset === 0 ? continuous : undefined;
}

function extentOf(ring: readonly Position[]): [number, number] {
  let [west, east] = [Infinity, -Infinity];
  for (const [x = 0] of ring) [west, east] = [Math.min(west, x), Math.max(east, x)];
  return [west, east];
}

/** By how many degrees, in whole turns, a hole is moved to lie within its outer ring. */
function turnsTo(hole: readonly Position[], outer: readonly Position[]): number {
  const [west, east] = extentOf(hole);
  const [outerWest, outerEast] = extentOf(outer);
  return Math.round(((outerWest + outerEast) / 2 - (west + east) / 2) / turn) * turn;
}

function moved(ring: readonly Position[], degrees: number): Position[] {
  return ring.map(([x = 0, y = 0]) => [x + degrees, y]);
}

/** Outer rings counter-clockwise, holes clockwise: cut edges then join from an end to a start. */
function oriented(ring: Position[], isOuter: boolean): Position[] {
  return signedArea(ring) > 0 === isOuter ? ring : ring.toReversed();
}

/** The polygons on one side of the 180th meridian; `undefined` where the rings touch there in a way without order. */
function partOf(rings: readonly Position[][], isInside: (x: number) => boolean): Position[][][] | undefined {
  const uncut = rings.map(ring => ring.every(([x = 0]) => isInside(x)));
  const chains = rings.flatMap((ring, index) => (uncut[index] ? [] : chainsOf(ring, isInside)));
  const joined = joinChains(chains);
  if (!joined) return undefined;
  const outers = joined.filter(ring => ring.length >= 4 && signedArea(ring) > 0);
  const parts = (uncut[0] && rings[0] ? [rings[0], ...outers] : outers).map(ring => [ring]);
  rings.forEach((hole, index) => {
    const [corner] = hole;
    if (index === 0 || !uncut[index] || !corner) return;
    parts.find(([outer = []]) => sideOfRing(corner, outer) !== 'outside')?.push(hole);
  });
  return parts;
}

/** The stretches of a ring on one side, each from a point on the meridian to another. */
function chainsOf(ring: readonly Position[], isInside: (x: number) => boolean): Position[][] {
  const open = ring.slice(0, -1);
  const entry = open.findIndex(([x = 0], index) => isInside(x) && !isInside(open.at(index - 1)?.[0] ?? x));
  if (entry < 0) return [];
  const turned = [...open.slice(entry), ...open.slice(0, entry)];
  const chains: Position[][] = [];
  turned.forEach((position, index) => {
    const before = turned.at(index - 1) ?? position;
    const after = turned[(index + 1) % turned.length] ?? position;
    if (!isInside(itemAt(position, 0))) return;
    if (!isInside(itemAt(before, 0))) chains.push([onMeridian(before, position)]);
    chains.at(-1)?.push(position);
    if (!isInside(itemAt(after, 0))) chains.at(-1)?.push(onMeridian(position, after));
  });
  return chains;
}

function onMeridian([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position): Position {
  const latitude = ay + ((by - ay) * (halfTurn - ax)) / (bx - ax);
  return [halfTurn, ax === halfTurn ? ay : bx === halfTurn ? by : Number(latitude.toFixed(cutDecimals))];
}

interface ChainEnd {
  chain: number;
  isStart: boolean;
  latitude: number;
}

/** Along the meridian it is inside between the first and the second end, the third and the fourth, and so on. */
function joinChains(chains: readonly Position[][]): Position[][] | undefined {
  const ends = chains
    .flatMap((chain, index): ChainEnd[] => [
      { chain: index, isStart: true, latitude: itemAt(itemAt(chain, 0), 1) },
      { chain: index, isStart: false, latitude: itemAt(itemAt(chain, chain.length - 1), 1) },
    ])
    .toSorted((a, b) => a.latitude - b.latitude);
  const following = new Map<number, number>();
  for (let index = 0; index < ends.length; index += 2) {
    const [one, other] = [ends[index], ends[index + 1]];
    if (!one || !other || one.isStart === other.isStart) return undefined;
    const [start, end] = one.isStart ? [one, other] : [other, one];
    following.set(end.chain, start.chain);
  }
  const rings: Position[][] = [];
  for (let [first] = following.keys(); first !== undefined; [first] = following.keys()) {
    const ring: Position[] = [];
    let chain = first;
    for (let next = following.get(chain); next !== undefined; next = following.get(chain)) {
      ring.push(...itemAt(chains, chain));
      following.delete(chain);
      chain = next;
    }
    rings.push(closed(ring));
  }
  return rings;
}

/** Without repetitions where chains meet, and with its end. */
function closed(ring: readonly Position[]): Position[] {
  const kept = ring.filter(
    ([x, y], index) => index === 0 || x !== ring[index - 1]?.[0] || y !== ring[index - 1]?.[1],
  );
  const [first, last] = [kept[0], kept.at(-1)];
  if (!first || !last || (first[0] === last[0] && first[1] === last[1])) return kept;
  return [...kept, first];
}
