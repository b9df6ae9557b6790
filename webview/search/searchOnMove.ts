import { effect, type ReadonlySignal } from '@preact/signals-core';

/** For how long the map must stand still before it counts as at rest, ms. */
export const restTime = 600;

/**
 * Calls back each time the map was moved and came to rest. Where it stands first is no move, and neither is a change
 * of its size: the view grows and shrinks with the form above it.
 *
 * @param mapSize the same text for the same size
 * @param isOn asked when the map came to rest
 */
export function onRest(
  bounds: ReadonlySignal<readonly number[] | undefined>,
  mapSize: () => string,
  isOn: () => boolean,
  search: () => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: { place: string; size: string } | undefined;

  effect(() => {
    const place = bounds.value?.join();
    if (place === undefined || place === last?.place) return;
    const size = mapSize();
    const isMove = last !== undefined && last.size === size;
    last = { place, size };
    if (!isMove) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isOn()) search();
    }, restTime);
  });
}
