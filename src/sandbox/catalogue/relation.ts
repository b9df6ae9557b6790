import { coversIndexed, meetsIndexed } from './areaIndex.ts';
import { someNear, type AreaSet } from './areaSet.ts';
import type { Effort } from './effort.ts';
import type { Relation } from './searchRequest.ts';
import { covers, type Area, type Box } from './shapes.ts';

/** To draw the outline of an image and hold it against an area, in units of effort. */
const effortOfOutline = 200;

/** Tells whether an outline has the relation to the areas of a search that it asks for. */
export function relationTo(
  areas: AreaSet,
  relation: Relation,
  effort: Effort = { spent: 0 },
): (outline: Area) => boolean {
  const touches = (outline: Area): boolean =>
    someNear(areas, outline.box, index => meetsIndexed(outline, index));
  const hasRelation = (outline: Area): boolean => {
    switch (relation) {
      case 'intersects':
        return touches(outline);
      case 'contains':
        return areas.all.every(index => containsArea(outline, index.area, effort));
      case 'within':
        return someNear(areas, outline.box, index => coversIndexed(index, outline));
      case 'disjoint':
        return !touches(outline);
    }
  };
  return outline => {
    effort.spent += effortOfOutline;
    return hasRelation(outline);
  };
}

function containsArea(outline: Area, area: Area, effort: Effort): boolean {
  // Few outlines are large enough, and each of those has to be held against every edge.
  if (!isNoLarger(area.box, outline.box)) return false;
  effort.spent += area.rings.reduce((sum, ring) => sum + ring.length, 0);
  return covers(outline, area);
}

function isNoLarger(a: Box, b: Box): boolean {
  return a.south >= b.south && a.north <= b.north && a.east - a.west <= b.east - b.west;
}
