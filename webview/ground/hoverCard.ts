import { type LatLng, type Map as LeafletMap, type Tooltip, tooltip } from 'leaflet';

/** From the pointer, CSS pixels. */
const aside = 12;
/** From the edges of the map, CSS pixels. */
const margin = 4;

/** What is said of something under the pointer, beside it where the map has more room. */
export function createHoverCard(className: string): Tooltip {
  return tooltip({ className, direction: 'auto', offset: [aside, 0], opacity: 1 });
}

/** All of it within the map, from top to bottom. */
export function openHoverCard(map: LeafletMap, card: Tooltip, place: LatLng): void {
  card.options.offset = [aside, 0];
  map.openTooltip(card.setLatLng(place));
  const box = card.getElement()?.getBoundingClientRect();
  if (!box) return;
  const { top, bottom } = map.getContainer().getBoundingClientRect();
  const up = Math.max(0, box.bottom - (bottom - margin));
  // A card that is higher than the map starts at its top.
  const down = Math.max(0, top + margin - (box.top - up));
  if (up === down) return;
  card.options.offset = [aside, down - up];
  card.update();
}
