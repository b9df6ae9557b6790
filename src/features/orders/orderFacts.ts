import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Polygon } from 'geojson';
import type { Analytic } from '../../service/rules/analyticOrder.ts';
import type { Image } from '../../service/rules/imagery.ts';
import { paidOrderKinds } from '../../service/rules/order.ts';
import { hasEverything, type Listed } from '../../service/wire/listed.ts';
import { readValue } from '../../platform/host/reading.ts';
import type { Contracts } from '../../session/contracts.ts';
import { createReader, onNextSession, type Reader } from '../../session/reader.ts';
import { asSignedIn, type SessionOwner } from '../../session/session.ts';
import type { Subscriptions } from '../../session/subscriptions.ts';
import { type Catalog, findImages, type ImageToFind, isSameArea } from '../images/index.ts';
import type { OrderContext } from './rules/checkOrder.ts';
import type { OrderRights } from './rules/orderRights.ts';

export function rightsNow(
  subscriptions: Pick<Subscriptions, 'current'>,
  contracts: { services: Pick<Contracts['services'], 'current'> },
): OrderRights {
  const known = readValue(subscriptions.current.peek());
  return {
    // One that wasn't read may pay for anything.
    kindsPaidFor: known && hasEverything(known) ? paidOrderKinds(known) : undefined,
    services: readValue(contracts.services.current.peek()),
  };
}

/** Maximum number of ids per call, limited by the length of the URL. */
const maxInCall = 25;
/** Maximum number of images to suggest. */
const maxProposed = 50;
/** Wait after a failed request, ms. */
const patience = 60_000;

export type OrderFacts = ReturnType<typeof createOrderFacts>;

export function createOrderFacts(
  session: SessionOwner,
  catalog: Pick<Catalog, 'current' | 'byId' | 'selectedImages' | 'estimates'>,
  subscriptions: Pick<Subscriptions, 'current' | 'need'>,
  contracts: Pick<Contracts, 'services'>,
  now: () => number = Date.now,
) {
  const analytics = createReader<Listed<Analytic>>(session, client => client.analytics());
  /** `undefined` as a value: the service doesn't list the image. */
  const requested = signal<ReadonlyMap<string, Image | undefined>>(new Map());
  const queue = new Map<string, ImageToFind>();
  let asking: Promise<void> | undefined;
  /** Epoch ms. */
  let notBefore = -Infinity;

  const images = computed(() => catalog.current.value.images);
  const area = computed(() => catalog.current.value.aoi);

  let count = 0;
  const current = computed(() => {
    const sources: readonly ReadonlySignal<unknown>[] = [
      images,
      area,
      catalog.selectedImages,
      requested,
      analytics.current,
      subscriptions.current,
      contracts.services.current,
    ];
    sources.forEach(source => source.value);
    return ++count;
  });

  const named = computed(() => [requested.value, analytics.current.value]);

  function imageById(id: string): Image | undefined {
    return catalog.byId.peek().get(id) ?? requested.peek().get(id);
  }

  function clearIn(polygon: Polygon, id: string): number | undefined {
    const { area: estimated, clear } = catalog.estimates.peek() ?? {};
    const estimate = estimated && isSameArea(estimated, polygon) ? clear?.get(id) : undefined;
    return typeof estimate === 'object' ? estimate.share : undefined;
  }

  function isWorthAsking(id: string): boolean {
    const isAsked = catalog.byId.peek().has(id) || queue.has(id) || requested.peek().has(id);
    return id !== '' && !id.includes(',') && !isAsked;
  }

  async function keepAsking() {
    try {
      // Images wanted in the same tick go into one call.
      await Promise.resolve();
      for (;;) {
        const signedIn = asSignedIn(session.current.peek());
        const named = [...queue.values()].slice(0, maxInCall);
        if (!signedIn || named.length === 0) break;
        const images = await signedIn
          .client()
          .then(client => findImages(client, named))
          .catch(() => undefined);
        if (session.current.peek() !== signedIn) continue;
        for (const { id } of named) queue.delete(id);
        if (!images) {
          notBefore = now() + patience;
          break;
        }
        const found = new Map(images.map(image => [image.id, image] as const));
        requested.value = new Map([
          ...requested.peek(),
          ...named.map(({ id }) => [id, found.get(id)] as const),
        ]);
      }
    } finally {
      queue.clear();
      asking = undefined;
    }
  }

  function want(imageIds: readonly string[], aoi?: Polygon): void {
    if (now() < notBefore || !asSignedIn(session.current.peek())) return;
    const missing = imageIds.filter(isWorthAsking);
    if (missing.length === 0) return;
    for (const id of missing) queue.set(id, { id, near: aoi && { aoi } });
    asking ??= keepAsking();
  }

  onNextSession(session, () => {
    queue.clear();
    notBefore = -Infinity;
    requested.value = new Map();
  });

  return {
    /** Changes whenever any of the facts change. */
    current,
    /** Changes with the images that were requested and the analytics, by which placed orders are described. */
    named,
    analytics: analytics as Reader<readonly Analytic[]>,
    context(): OrderContext {
      const listed = readValue(analytics.current.peek());
      const chosen = catalog.selectedImages.peek();
      const aoi = area.peek();
      return {
        imageById,
        clearIn,
        ...rightsNow(subscriptions, contracts),
        analytics: listed,
        lacksAnalytics: listed !== undefined && !hasEverything(listed),
        images: [...new Set([...chosen, ...images.peek().slice(0, maxProposed)])].slice(0, maxProposed),
        chosen: chosen.map(({ id }) => id),
        area: aoi && { name: aoi.name, polygon: aoi.polygon },
      };
    },
    /** Reads the user's order rights and the available analytics, unless they are already known. */
    need(): void {
      if (!asSignedIn(session.current.peek())) return;
      analytics.need();
      subscriptions.need();
      contracts.services.need();
    },
    /**
     * Requests images that the current catalog doesn't contain, after a short delay and one call at a time.
     *
     * @param aoi where they are, as far as it is known
     */
    want,
    /** The same, and resolves when their answers are there. Never rejects. */
    async read(imageIds: readonly string[], aoi?: Polygon): Promise<void> {
      want(imageIds, aoi);
      await asking;
    },
  };
}
