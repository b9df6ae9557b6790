import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Catalog, ImageFigures } from '../images/index.ts';
import type { ToPage } from '../../protocol/protocol.ts';
import { toRow } from './mapState.ts';

/** Rows in one message. */
const chunkSize = 500;

/**
 * Sends the images of a search to the page, each once. The next rows follow when the page has taken the last ones: rows
 * waiting in its queue would delay what is sent after them, such as the end of a search that the user canceled.
 */
export function createImageMessages(
  catalog: Pick<Catalog, 'current' | 'visible'>,
  figures: Pick<ImageFigures, 'duplicates'>,
  send: (message: ToPage) => void,
) {
  const needed = computed(() => {
    const { searchId, fresh } = catalog.current.value;
    return { searchId, fresh, images: catalog.visible.value, duplicates: figures.duplicates.value };
  });
  let sentSearch = -1;
  let sentImages = 0;
  let { duplicates: sentDuplicates } = needed.peek();
  let isTaking = false;

  function show(): void {
    const { searchId, fresh, images, duplicates } = needed.peek();
    // The page still has the images of the last search, which come back if this one is canceled.
    if (images.length === 0) return;
    if (searchId !== sentSearch) sentImages = 0;
    sentSearch = searchId;
    // Which image duplicates which is known only when all are loaded.
    if (sentImages > 0 && duplicates !== sentDuplicates)
      send({ kind: 'duplicates', searchId, of: [...duplicates] });
    sentDuplicates = duplicates;
    // The state changes often, usually with nothing to send.
    if (isTaking || sentImages >= images.length) return;
    const isNew = new Set(fresh);
    const rows = images
      .slice(sentImages, sentImages + chunkSize)
      .map(image => toRow(image, duplicates.get(image.id), isNew.has(image.id)));
    isTaking = true;
    send({ kind: 'images', searchId, from: sentImages, images: rows });
    sentImages += rows.length;
  }

  return {
    /** What the page should have: shown again after each change of it. */
    current: needed as ReadonlySignal<unknown>,
    /** Sends what the page lacks, if it is ready to take more. */
    show,
    taken: (): void => {
      isTaking = false;
      show();
    },
    /** The page is new and has no images. */
    forget(): void {
      sentSearch = -1;
      isTaking = false;
    },
  };
}
