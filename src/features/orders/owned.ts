import { computed, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { MultiPolygon, Polygon } from 'geojson';
import { ageText, minuteMs } from '../../base/words/moment.ts';
import { safeLine } from '../../base/words/safeText.ts';
import type { Image } from '../../service/rules/imagery.ts';
import type { AnalyticNames } from '../../service/rules/kindText.ts';
import type { ServiceClock } from '../../session/serviceClock.ts';
import { isComplete, isLoaded, listedOrders } from './knownOrders.ts';
import type { Orders } from './orders.ts';
import type { OrderBody } from './rules/orderBody.ts';
import {
  findOwnership,
  latestDelivered,
  latestOrder,
  latestOrderText,
  ownedInOrder,
  type OwnedItem,
  type OwnershipRequest,
  ownershipRequests,
  ownershipText,
} from './rules/owned.ts';

type ImageById = (id: string) => Image | undefined;

/** The deliveries in the workspace. */
export interface DeliveredFiles {
  items: readonly OwnedItem[];
  /** Whether there are no more than {@link maxDeliveries}. Those that can't be read are told as unread. */
  isWhole: boolean;
}

/** Is told the paths of the files that haven't been read, or that can't be, as often as they change. */
export type OnUnread = (paths: readonly string[]) => void;

/** An older list of orders may lack what others ordered, in milliseconds. What this machine orders is known at once. */
const newListMs = 10 * minuteMs;

/** A smaller share of an area isn't bought twice: neighboring areas overlap by their edges. */
const minRepeated = 0.01;

/** Deliveries that are looked for in a workspace. */
export const maxDeliveries = 2000;

/** Maximum number of files to name. */
const maxNamed = 4;

export type Owned = ReturnType<typeof createOwned>;

/**
 * What the account ordered, from the list that Swath keeps, and the deliveries in the workspace. Requests nothing. The
 * lines follow `items`.
 *
 * @param readItems reads the deliveries in the workspace
 * @param analytics those that are known without a request; followed
 */
export function createOwned(
  orders: Pick<Orders, 'current' | 'sent' | 'readAt'>,
  readItems: (onUnread: OnUnread) => Promise<DeliveredFiles>,
  onError: (error: unknown) => void,
  { now }: ServiceClock,
  analytics: () => AnalyticNames | undefined = () => undefined,
) {
  const files = signal<readonly OwnedItem[]>([]);
  let searched: 'no' | 'whole' | 'part' = 'no';
  let unread: readonly string[] = [];
  let reading: Promise<void> | undefined;
  const items = computed((): readonly OwnedItem[] => {
    const state = orders.current.value;
    const listed = state.kind === 'ready' ? state.orders : [];
    const sent = orders.sent.value;
    const ids = new Set(listed.map(({ id }) => id));
    return [
      ...listed.flatMap(order => ownedInOrder(order, sent.get(order.id))),
      ...files.value.filter(({ orderId }) => !ids.has(orderId)),
    ];
  });

  function ageOfOld(): string | undefined {
    const readAt = orders.readAt();
    const isOld = readAt !== undefined && now() - readAt > newListMs;
    return isOld ? ageText(new Date(readAt).toISOString(), now()) : undefined;
  }

  const byImage = computed((): ReadonlyMap<string, readonly OwnedItem[]> => {
    const found = new Map<string, OwnedItem[]>();
    for (const item of items.value) {
      for (const id of item.imageIds) {
        const ofImage = found.get(id) ?? [];
        found.set(id, ofImage);
        ofImage.push(item);
      }
    }
    return found;
  });

  const bodyOwnerships = (body: OrderBody, imageById: ImageById) =>
    ownershipRequests(body).flatMap(request => findOwnership(items.value, request, imageById) ?? []);

  return {
    items,
    /** The names of analytics that are known without a request; followed. */
    analytics,
    /** Reads the deliveries in the workspace that were added. Never rejects: what can't be read is a gap. */
    readFiles(): Promise<void> {
      reading ??= readItems(paths => {
        unread = paths;
        searched = 'whole';
      })
        .then(({ items: read, isWhole }) => {
          files.value = read;
          searched = isWhole ? 'whole' : 'part';
        })
        .catch((error: unknown) => {
          searched = 'no';
          onError(error);
        })
        .finally(() => (reading = undefined));
      return reading;
    },
    /** The line about one part of an order, the order that it names, and what is covered of the area. */
    ownedLine(
      request: OwnershipRequest,
      imageById: ImageById,
    ): { text: string; orderId: string; part: MultiPolygon } | undefined {
      const ownership = findOwnership(items.value, request, imageById);
      if (!ownership) return undefined;
      const { item, part } = ownership;
      return { text: ownershipText(ownership, imageById), orderId: item.orderId, part };
    },
    /** By the id of an image, what contains it. */
    byImage,
    /** The mark of an image that was ordered, as a product or for a report on it alone: fast enough for all images of a list. */
    imageMark(
      imageId: string,
      area: Polygon,
      imageById: ImageById,
    ): { text: string; meaning: string } | undefined {
      const items = byImage.value.get(imageId) ?? [];
      const product = findOwnership(items, { area, imageIds: [imageId], isReport: false }, imageById);
      if (product) {
        const text = product.item.isDelivered ? l10n.t('Owned') : l10n.t('Ordered');
        return { text, meaning: ownershipText(product, imageById) };
      }
      const reports = items.filter(({ isReport }) => isReport);
      const report = latestOrder(reports, [imageId], area);
      if (!report) return undefined;
      // A report isn't the image.
      const text = report.isDelivered ? l10n.t('Delivered') : l10n.t('Ordered');
      return { text, meaning: latestOrderText(report, analytics()) };
    },
    /** Lines about what an order repeats; the same image comes before another one of the same week. */
    ownedTexts(body: OrderBody, imageById: ImageById): string[] {
      const found = bodyOwnerships(body, imageById);
      const sorted = [
        ...found.filter(({ kind }) => kind === 'sameImage'),
        ...found.filter(({ kind }) => kind !== 'sameImage'),
      ];
      return [...new Set(sorted.map(ownership => ownershipText(ownership, imageById)))];
    },
    /** Whether an order would pay again for more than a sliver of what was ordered or delivered before. */
    repeats: (body: OrderBody, imageById: ImageById) =>
      bodyOwnerships(body, imageById).some(({ kind, share }) => kind === 'sameImage' && share >= minRepeated),
    /** The latest delivered report and image products of exactly these images and this area, the later one first. */
    deliveredOrders(
      imageIds: readonly string[],
      area: Polygon,
    ): { kind: 'report' | 'images'; orderId: string }[] {
      const state = orders.current.value;
      // A delivery in the workspace can be of another account, whose orders can't be opened.
      const listed = new Set(state.kind === 'ready' ? state.orders.map(({ id }) => id) : []);
      const openable = items.value.filter(({ orderId }) => listed.has(orderId));
      return latestDelivered(openable, imageIds, area).map(({ isReport, orderId }) => ({
        kind: isReport ? 'report' : 'images',
        orderId,
      }));
    },
    /** What was ordered last of exactly these images and this area. */
    lastOrder(imageIds: readonly string[], area: Polygon): { text: string; orderId: string } | undefined {
      const ofImages = imageIds.flatMap(id => byImage.value.get(id) ?? []);
      const ids = new Set(ofImages.map(({ orderId }) => orderId));
      // All parts of these orders: they may be of other images too.
      const parts = items.value.filter(({ orderId }) => ids.has(orderId));
      const latest = latestOrder(parts, imageIds, area);
      return latest && { text: latestOrderText(latest, analytics()), orderId: latest.orderId };
    },
    /** Whether others may have ordered much since the list was read. */
    isOld: () => ageOfOld() !== undefined,
    /** What couldn't be compared, in lines. */
    gapTexts(): string[] {
      const age = ageOfOld();
      const ids = new Set(listedOrders(orders).map(({ id }) => id));
      const unreadable = items.peek().filter(({ area, orderId }) => !area && ids.has(orderId));
      const count = new Set(unreadable.map(({ orderId }) => orderId)).size;
      return [
        ...(isLoaded(orders.current.peek())
          ? []
          : [l10n.t("Your orders haven't been read, so Swath can't tell whether you already have this.")]),
        ...(isLoaded(orders.current.peek()) && !isComplete(orders.current.peek())
          ? [l10n.t('Not compared with all orders: the list may be incomplete')]
          : []),
        ...(age === undefined
          ? []
          : [l10n.t('Not compared with orders placed elsewhere since the last refresh ({0})', age)]),
        ...(count === 0 ? [] : [l10n.t('Not compared with orders without a readable area: {0}', count)]),
        ...(unread.length > 0 ? [unreadText(unread)] : []),
        ...(searched === 'whole' ? [] : [unsearchedText(searched)]),
      ];
    },
  };
}

function unsearchedText(searched: 'no' | 'part'): string {
  return searched === 'no'
    ? l10n.t("Not compared with deliveries in the workspace, which hasn't been searched")
    : l10n.t('Not compared with all deliveries in the workspace: it has more than {0}', maxDeliveries);
}

function unreadText(paths: readonly string[]): string {
  const more = paths.length - maxNamed;
  const names = paths.slice(0, maxNamed).map(path => safeLine(path));
  return l10n.t(
    "Not compared with deliveries that haven't been read: {0}",
    [...names, ...(more > 0 ? [l10n.t('and {0} more', more)] : [])].join('; '),
  );
}
