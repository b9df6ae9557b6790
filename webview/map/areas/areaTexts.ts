import * as l10n from '@vscode/l10n';
import { areaText } from '../../../src/model/words/areaText.ts';
import type { AreaRow, DocumentShown, MapState } from '../../../src/shared/protocol.ts';
import { countText } from '../../ui/format.ts';
import { isRemoving, type Editing, type Tool } from './areaEditing.ts';

/** "Harbour, 4.2 km²". */
export function areaLabel({ name, areaKm2 }: Pick<AreaRow, 'name' | 'areaKm2'>): string {
  return l10n.t('{0}, {1}', name, areaText(areaKm2));
}

/** "Harbour, 4.2 km², area 2 of 7", as it is spoken. */
export function spokenArea(row: AreaRow, index: number, count: number): string {
  return l10n.t('{0}, area {1} of {2}', areaLabel(row), countText(index + 1), countText(count));
}

/** "Area 2 of 7", "7 areas"; areas that are not on the map make the total a "7+". */
export function placeText(index: number, count: number, leftOut: number): string {
  const total = leftOut > 0 ? `${countText(count)}+` : countText(count);
  return index < 0 ? l10n.t('{0} areas', total) : l10n.t('Area {0} of {1}', countText(index + 1), total);
}

export function leftOutText({ leftOut, name }: DocumentShown): string | undefined {
  if (leftOut === 0) return undefined;
  return l10n.t('{0} more areas of {1} are not shown: there are too many.', countText(leftOut), name);
}

/**
 * Why a tool cannot be used now, for those that cannot.
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
  const locked = state === undefined ? l10n.t('The map is not ready yet.') : state.document?.locked;
  const busy = isRemoving(editing) ? l10n.t('Saving the last change to the text.') : undefined;
  const noArea = count === 0 ? l10n.t('No area yet. Draw one first.') : undefined;
  const noneChosen = acted === undefined ? noneChosenText() : undefined;
  return {
    draw: locked,
    reshape: locked ?? noArea ?? busy,
    remove: locked ?? noArea ?? noneChosen ?? busy,
    history: state?.document ? undefined : l10n.t("The map isn't linked to a document."),
  };
}

export function noneChosenText(): string {
  return l10n.t('Select an area first: click its outline, or step to it.');
}

/** What to do with the tool in hand, by pointer and by keyboard. */
export function toolHints(tool: Tool): { pointer?: string; keyboard?: string } {
  switch (tool.kind) {
    case 'none':
      return {};
    case 'choosing': {
      const hint = l10n.t('Click the area to reshape. Esc cancels.');
      return { pointer: hint, keyboard: hint };
    }
    case 'drawing':
      return tool.shape === 'polygon'
        ? {
            pointer: l10n.t(
              'Click to add vertices. Click the first one or press Enter to finish. Backspace removes the last one, Esc cancels.',
            ),
            keyboard: l10n.t(
              'Arrow keys move the map, Space adds a vertex at the cross, Enter finishes, Backspace removes the last vertex, Esc cancels.',
            ),
          }
        : {
            pointer: l10n.t('Drag from corner to corner, or click both. Esc cancels.'),
            keyboard: l10n.t(
              'Arrow keys move the map, Space sets the first corner at the cross and then the opposite one, Esc cancels.',
            ),
          };
    case 'reshaping':
      return {
        pointer: l10n.t(
          'Drag vertices to move them. Drag a midpoint to add one. Right-click or Alt+click to delete. Esc to finish.',
        ),
        keyboard: l10n.t('Tab moves to a vertex, arrow keys move it, Delete deletes it, Esc finishes.'),
      };
    case 'measuring':
      return {
        pointer: l10n.t('Click to add points. Double-click to finish. Esc cancels.'),
        keyboard: l10n.t(
          'Arrow keys move the map, Space adds a point at the cross, Enter finishes, Backspace removes the last point, Esc cancels.',
        ),
      };
  }
}
