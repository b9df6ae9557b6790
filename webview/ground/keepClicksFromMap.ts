import { DomEvent } from 'leaflet';

/** Keeps clicks on controls from reaching the map. */
export function keepClicksFromMap(controls: HTMLElement): void {
  DomEvent.disableClickPropagation(controls);
  // Leaflet only looks whether the pressed element is in the controls; a button that closes its card no longer is.
  controls.addEventListener('click', event => event.stopPropagation());
}
