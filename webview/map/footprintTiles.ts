import { GridLayer, type Coords, type DoneCallback } from 'leaflet';
import { drawFootprints, lineMargin, worldBoxOf } from './drawFootprints.ts';
import type { FootprintIndex } from './footprintIndex.ts';
import type { CanvasFrame } from './footprintShapes.ts';
import type { FaintStyle } from './footprintStyle.ts';
import { Turns } from './turns.ts';

/** CSS pixels. */
const tileSize = 512;

interface Tile {
  canvas: HTMLCanvasElement;
  frame: CanvasFrame;
  /** Told once, when the tile can be shown. */
  done: DoneCallback | undefined;
  /** How many footprints of the list it shows, in which style; `undefined` while that is nothing to go on from. */
  shows: { count: number; style: FaintStyle } | undefined;
}

/**
 * The footprints that do not stand out, tile by tile: moving the map draws only what comes into view. Tiles are drawn
 * in turns, and one that is drawn anew shows what it showed until it is ready.
 */
export class FootprintTiles extends GridLayer {
  readonly #index: FootprintIndex;
  readonly #style: () => FaintStyle | undefined;
  readonly #live = new Map<HTMLElement, Tile>();
  readonly #turns = new Turns<Tile>();

  /** @param style `undefined` while nothing is to be drawn */
  constructor(index: FootprintIndex, pane: string, style: () => FaintStyle | undefined) {
    // A footprint is drawn once, in the copy of the world that the index puts it in.
    super({ pane, tileSize, updateWhenZooming: false, updateWhenIdle: false, keepBuffer: 1, noWrap: true });
    this.#index = index;
    this.#style = style;
    this.on('tileunload', ({ tile }) => this.#forget(tile));
  }

  /** After footprints were added to the index: they are added to what the tiles show. */
  extend(): void {
    // One that is being drawn goes on with them by itself.
    for (const tile of this.#live.values()) if (!this.#turns.isBusy(tile)) this.#begin(tile);
  }

  /** After anything else has changed. */
  refresh(): void {
    for (const tile of this.#live.values()) {
      tile.shows = undefined;
      this.#begin(tile);
    }
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
  }

  #begin(tile: Tile): void {
    this.#turns.begin(tile, this.#bringUpToDate(tile));
  }

  /** Goes on until the tile shows everything, of what came meanwhile too. */
  *#bringUpToDate(tile: Tile): Generator<undefined, void> {
    for (;;) {
      const style = this.#style();
      const count = this.#index.count;
      if (!style || (tile.shows?.count === count && tile.shows.style === style)) break;
      yield* this.#draw(tile, style, tile.shows?.style === style ? tile.shows.count : 0);
      tile.shows = { count, style };
    }
    tile.done?.(undefined, tile.canvas);
    tile.done = undefined;
  }

  /** @param from the first place in the list that the tile does not show; all is drawn anew if that is 0 */
  *#draw({ canvas, frame, done }: Tile, style: FaintStyle, from: number): Generator<undefined, void> {
    if (!this.#index.meetsAny(worldBoxOf(frame, lineMargin), from)) {
      // A tile that nothing lies in takes no memory.
      if (from === 0) canvas.width = 0;
      return;
    }
    const isSeen = done === undefined;
    const target = from === 0 && isSeen ? document.createElement('canvas') : canvas;
    const context = from === 0 ? cleared(target) : prepared(target);
    if (!context) return;
    yield* drawFootprints(context, frame, this.#index, from, style);
    if (target !== canvas) cleared(canvas)?.drawImage(target, 0, 0, tileSize, tileSize);
  }
}

/** The context of a canvas as it is, which is set up if it was not. It counts CSS pixels. */
function prepared(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const size = Math.round(tileSize * window.devicePixelRatio);
  return canvas.width === size && canvas.height === size ? contextOf(canvas) : cleared(canvas);
}

function cleared(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  canvas.width = canvas.height = Math.round(tileSize * window.devicePixelRatio);
  const context = contextOf(canvas);
  context?.scale(canvas.width / tileSize, canvas.height / tileSize);
  return context;
}

/** A tile is drawn once and seen for long. Drawn by the processor, it needs no memory and no context of the GPU. */
function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  return canvas.getContext('2d', { willReadFrequently: true });
}
