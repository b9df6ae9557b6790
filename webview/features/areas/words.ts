import * as l10n from '@vscode/l10n';
import type { AreaRow, DocumentShown, MapState } from '../../../src/protocol/protocol.ts';
import { countText } from '../../ui/format.ts';
import { type DrawnShape, type Editing, isRemoving, type Tool } from './areaEditing.ts';

/** "Area 2 of 7", "7 areas"; if some areas aren't on the map, the total is "7+". */
export function placeText(index: number, count: number, leftOut: number): string {
  const total = leftOut > 0 ? `${countText(count)}+` : countText(count);
  return index < 0 ? l10n.t('{0} areas', total) : l10n.t('Area {0} of {1}', countText(index + 1), total);
}

export function leftOutText({ leftOut, name }: DocumentShown): string | undefined {
  if (leftOut === 0) return undefined;
  return l10n.t('{0} more areas of {1} are not shown: there are too many.', countText(leftOut), name);
}

/** The Web Mercator projection of the map ends here, degrees. */
const lastLatitude = 85.0511;

export function beyondText(rows: readonly AreaRow[]): string | undefined {
  const beyond = rows.filter(({ polygon }) =>
    polygon.coordinates.some(ring => ring.some(([, latitude]) => Math.abs(latitude) > lastLatitude)),
  );
  const [first] = beyond;
  if (!first) return undefined;
  const name = beyond.length === 1 ? first.name : l10n.t('{0} areas', countText(beyond.length));
  return l10n.t("The map ends at 85° latitude and can't show all of {0}.", name);
}

/**
 * Why tools can't be used now, for those that can't.
 *
 * @param count how many areas are on the map
 * @param acted the area that tools act on
 */
export function toolReasons(
  state: MapState | undefined,
  count: number,
  acted: AreaRow | undefined,
  editing: Editing,
) {
  const loading = state === undefined ? l10n.t('Loading…') : undefined;
  const locked = loading ?? state?.document?.locked;
  const busy = isRemoving(editing) ? l10n.t('Saving the last change to the text.') : undefined;
  const noArea = count === 0 ? l10n.t('No area of interest') : undefined;
  const noneChosen = acted === undefined ? noneChosenText() : undefined;
  const unlinked = state?.document ? undefined : l10n.t("The map isn't linked to a document.");
  return {
    // What the document can't take goes into a new one.
    draw: loading,
    reshape: locked ?? noArea ?? busy,
    hole: locked ?? noArea ?? noneChosen ?? busy,
    remove: locked ?? noArea ?? noneChosen ?? busy,
    undo: unlinked ?? (state?.document?.canUndo ? undefined : l10n.t('Nothing to undo.')),
    redo: unlinked ?? (state?.document?.canRedo ? undefined : l10n.t('Nothing to redo.')),
  };
}

/** @param index from 0 */
export function vertexText(index: number, count: number): string {
  return l10n.t('Vertex {0} of {1}', index + 1, count);
}

/** Of numbers that are near the area only the other way round. */
export function swappedText(typed: string, swapped: string): string {
  return l10n.t(
    '{0} is far from the area with the longitude first. If the latitude was first, enter {1}.',
    typed,
    swapped,
  );
}

/** Why a document can't take another area; `undefined` if it can. */
export function whyNotHere({ name, adds, locked }: DocumentShown): string | undefined {
  if (locked !== undefined) return locked;
  return adds === undefined ? l10n.t("{0} can't take another area.", name) : undefined;
}

export function radiusText(): string {
  return l10n.t('Enter a radius with its unit, such as 1.5 km or 800 m.');
}

export function noneChosenText(): string {
  return l10n.t('Select an area first: click its outline, or step to it.');
}

/**
 * How to use the current tool, by pointer and by keyboard.
 *
 * @param isTyped whether a vertex is selected, whose coordinates can be typed
 */
export function toolHints(tool: Tool, isTyped = false): { pointer?: string; keyboard?: string } {
  switch (tool.kind) {
    case 'none':
      return {};
    case 'choosing': {
      const hint = l10n.t('Click the area to reshape. Esc cancels.');
      return { pointer: hint, keyboard: hint };
    }
    case 'reshaping':
      return {
        pointer: isTyped
          ? l10n.t(
              'Type longitude, latitude, or with letters: 48.21 N, 16.4 E. Right-click or Alt+click the vertex to delete it. Esc to finish.',
            )
          : l10n.t(
              'Drag a vertex or midpoint, or the center to move the area. Click a vertex to type coordinates. Right-click or Alt+click to delete. Esc to finish.',
            ),
        keyboard: l10n.t(
          'Tab moves to the center or a vertex, arrow keys move it, Delete deletes a vertex, Esc finishes.',
        ),
      };
    case 'drawing':
    case 'measuring':
      return {
        pointer: pointerHint(tool.kind === 'drawing' ? tool.shape : 'polygon'),
        keyboard: l10n.t(
          'Arrow keys move the map, Space adds a point at the cross, Enter finishes, Backspace removes the last point, Esc cancels.',
        ),
      };
  }
}

function pointerHint(shape: DrawnShape): string {
  switch (shape) {
    case 'rectangle':
      return l10n.t('Drag from corner to corner, or click both. Esc cancels.');
    case 'circle':
      return l10n.t('Drag from the center to the edge, or click both. Esc cancels.');
    case 'polygon':
    case 'hole':
      return l10n.t(
        'Click to add points, Enter or double-click to finish. Backspace removes the last, Esc cancels.',
      );
  }
}

/** What is drawn or measured so far, for a screen reader. */
export function pointsText(count: number, measured?: string): string {
  return [l10n.t('Points: {0}', countText(count)), measured].filter(part => part !== undefined).join(', ');
}
