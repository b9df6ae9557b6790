import * as l10n from '@vscode/l10n';
import { type Coords, type DoneCallback, GridLayer, type LatLngBounds } from 'leaflet';
import type { LoadPicture } from '../../ground/loadPicture.ts';
import { hullMeetsBox, type Point } from './quadrilateral.ts';

/**
 * The full-resolution tiles of one image, which the host fetches. Every tile is paid for: only those that show a part
 * of the image are requested, none beyond the edges of the map, and none during a zoom.
 */
export class StreamTiles extends GridLayer {
  readonly #id: string;
  readonly #hull: readonly Point[];
  readonly #loadPicture: LoadPicture;
  readonly #onProblem: (problem: string) => void;
  readonly #open = new Map<HTMLElement, AbortController>();
  readonly #failed = new Map<HTMLImageElement, { x: number; y: number; z: number }>();

  /** @param hull around the image in the Web Mercator world, clockwise on screen */
  constructor(
    id: string,
    pane: string,
    bounds: LatLngBounds,
    hull: readonly Point[],
    loadPicture: LoadPicture,
    onProblem: (problem: string) => void,
  ) {
    super({
      pane,
      bounds,
      minNativeZoom: 1,
      maxNativeZoom: 18,
      updateWhenZooming: false,
      updateWhenIdle: true,
      keepBuffer: 1,
    });
    this.#id = id;
    this.#hull = hull;
    this.#loadPicture = loadPicture;
    this.#onProblem = onProblem;
    this.on('tileunload', ({ tile }) => this.#takeBack(tile));
  }

  protected override createTile({ x, y, z }: Coords, done: DoneCallback): HTMLElement {
    const tile = document.createElement('img');
    tile.alt = '';
    if (this.#isSeen(x, y, z)) void this.#load(tile, { x, y, z }, done);
    // Leaflet stores the tile under its key only after this call.
    else queueMicrotask(() => done(undefined, tile));
    return tile;
  }

  retry(): void {
    for (const [tile, place] of [...this.#failed]) {
      this.#failed.delete(tile);
      void this.#load(tile, place, () => undefined);
    }
  }

  async #load(
    tile: HTMLImageElement,
    place: { x: number; y: number; z: number },
    done: DoneCallback,
  ): Promise<void> {
    const fail = (problem: string) => {
      // It was removed from the map while it was being read.
      if (!tile.isConnected) return;
      this.#failed.set(tile, place);
      this.#onProblem(problem);
      done(new Error(problem), tile);
    };
    const controller = new AbortController();
    this.#open.set(tile, controller);
    const answer = await this.#loadPicture('tile', { id: this.#id, ...place }, controller.signal);
    if (!answer || controller.signal.aborted) return;
    this.#open.delete(tile);
    if ('problem' in answer) {
      fail(answer.problem);
      return;
    }
    const url = URL.createObjectURL(new Blob([answer.bytes.slice()], { type: answer.mimeType }));
    tile.src = url;
    tile
      .decode()
      .then(
        () => done(undefined, tile),
        () => fail(l10n.t("Can't read the picture.")),
      )
      .finally(() => URL.revokeObjectURL(url));
  }

  #takeBack(tile: HTMLElement): void {
    this.#open.get(tile)?.abort();
    this.#open.delete(tile);
    if (tile instanceof HTMLImageElement) this.#failed.delete(tile);
  }

  /** Near the antimeridian the hull can be in another copy of the world than the tile's coordinates. */
  #isSeen(x: number, y: number, z: number): boolean {
    const size = 1 / 2 ** z;
    const north = y * size;
    const south = (y + 1) * size;
    const middle = this.#hull.reduce((sum, point) => sum + point[0], 0) / this.#hull.length;
    const west = x * size + Math.round(middle - (x + 0.5) * size);
    return [-1, 0, 1].some(world =>
      hullMeetsBox(this.#hull, [west + world, north, west + world + size, south]),
    );
  }
}
