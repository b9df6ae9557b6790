import * as l10n from '@vscode/l10n';
import { IconButton } from '../../ui/icon.tsx';
import type { DrawnShape } from './areaEditing.ts';
import type { AreaModel } from './areaModel.ts';

interface ToolProps {
  name: string;
  keys: string;
  /** In the syntax of `aria-keyshortcuts`, if that differs from `keys`. */
  shortcut?: string;
  path: string;
  /** Why it can't be used now. The button stays in place and shows this when it is pressed. */
  whyNot?: string | undefined;
  /** Whether the tool is in use; absent for immediate actions. */
  isOn?: boolean;
  onUse: () => void;
}

export function ToolBar({ areas }: { areas: AreaModel }) {
  const isMac = navigator.platform.startsWith('Mac');
  const [control, shift] = isMac ? ['⌘', '⇧'] : ['Ctrl+', 'Shift+'];
  const modifier = isMac ? 'Meta' : 'Control';
  const { tool } = areas.editing.value;
  const { draw, hole, reshape, remove, undo, redo } = areas.reasons.value;
  const isDrawing = (shape: DrawnShape) => tool.kind === 'drawing' && tool.shape === shape;
  const toolButton = ({ name, keys, shortcut = keys, path, whyNot, isOn, onUse }: ToolProps) => {
    // A tool in use can always be switched off.
    const isOff = whyNot !== undefined && isOn !== true;
    const title = `${name} (${keys})`;
    return (
      <IconButton
        class="tool-button"
        name={name}
        title={isOff ? `${title}\n${whyNot}` : title}
        path={path}
        aria-keyshortcuts={shortcut}
        aria-pressed={isOn}
        aria-disabled={isOff}
        onClick={() => (isOff ? areas.say(whyNot) : onUse())}
      />
    );
  };
  return (
    <>
      <div class="tool-bar" role="group" aria-label={l10n.t('Area tools')}>
        {toolButton({
          name: l10n.t('Draw polygon'),
          keys: 'D',
          path: 'M3 6l6-3 4 5-3 5H5zM3 6h.01M9 3h.01M13 8h.01M10 13h.01M5 13h.01',
          whyNot: draw,
          isOn: isDrawing('polygon'),
          onUse: () => areas.draw('polygon'),
        })}
        {toolButton({
          name: l10n.t('Draw rectangle'),
          keys: 'R',
          path: 'M2.5 4h11v8h-11z',
          whyNot: draw,
          isOn: isDrawing('rectangle'),
          onUse: () => areas.draw('rectangle'),
        })}
        {toolButton({
          name: l10n.t('Draw hole'),
          keys: 'H',
          path: 'M2.5 3h11v10h-11zM6 6h4.5L9.5 10H6.5z',
          whyNot: hole,
          isOn: isDrawing('hole'),
          onUse: () => areas.draw('hole'),
        })}
        {toolButton({
          name: l10n.t('Reshape area'),
          keys: 'E',
          path: 'M4 12L6 5l6-1M2.5 10.5h3v3h-3zM4.5 3.5h3v3h-3zM10.5 2.5h3v3h-3zM8 12.5l5-5 1.5 1.5-5 5H8z',
          whyNot: reshape,
          isOn: tool.kind === 'reshaping' || tool.kind === 'choosing',
          onUse: () => areas.reshape(),
        })}
        {toolButton({
          name: l10n.t('Rename area'),
          keys: 'F2',
          path: 'M7 3.5H2.5v9H7M12 3.5h1.5v9H12M9.5 2v12M8 2h3M8 14h3M5 6.5v3',
          whyNot: remove,
          onUse: () => areas.rename(),
        })}
        {toolButton({
          name: l10n.t('Delete area'),
          keys: l10n.t('Delete'),
          shortcut: 'Delete',
          path: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9M7 7v4M9 7v4',
          whyNot: remove,
          onUse: () => areas.remove(),
        })}
        {toolButton({
          name: l10n.t('Undo'),
          keys: `${control}Z`,
          shortcut: `${modifier}+Z`,
          path: 'M6 3L3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6',
          whyNot: undo,
          onUse: () => areas.goInHistory('undo'),
        })}
        {toolButton({
          name: l10n.t('Redo'),
          keys: `${control}${shift}Z`,
          shortcut: `${modifier}+Shift+Z`,
          path: 'M10 3l3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10',
          whyNot: redo,
          onUse: () => areas.goInHistory('redo'),
        })}
      </div>
      <div class="tool-bar">
        {toolButton({
          name: l10n.t('Measure distance and area'),
          keys: 'M',
          path: 'M1.5 11L11 1.5l3.5 3.5L5 14.5zM4 8.5l1.5 1.5M6.5 6l2 2M9 3.5l1.5 1.5',
          isOn: tool.kind === 'measuring',
          onUse: () => areas.measure(),
        })}
      </div>
    </>
  );
}
