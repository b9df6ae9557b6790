import { beforeEach, describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { seriesReader } from '../../../../../src/features/deliveries/reportSeries.ts';
import { bareDelivery, bareOrder } from '../../../fixtures.ts';
import { deliverySetup, newFolder } from './deliverySetup.ts';

beforeEach(newFolder);

const kind = 'order.analytics-toolbox.archive';
const linkOf = (id: string) => `https://access.test/${id}`;
const area = box(5, 43, 6, 44);

/** A delivered order on a day of March. */
function orderOf(id: string, day: number, analytic = 'cars', ring = area) {
  const createdAt = `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`;
  const deliveries = [bareDelivery({ download: linkOf(id) })];
  const payload = { kind, analytic, aoi: polygon(ring) };
  return bareOrder({ id, kind, title: id, status: 'delivered', createdAt, payload, deliveries });
}

/** A report of one car per date. */
function reportOf(...dates: (string | undefined)[]): string {
  const features = dates.map(acquisitionDate => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [5.5, 43.5] },
    properties: { class: 'car', acquisitionDate },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** @param reports by order; those on the disk */
async function setUp(orders: readonly ReturnType<typeof orderOf>[], reports: Record<string, string>) {
  const served = Object.fromEntries(Object.entries(reports).map(([id, text]) => [linkOf(id), text]));
  const { parts, session, requested } = await deliverySetup(orders, served);
  const signedIn = session.current.peek();
  if (signedIn.kind !== 'signedIn') throw new Error('Not signed in');
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  for (const order of orders)
    if (order.id in reports) await parts.downloads.get(signedIn, { order, index: 0 }, options);
  const reported: number[] = [];
  const reading = new AbortController();
  const read = (id: string) => seriesReader(parts)(id, unread => reported.push(unread), reading.signal);
  return { read, reported, reading, parts, requested };
}

describe('the series of a report', () => {
  it('are the reports of the same analytic and area, by the time of their images, else of the order', async () => {
    const orders = [
      orderOf('own', 3),
      orderOf('imaged', 9),
      orderOf('overlapping', 5, 'cars', box(5.1, 43, 6.1, 44)),
      orderOf('elsewhere', 6, 'cars', box(5.3, 43, 6.3, 44)),
      orderOf('within', 6, 'cars', box(5.2, 43.2, 5.8, 43.8)),
      orderOf('trucks', 7, 'trucks'),
      { ...orderOf('in progress', 7), status: 'ordered', deliveries: [] },
    ];
    const { read, reported, requested } = await setUp(orders, {
      own: reportOf(undefined, undefined),
      imaged: reportOf('2025-12-01', '2025-11-01'),
    });
    const { orderId, reports } = await read('own');
    expect(orderId).toBe('own');
    expect(
      reports.map(({ title, time, isOnDisk, counts }) => [title, time, isOnDisk, counts?.features]),
    ).toEqual([
      ['imaged', Date.UTC(2025, 11, 1), true, 2],
      ['own', Date.UTC(2026, 2, 3), true, 2],
      ['overlapping', Date.UTC(2026, 2, 5), false, undefined],
    ]);
    expect(reports[0]?.counts?.properties).toContainEqual(
      expect.objectContaining({ name: 'class', values: [['car', 2]] }),
    );
    expect(reported).toEqual([2, 1]);
    // Nothing is downloaded for it.
    expect(requested).toHaveLength(2);
  });

  it('reads the newest 24 and the one on the map, until it is canceled', async () => {
    const orders = Array.from({ length: 26 }, (_none, index) => orderOf(`r${index}`, index + 1));
    const reports = Object.fromEntries(orders.map(({ id }) => [id, reportOf(undefined)]));
    const { read, reported, reading } = await setUp(orders, reports);
    const { reports: found } = await read('r0');
    const unread = found.filter(({ counts }) => !counts).map(({ title }) => title);
    expect(unread).toEqual(['r1', 'r2']);
    reported.length = 0;
    const again = read('r0');
    reading.abort();
    await expect(again).rejects.toThrow();
    expect(reported).toEqual([]);
  });

  it('says why there is none', async () => {
    const { read, parts } = await setUp([orderOf('own', 3)], {});
    expect((await read('file')).problem).toContain('Open a report from its order');
    await parts.session.signOut();
    expect((await read('own')).problem).toContain('Sign in');
  });
});
