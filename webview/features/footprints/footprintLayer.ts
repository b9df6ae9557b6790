import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import type { LatLng, Map as LeafletMap } from 'leaflet';
import type { ImageRow } from '../../../src/protocol/protocol.ts';
import { CanvasTileLayer } from '../../ground/canvasTiles.ts';
import { drawEmphasis, type EmphasisStyle } from '../../ground/drawEmphasis.ts';
import { constellationColor, type MapColors } from '../../ground/mapColors.ts';
import { addMapOverlay, type Paint } from '../../ground/mapOverlay.ts';
import { canvasWorldBox, worldX, worldY } from '../../ground/worldPoint.ts';
import type { Work } from '../../ui/turns.ts';
import { densityCell, drawDensity, maxOutlines } from './drawDensity.ts';
import {
  drawFootprints,
  faintStyle,
  hoveredStyle,
  lineMargin,
  looksTheSame,
  selectedStyle,
} from './drawFootprints.ts';
import { FootprintIndex } from './footprintIndex.ts';

export interface ShownFootprints {
  rows: ReadonlySignal<readonly ImageRow[]>;
  /** Longitude that the outlines are drawn nearest to, degrees. */
  home: ReadonlySignal<number>;
  /** Neither drawn nor found, whether they have arrived yet or not. */
  hidden: ReadonlySignal<ReadonlySet<string>>;
  colors: ReadonlySignal<MapColors>;
  selected: ReadonlySignal<readonly string[]>;
  hovered: ReadonlySignal<string | undefined>;
  /** Whether a picture is on the map. While there is, nothing is filled: a fill would change its colors. */
  hasPicture: ReadonlySignal<boolean>;
  /** Whether the map is of something else, such as a report: nothing is drawn or found until it is of images again. */
  isPutAway: ReadonlySignal<boolean>;
}

export type Footprints = ReturnType<typeof addFootprints>;

/**
 * Designed for a hundred thousand outlines: most are drawn into tiles, and the few highlighted ones on their own
 * canvases above them, so that pointer movement redraws no tile.
 */
export function addFootprints(map: LeafletMap, pane: string, sources: ShownFootprints) {
  const { colors, selected, hovered, isPutAway } = sources;
  const index = new FootprintIndex();
  const viewSize = signal(shorterSide(map));
  map.on('resize', () => (viewSize.value = shorterSide(map)));
  /** Too many to be distinguished as outlines: shades say how many there are. */
  const isDense = signal(false);
  let style = faintStyle(colors.peek(), 0, isHighContrast(), viewSize.peek());
  const tiles = new CanvasTileLayer(map, pane, {
    style: () => style,
    count: () => index.count,
    cell: () => (isDense.peek() ? densityCell : undefined),
    isAny: (frame, from) => index.isAny(canvasWorldBox(frame, lineMargin), from),
    draw: (context, frame, from) => {
      if (isPutAway.peek()) return nothing();
      if (!isDense.peek()) return drawFootprints(context, frame, index, from, style);
      // A shade would change the colors of a picture.
      return sources.hasPicture.peek() ? nothing() : drawDensity(context, frame, index, style.colors.phr);
    },
  });
  /** Before its first view, a map has no bounds. */
  let isReady = false;
  map.whenReady(() => (isReady = true));
  const countInView = () => {
    if (!isReady) return;
    const bounds = map.getBounds();
    const north = worldY(bounds.getNorth());
    const south = worldY(bounds.getSouth());
    let count = 0;
    for (const places of index.meeting([worldX(bounds.getWest()), north, worldX(bounds.getEast()), south])) {
      count += places.length;
      if (count > maxOutlines.more) break;
    }
    isDense.value = count > (isDense.peek() ? maxOutlines.fewer : maxOutlines.more);
  };
  map.on('moveend', countInView);
  const selectedCanvas = addMapOverlay(map, pane, 2);
  const hoveredCanvas = addMapOverlay(map, pane, 3);

  let wasDense = false;
  let before = { hasPicture: false, isPutAway: false };
  const placed = computed(() => {
    const isOtherwiseHidden = index.setHidden(sources.hidden.value);
    const change = index.setImages(sources.rows.value, sources.home.value);
    return { index, isOther: isOtherwiseHidden || change === 'replaced' };
  });
  effect(() => {
    const { isOther } = placed.value;
    untracked(countInView);
    const next = faintStyle(colors.value, index.shownCount, isHighContrast(), viewSize.value);
    const isOtherKind = isDense.value !== wasDense;
    wasDense = isDense.value;
    // Shades are counted again with every footprint.
    if (isOther || isOtherKind || isDense.value || !looksTheSame(style, next)) style = next;
    tiles.update();
  });
  effect(() => {
    const now = { hasPicture: sources.hasPicture.value, isPutAway: isPutAway.value };
    const { hasPicture: hadPicture, isPutAway: wasPutAway } = before;
    before = now;
    const isOther = now.hasPicture !== hadPicture && isDense.peek();
    if (!isOther && now.isPutAway === wasPutAway) return;
    style = { ...style };
    tiles.update();
  });

  function emphasisPaint(places: readonly number[], emphasis: EmphasisStyle): Paint | undefined {
    if (isPutAway.value) return undefined;
    const palette = colors.value;
    const fillOpacity = sources.hasPicture.value ? 0 : emphasis.fillOpacity;
    if (places.length === 0) return undefined;
    return (context, frame) => {
      // The fill of a larger footprint could cover the whole view.
      const isInView = (place: number) => index.shapes.size(place) * frame.scale <= shorterSide(map);
      const shapeFill = (place: number) =>
        isInView(place) ? constellationColor(palette, index.constellationAt(place)) : undefined;
      return drawEmphasis(context, frame, index.shapes, places, { ...emphasis, fillOpacity, shapeFill });
    };
  }
  effect(() => {
    const places = selected.value.flatMap(id => placed.value.index.findPlace(id) ?? []);
    selectedCanvas.draw(emphasisPaint(places, selectedStyle(colors.value, selected.value.length)));
  });
  effect(() => {
    const id = hovered.value;
    const place = id === undefined ? undefined : placed.value.index.findPlace(id);
    if (id === undefined || place === undefined) hoveredCanvas.draw(undefined);
    else {
      const color = constellationColor(colors.value, index.constellationAt(place));
      const isSelected = selected.value.includes(id);
      hoveredCanvas.draw(emphasisPaint([place], hoveredStyle(colors.value, isSelected ? undefined : color)));
    }
  });

  return {
    /** Whether shades are on the map, which need a legend. */
    isDense: computed(() => isDense.value && !sources.hasPicture.value && !isPutAway.value),
    /** How many images are on the map, and so over a place of it at most. */
    shownCount: computed(() => placed.value.index.shownCount),
    /** Ids of the images at a point, in list order. */
    at: ({ lat, lng }: LatLng) =>
      isPutAway.peek() ? [] : index.at(worldX(lng), worldY(lat)).map(place => index.idAt(place)),
  };
}

/** Draws nothing. */
function* nothing(): Work {
  yield;
}

/** CSS pixels. */
function shorterSide(map: LeafletMap): number {
  const { x, y } = map.getSize();
  return Math.min(x, y);
}

/** The editor sets a class on the body. */
function isHighContrast(): boolean {
  return document.body.classList.contains('vscode-high-contrast');
}
