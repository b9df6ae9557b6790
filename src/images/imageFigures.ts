import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-core';
import type { Polygon } from 'geojson';
import type { Cover } from '../model/images/coverUnion.ts';
import type { Figures } from '../model/images/figures.ts';
import type { Image } from '../model/images/imagery.ts';
import type { Catalog } from './catalog.ts';

/** What is measured of the images of the current search. */
export interface ImageFigures {
  /** What the chosen images cover of the AOI together; `undefined` without a choice, or until it is measured. */
  readonly cover: ReadonlySignal<Cover | undefined>;
  /** From the ALBUM image of an acquisition that was found twice to its SENSOR image, by ids. */
  readonly duplicates: ReadonlySignal<ReadonlyMap<string, string>>;
  dispose(): void;
}

type Load = () => Promise<Figures>;

const none: ReadonlyMap<string, string> = new Map();

/** @param load the geometry of it, which is loaded when there is something to measure */
export function createImageFigures(catalog: Catalog, load: Load = loadFigures): ImageFigures {
  /** The former object as long as it is the same choice: the state changes for many other reasons. */
  let choice: { area: Polygon; footprints: readonly Image['footprint'][] } | undefined;
  const cover = latest(
    computed(() => {
      const footprints = catalog.selectedImages.value.map(one => one.footprint);
      const area = catalog.current.value.aoi?.polygon;
      if (footprints.length === 0 || !area) return (choice = undefined);
      const isSame =
        choice?.area === area &&
        choice.footprints.length === footprints.length &&
        choice.footprints.every((one, index) => one === footprints[index]);
      return (choice = isSame ? choice : { area, footprints });
    }),
    async ({ area, footprints }) => (await load()).coverOf(area, footprints),
  );
  const figures = signal<Figures | undefined>(undefined);
  // Asked for with the first search: it is there before the images are, which then come with their duplicates.
  const stopLoading = effect(() => {
    if (catalog.current.value.phase.kind !== 'searching' || figures.peek()) return;
    // Without a figure the images are still of use, and the next search tries again.
    void load().then(
      loaded => (figures.value = loaded),
      () => undefined,
    );
  });
  const duplicates = followDuplicates(catalog, figures);
  return {
    cover: cover.output,
    duplicates,
    dispose() {
      cover.stop();
      stopLoading();
    },
  };
}

async function loadFigures(): Promise<Figures> {
  return (await import('../model/images/figures.ts')).figures;
}

/**
 * The duplicates among the images of a search. While more come in, thousands at times, those that are known stay so: they are
 * compared anew when all that was asked for is there.
 */
function followDuplicates(
  catalog: Catalog,
  figures: ReadonlySignal<Figures | undefined>,
): ReadonlySignal<ReadonlyMap<string, string>> {
  let known:
    { searchId: number; images: readonly Image[]; duplicates: ReadonlyMap<string, string> } | undefined;
  return computed(() => {
    const { searchId, phase, images } = catalog.current.value;
    if (known?.searchId !== searchId) known = undefined;
    if (figures.value && phase.kind === 'done' && known?.images !== images) {
      const duplicates = duplicatesAmong(images, figures.value);
      // A search only ever adds images: as many duplicates are the same ones, and the page has them already.
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

/** What was made of the latest input; `undefined` where there is none, and until it is made. */
function latest<I, O>(
  input: ReadonlySignal<I | undefined>,
  make: (input: I) => Promise<O>,
): { output: ReadonlySignal<O | undefined>; stop: () => void } {
  const output = signal<O | undefined>(undefined);
  const stop = effect(() => {
    const given = input.value;
    output.value = undefined;
    if (given === undefined) return;
    untracked(() => {
      void make(given).then(
        made => {
          // An answer that comes after the next input is dropped.
          if (input.peek() === given) output.value = made;
        },
        // Without a figure the images are still of use.
        () => undefined,
      );
    });
  });
  return { output, stop };
}
