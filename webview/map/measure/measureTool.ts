import { effect, signal, type ReadonlySignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import type { LatLng, LeafletMouseEvent, Map as LeafletMap } from 'leaflet';
import type { AreaModel } from '../areas/areaModel.ts';
import { focusOf } from '../base/focusOf.ts';
import type { MapColours } from '../base/mapColours.ts';
import { addMapOverlay } from '../base/mapOverlay.ts';
import { worldX, worldY, type CanvasFrame } from '../base/worldPoint.ts';
import { measureText } from './measureFigures.ts';
import { element, icon, setText } from '../../ui/element.ts';
import type { Work } from '../../ui/turns.ts';

/** Measures on the map; nothing of it is written anywhere. */
export interface MeasureTool {
  isOn: ReadonlySignal<boolean>;
  /** What is measured so far, the place of the pointer with it. */
  figure: ReadonlySignal<string | undefined>;
  toggle: () => void;
}

export function createMeasureTool(
  map: LeafletMap,
  pane: string,
  areas: AreaModel,
  colours: ReadonlySignal<MapColours>,
): MeasureTool {
  const isOn = signal(false);
  /** Whether the last place is put, so that the next one begins anew. */
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

  return { isOn, figure, toggle };
}

function measureHint(byKeyboard: boolean): string {
  return byKeyboard
    ? l10n.t(
        'Arrow keys move the map, Space puts a point at the cross, Enter finishes, Backspace takes the last point back, Esc leaves.',
      )
    : l10n.t('Click for each point, double-click to finish, Esc to leave.');
}

export function createMeasureButton(measure: MeasureTool): HTMLElement {
  const label = l10n.t('Measure distance and area');
  const button = element(
    'button',
    {
      type: 'button',
      class: 'tool-button',
      title: l10n.t('{0} ({1})', label, 'M'),
      'aria-label': label,
      'aria-keyshortcuts': 'M',
    },
    icon('M1.5 11L11 1.5l3.5 3.5L5 14.5zM4 8.5l1.5 1.5M6.5 6l2 2M9 3.5l1.5 1.5'),
  );
  button.addEventListener('click', () => {
    measure.toggle();
    // Space would press the button again, and is to put a point.
    if (measure.isOn.peek()) button.closest<HTMLElement>('.map')?.focus();
  });
  effect(() => button.setAttribute('aria-pressed', String(measure.isOn.value)));
  return element('div', { class: 'tool-bar measure-bar' }, button);
}

/** What is measured so far, and how to go on. */
export function createMeasureStrip(measure: MeasureTool): HTMLElement {
  const figure = element('strong', { class: 'measure-figure' });
  const pointer = element('span', { class: 'pointer-hint quiet' }, measureHint(false));
  const keyboard = element('span', { class: 'keyboard-hint quiet' }, measureHint(true));
  const label = l10n.t('End measuring');
  const close = element(
    'button',
    { type: 'button', class: 'step-button', title: label, 'aria-label': label },
    icon('M4 4l8 8M12 4l-8 8'),
  );
  close.addEventListener('click', () => {
    strip.closest<HTMLElement>('.map')?.focus();
    measure.toggle();
  });
  const strip = element('div', { class: 'map-strip measure-strip' }, figure, pointer, keyboard, close);
  effect(() => {
    strip.hidden = !measure.isOn.value;
    setText(figure, measure.figure.value ?? '');
    figure.hidden = measure.figure.value === undefined;
  });
  return strip;
}

/** [longitude, latitude] in degrees, in the copy of the world that the map shows. */
function positionOf({ lat, lng }: LatLng): Position {
  return [lng, lat];
}

/** CSS pixels. */
const pointSize = 3.5;

/**
 * The way that is measured, and dashed the line that closes it to an area.
 *
 * @param ahead where the next place would come
 */
function* drawMeasure(
  context: CanvasRenderingContext2D,
  { scale, left, top }: CanvasFrame,
  places: readonly LatLng[],
  ahead: LatLng | undefined,
  { selected, casing }: MapColours,
): Work {
  const at = ({ lat, lng }: LatLng) => [worldX(lng) * scale - left, worldY(lat) * scale - top] as const;
  const way = new Path2D();
  const points = (ahead ? [...places, ahead] : places).map(at);
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) way.moveTo(x, y);
    else way.lineTo(x, y);
  }
  const closing = new Path2D();
  const [first, last] = [points[0], points.at(-1)];
  if (first && last && points.length > 2) {
    closing.moveTo(...last);
    closing.lineTo(...first);
  }
  context.lineJoin = context.lineCap = 'round';
  for (const [colour, width] of [
    [casing, 5],
    [selected, 2],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash([]);
    context.stroke(way);
    context.setLineDash([2, 6]);
    context.stroke(closing);
  }
  context.setLineDash([]);
  context.fillStyle = casing;
  for (const place of places) {
    const [x, y] = at(place);
    context.beginPath();
    context.arc(x, y, pointSize, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
  yield;
}
