import { GridLayer, type Coords, type DoneCallback } from 'leaflet';
import type { CanvasFrame } from '../map/footprints/footprintShapes.ts';
import { Turns } from '../ui/turns.ts';
import { drawFeatures, type ReportStyle } from './drawFeatures.ts';
import type { ReportIndex } from './reportIndex.ts';

/** CSS pixels. */
const tileSize = 512;

interface Tile {
  canvas: HTMLCanvasElement;
  frame: CanvasFrame;
  /** Told once, when the tile can be shown. */
  done: DoneCallback | undefined;
}

/** `style` is missing while there is nothing to draw. */
export interface Drawn {
  index: ReportIndex;
  style: ReportStyle | undefined;
}

/** The features of a report, tile by tile: moving the map draws only what comes into view, in turns. */
export class ReportTiles extends GridLayer {
  readonly #drawn: () => Drawn;
  readonly #live = new Map<HTMLElement, Tile>();
  readonly #turns = new Turns<Tile>();

  /** @param drawn what there is to draw by now */
  constructor(pane: string, drawn: () => Drawn) {
    // A feature is drawn once, in the copy of the world that the index puts it in.
    super({ pane, tileSize, updateWhenZooming: false, updateWhenIdle: false, keepBuffer: 1, noWrap: true });
    this.#drawn = drawn;
    this.on('tileunload', ({ tile }) => {
      const gone = this.#live.get(tile);
      this.#live.delete(tile);
      if (gone) this.#turns.drop(gone);
    });
  }

  refresh(): void {
    for (const tile of this.#live.values()) this.#turns.begin(tile, this.#draw(tile));
  }

  protected override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas');
    canvas.width = 0;
    const [left, top] = [coords.x * tileSize, coords.y * tileSize];
    const frame = { scale: 256 * 2 ** coords.z, left, top, width: tileSize, height: tileSize };
    const tile = { canvas, frame, done };
    this.#live.set(canvas, tile);
    this.#turns.begin(tile, this.#draw(tile));
    return canvas;
  }

  *#draw(tile: Tile): Generator<undefined, void> {
    const { canvas, frame } = tile;
    const { index, style } = this.#drawn();
    const target = document.createElement('canvas');
    const isSomething = style ? yield* drawFeatures(prepared(target), frame, index, style) : false;
    // What it showed stays until all is drawn; a tile that nothing lies in takes no memory.
    if (isSomething) prepared(canvas)?.drawImage(target, 0, 0, tileSize, tileSize);
    else canvas.width = 0;
    tile.done?.(undefined, canvas);
    tile.done = undefined;
  }
}

/** Empty, and counting CSS pixels. Drawn by the processor, it needs no memory and no context of the GPU. */
function prepared(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  canvas.width = canvas.height = Math.round(tileSize * window.devicePixelRatio);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.scale(canvas.width / tileSize, canvas.height / tileSize);
  return context;
}
