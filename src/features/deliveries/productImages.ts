import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Slot } from '../../platform/host/storage.ts';
import type { ProductShown } from '../../protocol/protocol.ts';

export interface ProductOnMap extends ProductShown {
  /** Bytes of the file. Rejects beyond its end. */
  read: (from: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
  close: () => Promise<void>;
}

/** What the next window restores: the file of a product. */
export interface RememberedProduct {
  path: string;
  name: string;
}

export type ProductImages = ReturnType<typeof createProductImages>;

/** @param open opens a file again; `undefined` if it no longer exists */
export function createProductImages(
  memory: Slot<RememberedProduct>,
  open: (from: RememberedProduct) => Promise<ProductOnMap | undefined>,
) {
  const current = signal<ProductOnMap | undefined>(undefined);
  let origin: RememberedProduct | undefined;
  function put(next: ProductOnMap | undefined): void {
    void current.peek()?.close();
    current.value = next;
  }
  function show(product: ProductOnMap, from: RememberedProduct): void {
    origin = from;
    void memory.write(undefined);
    put(product);
  }
  return {
    /** The delivered image on the map. */
    current: current as ReadonlySignal<ProductOnMap | undefined>,
    show,
    /**
     * The next window restores the image with this ID. Only once it is painted: otherwise, an image that exhausts the
     * memory would be opened again after each reload.
     */
    remember(id: string): void {
      if (current.peek()?.id === id) void memory.write(origin);
    },
    clear(): void {
      void memory.write(undefined);
      put(undefined);
    },
    /** Shows the image of the previous window again, if its file still exists. */
    async resume(): Promise<void> {
      const last = memory.read();
      // It may have been replaced or damaged: the map is restored anyway.
      const product = last && !current.peek() ? await open(last).catch(() => undefined) : undefined;
      if (last && product && !current.peek()) show(product, last);
    },
    dispose: () => put(undefined),
  };
}
