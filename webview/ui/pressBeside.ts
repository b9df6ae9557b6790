/** Where a press means something by itself: it chooses an image or draws. */
const surfaces = '.map, .list-scroll';
const controls = 'a, button, vscode-button, input, select, summary, [role=separator], [role=slider]';

/** The other events of a press, up to its click. */
const following = ['mousedown', 'pointerup', 'mouseup', 'click'] as const;

/**
 * Closes a layer with a press beside it. On the map or the list, that press does nothing else; a control that is pressed
 * works.
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
    if (button === 0 && target.closest(surfaces) && !target.closest(controls)) swallow(event);
  };
  document.addEventListener('pointerdown', onPress, true);
  return () => document.removeEventListener('pointerdown', onPress, true);
}

/** Keeps a press from the page. A drag ends without a click: then the next press or key is the end. */
function swallow(press: PointerEvent): void {
  const isOver = new AbortController();
  const options = { capture: true, signal: isOver.signal };
  press.stopPropagation();
  for (const kind of following)
    document.addEventListener(
      kind,
      event => {
        event.stopPropagation();
        if (kind === 'click') isOver.abort();
      },
      options,
    );
  for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, () => isOver.abort(), options);
}
