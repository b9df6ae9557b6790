import type { AreaChange } from '../model/edits/areaChange.ts';
import type { PolygonInText } from '../model/geojson/geojsonText.ts';
import type { JsonPath } from '../model/problem.ts';
import type { AreaChangeOnMap, AreaRow, ToPage } from '../shared/protocol.ts';
import type { AreasState } from '../areas/areas.ts';

/** More are not drawn: a document of so many areas is data, not a draft. */
const most = { areas: 5000, positions: 500_000 } as const;
/** A message of areas ends behind so many of either. */
const chunk = { areas: 200, positions: 20_000 } as const;

/** The page knows an area by the way to it in the document, as text. */
export function keyOf({ path }: Pick<PolygonInText, 'path'>): string {
  return JSON.stringify(path);
}

export function pathOfKey(key: string): JsonPath {
  return JSON.parse(key) as JsonPath;
}

export function toAreaChange(drawn: AreaChangeOnMap): AreaChange {
  if (drawn.kind === 'add') return drawn;
  const { key, ...change } = drawn;
  return { ...change, path: pathOfKey(key) };
}

/** An area that is shown, and how many positions it has. */
interface Counted {
  area: PolygonInText;
  positions: number;
}

/** State and messages are made of the same reading of a document: its positions are counted once. */
const counted = new WeakMap<readonly PolygonInText[], readonly Counted[]>();

/** The first of the areas, as many as the map draws with ease. */
export function shownAreas(areas: readonly PolygonInText[]): readonly PolygonInText[] {
  return shown(areas).map(({ area }) => area);
}

function shown(areas: readonly PolygonInText[]): readonly Counted[] {
  const known = counted.get(areas) ?? counting(areas);
  counted.set(areas, known);
  return known;
}

function counting(areas: readonly PolygonInText[]): readonly Counted[] {
  const first: Counted[] = [];
  let sum = 0;
  for (const area of areas.slice(0, most.areas)) {
    const positions = positionCount(area);
    sum += positions;
    // One area alone is always shown, however long.
    if (sum > most.positions && first.length > 0) break;
    first.push({ area, positions });
  }
  return first;
}

/** One message at least, so that the page learns that there are none any more. */
export function areaMessages({ areas, revision, document }: AreasState): ToPage[] {
  const messages: ToPage[] = [];
  let rows: AreaRow[] = [];
  let from = 0;
  let sum = 0;
  const flush = () => {
    messages.push({ kind: 'areas', revision, from, areas: rows });
    from += rows.length;
    rows = [];
    sum = 0;
  };
  for (const { area, positions } of shown(areas)) {
    const { polygon, areaKm2 } = area;
    rows.push({ key: keyOf(area), name: area.name ?? document?.name ?? '', polygon, areaKm2 });
    sum += positions;
    if (rows.length >= chunk.areas || sum >= chunk.positions) flush();
  }
  if (rows.length > 0 || messages.length === 0) flush();
  return messages;
}

function positionCount({ polygon }: PolygonInText): number {
  return polygon.coordinates.reduce((sum, ring) => sum + ring.length, 0);
}
