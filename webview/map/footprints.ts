import {
  canvas,
  polygon,
  type LatLng,
  type LatLngBounds,
  type Map as LeafletMap,
  type PathOptions,
  type Polygon,
} from 'leaflet';
import type { ImageRow } from '../../src/shared/protocol.ts';
import { contains } from './contains.ts';
import { constellationColour, type MapColours } from './mapColours.ts';
import { boundsOf, ringsNear, type Rings } from './worldCopy.ts';

/** The outlines of the images. Whoever draws many more of them keeps this interface. */
export interface Footprints {
  /** @param home longitude that the outlines are drawn nearest to, degrees */
  setImages: (images: readonly ImageRow[], home: number) => void;
  setLook: (look: FootprintLook) => void;
  /** Ids of the images at a place, in the order of the list. */
  at: (point: LatLng) => string[];
}

export interface FootprintLook {
  colours: MapColours;
  selected: readonly string[];
  hovered: string | undefined;
}

interface Drawn {
  image: ImageRow;
  rings: Rings;
  bounds: LatLngBounds;
  shape: Polygon;
}

export function addFootprints(map: LeafletMap, pane: string): Footprints {
  const renderer = canvas({ pane, padding: 0.3 });
  let drawn: readonly Drawn[] = [];
  let byId: ReadonlyMap<string, Drawn> = new Map();
  let drawnHome = 0;
  let look: FootprintLook | undefined;

  function draw(image: ImageRow, home: number): Drawn {
    const rings = ringsNear(image.footprint, home);
    const shape = polygon(rings, { renderer, interactive: false }).addTo(map);
    return { image, rings, bounds: boundsOf(rings), shape };
  }

  function restyle(ids: Iterable<string>): void {
    if (!look) return;
    for (const id of ids) {
      const footprint = byId.get(id);
      footprint?.shape.setStyle(styleOf(footprint.image, look, drawn.length));
    }
    // Among hundreds of overlapping outlines only the last drawn one can be followed by eye.
    for (const id of emphasised(look)) byId.get(id)?.shape.bringToFront();
  }

  return {
    setImages: (images, home) => {
      const grown = home === drawnHome && drawn.every(({ image }, index) => image === images[index]);
      if (!grown) for (const { shape } of drawn) shape.remove();
      const kept = grown ? drawn : [];
      drawn = [...kept, ...images.slice(kept.length).map(image => draw(image, home))];
      byId = new Map(drawn.map(footprint => [footprint.image.id, footprint]));
      drawnHome = home;
      restyle(byId.keys());
    },

    setLook: next => {
      const before = look;
      look = next;
      const recoloured = next.colours !== before?.colours;
      restyle(recoloured ? byId.keys() : new Set([...emphasised(before), ...emphasised(next)]));
    },

    at: point =>
      drawn
        .filter(({ bounds, rings }) => bounds.contains(point) && contains(rings, point))
        .map(({ image }) => image.id),
  };
}

/** Ids of the images that stand out, in the order in which they are drawn above the others. */
function emphasised(look: FootprintLook | undefined): string[] {
  if (!look) return [];
  return look.hovered === undefined ? [...look.selected] : [...look.selected, look.hovered];
}

/**
 * Fills add up where outlines overlap, and lines hide the map: the more there are, the lighter each is.
 *
 * @param count how many outlines are drawn
 */
function styleOf(image: ImageRow, { colours, selected, hovered }: FootprintLook, count: number): PathOptions {
  const own = constellationColour(colours, image.constellation);
  const isHovered = image.id === hovered;
  if (selected.includes(image.id)) {
    const fillOpacity = Math.min(0.3, 1 / selected.length);
    return { color: colours.selected, weight: isHovered ? 4 : 2.5, opacity: 1, fillColor: own, fillOpacity };
  }
  if (isHovered) return { color: own, weight: 3.5, opacity: 1, fillColor: own, fillOpacity: 0.25 };
  const opacity = Math.max(0.28, Math.min(0.8, 40 / count));
  return { color: own, weight: 1, opacity, fillColor: own, fillOpacity: Math.min(0.06, 0.25 / count) };
}
