import { DomUtil, type LatLng, type Map as LeafletMap, type ZoomAnimEvent } from 'leaflet';
import { Turns, type Work } from '../ui/turns.ts';
import type { CanvasFrame } from './worldPoint.ts';

/** How far the canvas extends beyond each edge of the map, as a share of the map's size. */
const padding = 0.2;

/** Draws into a context that is scaled to CSS pixels. */
export type Paint = (context: CanvasRenderingContext2D, frame: CanvasFrame) => Work;

/**
 * A canvas over the whole map that is drawn at once, for a few items that change all the time. If there are many,
 * drawing continues over the next frames.
 *
 * @param order within the same pane
 */
export function addMapOverlay(map: LeafletMap, pane: string, order: number) {
  const canvas = DomUtil.create('canvas', 'leaflet-zoom-animated', map.getPane(pane));
  canvas.style.position = 'absolute';
  canvas.style.zIndex = String(order);
  canvas.style.pointerEvents = 'none';
  canvas.hidden = true;
  const turns = new Turns<'paint'>();
  let paint: Paint | undefined;
  let isReady = false;
  let drawn: { corner: LatLng; zoom: number } | undefined;

  function draw(): void {
    if (!isReady) return;
    turns.drop('paint');
    canvas.hidden = paint === undefined;
    drawn = undefined;
    if (!paint) return;
    const size = map.getSize();
    const corner = map.containerPointToLayerPoint(size.multiplyBy(-padding)).round();
    const { x: width, y: height } = size.multiplyBy(1 + 2 * padding).round();
    const density = window.devicePixelRatio;
    const across = Math.round(width * density);
    const down = Math.round(height * density);
    // A canvas with an unchanged size keeps its memory.
    if (canvas.width !== across) canvas.width = across;
    if (canvas.height !== down) canvas.height = down;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    DomUtil.setTransform(canvas, corner, 1);
    const context = canvas.getContext('2d');
    if (!context) return;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
    const zoom = map.getZoom();
    const { x: left, y: top } = map.getPixelOrigin().add(corner);
    drawn = { corner: map.layerPointToLatLng(corner), zoom };
    turns.beginNow('paint', paint(context, { scale: 256 * 2 ** zoom, left, top, width, height }));
  }

  /** Transforms the canvas to its final position while the map zooms. */
  function follow(center: LatLng, zoom: number): void {
    if (!drawn) return;
    const moved = DomUtil.getPosition(map.getPane('mapPane') ?? canvas);
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(moved).round();
    const corner = map.project(drawn.corner, zoom).subtract(origin);
    DomUtil.setTransform(canvas, corner, map.getZoomScale(zoom, drawn.zoom));
  }

  const handlers = {
    moveend: draw,
    resize: draw,
    zoomanim: ({ center, zoom }: ZoomAnimEvent) => follow(center, zoom),
    zoom: () => follow(map.getCenter(), map.getZoom()),
  };
  map.on(handlers);
  map.whenReady(() => {
    isReady = true;
    draw();
  });

  return {
    /** Redraws. @param next used from now on; `undefined` if there is nothing to draw */
    draw: (next: Paint | undefined) => {
      paint = next;
      draw();
    },
    remove: () => {
      map.off(handlers);
      turns.drop('paint');
      canvas.remove();
    },
  };
}
