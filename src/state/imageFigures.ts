import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-core';
import type { Polygon } from 'geojson';
import type { Cover } from '../model/images/coverUnion.ts';
import type { Figures } from '../model/images/figures.ts';
import type { Image } from '../model/images/imagery.ts';
import type { Catalog } from './catalog.ts';

/** What is measured of the images of the search in hand. */
export interface ImageFigures {
  /** What the chosen images cover of the AOI together; `undefined` without a choice, or until it is measured. */
  readonly cover: ReadonlySignal<Cover | undefined>;
  /** From the ALBUM image of an acquisition that was found twice to its SENSOR image, by ids. */
  readonly twins: ReadonlySignal<ReadonlyMap<string, string>>;
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
    { empty: undefined, keepsFormer: false },
    async ({ area, footprints }) => (await load()).coverOf(area, footprints),
  );
  const twins = latest(
    computed(() => {
      const { phase, images } = catalog.current.value;
      // While thousands come in, they are not compared anew with every page.
      return phase.kind === 'done' && images.length > 1 ? images : undefined;
    }),
    { empty: none, keepsFormer: true },
    async images => {
      const groups = (await load()).sameAcquisition(images);
      return new Map(groups.flatMap(([best = '', ...others]) => others.map(id => [id, best] as const)));
    },
  );
  return {
    cover: cover.output,
    twins: twins.output,
    dispose() {
      cover.stop();
      twins.stop();
    },
  };
}

async function loadFigures(): Promise<Figures> {
  return (await import('../model/images/figures.ts')).figures;
}

/**
 * What was made of the latest input; `empty` where there is none. An answer that comes after the next input is dropped.
 *
 * @param keepsFormer whether the answer to the former input stays until there is another
 */
function latest<I, O>(
  input: ReadonlySignal<I | undefined>,
  { empty, keepsFormer }: { empty: O; keepsFormer: boolean },
  make: (input: I) => Promise<O>,
): { output: ReadonlySignal<O>; stop: () => void } {
  const output = signal(empty);
  const stop = effect(() => {
    const given = input.value;
    if (given === undefined || !keepsFormer) output.value = empty;
    if (given === undefined) return;
    untracked(() => {
      void make(given).then(
        made => {
          if (input.peek() === given) output.value = made;
        },
        // Without a figure the images are still of use.
        () => {
          if (input.peek() === given) output.value = empty;
        },
      );
    });
  });
  return { output, stop };
}
