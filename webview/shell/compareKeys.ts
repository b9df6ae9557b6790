import * as l10n from '@vscode/l10n';
import { type AreaModel, focusPlace } from '../features/areas/index.ts';
import { compare, type ImageStore, whyNotCompared } from '../features/images/index.ts';
import type { PictureModel } from '../features/pictures/index.ts';

/**
 * C starts a comparison wherever no text is typed, and ends it; Escape ends it too, and B lets the pictures blink. On the
 * map, Space shows the other picture then.
 */
export function attachCompareKeys(areas: AreaModel, found: ImageStore, pictures: PictureModel): void {
  const { comparison } = pictures;

  function toggle(): void {
    if (comparison.mode.peek() !== undefined) {
      stop();
      return;
    }
    const selected = found.selected.peek();
    const onMap = new Set(pictures.onMap.peek().map(({ id }) => id));
    const whyNot = whyNotCompared(found, selected);
    if (whyNot === undefined && !selected.every(id => onMap.has(id))) compare(pictures, found, selected);
    else if (comparison.canStart.peek()) comparison.start();
    else if (whyNot !== undefined) areas.say(whyNot);
    if (comparison.mode.peek() !== undefined) areas.say(l10n.t('Pictures are compared. Press C to stop.'));
  }

  function stop(): void {
    comparison.stop();
    areas.say(l10n.t('The comparison has ended.'));
  }

  /** @returns what a key does; `undefined` if it belongs to somebody else */
  function keyAction(event: KeyboardEvent): (() => void) | undefined {
    if (event.key.toLowerCase() === 'c') return isTyping(event) ? undefined : toggle;
    const mode = comparison.mode.peek();
    if (event.key.toLowerCase() === 'b' && mode !== undefined)
      return isTyping(event) ? undefined : () => comparison.start(mode === 'blink' ? 'swipe' : 'blink');
    const { activeElement } = document;
    if (mode === undefined || areas.editing.peek().tool.kind !== 'none') return undefined;
    // The search form closes with Escape.
    if (event.key === 'Escape') return activeElement?.closest('.filters') ? undefined : stop;
    const isFree = activeElement === document.body || focusPlace(event) === 'map';
    return event.key === ' ' && mode === 'blink' && isFree ? () => comparison.switchByHand() : undefined;
  }

  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keyAction(event);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Whether a letter would be typed, or would choose from a list. */
function isTyping(event: KeyboardEvent): boolean {
  // A toolkit control has its field in a shadow tree.
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  const field = 'input:not([type=range], [type=checkbox], [type=button]), textarea, select';
  return target.isContentEditable || target.matches(`${field}, [role=combobox]`);
}
