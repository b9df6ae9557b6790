import { computed, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { labeled } from '../../base/words/labeled.ts';
import { minuteText } from '../../base/words/moment.ts';
import { orderKindText } from '../../service/rules/kindText.ts';
import { formatAmount } from '../../service/rules/order.ts';
import { bodyAois, bodyImageIds } from '../../service/rules/orderContents.ts';
import { type Catalog, type ImageChoice, type ImageFigures, isSameArea } from '../images/index.ts';
import type { MapState, OwnedMark } from '../../protocol/protocol.ts';
import { shortNotOrderableText } from '../orders/rules/index.ts';
import type { Estimates, Owned, Prices } from '../orders/index.ts';

export type ImageNotes = ReturnType<typeof createImageNotes>;

/** What Swath knows about what images cost: a line for the selection, and lines for the open row. */
export function createImageNotes(
  catalog: Pick<Catalog, 'current' | 'byId'>,
  figures: Pick<ImageFigures, 'choice'>,
  estimates: Estimates,
  prices: Pick<Prices, 'priced'>,
  owned: Pick<Owned, 'byImage' | 'imageMark' | 'ownedLine' | 'deliveredOrders' | 'lastOrder'>,
) {
  const openedId = signal<string | undefined>(undefined);
  const images = computed(() => catalog.current.value.images);
  const imageById = (id: string) => catalog.byId.peek().get(id);
  const opened = computed(() => catalog.byId.value.get(openedId.value ?? ''));
  const area = computed(() => catalog.current.value.aoi?.polygon);

  const ordered = computed(() => {
    const choice = figures.choice.value;
    return (
      choice &&
      owned.lastOrder(
        choice.images.map(({ id }) => id),
        choice.area,
      )?.text
    );
  });
  const known = computed(() => {
    const choice = figures.choice.value;
    return (
      choice &&
      (ordered.value ??
        latestPriceText(choice, prices.priced()) ??
        estimates.current.value?.imagesText(choice.images, choice.area))
    );
  });
  /** What isn't known can be asked for. */
  const unknown = computed(() => {
    const choice = known.value === undefined ? figures.choice.value : undefined;
    return choice && estimates.current.value?.askText(choice.images, choice.area);
  });
  const delivered = computed(() => {
    const choice = figures.choice.value;
    const found =
      choice &&
      owned.deliveredOrders(
        choice.images.map(({ id }) => id),
        choice.area,
      );
    return found && found.length > 0 ? found : undefined;
  });
  /** By image id, filled as images are loaded; new for another area and when the orders change. */
  const ownedMarks = computed(() => ({
    ids: owned.byImage.value,
    area: area.value,
    marks: new Map<string, OwnedMark | undefined>(),
  }));
  const ownedImages = computed(() => {
    const { ids, area: polygon, marks } = ownedMarks.value;
    if (!polygon) return [];
    return images.value.flatMap(({ id }): [string, OwnedMark][] => {
      if (!ids.has(id)) return [];
      if (!marks.has(id)) marks.set(id, owned.imageMark(id, polygon, imageById));
      const mark = marks.get(id);
      return mark ? [[id, mark]] : [];
    });
  });
  const linesOfOpened = computed(() => {
    const image = opened.value;
    const polygon = area.value;
    if (!image || !polygon) return undefined;
    const ownedLine = owned.ownedLine({ area: polygon, imageIds: [image.id], isReport: false }, imageById);
    const last = owned.lastOrder([image.id], polygon);
    const price =
      // The first line may be about the same order.
      (last?.orderId === ownedLine?.orderId ? undefined : last?.text) ??
      latestPriceText({ images: [image], area: polygon }, prices.priced()) ??
      estimates.current.value?.imagesText([image], polygon);
    const lines = [ownedLine?.text, price];
    return {
      id: image.id,
      lines: lines.filter(line => line !== undefined),
      repeats: ownedLine ? { orderId: ownedLine.orderId, part: ownedLine.part } : undefined,
    };
  });

  return {
    current: computed((): Pick<MapState, 'estimate' | 'lacksPrice' | 'delivered' | 'opened' | 'owned'> => ({
      estimate: known.value ?? unknown.value,
      lacksPrice: unknown.value !== undefined,
      delivered: delivered.value,
      opened: linesOfOpened.value,
      owned: ownedImages.value.length > 0 ? ownedImages.value : undefined,
    })),
    /** The page opened the row of an image. */
    open(id: string): void {
      openedId.value = id;
    },
  };
}

/** The latest price of an order of exactly these images and this area: `Analytic report: 12 credits, priced … UTC`. */
function latestPriceText(
  { images, area }: ImageChoice,
  priced: ReturnType<Prices['priced']>,
): string | undefined {
  const latest = priced.findLast(({ body }) => {
    const ids = new Set(bodyImageIds(body));
    const isOfImages = ids.size === images.length && images.every(({ id }) => ids.has(id));
    return isOfImages && bodyAois(body).every(({ polygon }) => isSameArea(polygon, area));
  });
  if (!latest) return undefined;
  const { body, price, at } = latest;
  const time = minuteText(new Date(at).toISOString());
  const cost = l10n.t('{0}, priced {1} UTC', formatAmount(price.total), time);
  const { notOrderable } = price;
  const text = notOrderable === undefined ? cost : `${cost} · ${shortNotOrderableText(notOrderable)}`;
  return typeof body.kind === 'string' ? labeled(orderKindText(body.kind), text) : text;
}
