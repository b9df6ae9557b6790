import type { MultiPolygon, Polygon, Position } from 'geojson';
import { polygonParts } from '../../../src/geo/geometryTypes.ts';

const radians = Math.PI / 180;

type Span = readonly [west: number, east: number];

/**
 * The fraction of an AOI that footprints cover together, measured independently of the code under test: along parallels
 * that are evenly spread on an equal-area cylinder, the lengths within the polygons by the even-odd rule, in all copies
 * of the world.
 */
export function measuredShare(
  aoi: Polygon,
  footprints: readonly (Polygon | MultiPolygon)[],
  lines = 1500,
): number {
  const latitudes = (aoi.coordinates[0] ?? []).map(([, y]) => y);
  const [low, high] = [Math.min(...latitudes), Math.max(...latitudes)].map(y => Math.sin(y * radians));
  let whole = 0;
  let union = 0;
  for (let line = 0; line < lines; line++) {
    const sine = (low ?? 0) + ((line + 0.5) / lines) * ((high ?? 0) - (low ?? 0));
    const latitude = Math.asin(sine) / radians;
    const spans = spansAt(aoi.coordinates, latitude);
    whole += lengthOf(spans);
    const covered = footprints.flatMap(footprint => copiesAt(footprint, latitude));
    union += commonLength(spans, joined(covered));
  }
  return union / whole;
}

function copiesAt(footprint: Polygon | MultiPolygon, latitude: number): Span[] {
  return polygonParts(footprint).flatMap(rings =>
    spansAt(rings, latitude).flatMap(([west, east]) =>
      [-720, -360, 0, 360, 720].map((turn): Span => [west + turn, east + turn]),
    ),
  );
}

function spansAt(rings: readonly (readonly Position[])[], latitude: number): Span[] {
  const crossings = rings
    .flatMap(ring =>
      ring.slice(1).flatMap(([bx, by], index) => {
        const [ax = 0, ay = 0] = ring[index] ?? [];
        return ay <= latitude === by <= latitude ? [] : [ax + ((latitude - ay) / (by - ay)) * (bx - ax)];
      }),
    )
    .toSorted((a, b) => a - b);
  return crossings.flatMap((west, index) =>
    index % 2 === 0 ? [[west, crossings[index + 1] ?? west] as const] : [],
  );
}

function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const [west, east] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last && west <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], east)];
    else all.push([west, east]);
  }
  return all;
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [west, east]) => sum + east - west, 0);
}

function commonLength(spans: readonly Span[], others: readonly Span[]): number {
  return spans.reduce(
    (sum, [west, east]) =>
      sum +
      others.reduce(
        (inner, span) => inner + Math.max(0, Math.min(east, span[1]) - Math.max(west, span[0])),
        0,
      ),
    0,
  );
}
