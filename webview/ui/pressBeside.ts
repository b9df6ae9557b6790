/** Where a click means something by itself: it chooses an image. */
const surfaces = '.map, .list-scroll';
const controls = 'a, button, vscode-button, input, select, summary, [role=separator], [role=slider]';

/**
 * Closes a layer with a press beside it. On the map or the list, a click does nothing else; a drag moves the map, and a
 * control that is pressed works.
 *
 * @param layer the open layer; `undefined` while there is none
 * @returns stops it
 */
export function closeByPressBeside(layer: () => Element | undefined, close: () => void): () => void {
  const onPress = (event: PointerEvent) => {
    const { target, button } = event;
    const open = layer();
    if (!open || !(target instanceof Element) || open.contains(target)) return;
    close();
    if (button === 0 && target.closest(surfaces) && !target.closest(controls)) swallowClick();
  };
  document.addEventListener('pointerdown', onPress, true);
  return () => document.removeEventListener('pointerdown', onPress, true);
}

/** Keeps the click that follows a press from the page. A drag can end without one: then the next press or key is the end. */
function swallowClick(): void {
  const isOver = new AbortController();
  const options = { capture: true, signal: isOver.signal };
  const onClick = (event: Event) => {
    event.stopPropagation();
    isOver.abort();
  };
  document.addEventListener('click', onClick, options);
  // The press itself is already past the window.
  for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, () => isOver.abort(), options);
}
