import { effect } from '@preact/signals-core';
import { canvas, type LatLng, type Map as LeafletMap, type PathOptions, polygon } from 'leaflet';
import { render } from 'preact';
import type { AreaRow } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { createHoverCard, openHoverCard } from '../../ground/hoverCard.ts';
import type { Scene } from '../../ground/scene.ts';
import { ringsNear } from '../../ground/worldCopy.ts';
import { type ShownAreas, visibleAreas } from './areaEditing.ts';
import type { AreaModel } from './areaModel.ts';

/** The active area differs by width, not by color: themes have only one color for all. No fill hides an image. */
const styles: Readonly<Record<keyof ShownAreas, PathOptions & { casing: number }>> = {
  others: { casing: 3.5, weight: 1.5, fill: false },
  unwritten: { casing: 5, weight: 2, fill: false, dashArray: '6 4' },
  active: { casing: 8, weight: 4, fill: false },
};

/** Of what is cut out of an area: dimmed, because it isn't part of it, and dotted, because themes can have one color for dim and sea. */
const holeStyle = { weight: 2, dashArray: '1 5', fillOpacity: 0.6 } as const;

/**
 * The areas of the document and that of the report, as lines with a casing so that they are readable above any number of footprints. All areas
 * in the same style share one path, so that thousands of them stay cheap.
 *
 * @returns to call when the map is removed
 */
export function addAreaLayer(
  { map, colors, home }: Scene,
  { state }: Pick<Host, 'state'>,
  areas: AreaModel,
): () => void {
  const renderer = canvas({ pane: 'aoi', padding: 0.3 });
  const common: PathOptions = { renderer, interactive: false, lineJoin: 'round', opacity: 1 };
  const layers = Object.entries(styles).map(([name, { casing, ...style }]) => ({
    name: name as keyof ShownAreas,
    casing: polygon([], { ...common, fill: false, weight: casing, opacity: 0.85 }).addTo(map),
    holes: polygon([], { ...common, ...holeStyle }).addTo(map),
    line: polygon([], { ...common, ...style }).addTo(map),
  }));
  let drawn: ShownAreas | undefined;
  let drawnHome = 0;

  const followAreas = effect(() => {
    const { rows, active, editing, ordered } = areas;
    const aoi = state.value?.aoi?.polygon;
    const displayed = visibleAreas(rows.value, active.value, aoi, editing.value, ordered.value);
    for (const { name, casing, holes, line } of layers) {
      const before = home.value === drawnHome ? drawn?.[name] : undefined;
      const isSame = before?.length === displayed[name].length;
      if (isSame && before.every((area, index) => area === displayed[name][index])) continue;
      const rings = displayed[name].flatMap(area => ringsNear(area, home.value));
      casing.setLatLngs(rings);
      line.setLatLngs(rings.map(([outer = []]) => [outer]));
      holes.setLatLngs(rings.map(([, ...inner]) => inner));
    }
    drawn = displayed;
    drawnHome = home.value;
  });
  const followColors = effect(() => {
    const { aoi, casing } = colors.value;
    for (const layer of layers) {
      layer.casing.setStyle({ color: casing });
      layer.line.setStyle({ color: aoi });
      layer.holes.setStyle({ color: aoi, fillColor: casing });
    }
  });
  return () => {
    followAreas();
    followColors();
  };
}

/** Shows the name and size of the area under the pointer, or nothing if there is none. */
export type ShowArea = (row: AreaRow | undefined, place: LatLng) => void;

export function addAreaTooltip(map: LeafletMap, areas: Pick<AreaModel, 'label'>): ShowArea {
  const areaTooltip = createHoverCard('area-tooltip');
  // An element, so that a name is never parsed as HTML.
  const label = document.createElement('span');
  areaTooltip.setContent(label);
  map.on('mouseout', () => areaTooltip.remove());
  return (row, place) => {
    if (!row) {
      areaTooltip.remove();
      return;
    }
    render(areas.label(row), label);
    openHoverCard(map, areaTooltip, place);
  };
}
