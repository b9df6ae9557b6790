import type { Polygon } from 'geojson';
import { afterStep, type AreaRings } from '../../../src/features/areas/rules/edits/areaChange.ts';
import type { AreaChangeOnMap, AreaRow } from '../../../src/protocol/protocol.ts';

/** A hole is drawn like a polygon, into the active area. */
export type DrawnShape = 'polygon' | 'rectangle' | 'circle' | 'hole';

export type Tool =
  | { kind: 'none' }
  /** @property points of a drawing that was rejected: it is reopened so that it isn't lost */
  | { kind: 'drawing'; shape: DrawnShape; points: AreaRings[number] }
  /** No area to reshape is chosen yet. */
  | { kind: 'choosing' }
  /**
   * @property opened the rings that the handles were created for; if the rings change, the handles are recreated
   * @property rings what the handles show now
   */
  | { kind: 'reshaping'; key: string; opened: AreaRings; rings: AreaRings }
  /** Measurements are never saved. */
  | { kind: 'measuring' };

/** `ring` is 0 for the outer ring; `vertex` is 0 for the first position of the ring. */
export interface VertexPlace {
  ring: number;
  vertex: number;
}

export interface Unwritten {
  change: AreaChangeOnMap;
  /** The rings of the area when it was changed. The change is sent only while the text still has these rings. */
  madeOn?: AreaRings;
  /** Whether it goes into a new document. */
  isNew?: boolean;
}

/** The editing state of the areas: the tool, the change being written to the text, and the changes after it. */
export interface Editing {
  tool: Tool;
  waiting?: Unwritten | undefined;
  /** Sent one by one, each after the previous answer. */
  queue: readonly Unwritten[];
}

export const noTool: Tool = { kind: 'none' };

export function handlesOn(key: string, rings: AreaRings): Tool {
  return { kind: 'reshaping', key, opened: rings, rings };
}

/** Changes that aren't in the text yet, oldest first. */
function unwritten({ waiting, queue }: Editing): readonly Unwritten[] {
  return waiting ? [waiting, ...queue] : queue;
}

/** The rings that an area is drawn with: a pending change takes precedence over the text. */
export function visibleRings(editing: Editing, row: AreaRow): AreaRings {
  const latest = unwritten(editing).findLast(
    ({ change }) => change.kind === 'reshape' && change.key === row.key,
  );
  return latest?.madeOn && latest.change.kind === 'reshape'
    ? afterStep(latest.madeOn, latest.change.step)
    : row.polygon.coordinates;
}

/** Whether an area is being removed from the text: until then, the keys of the others may change. */
export function isRemoving(editing: Editing): boolean {
  return unwritten(editing).some(({ change }) => change.kind === 'remove');
}

/** The queue with one more change. Moves of the same vertex are merged, because holding a key sends many. */
export function queued(queue: readonly Unwritten[], made: Unwritten): readonly Unwritten[] {
  const last = queue.at(-1);
  if (!last || !isSameMove(last.change, made.change)) return [...queue, made];
  return [...queue.slice(0, -1), { ...last, change: made.change }];
}

function isSameMove(left: AreaChangeOnMap, right: AreaChangeOnMap): boolean {
  if (left.kind !== 'reshape' || right.kind !== 'reshape' || left.key !== right.key) return false;
  const a = left.step;
  const b = right.step;
  return a.kind === 'move' && b.kind === 'move' && a.ring === b.ring && a.vertex === b.vertex;
}

/** The areas to draw, each in only one style. */
export type ShownAreas = Readonly<Record<'others' | 'unwritten' | 'active', readonly Polygon[]>>;

/**
 * @param aoi the active area if it isn't one of the document's
 * @param ordered that of the report on the map
 */
export function visibleAreas(
  rows: readonly AreaRow[],
  active: AreaRow | undefined,
  aoi: Polygon | undefined,
  editing: Editing,
  ordered?: Polygon,
): ShownAreas {
  const { tool } = editing;
  const changes = unwritten(editing).map(({ change }) => change);
  // The handles draw their own outline.
  const isShown = ({ key }: AreaRow) =>
    !(tool.kind === 'reshaping' && tool.key === key) &&
    !changes.some(change => change.kind === 'remove' && change.key === key);
  const editedShape = (row: AreaRow): Polygon => {
    const rings = visibleRings(editing, row);
    if (rings === row.polygon.coordinates) return row.polygon;
    return { type: 'Polygon', coordinates: rings.map(ring => [...ring]) };
  };
  const editedShapes = (some: readonly (AreaRow | undefined)[]) =>
    some
      .filter(row => row !== undefined)
      .filter(isShown)
      .map(editedShape);
  return {
    others: [...editedShapes(rows.filter(row => row !== active)), ...(ordered ? [ordered] : [])],
    unwritten: changes.flatMap(change =>
      change.kind === 'add' ? [{ type: 'Polygon' as const, coordinates: [[...change.ring]] }] : [],
    ),
    active: active || !aoi ? editedShapes([active]) : [aoi],
  };
}
