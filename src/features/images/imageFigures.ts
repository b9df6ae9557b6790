import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import type { Polygon } from 'geojson';
import type { Image } from '../../service/rules/imagery.ts';
import type { Catalog } from './imageCatalog.ts';
import type { Figures } from './rules/figures.ts';
import { loadFigures } from './rules/lazy.ts';

/** The selected images and the area that they are selected for. */
export interface ImageChoice {
  area: Polygon;
  images: readonly Image[];
}

type Load = () => Promise<Figures>;

const none: ReadonlyMap<string, string> = new Map();

export type ImageFigures = ReturnType<typeof createImageFigures>;

/** @param load loads the geometry code, when there is something to compute */
export function createImageFigures(catalog: Catalog, load: Load = async () => (await loadFigures()).figures) {
  /** Keeps the previous object while the selection is the same: the state changes for many other reasons. */
  let previous: ImageChoice | undefined;
  const choice = computed(() => {
    const images = catalog.selectedImages.value;
    const area = catalog.current.value.aoi?.polygon;
    if (images.length === 0 || !area) return (previous = undefined);
    const isSame =
      previous?.area === area &&
      previous.images.length === images.length &&
      previous.images.every((image, index) => image === images[index]);
    return (previous = isSame ? previous : { area, images });
  });
  const cover = latest(choice, async ({ area, images }) => {
    const footprints = images.map(({ footprint }) => footprint);
    return (await load()).footprintCover(area, footprints);
  });
  const figures = signal<Figures | undefined>(undefined);
  // Requested with the first search: it is ready before the images, which then arrive with their duplicates.
  const stopLoading = effect(() => {
    if (catalog.current.value.phase.kind === 'idle' || figures.peek()) return;
    // Images are useful without figures, and the next search tries again.
    void load().then(
      loaded => (figures.value = loaded),
      () => undefined,
    );
  });
  const duplicates = followDuplicates(catalog, figures);
  return {
    /** `undefined` without a selection or an area. The same object as long as both stay the same. */
    choice,
    /** What the selected images cover of the AOI together; `undefined` without a selection, or until it is computed. */
    cover: cover.output,
    /** Maps the ALBUM image of an acquisition that is listed twice to its SENSOR image, by id. */
    duplicates,
    dispose(): void {
      cover.stop();
      stopLoading();
    },
  };
}

/**
 * Tracks duplicates among the images of a search. While more images load, sometimes thousands, the known duplicates
 * stay; all images are compared again when loading has ended.
 */
function followDuplicates(
  catalog: Catalog,
  figures: ReadonlySignal<Figures | undefined>,
): ReadonlySignal<ReadonlyMap<string, string>> {
  let known:
    | { searchId: number; images: readonly Image[]; duplicates: ReadonlyMap<string, string> }
    | undefined;
  return computed(() => {
    const { searchId, phase, images } = catalog.current.value;
    if (known?.searchId !== searchId) known = undefined;
    if (figures.value && phase.kind !== 'searching' && known?.images !== images) {
      const duplicates = duplicatesAmong(images, figures.value);
      // A search only adds images: the same number of duplicates means the same duplicates, which the page already has.
      const isSame = known?.duplicates.size === duplicates.size;
      known = { searchId, images, duplicates: isSame && known ? known.duplicates : duplicates };
    }
    return known?.duplicates ?? none;
  });
}

function duplicatesAmong(
  images: readonly Image[],
  { sameAcquisition }: Figures,
): ReadonlyMap<string, string> {
  const groups = sameAcquisition(images);
  return new Map(groups.flatMap(([best = '', ...others]) => others.map(id => [id, best] as const)));
}

/** The result for the latest input; `undefined` without an input, and until it is ready. */
function latest<I, O>(
  input: ReadonlySignal<I | undefined>,
  make: (input: I) => Promise<O>,
): { output: ReadonlySignal<O | undefined>; stop: () => void } {
  const output = signal<O | undefined>(undefined);
  const stop = effect(() => {
    const value = input.value;
    output.value = undefined;
    if (value === undefined) return;
    untracked(() => {
      void make(value).then(
        made => {
          // Drop a result that arrives after the next input.
          if (input.peek() === value) output.value = made;
        },
        // Images are useful without figures.
        () => undefined,
      );
    });
  });
  return { output, stop };
}
