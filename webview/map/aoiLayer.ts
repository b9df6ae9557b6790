import { canvas, polygon, type Map as LeafletMap, type Polygon } from 'leaflet';
import type { AoiShown } from '../../src/shared/protocol.ts';
import type { MapColours } from './mapColours.ts';
import { ringsNear } from './worldCopy.ts';

export interface AoiLayer {
  /** @param home longitude that the area is drawn nearest to, degrees */
  set: (aoi: AoiShown | undefined, home: number, colours: MapColours) => void;
}

/** The area of interest: a strong line over a casing, so that it reads above any number of footprints. */
export function addAoiLayer(map: LeafletMap, pane: string): AoiLayer {
  const renderer = canvas({ pane, padding: 0.3 });
  const common = { renderer, interactive: false, fill: false } as const;
  let shapes: Polygon[] = [];
  return {
    set: (aoi, home, colours) => {
      for (const shape of shapes) shape.remove();
      const rings = aoi ? ringsNear(aoi.polygon, home) : [];
      shapes = [
        polygon(rings, { ...common, color: colours.casing, weight: 6, opacity: 0.85 }),
        polygon(rings, { ...common, color: colours.aoi, weight: 3, opacity: 1 }),
      ];
      for (const shape of shapes) shape.addTo(map);
    },
  };
}
