import { effect, type ReadonlySignal } from '@preact/signals-core';
import { DivIcon, layerGroup, type Map as LeafletMap, marker } from 'leaflet';
import { render } from 'preact';
import { shiftToward } from '../../src/geo/antimeridian.ts';
import { type NamedPlace, readPlaces } from '../../src/features/areas/rules/index.ts';
import { isFree, type NameBox, nameSize } from './nameBoxes.ts';

/** Free room around each name, CSS pixels. */
const room = { x: 48, y: 28 } as const;

/** Nearer to an edge of the map a name would be cut, or lie below the scale, CSS pixels. */
const edge = { x: 4, y: 36 } as const;

/** One name for so much of the map, square CSS pixels. */
const areaOfName = 18_000;

/**
 * Names of populated places, the largest in view first, so that an area in the wrong place is noticed.
 *
 * @param taken where other names are
 * @param onFault called when the places can't be read; the map then works without their names
 */
export function addPlaceNames(
  map: LeafletMap,
  placesUrl: string,
  taken: ReadonlySignal<readonly NameBox[]>,
  onFault: (fault: unknown) => void,
): void {
  const names = layerGroup().addTo(map);
  map.getPane('places')?.setAttribute('aria-hidden', 'true');

  function draw(places: readonly NamedPlace[], isTaken: readonly NameBox[]): void {
    const { x: width, y: height } = map.getSize();
    const { lng: middle } = map.getCenter();
    const isInside = (x: number, y: number, textWidth: number) =>
      x >= textWidth / 2 + edge.x &&
      x <= width - textWidth / 2 - edge.x &&
      y >= edge.y &&
      y <= height - edge.y;
    const view = map.getBounds();
    const south = view.getSouth();
    const west = view.getWest();
    const north = view.getNorth();
    const east = view.getEast();
    const maxCount = Math.floor((width * height) / areaOfName);
    const pen = document.createElement('canvas').getContext('2d');
    if (pen) pen.font = getComputedStyle(map.getContainer()).font;

    const placed = [...isTaken];
    names.clearLayers();
    for (const { name, latitude, longitude } of places) {
      if (placed.length >= isTaken.length + maxCount) break;
      // Most places are elsewhere: no object for those.
      if (latitude < south || latitude > north) continue;
      const lng = longitude + shiftToward(longitude, middle);
      if (lng < west || lng > east) continue;
      const at = { lat: latitude, lng };
      const { x, y } = map.latLngToContainerPoint(at);
      const boxFor = (textWidth: number) => ({
        x,
        y,
        width: textWidth + room.x,
        height: nameSize.height + room.y,
      });
      // Where not even a dot has room, the text needn't be measured, which takes longer than all the rest.
      if (!isInside(x, y, 0) || !isFree(boxFor(0), placed)) continue;
      const textWidth = Math.ceil(pen?.measureText(name).width ?? nameSize.widest);
      const box = boxFor(textWidth);
      if (!isInside(x, y, textWidth) || !isFree(box, placed)) continue;
      placed.push(box);
      const label = document.createElement('span');
      render(name, label);
      const icon = new DivIcon({
        className: 'place-name',
        html: label,
        iconSize: [textWidth + 2 * nameSize.margin, nameSize.height],
      });
      marker(at, { icon, pane: 'places', interactive: false, keyboard: false }).addTo(names);
    }
  }

  fetchPlaces(placesUrl).then(places => {
    effect(() => draw(places, taken.value));
  }, onFault);
}

async function fetchPlaces(placesUrl: string): Promise<readonly NamedPlace[]> {
  const response = await fetch(placesUrl);
  if (!response.ok) throw new Error(`The names of the base map answered ${response.status}.`);
  return readPlaces(await response.text());
}
