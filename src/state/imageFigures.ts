import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-core';
import type { Cover } from '../model/images/coverUnion.ts';
import type { Figures } from '../model/images/figures.ts';
import type { Catalog } from './catalog.ts';

/** What is measured of the images of the search in hand. */
export interface ImageFigures {
  /** What the chosen images cover of the AOI together; `undefined` without a choice, or until it is measured. */
  readonly cover: ReadonlySignal<Cover | undefined>;
  /** From the ALBUM image of an acquisition that was found twice to its SENSOR image, by ids. */
  readonly twins: ReadonlySignal<ReadonlyMap<string, string>>;
}

type Load = () => Promise<Figures>;

const none: ReadonlyMap<string, string> = new Map();

/** @param load the geometry of it, which is loaded when there is something to measure */
export function createImageFigures(catalog: Catalog, load: Load = loadFigures): ImageFigures {
  return {
    cover: latest(
      computed(() => {
        const chosen = catalog.selectedImages.value;
        const area = catalog.current.value.aoi?.polygon;
        return chosen.length > 0 && area ? { area, footprints: chosen.map(one => one.footprint) } : undefined;
      }),
      undefined,
      async ({ area, footprints }) => (await load()).coverOf(area, footprints),
    ),
    twins: latest(
      computed(() => {
        const { phase, images } = catalog.current.value;
        // While thousands come in, they are not compared anew with every page.
        return phase.kind === 'done' && images.length > 1 ? images : undefined;
      }),
      none,
      async images => {
        const groups = (await load()).sameAcquisition(images);
        return new Map(groups.flatMap(([best = '', ...others]) => others.map(id => [id, best] as const)));
      },
    ),
  };
}

async function loadFigures(): Promise<Figures> {
  return (await import('../model/images/figures.ts')).figures;
}

/**
 * What was made of the latest input; `empty` where there is none. An answer that comes after the next input is dropped,
 * and the former one stays until then.
 */
function latest<I, O>(
  input: ReadonlySignal<I | undefined>,
  empty: O,
  make: (input: I) => Promise<O>,
): ReadonlySignal<O> {
  const output = signal(empty);
  effect(() => {
    const given = input.value;
    if (given === undefined) {
      output.value = empty;
      return;
    }
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
  return output;
}
