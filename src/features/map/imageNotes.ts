import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { Catalog, ImageFigures } from '../images/index.ts';
import type { MapState } from '../../protocol/protocol.ts';
import type { Estimates } from '../orders/index.ts';
import type { Owned } from '../orders/index.ts';

/** What Swath knows about images before their price: a line for the selection, and lines for the open row. */
export interface ImageNotes {
  readonly current: ReadonlySignal<Pick<MapState, 'estimate' | 'reportOrder' | 'opened' | 'owned'>>;
  /** The page opened the row of an image. */
  open(id: string): void;
}

export function createImageNotes(
  catalog: Pick<Catalog, 'current' | 'byId'>,
  figures: Pick<ImageFigures, 'choice'>,
  estimates: Estimates,
  owned: Pick<Owned, 'byImage' | 'sameImageText' | 'lineOf' | 'reportOf'>,
): ImageNotes {
  const openedId = signal<string | undefined>(undefined);
  const images = computed(() => catalog.current.value.images);
  const imageOf = (id: string) => catalog.byId.peek().get(id);
  const opened = computed(() => catalog.byId.value.get(openedId.value ?? ''));
  const area = computed(() => catalog.current.value.aoi?.polygon);

  const estimate = computed(() => {
    const choice = figures.choice.value;
    const texts = estimates.current.value;
    // What isn't known can be asked for, which is not obvious where prices are paid.
    return choice && texts && (texts.imagesText(choice.images, choice.area) ?? freePriceText());
  });
  const reportOrder = computed(() => {
    const choice = figures.choice.value;
    const ids = choice?.images.map(({ id }) => id);
    return choice && ids && owned.reportOf(ids, choice.area);
  });
  /** By image id, filled as images are loaded; new for another area and when the orders change. */
  const ownedLines = computed(() => ({
    ids: owned.byImage.value,
    area: area.value,
    lines: new Map<string, string | undefined>(),
  }));
  const ownedImages = computed(() => {
    const { ids, area: polygon, lines } = ownedLines.value;
    if (!polygon) return [];
    return images.value.flatMap(({ id }): [string, string][] => {
      if (!ids.has(id)) return [];
      if (!lines.has(id)) lines.set(id, owned.sameImageText(id, polygon, imageOf));
      const line = lines.get(id);
      return line === undefined ? [] : [[id, line]];
    });
  });
  const linesOfOpened = computed(() => {
    const image = opened.value;
    const polygon = area.value;
    if (!image || !polygon) return undefined;
    const ownedLine = owned.lineOf({ area: polygon, imageIds: [image.id], isReport: false }, imageOf);
    const lines = [ownedLine?.text, estimates.current.value?.imagesText([image], polygon)];
    return {
      id: image.id,
      lines: lines.filter(line => line !== undefined),
      repeats: ownedLine ? { orderId: ownedLine.orderId, part: ownedLine.part } : undefined,
    };
  });

  return {
    current: computed(() => ({
      estimate: estimate.value,
      reportOrder: reportOrder.value,
      opened: linesOfOpened.value,
      owned: ownedImages.value.length > 0 ? ownedImages.value : undefined,
    })),
    open(id) {
      openedId.value = id;
    },
  };
}

function freePriceText(): string {
  return l10n.t('Price unknown. Draft an order and request it: that costs nothing.');
}
