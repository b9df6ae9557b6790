import { DomUtil, GridLayer, type Coords, type DoneCallback, type Map as LeafletMap } from 'leaflet';
import { Turns, type Work } from '../../ui/turns.ts';
import type { CanvasFrame } from './worldPoint.ts';

/** What is drawn on tiles: things in a list, which can grow. */
export interface TilePainter {
  /** How all of them look. Another object has all of them drawn anew. */
  look: () => object;
  count: () => number;
  /** Whether any from a place in the list on can be seen on a canvas. */
  isAny: (frame: CanvasFrame, from: number) => boolean;
  /** Draws those from a place in the list on, a few a step, so that tiles beside each other agree. */
  draw: (context: CanvasRenderingContext2D, frame: CanvasFrame, from: number) => Work;
}

/** CSS pixels. */
const tileSize = 512;

/** Ten thousand footprints are drawn in it, ms: what is left to a later turn is not on the screen with the next frame. */
const longestView = 20;

interface Surface {
  canvas: HTMLCanvasElement;
  frame: CanvasFrame;
  /** How many things of the list it shows, in which look; `undefined` while that is nothing to go on from. */
  shows: { count: number; look: object } | undefined;
  /** Told once, when it can be seen. */
  done: (() => void) | undefined;
}

/**
 * Canvases of tiles for many thousands of things: moving the map draws only what comes into view. Tiles are drawn in
 * turns, and one that is drawn anew shows what it showed until it is ready.
 *
 * When all of them are to be drawn, after a zoom or in another look, the view comes first, on one canvas: that is less
 * than half of what the tiles reach over, and one layer of the page and not a dozen. It is seen in place of the tiles
 * until those below it are ready.
 */
export class CanvasTileLayer extends GridLayer {
  readonly #painter: TilePainter;
  readonly #live = new Map<HTMLElement, Surface>();
  readonly #turns = new Turns<Surface>();
  /** The view as it is drawn, or was drawn last. */
  #view: Surface | undefined;
  /** The view that is seen in place of the tiles. */
  #seenView: HTMLCanvasElement | undefined;
  #look: object | undefined;

