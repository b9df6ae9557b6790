import { effect, type Signal, untracked } from '@preact/signals-core';
import { latLng } from 'leaflet';
import { shiftToward } from '../../../src/geo/antimeridian.ts';
import type { Scene } from '../../ground/scene.ts';
import type { Tool } from './areaEditing.ts';
import { type AreaCommand, areaCommand, focusPlace } from './areaKeys.ts';
import type { AreaModel } from './areaModel.ts';
import { drawFromTwoPoints, type Drawing, drawPolygon } from './drawArea.ts';
import { createEditTools } from './editTools.ts';
import { measureOnMap } from './measureTool.ts';
import { type Reshape, reshapeArea } from './reshapeArea.ts';

/**
 * Connects the tool of the model to the pointer and the keyboard.
 *
 * @param measured the measurement, or the size of the drawing, as text
 */
export function attachAreaTools(scene: Scene, areas: AreaModel, measured: Signal<string | undefined>): void {
  const { map, home } = scene;
  const edit = createEditTools(scene);
  const container = map.getContainer();
  const focusMap = () => container.focus({ preventScroll: true });
  let drawing: Drawing | undefined;
  let reshape: Reshape | undefined;
  let before: Tool = { kind: 'none' };

  function start(tool: Tool): void {
    switch (tool.kind) {
      case 'none':
      case 'choosing':
        return;
      case 'drawing': {
        const points = tool.points.map(([longitude, latitude]) =>
          latLng(latitude, longitude + shiftToward(longitude, map.getCenter().lng)),
        );
        drawing =
          tool.shape === 'rectangle' || tool.shape === 'circle'
            ? drawFromTwoPoints(edit, tool.shape, areas, measured)
            : drawPolygon(edit, points, areas, measured);
        return;
      }
      case 'measuring':
        drawing = measureOnMap(scene, areas, measured);
        return;
      case 'reshaping': {
        const longitudes = tool.opened.flat().map(([longitude]) => longitude);
        const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
        reshape = reshapeArea(edit, tool.opened, shiftToward(middle, home.peek()), areas);
      }
    }
  }

  effect(() => {
    const { tool } = areas.editing.value;
    untracked(() => {
      const goesOn = isSameTool(tool, before);
      // Its keys belong to the map, wherever on the page it was started. One with points came back by itself.
      const isNew = tool.kind === 'drawing' && tool.points.length === 0;
      const begins = isNew && before.kind === 'none' && document.hasFocus();
      before = tool;
      if (goesOn) return;
      const hadFocus = container.contains(document.activeElement);
      drawing?.stop();
      reshape?.stop();
      drawing = reshape = undefined;
      start(tool);
      container.classList.toggle('placing', tool.kind === 'drawing' || tool.kind === 'measuring');
      // The focused handle may be gone, and a button that started a tool would treat Space as another press.
      const isGone = !container.contains(document.activeElement);
      if (begins || (hadFocus && (isGone || tool.kind !== 'none'))) focusMap();
    });
  });

  areas.radiusEntered.listen(() => {
    focusMap();
    // Otherwise, the center is the next point.
    if (drawing?.points()) drawing.finish();
  });

  const commands: Readonly<Record<AreaCommand, () => void>> = {
    next: () => areas.step(1),
    previous: () => areas.step(-1),
    reveal: () => areas.reveal(areas.acted.peek(), true),
    polygon: () => areas.draw('polygon'),
    rectangle: () => areas.draw('rectangle'),
    circle: () => areas.draw('circle'),
    hole: () => areas.draw('hole'),
    rename: () => areas.rename(),
    reshape: () => areas.reshape(before.kind === 'choosing' ? areas.acted.peek() : undefined),
    remove: () => areas.removeChosen(),
    measure: () => areas.measure(),
    leave: () => areas.leave(),
    place: () => drawing?.place(map.getCenter()),
    finish: () => drawing?.finish(),
    takeBack: () => drawing?.takeBack(),
    undo: () => areas.goInHistory('undo'),
    redo: () => areas.goInHistory('redo'),
  };

  document.addEventListener('keydown', event => {
    const focus = focusPlace(event);
    if (focus !== 'field') container.classList.add('by-keyboard');
    if (event.defaultPrevented) return;
    const isVertex = reshape?.press(event) === true;
    const situation = { tool: before.kind, points: drawing?.points() ?? 0, focus };
    const command = isVertex ? undefined : areaCommand(event, situation);
    if (!isVertex && command === undefined) return;
    event.preventDefault();
    if (command) commands[command]();
  });
  const byPointer = () => container.classList.remove('by-keyboard');
  container.addEventListener('pointermove', byPointer);
  // A tool is chosen beside the map, too.
  document.addEventListener('pointerdown', byPointer);
  map.on('move', () => {
    if (container.classList.contains('by-keyboard')) drawing?.follow(map.getCenter());
  });
}

/** Whether the pointer's action continues; for handles, as long as they are on the same rings. */
function isSameTool(tool: Tool, before: Tool): boolean {
  if (tool.kind === 'reshaping') return before.kind === 'reshaping' && tool.opened === before.opened;
  return tool === before;
}
