/** An edit of the areas of a document on the map, as sent by the page. */
import type { Position } from 'geojson';
import { itemAt } from '../../../../base/itemAt.ts';
import type { JsonPath } from '../../../../base/problem.ts';
import { isSamePlace } from '../../../../geo/aoiRings.ts';

/** Closed rings of [longitude, latitude] in degrees, the outer one first. */
export type AreaRings = readonly (readonly Position[])[];

/** `ring` is 0 for the outer ring; `vertex` is 0 for the first position of the ring. */
export type VertexStep =
  | { kind: 'move'; ring: number; vertex: number; to: readonly [longitude: number, latitude: number] }
  /** Before a vertex, or after the last one. */
  | { kind: 'insert'; ring: number; vertex: number; to: readonly [longitude: number, latitude: number] }
  /** For a hole with three vertices, deletes the hole. */
  | { kind: 'delete'; ring: number; vertex: number };

export type AreaStep =
  | VertexStep
  /** Moves the whole area, by degrees. */
  | { kind: 'shift'; by: readonly [longitude: number, latitude: number] }
  /** Adds a hole. The ring is closed and clockwise (RFC 7946, 3.1.6). */
  | { kind: 'hole'; hole: readonly Position[] };

/** `Area` identifies an area: the path of its Polygon in the document, or the page's key. */
export type AreaChange<Area = { path: JsonPath }> =
  /** The ring is closed. */
  | { kind: 'add'; ring: readonly Position[] }
  | ({ kind: 'remove' } & Area)
  | ({ kind: 'rename'; name: string } & Area)
  | ({ kind: 'reshape'; step: AreaStep } & Area);

/** The vertices of a closed ring. The closing position repeats the first, even if written twice. */
export function ringVertices(ring: readonly Position[]): readonly Position[] {
  let count = ring.length - 1;
  while (count > 1 && isSamePlace(ring[count - 1], ring[0])) count--;
  return ring.slice(0, count);
}

/** Closed rings after a step: the closing position follows the first vertex. */
export function afterStep(rings: AreaRings, step: AreaStep): AreaRings {
  if (step.kind === 'hole') return [...rings, step.hole];
  if (step.kind === 'shift') return rings.map(ring => ring.map(position => shifted(position, step.by)));
  if (takesHole(rings, step)) return rings.toSpliced(step.ring, 1);
  const ring = itemAt(rings, step.ring);
  const vertices = ringVertices(ring);
  const added: Position[] = step.kind === 'delete' ? [] : [[...step.to]];
  const next = vertices.toSpliced(step.vertex, step.kind === 'insert' ? 0 : 1, ...added);
  const closing = ring.slice(vertices.length).flatMap(() => next.slice(0, 1));
  return rings.with(step.ring, [...next, ...closing]);
}

/** Seven decimals are a centimeter. */
function shifted([x, y, ...more]: Position, [dx, dy]: readonly [number, number]): Position {
  const moved = (from: number, by: number) => (by === 0 ? from : Number((from + by).toFixed(7)) + 0);
  return [moved(x, dx), moved(y, dy), ...more];
}

/** Whether a step removes a hole: with two vertices, it wouldn't be a ring. */
export function takesHole(rings: AreaRings, { kind, ring }: VertexStep): boolean {
  return kind === 'delete' && ring > 0 && ringVertices(itemAt(rings, ring)).length <= 3;
}
