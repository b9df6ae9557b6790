import type { Polygon } from 'geojson';
import type { AreaRow } from '../../../src/shared/protocol.ts';
import { shownRings, unwritten, type Editing } from './areaEditing.ts';

/** What is drawn of the areas, each in one look only. */
export interface ShownAreas {
  others: readonly Polygon[];
  inHand: Polygon | undefined;
  lit: Polygon | undefined;
  unwritten: readonly Polygon[];
}

/** @param aoi the area in hand when it is none of the document's */
export function areasShown(
  rows: readonly AreaRow[],
  lit: AreaRow | undefined,
  inHand: AreaRow | undefined,
  aoi: Polygon | undefined,
  editing: Editing,
): ShownAreas {
  const { tool } = editing;
  const open = tool.kind === 'reshaping' ? tool.key : undefined;
  const changes = unwritten(editing).map(({ change }) => change);
  const going = new Set(changes.flatMap(change => (change.kind === 'remove' ? [change.key] : [])));
  const shapeOf = (row: AreaRow): Polygon => {
    const rings = shownRings(editing, row);
    if (rings === row.polygon.coordinates) return row.polygon;
    return { type: 'Polygon', coordinates: rings.map(ring => [...ring]) };
  };
  // The handles draw their own outline.
  const isShown = (row: AreaRow) => row.key !== open && !going.has(row.key);
  const alone = (row: AreaRow | undefined) => (row && isShown(row) ? shapeOf(row) : undefined);
  return {
    others: rows.filter(row => row !== lit && row !== inHand && isShown(row)).map(shapeOf),
    inHand: inHand ? (inHand === lit ? undefined : alone(inHand)) : aoi,
    lit: alone(lit),
    unwritten: changes.flatMap(change =>
      change.kind === 'add' ? [{ type: 'Polygon' as const, coordinates: [[...change.ring]] }] : [],
    ),
  };
}
