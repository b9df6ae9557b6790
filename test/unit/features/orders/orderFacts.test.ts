import { computed, signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../../../src/service/rules/account.ts';
import type { Image } from '../../../../src/service/rules/imagery.ts';
import type { Subscription } from '../../../../src/service/rules/subscription.ts';
import type { SearchPage } from '../../../../src/service/wire/catalog.ts';
import type { Client } from '../../../../src/service/wire/client.ts';
import { listed } from '../../../../src/service/wire/listed.ts';
import type { Reading } from '../../../../src/platform/host/reading.ts';
import type { Catalog, CatalogState } from '../../../../src/features/images/imageCatalog.ts';
import { createOrderFacts } from '../../../../src/features/orders/orderFacts.ts';
import { bareSubscription } from '../account/rules/subscriptions.ts';
import { apiError, connection, deferred, fakeClient, settle, signedInSession } from '../../fakes.ts';
import { bareImage } from '../../fixtures.ts';
import { cars } from './rules/orderFixtures.ts';

const page = (...images: Image[]): SearchPage => ({ images, total: images.length, received: images.length });
const image = (id: string) => bareImage({ id, constellation: 'PHR' });

/** Order facts with a client, a catalog that contains some images, and what the user may order. */
async function setUp(parts: Partial<Client> = {}, inCatalog: readonly Image[] = []) {
  const state = signal({ images: inCatalog, aoi: undefined } as unknown as CatalogState);
  const selectedImages = signal<readonly Image[]>([]);
  const estimates: Catalog['estimates'] = signal(undefined);
  const subscriptions = signal<Reading<readonly Subscription[]>>({ kind: 'none' });
  const services = signal<Reading<Services>>({ kind: 'none' });
  const needed: string[] = [];
  const requested: (readonly string[] | undefined)[] = [];
  const session = await signedInSession(
    fakeClient({
      analytics: () => Promise.resolve([cars]),
      ...parts,
      search: (criteria, at, size, abort) => {
        requested.push(criteria.ids);
        return (parts.search ?? (() => Promise.resolve(page())))(criteria, at, size, abort);
      },
    }),
  );
  let now = 1_000_000;
  const facts = createOrderFacts(
    session,
    {
      current: state,
      byId: computed(() => new Map(state.value.images.map(image => [image.id, image]))),
      selectedImages,
      estimates,
    },
    { current: subscriptions, need: () => needed.push('subscriptions') },
    {
      services: {
        current: services,
        need: () => needed.push('services'),
        refresh: () => Promise.resolve(),
      },
    },
    () => now,
  );
  const advance = (ms: number) => (now += ms);
  return {
    facts,
    session,
    estimates,
    state,
    selectedImages,
    subscriptions,
    services,
    needed,
    requested,
    advance,
  };
}

describe('the facts about an order', () => {
  it('are read when they are first needed, and then kept', async () => {
    const { facts, needed } = await setUp();
    expect(facts.context().analytics).toBeUndefined();
    facts.need();
    facts.need();
    await settle();
    expect(facts.context().analytics).toEqual([cars]);
    expect(needed).toContain('subscriptions');
    expect(needed).toContain('services');
  });
});

describe('lists that may lack entries', () => {
  it('rule out no kind of order and no analytic', async () => {
    const lacking = { total: undefined, unreadable: 1, isWhole: true };
    const { facts, subscriptions } = await setUp({
      analytics: () => Promise.resolve(listed([cars], lacking)),
    });
    facts.need();
    await settle();
    const paid = bareSubscription({ status: 'active', offers: ['order.data.product'] });
    subscriptions.value = { kind: 'ready', value: [paid], at: 0 };
    expect(facts.context().kindsPaidFor).toEqual(['order.data.product']);
    subscriptions.value = { kind: 'ready', value: listed([paid], lacking), at: 0 };
    expect(facts.context()).toMatchObject({ kindsPaidFor: undefined, lacksAnalytics: true });
  });
});

describe("images that the catalog doesn't contain", () => {
  it('are requested together and only once, without those that it contains', async () => {
    const { facts, requested } = await setUp({ search: () => Promise.resolve(page(image('x'))) }, [
      image('a'),
    ]);
    facts.want(['a', 'x', '']);
    facts.want(['x', 'y', 'with,comma']);
    await settle();
    expect(requested).toEqual([['x', 'y']]);
    expect(facts.context().imageById?.('x')?.constellation).toBe('PHR');
    expect(facts.context().imageById?.('y')).toBeUndefined();
    facts.want(['x', 'y']);
    await settle();
    expect(requested).toHaveLength(1);
  });

  it('stay unknown if the service fails, and are requested again later', async () => {
    const answers: (() => Promise<SearchPage>)[] = [
      () => Promise.reject(apiError('server', 500)),
      () => Promise.resolve(page(image('x'))),
    ];
    const { facts, requested, advance } = await setUp({
      search: () => (answers.shift() ?? (() => Promise.resolve(page())))(),
    });
    facts.want(['x']);
    await settle();
    facts.want(['x']);
    await settle();
    expect(requested).toHaveLength(1);
    advance(60_000);
    facts.want(['x']);
    await settle();
    expect(requested).toHaveLength(2);
    expect(facts.context().imageById?.('x')).toBeDefined();
  });

  it("stay unknown, and are requested once, if the service doesn't support the criterion", async () => {
    const { facts, requested } = await setUp({
      search: () => Promise.resolve(page(image('other'), image('another'))),
    });
    facts.want(['x']);
    await settle();
    expect(facts.context().imageById?.('x')).toBeUndefined();
    expect(facts.context().imageById?.('other')).toBeUndefined();
    facts.want(['x']);
    await settle();
    expect(requested).toHaveLength(1);
  });

  it("are cleared with the session, and a late answer doesn't affect the next one", async () => {
    const late = deferred<SearchPage>();
    const { facts, session } = await setUp({ search: () => late.promise });
    facts.want(['x']);
    await settle();
    await session.signIn({ ...connection, name: 'Other' }, 'key');
    late.resolve(page(image('x')));
    await settle();
    expect(facts.context().imageById?.('x')).toBeUndefined();
  });
});
