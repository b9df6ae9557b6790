import type { Catalog } from './catalog.ts';

/** Milliseconds on an item before it is shown, so that a held arrow key requests no pictures. */
export const previewDelay = 150;

/** Shows the image with the focus in a list of the editor on the map, if it is open, until the list closes. */
export function createPreview({ previewed }: Pick<Catalog, 'previewed'>) {
  let waiting: NodeJS.Timeout | undefined;
  return {
    show: (id: string | undefined): void => {
      clearTimeout(waiting);
      waiting = setTimeout(() => (previewed.value = id), previewDelay);
    },
    end: (): void => {
      clearTimeout(waiting);
      previewed.value = undefined;
    },
  };
}
