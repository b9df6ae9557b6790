import { DomUtil, GridLayer, type Coords, type DoneCallback } from 'leaflet';
import { drawFootprints, lineMargin, worldBoxOf } from './drawFootprints.ts';
import type { FootprintIndex } from './footprintIndex.ts';
import type { CanvasFrame } from './footprintShapes.ts';
import type { FaintStyle } from './footprintStyle.ts';
import { Turns } from '../../ui/turns.ts';

/** CSS pixels. */
const tileSize = 512;

/** Ten thousand footprints are drawn in it, ms: what is left to a later turn is not on the screen with the next frame. */
const longestView = 20;

interface Tile extends FootprintSurface {
  /** Told once, when the tile can be shown. */
  done: DoneCallback | undefined;
}

/**
 * The footprints that do not stand out, tile by tile: moving the map draws only what comes into view. Tiles are drawn
 * in turns, and one that is drawn anew shows what it showed until it is ready.
 *
 * When all of them are to be drawn, after a zoom or for other footprints, the view comes first, on one canvas: that is
 * less than half of what the tiles reach over, and one layer of the page and not a dozen. It is seen in place of the
 * tiles until those below it are ready.
 */
export class FootprintTiles extends GridLayer {
  readonly #index: FootprintIndex;
  readonly #style: () => FaintStyle | undefined;
  readonly #live = new Map<HTMLElement, Tile>();
  readonly #turns = new Turns<FootprintSurface>();
  /** The view as it is drawn, or was drawn last. */
  #view: FootprintSurface | undefined;
  /** The view that is seen in place of the tiles. */
  #seenView: FootprintSurface | undefined;