  constructor(map: LeafletMap, pane: string, painter: TilePainter) {
    // A thing is drawn once, in the copy of the world that it was put in.
    super({ pane, tileSize, updateWhenZooming: false, updateWhenIdle: false, keepBuffer: 1, noWrap: true });
    this.#painter = painter;
    this.on('tileunload', ({ tile }) => this.#forget(tile));
    this.addTo(map);
    // A zoom goes with the tiles and without the view.
    map.on('zoomstart', () => this.#dropView());
    map.on('moveend', () => this.#afterMove());
  }

  /** After there are others to draw, or in another look. */
  update(): void {
    const look = this.#painter.look();
    if (look !== this.#look) this.#drawView();
    else
      for (const surface of [...(this.#view ? [this.#view] : []), ...this.#live.values()])
        this.#begin(surface);
    this.#look = look;
  }

  protected override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas');
    const [left, top] = [coords.x * tileSize, coords.y * tileSize];
    const frame = { scale: 256 * 2 ** coords.z, left, top, width: tileSize, height: tileSize };
    const tile = { canvas, frame, shows: undefined, done: () => done(undefined, canvas) };
    this.#live.set(canvas, tile);
    this.#begin(tile);
    return canvas;
  }

  #forget(canvas: HTMLElement): void {
    const tile = this.#live.get(canvas);
    if (!tile) return;
    this.#live.delete(canvas);
    this.#turns.drop(tile);
    this.#dropViewOnTiles();
  }

  /** One that is being drawn goes on with what is new by itself. */
  #begin(surface: Surface): void {
    if (!this.#turns.isBusy(surface)) this.#turns.begin(surface, this.#bringUpToDate(surface));
  }

  /** Goes on until it shows everything, of what came meanwhile too. */
  *#bringUpToDate(surface: Surface): Work {
    for (;;) {
      const look = this.#painter.look();
      const count = this.#painter.count();
      if (surface.shows?.count === count && surface.shows.look === look) break;
      yield* this.#draw(surface, surface.shows?.look === look ? surface.shows.count : 0);
      surface.shows = { count, look };
    }
    surface.done?.();
    surface.done = undefined;
    this.#dropViewOnTiles();
  }

  /** @param from the first place in the list that it does not show; all is drawn anew if that is 0 */
  *#draw({ canvas, frame, done }: Surface, from: number): Work {
    if (!this.#painter.isAny(frame, from)) {
      // A tile that nothing lies in takes no memory.
      if (from === 0) canvas.width = 0;
      return;
    }
    const goesOn = from > 0 && canvas.width > 0;
    const target = goesOn || done ? canvas : document.createElement('canvas');
    const context = goesOn ? contextOf(target) : clearedContext(target, frame);
    if (!context) return;
    yield* this.#painter.draw(context, frame, from);
    if (target !== canvas) clearedContext(canvas, frame)?.drawImage(target, 0, 0, frame.width, frame.height);
  }

  #afterMove(): void {
    const frame = this.#viewFrame();
    // None is ready after a zoom; where some are, the others come one by one.
    if (frame && !this.#tilesBelow(frame).some(this.#isReady)) this.#drawView();
    else this.#dropViewOnTiles();
  }

  /** Draws the view and then the tiles, or these alone if they show the view already. */
  #drawView(): void {
    for (const tile of this.#live.values()) {
      // What was drawn of what came last cannot be told from what was not.
      if (this.#turns.isBusy(tile)) tile.shows = undefined;
      this.#turns.drop(tile);
    }
    const frame = this.#viewFrame();
    if (!frame || this.#tilesBelow(frame).every(this.#isReady) || !this.#painter.isAny(frame, 0)) {
      this.#dropView();
      return;
    }
    if (this.#view) this.#turns.drop(this.#view);
    const canvas = document.createElement('canvas');
    const view: Surface = { canvas, frame, shows: undefined, done: () => this.#seeView(view) };
    this.#view = view;
    this.#turns.beginNow(view, this.#bringUpToDate(view), longestView);
  }

  /** `undefined` while there are no tiles that could come in its place. */
  #viewFrame(): CanvasFrame | undefined {
    if (this.#live.size === 0) return undefined;
    const { x: width, y: height } = this._map.getSize();
    const corner = this._map.containerPointToLayerPoint([0, 0]).round();
    const { x: left, y: top } = this._map.getPixelOrigin().add(corner);
    return { scale: 256 * 2 ** this._map.getZoom(), left, top, width, height };
  }

  #seeView({ canvas, frame: { left, top, width, height } }: Surface): void {
    this.#seenView?.remove();
    this.#seenView = canvas;
    canvas.className = 'canvas-view';
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    DomUtil.setPosition(canvas, this._map.getPixelOrigin().multiplyBy(-1).add([left, top]));
    this.getContainer()?.append(canvas);
    // Sooner, the tiles would hold up the frame that shows the view.
    requestAnimationFrame(() => this.#beginTiles());
  }

  #dropView(): void {
    if (this.#view) this.#turns.drop(this.#view);
    this.#seenView?.remove();
    this.#view = this.#seenView = undefined;
    this.#beginTiles();
  }

  #beginTiles(): void {
    for (const tile of this.#live.values()) this.#begin(tile);
  }

  /** As soon as it waits for no tile: those below it are ready, or are gone because the map has moved away. */
  #dropViewOnTiles(): void {
    if (this.#view && this.#tilesBelow(this.#view.frame).every(this.#isReady)) this.#dropView();
  }

  #tilesBelow(view: CanvasFrame): Surface[] {
    return [...this.#live.values()].filter(({ frame }) => isBelow(frame, view));
  }

  /** Whether a tile shows what lies in it, but for what was added a moment ago. */
  #isReady = ({ shows }: Surface): boolean => shows !== undefined && shows.look === this.#painter.look();
}

function isBelow(tile: CanvasFrame, view: CanvasFrame): boolean {
  return (
    tile.scale === view.scale &&
    tile.left < view.left + view.width &&
    tile.left + tile.width > view.left &&
    tile.top < view.top + view.height &&
    tile.top + tile.height > view.top
  );
}

/** The context of a canvas that is emptied. It counts CSS pixels. */
function clearedContext(
  canvas: HTMLCanvasElement,
  { width, height }: CanvasFrame,
): CanvasRenderingContext2D | null {
  canvas.width = Math.round(width * window.devicePixelRatio);
  canvas.height = Math.round(height * window.devicePixelRatio);
  const context = contextOf(canvas);
  context?.scale(canvas.width / width, canvas.height / height);
  return context;
}

/** A surface is drawn once and seen for long. Drawn by the processor, it needs no memory and no context of the GPU. */
function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  return canvas.getContext('2d', { willReadFrequently: true });
}
