/** What a person does to the areas of a document on the map, as the page says it. */
import type { Position } from 'geojson';
import { isSamePlace } from '../aoi/aoiRings.ts';
import { itemAt } from '../itemAt.ts';
import type { JsonPath } from '../problem.ts';

/** Closed rings of [longitude, latitude] in degrees, the outer one first. */
export type AreaRings = readonly (readonly Position[])[];

/** `ring` counts from the outer one on, `vertex` from the first position of the ring. */
export type VertexStep =
  | { kind: 'move'; ring: number; vertex: number; to: readonly [longitude: number, latitude: number] }
  /** Before a vertex, or behind the last one. */
  | { kind: 'insert'; ring: number; vertex: number; to: readonly [longitude: number, latitude: number] }
  /** Of a hole of three vertices the whole hole goes. */
  | { kind: 'delete'; ring: number; vertex: number };

/** `Area` says how an area is named: by the path of its Polygon in the document, or as the page knows it. */
export type AreaChange<Area = { path: JsonPath }> =
  /** The ring is closed. */
  | { kind: 'add'; ring: readonly Position[] }
  | ({ kind: 'remove' } & Area)
  | ({ kind: 'reshape'; step: VertexStep } & Area);

/** The vertices of a closed ring. What stands behind them repeats the first, also where that is written twice. */
export function verticesOf(ring: readonly Position[]): readonly Position[] {
  let count = ring.length - 1;
  while (count > 1 && isSamePlace(ring[count - 1], ring[0])) count--;
  return ring.slice(0, count);
}

/** Closed rings after a step: what closes a ring follows its first vertex. */
export function afterStep(rings: AreaRings, step: VertexStep): AreaRings {
  if (takesHole(rings, step)) return rings.toSpliced(step.ring, 1);
  const ring = itemAt(rings, step.ring);
  const vertices = verticesOf(ring);
  const added = step.kind === 'delete' ? [] : [[...step.to]];
  const next = vertices.toSpliced(step.vertex, step.kind === 'insert' ? 0 : 1, ...added);
  const closing = ring.slice(vertices.length).flatMap(() => next.slice(0, 1));
  return rings.with(step.ring, [...next, ...closing]);
}

/** Whether a step takes a whole hole away: of two vertices it would be none. */
export function takesHole(rings: AreaRings, { kind, ring }: VertexStep): boolean {
  return kind === 'delete' && ring > 0 && verticesOf(itemAt(rings, ring)).length <= 3;
}
