import { type Coords, DomUtil, type DoneCallback, GridLayer, type Map as LeafletMap } from 'leaflet';
import { Turns, type Work } from '../ui/turns.ts';
import type { CanvasFrame } from './worldPoint.ts';

/** What is drawn on tiles: items in a list, which can grow. */
export interface TilePainter {
  /** The style of all items. If this returns another object, all of them are redrawn. */
  style: () => object;
  count: () => number;
  /**
   * Side in CSS pixels of the squares that it draws, if it draws nothing else: its canvases then have one pixel for each
   * square. Otherwise they have the resolution of the screen.
   */
  cell?: () => number | undefined;
  /** Whether any item from an index in the list on is visible on a canvas. */
  isAny: (frame: CanvasFrame, from: number) => boolean;
  /** Draws the items from an index in the list on, a few per step, so that adjacent tiles match. */
  draw: (context: CanvasRenderingContext2D, frame: CanvasFrame, from: number) => Work;
}

/** CSS pixels. */
const tileSize = 512;

/** Time limit for the first turn of a view, ms; enough for ten thousand footprints. Later turns miss the next frame. */
const longestView = 20;

interface Surface {
  canvas: HTMLCanvasElement;
  frame: CanvasFrame;
  /** How many items of the list it shows, and in which style; `undefined` if it has to be redrawn. */
  shows: { count: number; style: object } | undefined;
  /** Called once, when the surface is ready to show. */
  done: (() => void) | undefined;
}

/**
 * Canvas tiles for many thousands of items: moving the map draws only what comes into view. Tiles are drawn in turns,
 * and a tile that is redrawn keeps its old content until it is ready.
 *
 * When all tiles have to be drawn, after a zoom or a change of style, the view comes first, on a single canvas: it is
 * less than half the area of the tiles, and one page layer instead of a dozen. It is shown instead of the tiles until
 * the tiles below it are ready.
 */
export class CanvasTileLayer extends GridLayer {
  readonly #painter: TilePainter;
  readonly #live = new Map<HTMLElement, Surface>();
  readonly #turns = new Turns<Surface>();
  /** The view being drawn, or the last one. */
  #view: Surface | undefined;
  /** The view that is shown instead of the tiles. */
  #seenView: HTMLCanvasElement | undefined;
  #look: object | undefined;

  constructor(map: LeafletMap, pane: string, painter: TilePainter) {
    // `noWrap`, because an item is drawn only once, in its own copy of the world.
    super({ pane, tileSize, updateWhenZooming: false, updateWhenIdle: false, keepBuffer: 1, noWrap: true });
    this.#painter = painter;
    this.on('tileunload', ({ tile }) => this.#forget(tile));
    this.addTo(map);
    // A zoom animates the tiles, without the view.
    map.on('zoomstart', () => this.#dropView());
    map.on('moveend', () => this.#afterMove());
  }

  /** Call after the items or their style have changed. */
  update(): void {
    const style = this.#painter.style();
    if (style !== this.#look) this.#drawView();
    else
      for (const surface of [...(this.#view ? [this.#view] : []), ...this.#live.values()])
        this.#begin(surface);
    this.#look = style;
  }

  protected override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas');
    const left = coords.x * tileSize;
    const top = coords.y * tileSize;
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

  /** A surface that is already being drawn includes new items automatically. */
  #begin(surface: Surface): void {
    if (!this.#turns.isBusy(surface)) this.#turns.begin(surface, this.#bringUpToDate(surface));
  }

  /** Continues until it shows everything, including items added in the meantime. */
  *#bringUpToDate(surface: Surface): Work {
    for (;;) {
      const style = this.#painter.style();
      const count = this.#painter.count();
      if (surface.shows?.count === count && surface.shows.style === style) break;
      yield* this.#draw(surface, surface.shows?.style === style ? surface.shows.count : 0);
      surface.shows = { count, style };
    }
    surface.done?.();
    surface.done = undefined;
    this.#dropViewOnTiles();
  }

  /** @param from index of the first item that isn't shown yet; 0 redraws everything */
  *#draw({ canvas, frame, done }: Surface, from: number): Work {
    if (!this.#painter.isAny(frame, from)) {
      // An empty tile uses no memory.
      if (from === 0) canvas.width = 0;
      return;
    }
    const goesOn = from > 0 && canvas.width > 0;
    const target = goesOn || done ? canvas : document.createElement('canvas');
    const cell = this.#painter.cell?.();
    const context = goesOn ? surfaceContext(target) : clearedContext(target, frame, cell);
    if (!context) return;
    yield* this.#painter.draw(context, frame, from);
    if (target !== canvas)
      clearedContext(canvas, frame, cell)?.drawImage(target, 0, 0, frame.width, frame.height);
  }

  #afterMove(): void {
    const frame = this.#viewFrame();
    // After a zoom no tile is ready; if some are, the others are drawn one by one.
    if (frame && !this.#tilesBelow(frame).some(this.#isReady)) this.#drawView();
    else this.#dropViewOnTiles();
  }

  /** Draws the view and then the tiles, or only the tiles if they show the view already. */
  #drawView(): void {
    for (const tile of this.#live.values()) {
      // An interrupted tile may show only some of the new items.
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

  /** `undefined` while there are no tiles that it could stand in for. */
  #viewFrame(): CanvasFrame | undefined {
    if (this.#live.size === 0) return undefined;
    const { x: width, y: height } = this._map.getSize();
    const corner = this._map.containerPointToLayerPoint([0, 0]).round();
    const { x, y } = this._map.getPixelOrigin().add(corner);
    // The squares have the same places on every canvas, so that a tile shows what the view before it showed.
    const cell = this.#painter.cell?.() ?? 1;
    const left = Math.floor(x / cell) * cell;
    const top = Math.floor(y / cell) * cell;
    const right = Math.ceil((x + width) / cell) * cell;
    const bottom = Math.ceil((y + height) / cell) * cell;
    return {
      scale: 256 * 2 ** this._map.getZoom(),
      left,
      top,
      width: right - left,
      height: bottom - top,
    };
  }

  #seeView({ canvas, frame: { left, top, width, height } }: Surface): void {
    this.#seenView?.remove();
    this.#seenView = canvas;
    canvas.className = 'canvas-view';
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    DomUtil.setPosition(canvas, this._map.getPixelOrigin().multiplyBy(-1).add([left, top]));
    this.getContainer()?.append(canvas);
    // Earlier, the tiles would delay the frame that shows the view.
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

  /** Removes the view once the tiles below it are ready, or are gone because the map moved away. */
  #dropViewOnTiles(): void {
    if (this.#view && this.#tilesBelow(this.#view.frame).every(this.#isReady)) this.#dropView();
  }

  #tilesBelow(view: CanvasFrame): Surface[] {
    return [...this.#live.values()].filter(({ frame }) => isBelow(frame, view));
  }

  /** Whether a tile shows its content, except for the latest additions. */
  #isReady = ({ shows }: Surface): boolean => shows !== undefined && shows.style === this.#painter.style();
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

function clearedContext(
  canvas: HTMLCanvasElement,
  { width, height }: CanvasFrame,
  cell: number | undefined,
): CanvasRenderingContext2D | null {
  const scale = cell === undefined ? window.devicePixelRatio : 1 / cell;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.imageRendering = cell === undefined ? '' : 'pixelated';
  const context = surfaceContext(canvas);
  context?.scale(canvas.width / width, canvas.height / height);
  return context;
}

/** A surface is drawn once and shown for long. Software rendering saves GPU memory and contexts. */
function surfaceContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  return canvas.getContext('2d', { willReadFrequently: true });
}
