import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { Tool } from '../areas/areaEditing.ts';
import type { AreaModel } from '../areas/areaModel.ts';
import type { ToolReasons } from '../areas/areaTexts.ts';
import { element, icon, setTitle } from '../../ui/element.ts';

interface ToolButton {
  label: string;
  keys: string;
  /** As `aria-keyshortcuts` spells them. */
  shortcut: string;
  path: string;
  needs: keyof ToolReasons;
  press: () => void;
  /** Whether the tool is in hand; absent for what is done at once. */
  isOn?: (tool: Tool) => boolean;
}

/** The tools that change areas. A tool that cannot be used stays where it is and says why. */
export function createToolBar(areas: AreaModel): HTMLElement {
  const isMac = navigator.platform.startsWith('Mac');
  const [control, shift] = isMac ? ['⌘', '⇧'] : ['Ctrl+', 'Shift+'];
  const modifier = isMac ? 'Meta' : 'Control';
  const isDrawing = (shape: string) => (tool: Tool) => tool.kind === 'drawing' && tool.shape === shape;
  const buttons: ToolButton[] = [
    {
      label: l10n.t('Draw polygon'),
      keys: 'D',
      shortcut: 'D',
      path: 'M3 6l6-3 4 5-3 5H5zM3 6h.01M9 3h.01M13 8h.01M10 13h.01M5 13h.01',
      needs: 'draw',
      press: () => areas.draw('polygon'),
      isOn: isDrawing('polygon'),
    },
    {
      label: l10n.t('Draw rectangle'),
      keys: 'R',
      shortcut: 'R',
      path: 'M2.5 4h11v8h-11z',
      needs: 'draw',
      press: () => areas.draw('rectangle'),
      isOn: isDrawing('rectangle'),
    },
    {
      label: l10n.t('Reshape area'),
      keys: 'E',
      shortcut: 'E',
      path: 'M4 12L6 5l6-1M2.5 10.5h3v3h-3zM4.5 3.5h3v3h-3zM10.5 2.5h3v3h-3zM8 12.5l5-5 1.5 1.5-5 5H8z',
      needs: 'reshape',
      press: () => areas.reshape(),
      isOn: tool => tool.kind === 'reshaping' || tool.kind === 'choosing',
    },
    {
      label: l10n.t('Delete area'),
      keys: l10n.t('Delete'),
      shortcut: 'Delete',
      path: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9M7 7v4M9 7v4',
      needs: 'remove',
      press: () => areas.remove(),
    },
    {
      label: l10n.t('Undo'),
      keys: `${control}Z`,
      shortcut: `${modifier}+Z`,
      path: 'M6 3L3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6',
      needs: 'history',
      press: () => areas.undo(),
    },
    {
      label: l10n.t('Redo'),
      keys: `${control}${shift}Z`,
      shortcut: `${modifier}+Shift+Z`,
      path: 'M10 3l3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10',
      needs: 'history',
      press: () => areas.redo(),
    },
  ];
  return element(
    'div',
    {
      class: 'tool-bar',
      role: 'group',
      'aria-label': l10n.t('Area tools'),
    },
    ...buttons.map(button => toolButton(button, areas)),
  );
}

function toolButton(tool: ToolButton, areas: AreaModel): HTMLElement {
  const { label, keys, shortcut } = tool;
  const attributes = {
    type: 'button',
    class: 'tool-button',
    'aria-label': label,
    'aria-keyshortcuts': shortcut,
  };
  const button = element('button', attributes, icon(tool.path));
  const isOn = () => tool.isOn?.(areas.editing.value.tool) ?? false;
  button.addEventListener('click', () => {
    const reason = areas.reasons.peek()[tool.needs];
    if (reason === undefined || isOn()) tool.press();
    else areas.say(reason);
  });

  effect(() => {
    const reason = areas.reasons.value[tool.needs];
    const pressed = isOn();
    if (tool.isOn) button.setAttribute('aria-pressed', String(pressed));
    // A tool in hand can always be put away.
    const isDisabled = reason !== undefined && !pressed;
    button.setAttribute('aria-disabled', String(isDisabled));
    const name = l10n.t('{0} ({1})', label, keys);
    setTitle(button, isDisabled ? `${name}\n${reason}` : name);
  });
  return button;
}