  /** @param style `undefined` while nothing is to be drawn */
  constructor(index: FootprintIndex, pane: string, style: () => FaintStyle | undefined) {
    // A footprint is drawn once, in the copy of the world that the index puts it in.
    super({ pane, tileSize, updateWhenZooming: false, updateWhenIdle: false, keepBuffer: 1, noWrap: true });
    this.#index = index;
    this.#style = style;
    this.on('tileunload', ({ tile }) => this.#forget(tile));
    this.on('remove', () => this.#dropView());
  }

  /** After footprints were added to the index: they are added to what is shown. */
  extend(): void {
    // One that is being drawn goes on with them by itself.
    if (this.#view) this.#beginUnlessBusy(this.#view);
    this.#beginTiles();
  }

  /** After anything else has changed. */
  refresh(): void {
    for (const tile of this.#live.values()) tile.shows = undefined;
    this.#drawView();
  }

  /** Before the map moves to another zoom, with the tiles and without the view. */
  beforeZoom(): void {
    this.#dropView();
  }

  /** After the map has moved, and the tiles with it. */
  afterMove(): void {
    const frame = this.#viewFrame();
    // None is ready after a zoom; where some are, the others come one by one.
    if (frame && !this.#tilesBelow(frame).some(isReady)) this.#drawView();
    else this.#dropViewOnTiles();
  }

  protected override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas');
    const [left, top] = [coords.x * tileSize, coords.y * tileSize];
    const frame = { scale: 256 * 2 ** coords.z, left, top, width: tileSize, height: tileSize };
    const tile = { canvas, frame, done, shows: undefined };
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

  #beginTiles(): void {
    for (const tile of this.#live.values()) this.#beginUnlessBusy(tile);
  }

  #beginUnlessBusy(surface: FootprintSurface): void {
    if (!this.#turns.isBusy(surface)) this.#begin(surface);
  }

  #stop(tile: Tile): void {
    // What was drawn of what came last cannot be told from what was not.
    if (this.#turns.isBusy(tile)) tile.shows = undefined;
    this.#turns.drop(tile);
  }

  #begin(surface: FootprintSurface): void {
    this.#turns.begin(surface, this.#bringUpToDate(surface));
  }

  /** Goes on until it shows everything, of what came meanwhile too. */
  *#bringUpToDate(surface: FootprintSurface): Generator<undefined, void> {
    for (;;) {
      const style = this.#style();
      const count = this.#index.count;
      if (!style || (surface.shows?.count === count && surface.shows.style === style)) break;
      yield* this.#draw(surface, style, surface.shows?.style === style ? surface.shows.count : 0);
      surface.shows = { count, style };
      if (surface === this.#view) this.#seeView(surface);
    }
    const tile = this.#live.get(surface.canvas);
    tile?.done?.(undefined, tile.canvas);
    if (tile) tile.done = undefined;
    this.#dropViewOnTiles();
  }

  /** @param from the first place in the list that it does not show; all is drawn anew if that is 0 */
  *#draw(surface: FootprintSurface, style: FaintStyle, from: number): Generator<undefined, void> {
    const { canvas, frame } = surface;
    if (!this.#index.meetsAny(worldBoxOf(frame, lineMargin), from)) {
      // A tile that nothing lies in takes no memory.
      if (from === 0) canvas.width = 0;
      return;
    }
    const isSeen = this.#live.get(canvas)?.done === undefined && surface !== this.#view;
    const target = from === 0 && isSeen ? document.createElement('canvas') : canvas;
    const context = from === 0 ? clearedContext(target, frame) : preparedContext(surface);
    if (!context) return;
    yield* drawFootprints(context, frame, this.#index, from, style);
    if (target !== canvas) clearedContext(canvas, frame)?.drawImage(target, 0, 0, frame.width, frame.height);
  }

  /** Draws the view and then the tiles, or these alone if they show the view already. */
  #drawView(): void {
    const frame = this.#viewFrame();
    if (
      !frame ||
      this.#tilesBelow(frame).every(isReady) ||
      !this.#index.meetsAny(worldBoxOf(frame, lineMargin))
    ) {
      this.#dropView();
      return;
    }
    for (const tile of this.#live.values()) this.#stop(tile);
    if (this.#view) this.#turns.drop(this.#view);
    const view = { canvas: document.createElement('canvas'), frame, shows: undefined };
    this.#view = view;
    this.#turns.beginNow(view, this.#bringUpToDate(view), longestView);
  }

  /** `undefined` while there is nothing to draw, or no tiles that could come in its place. */
  #viewFrame(): CanvasFrame | undefined {
    if (this.#live.size === 0 || !this.#style()) return undefined;
    const zoom = this._map.getZoom();
    const { x: width, y: height } = this._map.getSize();
    const corner = this._map.containerPointToLayerPoint([0, 0]).round();
    const { x: left, y: top } = this._map.getPixelOrigin().add(corner);
    return { scale: 256 * 2 ** zoom, left, top, width, height };
  }

  #seeView(view: FootprintSurface): void {
    if (this.#seenView === view) return;
    this.#seenView?.canvas.remove();
    this.#seenView = view;
    const { canvas, frame } = view;
    canvas.className = 'footprint-view';
    canvas.style.cssText = `position: absolute; pointer-events: none; width: ${frame.width}px; height: ${frame.height}px`;
    const { left, top } = frame;
    DomUtil.setPosition(canvas, this._map.getPixelOrigin().multiplyBy(-1).add([left, top]));
    this.getPane()?.append(canvas);
    this.#showTiles(false);
    // Sooner, the tiles would hold up the frame that shows the view.
    requestAnimationFrame(() => this.#beginTiles());
  }

  #dropView(): void {
    if (this.#view) this.#turns.drop(this.#view);
    this.#seenView?.canvas.remove();
    this.#view = this.#seenView = undefined;
    this.#showTiles(true);
    this.#beginTiles();
  }

  #showTiles(are: boolean): void {
    const container = this.getContainer();
    if (container) container.style.visibility = are ? '' : 'hidden';
  }

  /** As soon as it waits for no tile: those below it are ready, or are gone because the map has moved away. */
  #dropViewOnTiles(): void {
    if (this.#view && this.#tilesBelow(this.#view.frame).every(isReady)) this.#dropView();
  }

  #tilesBelow(view: CanvasFrame): Tile[] {
    return [...this.#live.values()].filter(({ frame }) => isBelow(frame, view));
  }
}

/** Whether a tile shows what lies in it, but for what was added a moment ago. */
function isReady({ shows }: Tile): boolean {
  return shows !== undefined;
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

/** A canvas that footprints are drawn on, and where it lies. */
interface FootprintSurface {
  canvas: HTMLCanvasElement;
  frame: CanvasFrame;
  /** How many footprints of the list it shows, in which style; `undefined` while that is nothing to go on from. */
  shows: { count: number; style: FaintStyle } | undefined;
}

/** The context of a canvas as it is, which is set up if it was not. It counts CSS pixels. */
function preparedContext({ canvas, frame }: FootprintSurface): CanvasRenderingContext2D | null {
  const [width, height] = devicePixels(frame);
  return canvas.width === width && canvas.height === height
    ? contextOf(canvas)
    : clearedContext(canvas, frame);
}

/** The context of a canvas that is emptied. It counts CSS pixels. */
function clearedContext(canvas: HTMLCanvasElement, frame: CanvasFrame): CanvasRenderingContext2D | null {
  [canvas.width, canvas.height] = devicePixels(frame);
  const context = contextOf(canvas);
  context?.scale(canvas.width / frame.width, canvas.height / frame.height);
  return context;
}

function devicePixels({ width, height }: CanvasFrame): [width: number, height: number] {
  const density = window.devicePixelRatio;
  return [Math.round(width * density), Math.round(height * density)];
}

/** A surface is drawn once and seen for long. Drawn by the processor, it needs no memory and no context of the GPU. */
function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  return canvas.getContext('2d', { willReadFrequently: true });
}
