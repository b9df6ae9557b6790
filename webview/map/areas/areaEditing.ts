import type { Polygon } from 'geojson';
import { afterStep, type AreaRings } from '../../../src/model/edits/areaChange.ts';
import type { AreaChangeOnMap, AreaRow } from '../../../src/shared/protocol.ts';

export type DrawnShape = 'polygon' | 'rectangle';

export type Tool =
  | { kind: 'none' }
  /** @property points of a drawing that was refused: it is opened again, so that it is not lost */
  | { kind: 'drawing'; shape: DrawnShape; points: AreaRings[number] }
  /** The area to reshape is still to be chosen. */
  | { kind: 'choosing' }
  /**
   * @property opened the rings that the handles were put on; other ones mean that the handles are put on anew
   * @property rings what the handles show by now
   */
  | { kind: 'reshaping'; key: string; opened: AreaRings; rings: AreaRings }
  /** Nothing of it is written anywhere. */
  | { kind: 'measuring' };

export interface Unwritten {
  change: AreaChangeOnMap;
  /** The rings of the area when it was changed. It is sent only as long as these stand in the text. */
  madeOn?: AreaRings;
}

/** The editing of the areas: what the tool is, what is on its way to the text, and what goes there next. */
export interface Editing {
  tool: Tool;
  /** Sent and not yet answered. */
  waiting?: (Unwritten & { id: number }) | undefined;
  /** Sent one by one after the answer. */
  queue: readonly Unwritten[];
}

export const noTool: Tool = { kind: 'none' };

export function handlesOn(key: string, rings: AreaRings): Tool {
  return { kind: 'reshaping', key, opened: rings, rings };
}

/** What a person has done and the text does not say yet, oldest first. */
function unwritten({ waiting, queue }: Editing): readonly Unwritten[] {
  return waiting ? [waiting, ...queue] : queue;
}

/** The rings that an area is drawn with: what is on its way to the text stands for the text. */
export function shownRings(editing: Editing, row: AreaRow): AreaRings {
  const latest = unwritten(editing).findLast(
    ({ change }) => change.kind === 'reshape' && change.key === row.key,
  );
  return latest?.madeOn && latest.change.kind === 'reshape'
    ? afterStep(latest.madeOn, latest.change.step)
    : row.polygon.coordinates;
}

/** Whether an area is about to go from the text: until it has gone the names of the others are not sure. */
export function isRemoving(editing: Editing): boolean {
  return unwritten(editing).some(({ change }) => change.kind === 'remove');
}

/** What waits to be sent, with one more change: a key that is held down moves one vertex many times. */
export function queued(queue: readonly Unwritten[], made: Unwritten): readonly Unwritten[] {
  const last = queue.at(-1);
  if (!last || !isSameMove(last.change, made.change)) return [...queue, made];
  return [...queue.slice(0, -1), { ...last, change: made.change }];
}

function isSameMove(one: AreaChangeOnMap, other: AreaChangeOnMap): boolean {
  if (one.kind !== 'reshape' || other.kind !== 'reshape' || one.key !== other.key) return false;
  const [a, b] = [one.step, other.step];
  return a.kind === 'move' && b.kind === 'move' && a.ring === b.ring && a.vertex === b.vertex;
}

/** What is drawn of the areas, each in one look only. */
export type ShownAreas = Readonly<Record<'others' | 'unwritten' | 'active' | 'lit', readonly Polygon[]>>;

/** @param aoi the active area when it is none of the document's */
export function areasShown(
  rows: readonly AreaRow[],
  lit: AreaRow | undefined,
  active: AreaRow | undefined,
  aoi: Polygon | undefined,
  editing: Editing,
): ShownAreas {
  const { tool } = editing;
  const changes = unwritten(editing).map(({ change }) => change);
  // The handles draw their own outline.
  const isShown = ({ key }: AreaRow) =>
    !(tool.kind === 'reshaping' && tool.key === key) &&
    !changes.some(change => change.kind === 'remove' && change.key === key);
  const shapeOf = (row: AreaRow): Polygon => {
    const rings = shownRings(editing, row);
    if (rings === row.polygon.coordinates) return row.polygon;
    return { type: 'Polygon', coordinates: rings.map(ring => [...ring]) };
  };
  const shapesOf = (some: readonly (AreaRow | undefined)[]) =>
    some
      .filter(row => row !== undefined)
      .filter(isShown)
      .map(shapeOf);
  const ofDocument = active === lit ? [] : shapesOf([active]);
  return {
    others: shapesOf(rows.filter(row => row !== lit && row !== active)),
    unwritten: changes.flatMap(change =>
      change.kind === 'add' ? [{ type: 'Polygon' as const, coordinates: [[...change.ring]] }] : [],
    ),
    active: active || !aoi ? ofDocument : [aoi],
    lit: shapesOf([lit]),
  };
}
