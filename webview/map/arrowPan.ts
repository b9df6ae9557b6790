import type { Map as LeafletMap } from 'leaflet';

/** Which way an arrow key moves the map. */
const arrowSteps: Readonly<Record<string, readonly [right: number, down: number] | undefined>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** CSS pixels, as far as the map moves by its own keys. */
const shortStep = 80;
/** With Shift. */
const longStep = 240;

/**
 * The arrow keys move the map at once where nothing is to glide, and while places are put at the cross: the next key puts
 * one where the cross is seen.
 */
export function attachArrowPan(map: LeafletMap, isAtOnce: () => boolean): void {
  const container = map.getContainer();
  container.addEventListener(
    'keydown',
    event => {
      const step = arrowSteps[event.key];
      if (!step || !isAtOnce() || event.target !== container) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      container.classList.add('by-keyboard');
      const length = event.shiftKey ? longStep : shortStep;
      map.panBy([step[0] * length, step[1] * length], { animate: false });
    },
    { capture: true },
  );
}
