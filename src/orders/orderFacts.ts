import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { Image } from '../model/images/imagery.ts';
import type { Analytic } from '../model/order/analyticOrder.ts';
import type { OrderContext } from '../model/order/checkOrder.ts';
import { orderKindsOf } from '../model/order/order.ts';
import type { OrderRights } from '../model/order/orderRights.ts';
import type { Catalog } from '../images/catalog.ts';
import type { Contracts } from '../account/contracts.ts';
import { createReader, onNextSession, type Reader } from '../account/reader.ts';
import { valueOf } from '../editor/reading.ts';
import { signedInOf, type SessionOwner, type SignedIn } from '../account/session.ts';
import type { Subscriptions } from '../account/subscriptions.ts';

/** What is known beside the text of an order: of its images, its analytic and what the user may order. */
export interface OrderFacts {
  /** Another number whenever more is known, or something else. */
  readonly current: ReadonlySignal<number>;
  context(): OrderContext;
  readonly analytics: Reader<readonly Analytic[]>;
  /** Reads what the user may order and which analytics there are, where nobody has yet. */
  need(): void;
  /**
   * Looks up images that the catalogue in hand does not hold, a moment later and one call at a time. What cannot be
   * found out stays unknown.
   */
  want(imageIds: readonly string[]): void;
  /** Resolves when none of these images is being looked up, whether or not it was found. */
  lookedUp(imageIds: readonly string[]): Promise<void>;
}

export function rightsNow(
  subscriptions: Pick<Subscriptions, 'current'>,
  contracts: { services: Pick<Contracts['services'], 'current'> },
): OrderRights {
  const known = valueOf(subscriptions.current.peek());
  return {
    kindsPaidFor: known && orderKindsOf(known),
    services: valueOf(contracts.services.current.peek()),
  };
}

/** Ids asked for in one call: an address takes no more. */
const mostInCall = 25;
/** Images that are remembered; the ones asked for last stay. */
const mostRemembered = 500;
/** Images that are proposed: more is no choice. */
const mostProposed = 50;
/** From a failed look-up to the next one of the same image, ms. */
const patience = 60_000;

/** `unknown`: the service does not list it, or did not answer, at this time in epoch ms. */
type LookedUp = { kind: 'found'; image: Image } | { kind: 'unknown'; isFinal: boolean; at: number };

export function createOrderFacts(
  session: SessionOwner,
  catalog: Pick<Catalog, 'current' | 'selectedImages'>,
  subscriptions: Pick<Subscriptions, 'current' | 'need'>,
  contracts: Pick<Contracts, 'services'>,
  now: () => number = Date.now,
): OrderFacts {
  const analytics = createReader<readonly Analytic[]>(session, client => client.analytics());
  const lookedUp = signal<ReadonlyMap<string, LookedUp>>(new Map());
  const queue = new Set<string>();
  let asking: Promise<void> | undefined;
  /** The service does not know the criterion: its answer was of other images. */
  let takesNoIds = false;

  const images = computed(() => catalog.current.value.images);
  const byId = computed(() => new Map(images.value.map(image => [image.id, image] as const)));
  const area = computed(() => catalog.current.value.aoi);

  let count = 0;
  const current = computed(() => {
    const sources: readonly ReadonlySignal<unknown>[] = [
      images,
      area,
      catalog.selectedImages,
      lookedUp,
      analytics.current,
      subscriptions.current,
      contracts.services.current,
    ];
    sources.forEach(source => source.value);
    return ++count;
  });

  function imageOf(id: string): Image | undefined {
    const known = byId.peek().get(id);
    if (known) return known;
    const found = lookedUp.peek().get(id);
    return found?.kind === 'found' ? found.image : undefined;
  }

  function isWorthAsking(id: string): boolean {
    if (id === '' || id.includes(',') || byId.peek().has(id) || queue.has(id)) return false;
    const known = lookedUp.peek().get(id);
    return known?.kind !== 'found' && !(known && (known.isFinal || now() - known.at < patience));
  }

  /** Calls follow each other; those who want more meanwhile wait in the queue. */
  async function askOn() {
    try {
      // What is wanted at one time goes into one call.
      await Promise.resolve();
      for (;;) {
        const signedIn = signedInOf(session.current.peek());
        const ids = [...queue].slice(0, mostInCall);
        if (!signedIn || takesNoIds || ids.length === 0) break;
        await ask(signedIn, ids);
      }
    } finally {
      queue.clear();
      asking = undefined;
    }
  }

  async function ask(signedIn: SignedIn, ids: readonly string[]) {
    const answer = await signedIn
      .client()
      .then(client => client.search({ ids }, 1, ids.length))
      .catch(() => undefined);
    // Under another session the queue is another one.
    if (session.current.peek() !== signedIn) return;
    for (const id of ids) queue.delete(id);
    const found = new Map(answer?.images.map(image => [image.id, image] as const));
    const isOfOthers = [...found.keys()].some(id => !ids.includes(id));
    if (isOfOthers) takesNoIds = true;
    const all = new Map(lookedUp.peek());
    for (const id of ids) {
      const image = found.get(id);
      all.delete(id);
      all.set(
        id,
        image
          ? { kind: 'found', image }
          : { kind: 'unknown', isFinal: answer !== undefined && !isOfOthers, at: now() },
      );
    }
    for (const id of [...all.keys()].slice(0, Math.max(0, all.size - mostRemembered))) all.delete(id);
    lookedUp.value = all;
  }

  onNextSession(session, () => {
    queue.clear();
    takesNoIds = false;
    lookedUp.value = new Map();
  });

  return {
    current,
    analytics,
    context() {
      const listed = valueOf(analytics.current.peek());
      const chosen = catalog.selectedImages.peek();
      const aoi = area.peek();
      return {
        analyticOf: code => listed?.find(analytic => analytic.code === code),
        imageOf,
        ...rightsNow(subscriptions, contracts),
        analytics: listed,
        images: [...new Set([...chosen, ...images.peek().slice(0, mostProposed)])].slice(0, mostProposed),
        chosen: chosen.map(({ id }) => id),
        area: aoi && { name: aoi.name, polygon: aoi.polygon },
      };
    },
    need() {
      if (!signedInOf(session.current.peek())) return;
      analytics.need();
      subscriptions.need();
      contracts.services.need();
    },
    want(imageIds) {
      if (takesNoIds || !signedInOf(session.current.peek())) return;
      const wanted = imageIds.filter(isWorthAsking);
      if (wanted.length === 0) return;
      for (const id of wanted) queue.add(id);
      asking ??= askOn();
    },
    async lookedUp(imageIds) {
      while (asking && imageIds.some(id => queue.has(id))) await asking;
    },
  };
}
