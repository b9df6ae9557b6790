import { type JsonPath, samePath } from '../../base/problem.ts';
import { continuousPolygon } from '../../geo/antimeridian.ts';
import type { AreaChange, PolygonInText } from '../areas/rules/index.ts';
import type { AreasState } from '../areas/index.ts';
import type { AreaChangeOnMap, AreaFaultShown, AreaRow, ToPage } from '../../protocol/protocol.ts';

/** Larger documents are data, not drafts: no more than this is drawn. */
const limits = { areas: 5000, positions: 500_000 } as const;
/** A message of areas ends after this many of either. */
const chunk = { areas: 200, positions: 20_000 } as const;

/** The page identifies an area by its path in the document, as text. */
export function areaKey({ path }: Pick<PolygonInText, 'path'>): string {
  return JSON.stringify(path);
}

export function pathOfKey(key: string): JsonPath {
  return JSON.parse(key) as JsonPath;
}

/** What is wrong with the active area, or else with the first one that can't be drawn. */
export function faultOnMap(
  { areas, faults, document }: Pick<AreasState, 'areas' | 'faults' | 'document'>,
  active: PolygonInText | undefined,
): AreaFaultShown | undefined {
  const ofActive = active && faults.find(({ area }) => samePath(area, active.path));
  const drawn = new Set(areas.map(areaKey));
  const fault = ofActive ?? faults.find(({ area }) => !drawn.has(areaKey({ path: area })));
  if (!fault) return undefined;
  const { area, message, fix, name = document?.name ?? '' } = fault;
  return {
    key: areaKey({ path: area }),
    message: ofActive ? message : `${name}: ${message}`,
    fix: fix && { kind: fix.kind, title: fix.title },
  };
}

export function toAreaChange(drawn: AreaChangeOnMap): AreaChange {
  if (drawn.kind === 'add') return drawn;
  const { key, ...change } = drawn;
  return { ...change, path: pathOfKey(key) };
}

/** The first areas, as many as the map draws easily. */
export function areasInView(areas: readonly PolygonInText[]): readonly PolygonInText[] {
  const first = areas.slice(0, limits.areas);
  let sum = 0;
  const end = first.findIndex(area => (sum += positionCount(area)) > limits.positions);
  // The first area is always shown, however long.
  return end < 0 ? first : first.slice(0, Math.max(1, end));
}

/** At least one message, so that the page also learns when no areas are left. */
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
  for (const area of areasInView(areas)) {
    const { areaKm2 } = area;
    const polygon = continuousPolygon(area.polygon);
    rows.push({ key: areaKey(area), name: area.name ?? document?.name ?? '', polygon, areaKm2 });
    sum += positionCount(area);
    if (rows.length >= chunk.areas || sum >= chunk.positions) flush();
  }
  if (rows.length > 0 || messages.length === 0) flush();
  return messages;
}

function positionCount({ polygon }: PolygonInText): number {
  return polygon.coordinates.reduce((sum, ring) => sum + ring.length, 0);
}
