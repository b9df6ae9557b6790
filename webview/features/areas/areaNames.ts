import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { DivIcon, layerGroup, marker } from 'leaflet';
import { render } from 'preact';
import type { AreaRow } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { type NameBox, nameSize, namesThatFit } from '../../ground/nameBoxes.ts';
import type { Scene } from '../../ground/scene.ts';
import { ringsBounds, ringsNear } from '../../ground/worldCopy.ts';
import type { AreaModel } from './areaModel.ts';

/** More names in view than this aren't looked at: they would hide the map. */
const maxNames = 300;
/**
 * The names of the areas on the map: the active one first, then the largest, as far as they fit. Areas without a name of
 * their own have none.
 *
 * @returns where they are; another list after each move of the map
 */
export function addAreaNames(
  { map, home }: Scene,
  { state }: Pick<Host, 'state'>,
  areas: AreaModel,
): ReadonlySignal<readonly NameBox[]> {
  const boxes = signal<readonly NameBox[]>([]);
  const group = layerGroup().addTo(map);
  const pen = document.createElement('canvas').getContext('2d');

  const fallback = computed(() => state.value?.document?.name);
  /** The area with the handles: the one in its center is where its name would be. */
  const reshaped = computed(() => {
    const { tool } = areas.editing.value;
    return tool.kind === 'reshaping' ? tool.key : undefined;
  });
  const named = computed(() =>
    areas.rows.value
      .filter(({ name, key }) => name !== fallback.value && key !== reshaped.value)
      .map(row => ({ row, center: ringsBounds(ringsNear(row.polygon, home.value)).getCenter() })),
  );

  function draw(): void {
    const active = areas.active.value;
    const view = map.getBounds();
    const rank = (row: AreaRow) => (row === active ? Infinity : row.areaKm2);
    const names = named.value
      .filter(({ center }) => view.contains(center))
      .sort((a, b) => rank(b.row) - rank(a.row))
      .slice(0, maxNames);
    if (pen) pen.font = getComputedStyle(map.getContainer()).font;
    const placed = names.map(({ row, center }) => {
      const { x, y } = map.latLngToContainerPoint(center);
      const width = Math.min(nameSize.widest, Math.ceil(pen?.measureText(row.name).width ?? nameSize.widest));
      return { row, center, x, y, width, height: nameSize.height };
    });
    group.clearLayers();
    const fitting = namesThatFit(placed);
    boxes.value = fitting;
    for (const { row, center, width } of fitting) {
      const label = document.createElement('span');
      label.className = 'ellipsis';
      render(row.name, label);
      const icon = new DivIcon({
        className: row === active ? 'area-name active' : 'area-name',
        html: label,
        // The active name is bold.
        iconSize: [width + 2 * nameSize.margin, nameSize.height],
      });
      marker(center, { icon, pane: 'names', interactive: false, keyboard: false }).addTo(group);
    }
  }

  map.whenReady(() => {
    effect(draw);
    map.on('moveend resize', draw);
  });
  return boxes;
}
