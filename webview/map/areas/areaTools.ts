import { effect, untracked, type ReadonlySignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { latLng } from 'leaflet';
import { areaCommand, type AreaCommand } from './areaKeys.ts';
import type { AreaModel } from './areaModel.ts';
import { drawnRing } from './areaRings.ts';
import type { Tool } from './areaEditing.ts';
import { drawPolygon, drawRectangle, type Drawing, type DrawingEvents } from './drawArea.ts';
import type { EditTools } from './editTools.ts';
import { focusOf } from '../base/focusOf.ts';
import { reshapeArea, type Reshape } from './reshapeArea.ts';
import { shiftToward } from '../base/worldPoint.ts';

/** Puts the tool of the model into the hands of the pointer and the keyboard. */
export function attachAreaTools(edit: EditTools, areas: AreaModel, home: ReadonlySignal<number>): void {
  const { map } = edit;
  const container = map.getContainer();
  let drawing: Drawing | undefined;
  let reshape: Reshape | undefined;
  let before: Tool = { kind: 'none' };

  const events: DrawingEvents = {
    placed: count => areas.say(l10n.t('Corner {0} placed', count)),
    takenBack: count => areas.say(count === 1 ? l10n.t('1 corner left') : l10n.t('{0} corners left', count)),
    finished: corners => {
      const ring = drawnRing(corners, map.getZoom());
      if (ring) areas.finishDrawing(ring);
      else areas.say(l10n.t('The corners enclose no area.'));
    },
    unfinished: count => areas.say(unfinishedText(before, count)),
  };

  function start(tool: Tool): void {
    switch (tool.kind) {
      case 'none':
      case 'choosing':
        return;
      case 'drawing': {
        const corners = tool.corners.map(([longitude = 0, latitude = 0]) =>
          latLng(latitude, longitude + shiftToward(longitude, map.getCenter().lng)),
        );
        drawing = tool.shape === 'polygon' ? drawPolygon(edit, corners, events) : drawRectangle(edit, events);
        return;
      }
      case 'reshaping': {
        const longitudes = tool.opened.flat().map(([longitude = 0]) => longitude);
        const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
        reshape = reshapeArea(edit, tool.opened, shiftToward(middle, home.peek()), {
          reshaped: areas.reshaped,
          say: areas.say,
        });
      }
    }
  }

  effect(() => {
    const { tool } = areas.editing.value;
    untracked(() => {
      const goesOn = isSameTool(tool, before);
      before = tool;
      if (goesOn) return;
      const hadFocus = container.contains(document.activeElement);
      drawing?.stop();
      reshape?.stop();
      drawing = reshape = undefined;
      start(tool);
      container.classList.toggle('drawing', tool.kind === 'drawing');
      // A handle with the focus has gone; a button that began a tool would take Space for another press.
      const isGone = !container.contains(document.activeElement);
      if (hadFocus && (isGone || tool.kind !== 'none')) container.focus();
    });
  });

  const commands: Readonly<Record<AreaCommand, () => void>> = {
    next: () => areas.step(1),
    previous: () => areas.step(-1),
    reveal: () => areas.reveal(areas.acted.peek(), true),
    take: () => areas.take(),
    polygon: () => areas.draw('polygon'),
    rectangle: () => areas.draw('rectangle'),
    reshape: () => areas.reshape(before.kind === 'choosing' ? areas.acted.peek() : undefined),
    remove: () => areas.removeChosen(),
    leave: () => areas.leave(),
    corner: () => drawing?.place(map.getCenter()),
    finish: () => drawing?.finish(),
    takeBack: () => drawing?.takeBack(),
    undo: () => areas.undo(),
    redo: () => areas.redo(),
  };

  document.addEventListener('keydown', event => {
    container.classList.add('by-keyboard');
    if (event.defaultPrevented) return;
    const isCorner = reshape?.press(event) === true;
    const situation = { tool: before.kind, corners: drawing?.corners() ?? 0, focus: focusOf(event) };
    const command = isCorner ? undefined : areaCommand(event, situation);
    if (!isCorner && command === undefined) return;
    event.preventDefault();
    if (command) commands[command]();
  });
  for (const kind of ['pointermove', 'pointerdown'])
    container.addEventListener(kind, () => container.classList.remove('by-keyboard'));
  map.on('move', () => {
    if (container.classList.contains('by-keyboard')) drawing?.follow(map.getCenter());
  });
}

/** Whether what the pointer does goes on; the handles go on as long as they stand on the same rings. */
function isSameTool(tool: Tool, before: Tool): boolean {
  if (tool.kind === 'reshaping') return before.kind === 'reshaping' && tool.opened === before.opened;
  return tool === before;
}

function unfinishedText(tool: Tool, count: number): string {
  if (tool.kind === 'drawing' && tool.shape === 'rectangle')
    return l10n.t('A rectangle needs two opposite corners.');
  return l10n.t('An area has at least three corners; this one has {0}.', count);
}
