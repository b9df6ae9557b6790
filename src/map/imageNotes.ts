import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { MapState } from '../shared/protocol.ts';
import type { Catalog } from '../images/catalog.ts';
import type { Estimates } from '../images/estimates.ts';
import type { ImageFigures } from '../images/imageFigures.ts';

/** What Swath knows about images before their price: a line for the selection, and lines for the open row. */
export interface ImageNotes {
  readonly current: ReadonlySignal<Pick<MapState, 'estimate' | 'opened'>>;
  /** The page opened the row of an image. */
  open(id: string): void;
}

export function createImageNotes(
  catalog: Pick<Catalog, 'current'>,
  figures: Pick<ImageFigures, 'choice'>,
  estimates: Estimates,
): ImageNotes {
  const openedId = signal<string | undefined>(undefined);
  const images = computed(() => catalog.current.value.images);
  const opened = computed(() => images.value.find(({ id }) => id === openedId.value));
  const area = computed(() => catalog.current.value.aoi?.polygon);

  const estimate = computed(() => {
    const choice = figures.choice.value;
    return choice && estimates.current.value?.imagesText(choice.images, choice.area);
  });
  const linesOfOpened = computed(() => {
    const image = opened.value;
    const text = image && area.value && estimates.current.value?.imagesText([image], area.value);
    return image && { id: image.id, lines: text === undefined ? [] : [text] };
  });

  return {
    current: computed(() => ({
      ...(estimate.value === undefined ? {} : { estimate: estimate.value }),
      ...(linesOfOpened.value ? { opened: linesOfOpened.value } : {}),
    })),
    open(id) {
      openedId.value = id;
    },
  };
}
