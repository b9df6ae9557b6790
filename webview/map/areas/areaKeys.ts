/** What a key asks for. */
export type AreaCommand =
  | 'next'
  | 'previous'
  | 'reveal'
  | 'take'
  | 'polygon'
  | 'rectangle'
  | 'reshape'
  | 'remove'
  | 'leave'
  | 'corner'
  | 'finish'
  | 'takeBack'
  | 'undo'
  | 'redo';

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

export interface KeySituation {
  tool: 'none' | 'drawing' | 'choosing' | 'reshaping';
  /** Corners that are drawn so far. */
  corners: number;
  /** Where the focus is; in a field keys write. */
  focus: 'map' | 'button' | 'field' | 'elsewhere';
}

export function areaCommand(press: KeyPress, situation: KeySituation): AreaCommand | undefined {
  const { tool, focus } = situation;
  if (focus === 'field') return undefined;
  if (press.ctrlKey || press.metaKey) return historyCommand(press, tool);
  if (press.altKey || (focus !== 'map' && focus !== 'button')) return undefined;
  switch (press.key) {
    case 'Escape':
      return tool === 'none' ? undefined : 'leave';
    case 'Enter':
    case ' ':
      // A button is pressed by these.
      return focus === 'map' ? placingCommand(press.key, situation) : undefined;
    case 'Backspace':
      return tool === 'drawing' ? 'takeBack' : undefined;
    case 'Delete':
      return tool === 'drawing' ? undefined : 'remove';
    default:
      return letterCommand(press.key.toLowerCase(), tool === 'drawing');
  }
}

function letterCommand(letter: string, isDrawing: boolean): AreaCommand | undefined {
  switch (letter) {
    case 'd':
      return 'polygon';
    case 'r':
      return 'rectangle';
    case 'e':
      return 'reshape';
    case 'n':
      return isDrawing ? undefined : 'next';
    case 'p':
      return isDrawing ? undefined : 'previous';
    case 'u':
      return isDrawing ? undefined : 'take';
    default:
      return undefined;
  }
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, or with Cmd. */
function historyCommand(press: KeyPress, tool: KeySituation['tool']): AreaCommand | undefined {
  if (press.altKey) return undefined;
  const key = press.key.toLowerCase();
  const isRedo = (key === 'z' && press.shiftKey) || (key === 'y' && !press.shiftKey);
  if (key !== 'z' && !isRedo) return undefined;
  // What is being drawn is not in the text yet.
  if (tool === 'drawing') return isRedo ? undefined : 'takeBack';
  return isRedo ? 'redo' : 'undo';
}

function placingCommand(key: 'Enter' | ' ', { tool, corners }: KeySituation): AreaCommand | undefined {
  switch (tool) {
    case 'drawing':
      return key === ' ' || corners === 0 ? 'corner' : 'finish';
    case 'reshaping':
      return key === 'Enter' ? 'leave' : undefined;
    case 'choosing':
      return key === 'Enter' ? 'reshape' : undefined;
    case 'none':
      return key === 'Enter' ? 'reveal' : undefined;
  }
}
