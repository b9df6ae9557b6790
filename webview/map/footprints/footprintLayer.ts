import type { LatLng, Map as LeafletMap } from 'leaflet';
import type { ImageRow } from '../../../src/shared/protocol.ts';
import { drawEmphasis } from './drawFootprints.ts';
import { FootprintIndex } from './footprintIndex.ts';
import {
  faintStyle,
  hoveredStyle,
  looksTheSame,
  selectedStyle,
  type EmphasisStyle,
  type FaintStyle,
  type FootprintLook,
} from './footprintStyle.ts';
import { FootprintTiles } from './footprintTiles.ts';
import { constellationColour } from '../base/mapColours.ts';
import { addMapOverlay, type Paint } from '../base/mapOverlay.ts';
import { patientClock, Turns } from '../../ui/turns.ts';
import { worldX, worldY } from '../base/worldPoint.ts';

export type { FootprintLook } from './footprintStyle.ts';

/** The outlines of the images. */
export interface Footprints {
  /** @param home longitude that the outlines are drawn nearest to, degrees */
  setImages: (images: readonly ImageRow[], home: number) => void;
  setLook: (look: FootprintLook) => void;
  /** Images that are neither drawn nor found, whether they have arrived yet or not. */
  setHidden: (ids: ReadonlySet<string>) => void;
  /** Ids of the images at a place, in the order of the list. */
  at: (point: LatLng) => string[];
}

/**
 * Made for a hundred thousand outlines: most are drawn into tiles, and the few that stand out on canvases of their own
 * above them, so that a pointer that moves over the map draws no tile.
 */
export function addFootprints(map: LeafletMap, pane: string): Footprints {
  const index = new FootprintIndex();
  const packing = new Turns<FootprintIndex>(patientClock);
  let look: FootprintLook | undefined;
  let style: FaintStyle | undefined;
  const tiles = new FootprintTiles(index, pane, () => style).addTo(map);
  map.on('zoomstart', () => tiles.beforeZoom());
  map.on('moveend', () => tiles.afterMove());
  const selectedCanvas = addMapOverlay(map, pane, 2);
  const hoveredCanvas = addMapOverlay(map, pane, 3);

  /** @returns whether what is drawn must be drawn anew */
  function restyle(): boolean {
    if (!look) return false;
    const next = faintStyle(look.colours, index.shownCount, isHighContrast());
    if (style && looksTheSame(style, next)) return false;
    style = next;
    return true;
  }

  function paintOf(places: readonly number[], emphasis: EmphasisStyle): Paint | undefined {
    if (places.length === 0) return undefined;
    const bare = new Set([...(look?.pictured ?? [])].flatMap(id => index.placeOf(id) ?? []));
    return (context, frame) => drawEmphasis(context, frame, index, places, { ...emphasis, bare });
  }

  function drawSelected(): void {
    if (!look) return;
    const places = look.selected.flatMap(id => index.placeOf(id) ?? []);
    selectedCanvas.draw(paintOf(places, selectedStyle(look.colours, look.selected.length)));
  }

  function drawHovered(): void {
    if (!look) return;
    const { colours, hovered, selected } = look;
    const place = hovered === undefined ? undefined : index.placeOf(hovered);
    if (hovered === undefined || place === undefined) {
      hoveredCanvas.draw(undefined);
      return;
    }
    const own = constellationColour(colours, index.constellationOf(place));
    hoveredCanvas.draw(paintOf([place], hoveredStyle(colours, selected.includes(hovered) ? undefined : own)));
  }

  return {
    setImages: (images, home) => {
      const change = index.setImages(images, home);
      if (change === 'none') return;
      packing.begin(index, index.packing());
      if (restyle() || change === 'replaced') tiles.refresh();
      else tiles.extend();
      drawSelected();
      drawHovered();
    },

    setLook: next => {
      const before = look;
      look = next;
      const isRecoloured = next.colours !== before?.colours;
      if (isRecoloured && restyle()) tiles.refresh();
      const isReselected =
        isRecoloured || next.selected !== before.selected || next.pictured !== before.pictured;
      if (isReselected) drawSelected();
      if (isReselected || next.hovered !== before.hovered) drawHovered();
    },

    setHidden: ids => {
      if (!index.setHidden(ids)) return;
      restyle();
      tiles.refresh();
      drawSelected();
      drawHovered();
    },

    at: ({ lat, lng }) => index.at(worldX(lng), worldY(lat)).flatMap(place => index.idOf(place) ?? []),
  };
}

/** Asked of the editor, which marks the body. */
function isHighContrast(): boolean {
  return document.body.classList.contains('vscode-high-contrast');
}
