import { effect } from '@preact/signals-core';
import { type Coords, type DoneCallback, GridLayer, type LatLngBounds, latLngBounds } from 'leaflet';
import type { Scene } from '../../ground/scene.ts';
import { worldLatitude, worldLongitude, worldShift } from '../../ground/worldPoint.ts';
import type { Say } from '../../ui/announcer.ts';
import { sideClip } from '../pictures/view.ts';
import type { ProductModel } from './productModel.ts';

/** CSS pixels. */
const tileSide = 256;

/** Draws the delivered image. @returns its bounds; `undefined` until it is opened */
export function addProductLayer(
  { map, home }: Scene,
  products: ProductModel,
  say: Say,
): () => LatLngBounds | undefined {
  const pane = 'product';
  const element = map.createPane(pane);
  // Above the pictures and below the footprints.
  element.style.zIndex = '409';
  const tiles = new ProductTiles(pane, products);

  effect(() => {
    if (products.problem.value !== undefined) say(products.problem.value);
  });
  effect(() => {
    if (products.ranges.value === undefined) tiles.remove();
    else if (map.hasLayer(tiles)) tiles.repaint();
    else tiles.addTo(map);
  });
  function setLook(): void {
    const { opacity = 1, swipe } = products.settings.value ?? {};
    element.style.opacity = String(opacity);
    element.style.clipPath = swipe === undefined ? '' : sideClip(map, 'right', swipe);
  }
  effect(setLook);
  map.on('move zoom resize', setLook);

  return () => {
    const box = products.facts.value?.box;
    if (!box) return undefined;
    const [west, north, east, south] = box;
    const shift = worldShift((west + east) / 2, home.value);
    return latLngBounds(
      [worldLatitude(south), worldLongitude(west + shift)],
      [worldLatitude(north), worldLongitude(east + shift)],
    );
  };
}

/** Tiles keep what they show until they are painted again. */
class ProductTiles extends GridLayer {
  readonly #products: ProductModel;
  readonly #painted = new Map<HTMLElement, () => void>();
  readonly #cancel = new Map<HTMLElement, () => void>();

  constructor(pane: string, products: ProductModel) {
    super({ pane, updateWhenZooming: false, keepBuffer: 1 });
    this.#products = products;
    this.on('tileunload', ({ tile }) => {
      this.#cancel.get(tile)?.();
      this.#painted.delete(tile);
      this.#cancel.delete(tile);
    });
  }

  protected override createTile({ x, y, z }: Coords, done: DoneCallback): HTMLElement {
    const tile = document.createElement('canvas');
    const side = Math.ceil(tileSide * Math.max(1, Math.min(2, window.devicePixelRatio)));
    tile.width = tile.height = side;
    const size = 1 / 2 ** z;
    const box = [x * size, y * size, (x + 1) * size, (y + 1) * size] as const;
    const paint = () => {
      this.#cancel.get(tile)?.();
      const { bands = [] } = this.#products.settings.peek() ?? {};
      const ranges = this.#products.ranges.peek() ?? [];
      const cancel = this.#products.sample({ box, side, bands, ranges }, ({ pixels }) => {
        const context = tile.getContext('2d');
        if (pixels) context?.putImageData(new ImageData(pixels, side), 0, 0);
        else context?.clearRect(0, 0, side, side);
        done(undefined, tile);
      });
      this.#cancel.set(tile, cancel);
    };
    this.#painted.set(tile, paint);
    paint();
    return tile;
  }

  repaint(): void {
    for (const paint of this.#painted.values()) paint();
  }
}
