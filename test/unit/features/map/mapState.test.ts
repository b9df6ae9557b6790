import { effect, type Signal, signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import { box, polygon } from '../../geo/polygons.ts';
import { createCatalog } from '../../../../src/features/images/imageCatalog.ts';
import { findAreas } from '../../../../src/features/areas/rules/text/geojsonText.ts';
import { createAreas } from '../../../../src/features/areas/areas.ts';
import { type MapFacts, toMapState } from '../../../../src/features/map/mapState.ts';
import { clockAt, fakeClient, signedInSession } from '../../fakes.ts';
import { bareImage } from '../../fixtures.ts';

/** Each fact that can change by itself, in a signal of its own. */
async function mapFacts() {
  const signedIn = await signedInSession(fakeClient());
  const catalog = createCatalog(
    signedIn,
    { read: () => undefined, write: () => undefined },
    () => 50,
    clockAt(),
  );
  const areas = createAreas(catalog);
  areas.follow('file:///ports.geojson');
  areas.read(findAreas(JSON.stringify(polygon(box(5, 43, 6, 44)))), undefined);
  areas.take([]);
  const facts = {
    session: { current: signal(signedIn.current.peek()) },
    catalog: {
      current: signal(catalog.current.peek()),
      visible: signal(catalog.visible.peek()),
      previewed: catalog.previewed,
    },
    clock: { aheadMs: signal(0) },
    reports: { current: signal(), coming: signal() },
    products: { current: signal() },
    areas: { current: signal(areas.current.peek()) },
    figures: { cover: signal() },
    pictures: { streaming: signal(new Set(['a'])) },
    account: { current: signal({ kind: 'unknown' }) },
    shortlist: { pins: signal([{ image: bareImage({ id: 'a' }) }]), isShown: signal(false) },
    prices: { current: signal(new Map()) },
    notes: { current: signal({}) },
    owned: { analytics: signal(undefined) },
  };
  const { current } = facts.prices;
  const priced = () => [...(current.value as Map<string, never>).values()];
  const all = {
    ...facts,
    catalog: { ...facts.catalog, clock: { aheadMs: facts.clock.aheadMs } },
    areas: { ...facts.areas, active: () => areas.active() },
    prices: { current, priced },
    owned: { analytics: () => facts.owned.analytics.value },
  };
  return { facts, all: all as unknown as MapFacts, areas, catalog };
}

/** Another value that says the same, or nothing. */
function otherThan(value: unknown): unknown {
  if (value instanceof Map) return new Map<unknown, unknown>(value);
  if (value instanceof Set) return new Set<unknown>(value);
  if (Array.isArray(value)) return value.slice();
  if (typeof value === 'boolean') return !value;
  return typeof value === 'object' ? { ...value } : null;
}

it('follows every fact that it is made from, so that none has to be listed', async () => {
  const { facts, all, catalog, areas } = await mapFacts();
  let count = 0;
  effect(() => {
    toMapState(all);
    count += 1;
  });
  const isFollowed = (change: () => void) => {
    const before = count;
    change();
    return count > before;
  };
  const unfollowed = Object.entries(facts).flatMap(([owner, signals]) =>
    Object.entries(signals as Record<string, Signal<unknown>>).flatMap(([name, fact]) => {
      const { value } = fact;
      const isOther = isFollowed(() => (fact.value = otherThan(value)));
      fact.value = value;
      return isOther ? [] : `${owner}.${name}`;
    }),
  );
  expect(unfollowed).toEqual([]);
  const { aoi } = catalog.current.peek();
  expect(areas.active()).toBeDefined();
  expect(isFollowed(() => catalog.follow(aoi && { ...aoi, path: ['gone'] }))).toBe(true);
});
