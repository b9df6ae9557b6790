import { effect, signal, type ReadonlySignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { LatLng, LeafletMouseEvent, Map as LeafletMap } from 'leaflet';
import type { AreaModel } from '../areas/areaModel.ts';
import { drawMeasure, positionOf } from './drawMeasure.ts';
import { focusOf } from '../base/focusOf.ts';
import type { MapColours } from '../base/mapColours.ts';
import { addMapOverlay } from '../base/mapOverlay.ts';
import { measureText } from './measureFigures.ts';

/** Measures on the map; nothing of it is written anywhere. */
export interface MeasureTool {
  isOn: ReadonlySignal<boolean>;
  /** What is measured so far, the place of the pointer with it. */
  figure: ReadonlySignal<string | undefined>;
  /** Whether the last place is put, so that the next one begins anew. */
  isDone: ReadonlySignal<boolean>;
  toggle: () => void;
}

export function createMeasureTool(
  map: LeafletMap,
  pane: string,
  areas: AreaModel,
  colours: ReadonlySignal<MapColours>,
): MeasureTool {
  const isOn = signal(false);
  const isDone = signal(false);
  const places = signal<readonly LatLng[]>([]);
  /** Where the next place would come. */
  const next = signal<LatLng | undefined>(undefined);
  const figure = signal<string | undefined>(undefined);
  const container = map.getContainer();
  const overlay = addMapOverlay(map, pane, 1);

  effect(() => {
    const ahead = isDone.value || places.value.length === 0 ? undefined : next.value;
    const all = ahead ? [...places.value, ahead] : places.value;
    figure.value = measureText(all.map(positionOf));
    const look = colours.value;
    const isDrawn = isOn.value && places.value.length > 0;
    overlay.draw(
      isDrawn ? (context, frame) => drawMeasure(context, frame, places.value, ahead, look) : undefined,
    );
  });
  effect(() => {
    container.classList.toggle('measuring', isOn.value);
  });
  // One tool is in hand at a time.
  effect(() => {
    if (areas.editing.value.tool.kind !== 'none') end();
  });

  function restart(): void {
    places.value = [];
    next.value = undefined;
    isDone.value = false;
  }

  function end(): void {
    isOn.value = false;
    restart();
  }

  function toggle(): void {
    if (isOn.peek()) {
      end();
      return;
    }
    areas.leave();
    restart();
    isOn.value = true;
    areas.say(measureHint(true));
  }

  function place(at: LatLng): void {
    if (isDone.peek()) restart();
    places.value = [...places.peek(), at];
    const text = measureText(places.peek().map(positionOf));
    const placed = l10n.t('Point {0} placed', places.peek().length);
    areas.say(text === undefined ? placed : `${placed}, ${text}`);
  }

  function takeBack(): void {
    isDone.value = false;
    places.value = places.peek().slice(0, -1);
  }

  function finish(): void {
    if (places.peek().length < 2) return;
    isDone.value = true;
    const text = figure.peek();
    if (text !== undefined) areas.say(text);
  }

  map.on('click', ({ latlng, originalEvent }: LeafletMouseEvent) => {
    if (!isOn.peek()) return;
    // The second press of a double click is at the place of the first.
    if (originalEvent.detail > 1) finish();
    else place(latlng);
  });
  map.on('mousemove', ({ latlng }: LeafletMouseEvent) => {
    if (isOn.peek()) next.value = latlng;
  });
  map.on('move', () => {
    if (isOn.peek() && container.classList.contains('by-keyboard')) next.value = map.getCenter();
  });

  const commands: Readonly<Record<string, (() => void) | undefined>> = {
    Escape: end,
    Enter: finish,
    ' ': () => place(map.getCenter()),
    Backspace: takeBack,
    Delete: takeBack,
  };
  // Before the area tools, which have other uses for these keys.
  container.addEventListener(
    'keydown',
    event => {
      const focus = focusOf(event);
      if (event.ctrlKey || event.metaKey || event.altKey || (focus !== 'map' && focus !== 'button')) return;
      const isToggle = event.key.toLowerCase() === 'm';
      const isPress = event.key === 'Enter' || event.key === ' ';
      const command = isToggle
        ? toggle
        : isOn.peek() && !(isPress && focus === 'button') && commands[event.key];
      if (!command) return;
      event.preventDefault();
      event.stopPropagation();
      container.classList.add('by-keyboard');
      command();
    },
    { capture: true },
  );

  return { isOn, figure, isDone, toggle };
}

export function measureHint(byKeyboard: boolean): string {
  return byKeyboard
    ? l10n.t(
        'Arrow keys move the map, Space puts a point at the cross, Enter finishes, Backspace takes the last point back, Esc leaves.',
      )
    : l10n.t('Click for each point, double-click to finish, Esc to leave.');
}
