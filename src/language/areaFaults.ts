import type { PlacedProblem } from '../model/geojson/geojsonDiagnostics.ts';

/** The first fault of the rings of each area that has one, by the way to the area as JSON. */
export type AreaFaults = ReadonlyMap<string, string>;

/** Faults of areas that can be drawn all the same. */
const ofRings: readonly string[] = [
  'ring-crosses',
  'ring-touches',
  'hole-crosses',
  'hole-outside',
  'crosses-antimeridian',
];

/** Why areas that can be drawn would not be taken by the service. */
export function areaFaults(problems: readonly PlacedProblem[]): AreaFaults {
  const faults = new Map<string, string>();
  for (const { code, path, message } of problems) {
    if (!ofRings.includes(code)) continue;
    const key = JSON.stringify(path.slice(0, path.lastIndexOf('coordinates')));
    if (!faults.has(key)) faults.set(key, message);
  }
  return faults;
}
