import { canvas, polygon, type Map as LeafletMap, type PathOptions, type Polygon } from 'leaflet';
import type { Polygon as Area } from 'geojson';
import type { ShownAreas } from './areaEditing.ts';
import type { MapColours } from '../base/mapColours.ts';
import { ringsNear } from '../base/worldCopy.ts';

export interface AreaLayer {
  /** @param home longitude that the areas are drawn nearest to, degrees */
  set: (areas: ShownAreas, home: number) => void;
  setColours: (colours: MapColours) => void;
}

/** A line over a casing, so that it reads above any number of footprints. */
interface Look {
  casing: number;
  line: number;
  fillOpacity?: number;
  dashArray?: string;
}

/** The lit area differs by width and fill, not by colour: themes give this one colour for all. */
const looks: Readonly<Record<keyof ShownAreas, Look>> = {
  others: { casing: 3.5, line: 1.5 },
  unwritten: { casing: 5, line: 2, dashArray: '6 4' },
  inHand: { casing: 6, line: 3 },
  lit: { casing: 9, line: 5, fillOpacity: 0.15 },
};

/** The areas of the document. All that look alike are one path, so that thousands of them stay cheap. */
export function addAreaLayer(map: LeafletMap, pane: string): AreaLayer {
  const renderer = canvas({ pane, padding: 0.3 });
  const common: PathOptions = { renderer, interactive: false, lineJoin: 'round' };
  const layers = Object.entries(looks).map(([name, look]) => ({
    name: name as keyof ShownAreas,
    casing: polygon([], { ...common, fill: false, weight: look.casing, opacity: 0.85 }).addTo(map),
    line: polygon([], lineOptions(common, look)).addTo(map),
  }));
  let drawn: ShownAreas | undefined;
  let drawnHome = 0;

  return {
    set: (areas, home) => {
      for (const { name, casing, line } of layers) {
        if (home === drawnHome && drawn && isSame(areas[name], drawn[name])) continue;
        const rings = listOf(areas[name]).flatMap(area => ringsNear(area, home));
        for (const shape of [casing, line] satisfies Polygon[]) shape.setLatLngs(rings);
      }
      drawn = areas;
      drawnHome = home;
    },
    setColours: ({ aoi, casing }) => {
      for (const layer of layers) {
        layer.casing.setStyle({ color: casing });
        layer.line.setStyle({ color: aoi, fillColor: aoi });
      }
    },
  };
}

function lineOptions(common: PathOptions, { line, fillOpacity, dashArray }: Look): PathOptions {
  const fill = fillOpacity === undefined ? { fill: false } : { fill: true, fillOpacity };
  return { ...common, ...fill, weight: line, opacity: 1, ...(dashArray === undefined ? {} : { dashArray }) };
}

function listOf(areas: readonly Area[] | Area | undefined): readonly Area[] {
  if (areas === undefined) return [];
  return 'type' in areas ? [areas] : areas;
}

function isSame(a: readonly Area[] | Area | undefined, b: readonly Area[] | Area | undefined): boolean {
  const [one, other] = [listOf(a), listOf(b)];
  return one.length === other.length && one.every((area, index) => area === other[index]);
}
