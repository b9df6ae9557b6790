import { expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { summarizeOrders } from '../../../../../src/features/orders/rules/summarizeOrders.ts';
import { bareOrder } from '../../../fixtures.ts';

const kind = 'order.analytics-toolbox.archive';
const report = (id: string, createdAt: string) =>
  bareOrder({
    id,
    title: 'Quay',
    kind,
    createdAt,
    payload: { kind, analytic: 'acme.cars-detection', aoi: polygon(box(4, 52, 4.01, 52.01)) },
  });

it('orders are told apart by analytic, area and time, and by their IDs only where these are the same', () => {
  const [early, late, twin] = summarizeOrders([
    report('11111111-aaaa', '2026-03-18T12:00:00Z'),
    report('22222222-bbbb', '2026-03-20T12:00:00Z'),
    report('33333333-cccc', '2026-03-20T12:00:00Z'),
  ]);
  expect(early).toMatch(/^cars detection · [\d.]+ km² · 2026-03-18 12:00:00 UTC$/);
  expect([late, twin]).toEqual([
    `${early?.replace('03-18', '03-20') ?? ''} · 22222222`,
    `${early?.replace('03-18', '03-20') ?? ''} · 33333333`,
  ]);
});

it('an order of which nothing else is known has its ID only if another has its name', () => {
  const bare = (id: string, title: string) => bareOrder({ id, title });
  const orders = [
    bare('11111111-aaaa', 'Quay'),
    bare('22222222-bbbb', 'Quay'),
    bare('33333333-cccc', 'Mole'),
  ];
  expect(summarizeOrders(orders)).toEqual(['11111111', '22222222', '']);
});
