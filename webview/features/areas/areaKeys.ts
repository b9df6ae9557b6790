import type { Tool } from './areaEditing.ts';

export type AreaCommand = NonNullable<ReturnType<typeof areaCommand>>;

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export interface KeySituation {
  tool: Tool['kind'];
  points: number;
  focus: FocusPlace;
}

/** Where the focus is: fields and lists handle their own keys, and Enter and Space press a button. */
export type FocusPlace = 'map' | 'button' | 'field' | 'elsewhere';

export function focusPlace(event: KeyboardEvent): FocusPlace {
  // A toolkit control has its field in a shadow tree.
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return 'elsewhere';
  const isField = target.matches(
    'input:not([type=button]), textarea, select, [role=combobox], [role=option], [role=separator]',
  );
  if (isField || target.isContentEditable) return 'field';
  if (!target.closest('.map-part, .stepper')) return 'elsewhere';
  return target.matches('button, a') ? 'button' : 'map';
}

export const arrowSteps: Readonly<Record<string, readonly [right: number, down: number] | undefined>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function areaCommand(press: KeyPress, situation: KeySituation) {
  const { tool, focus } = situation;
  if (press.altKey || focus === 'field') return undefined;
  if (press.ctrlKey || press.metaKey) return historyCommand(press, tool);
  if (focus === 'elsewhere') return undefined;
  const isDrawing = tool === 'drawing';
  const isPlacing = isDrawing || tool === 'measuring';
  switch (press.key.toLowerCase()) {
    case 'escape':
      return tool === 'none' ? undefined : 'leave';
    case 'enter':
      return focus === 'map' ? enterCommand(situation) : undefined;
    case ' ':
      return focus === 'map' && isPlacing ? 'place' : undefined;
    case 'backspace':
      return isPlacing ? 'takeBack' : undefined;
    case 'delete':
      if (isDrawing) return undefined;
      return isPlacing ? 'takeBack' : 'remove';
    case 'n':
      if (isDrawing) return undefined;
      return press.shiftKey ? 'previous' : 'next';
    case 'f2':
      return isDrawing ? undefined : 'rename';
    default:
      return tools[press.key.toLowerCase()];
  }
}

type Letters<Command> = Readonly<Record<string, Command | undefined>>;

const tools: Letters<'polygon' | 'rectangle' | 'circle' | 'hole' | 'reshape' | 'measure'> = {
  d: 'polygon',
  r: 'rectangle',
  o: 'circle',
  h: 'hole',
  e: 'reshape',
  m: 'measure',
};

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, or the same with Cmd. */
function historyCommand({ key, shiftKey }: KeyPress, tool: Tool['kind']) {
  const letter = key.toLowerCase();
  const isRedo = (letter === 'z' && shiftKey) || (letter === 'y' && !shiftKey);
  if (letter !== 'z' && !isRedo) return undefined;
  // An unfinished drawing isn't in the text yet.
  if (tool === 'drawing') return isRedo ? undefined : 'takeBack';
  return isRedo ? 'redo' : 'undo';
}

function enterCommand({ tool, points }: KeySituation) {
  const commands = {
    none: 'reveal',
    choosing: 'reshape',
    reshaping: 'leave',
    measuring: 'finish',
    drawing: points === 0 ? 'place' : 'finish',
  } as const;
  return commands[tool];
}
