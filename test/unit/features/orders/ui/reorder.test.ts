import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Order } from '../../../../../src/service/rules/order.ts';
import { createAccount } from '../../../../../src/session/account.ts';
import { bodyHash } from '../../../../../src/features/orders/rules/orderBody.ts';
import { createJournal } from '../../../../../src/features/orders/journal.ts';
import type { OrdersState } from '../../../../../src/features/orders/knownOrders.ts';
import { reorder } from '../../../../../src/features/orders/ui/draft/reorder.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { connection, memoryJournal } from '../../../fakes.ts';
import { bareDelivery, bareOrder } from '../../../fixtures.ts';
import { tempFolder } from '../../../tempFolder.ts';
import { drafted, draftSetup, image, labelOf, step } from './draftSetup.ts';

const report = {
  kind: 'order.analytics-toolbox.archive',
  title: 'Quay',
  analytic: 'cars',
  resolution: 0.5,
  imageIds: ['a'],
  // As a service may return it: the ring reversed.
  aoi: polygon(box(5, 43, 6, 44).toReversed()),
};
const product = {
  id: 'a',
  productType: 'bundle',
  radiometricProcessing: 'DISPLAY',
  imageFormat: 'image/jp2',
  crsCode: 'urn:ogc:def:crs:EPSG::32631',
  aoi: polygon(box(5, 43, 6, 44)),
};
const placed = (rest: Partial<Order> = {}) =>
  bareOrder({
    kind: report.kind,
    title: 'Quay',
    createdAt: '2025-01-01T00:00:00Z',
    payload: report,
    ...rest,
  });

async function setUp(listed: Order[], byItself?: Order) {
  const store = memoryJournal();
  const journal = createJournal(store);
  const orders = {
    current: signal<OrdersState>({ kind: 'ready', orders: listed }),
    refresh: () => Promise.resolve(),
  };
  const requested: string[] = [];
  const parts = await draftSetup((session, catalog, argument) =>
    reorder({ session, account: createAccount(session), catalog, orders, journal }, argument),
  );
  const { session } = parts;
  const state = session.current.peek();
  if (state.kind !== 'signedIn') throw new Error('Not signed in.');
  const client = await state.client();
  client.order = id => {
    requested.push(id);
    return byItself ? Promise.resolve(byItself) : Promise.reject(new Error('Not to be read'));
  };
  /** Records that a body was sent, and its outcome. */
  async function sent(body: object, orderId?: string) {
    const { name } = connection;
    const price = { value: 1, unit: 'credits' };
    const facts = { body: { ...body }, bodyHash: bodyHash({ ...body }), title: 'Quay', price };
    const id = await journal.begin({ connection: name }, { ...facts, orderKind: report.kind });
    if (orderId !== undefined) {
      await journal.close(name, id, { event: 'placed', orderId, status: 'ordered' });
    }
  }
  return { ...parts, requested, sent, again: () => parts.start('o1') };
}

beforeEach(newUser);

describe('ordering again', () => {
  it('drafts exactly what was ordered, from the row of an order', async () => {
    const { start, requested } = await setUp([placed()]);
    const run = await start({ id: 'order/o1', label: 'Quay', subject: { orderId: 'o1' } });
    expect(editor.question).toMatchObject({
      title: 'Order "Quay" again',
    });
    expect(editor.question.lines()).toEqual([
      'The Same Again | the same images and area',
      'With Other Images | newer ones, for example',
      'For Another Area | with images of that area',
    ]);
    await editor.pick('The Same Again');
    await run.end;
    expect(run.error).toBeUndefined();
    expect(drafted()).toEqual(report);
    expect(editor.openedEditors.at(-1)?.document.uri.toString()).toBe(
      'untitled:/nowhere/project/Quay.order.json',
    );
    expect([user.messages, editor.ran, requested]).toEqual([[], [], []]);
  });

  it.each([
    ['failed', 'With Other Images', 'The Same Again | the same images and area, whose order failed'],
    ['rejected', 'The Same Again', 'The Same Again | the same images and area'],
  ])('of an order that is %s proposes %s', async (status, proposed, same) => {
    const { again } = await setUp([placed({ status })]);
    const run = await again();
    expect(editor.question.activeItems).toMatchObject([{ label: proposed }]);
    expect(editor.question.lines()[0]).toBe(same);
    await editor.pick('The Same Again');
    await run.end;
  });

  it('creates products from what the deliveries report', async () => {
    const deliveries = [bareDelivery({ datas: product }), bareDelivery({ datas: { ...product, id: 'b' } })];
    const order = placed({ kind: 'order.data.product', title: undefined, payload: undefined, deliveries });
    const { again } = await setUp([order]);
    const run = await again();
    await editor.pick('The Same Again');
    await run.end;
    expect(drafted()).toEqual({ kind: 'order.data.product', products: [product, { ...product, id: 'b' }] });
  });

  it('opens what is known and says what is missing', async () => {
    const { analytic, ...half } = report;
    expect(analytic).toBe('cars');
    const { again } = await setUp([placed({ payload: half })], placed({ payload: half }));
    const run = await again();
    expect(run).toMatchObject({ isOver: true, error: undefined });
    expect(drafted()).toEqual(half);
    expect(user.messages.join()).toMatch(/"?Quay"? is incomplete: analytic is unknown\. Add/);
  });

  it.each([
    ['ordered a moment ago on this machine', 'o7', '2025-01-01T00:00:00Z', /just now: order o7/],
    ['ordered a moment ago elsewhere', undefined, new Date().toISOString(), /just now: order o1/],
    ['perhaps under way', '', '2025-01-01T00:00:00Z', /sent before and is not confirmed/],
  ])('warns if the same was %s', async (_what, orderId, createdAt, warning) => {
    const { again, sent } = await setUp([placed({ createdAt })]);
    if (orderId !== undefined) await sent(report, orderId === '' ? undefined : orderId);
    const run = await again();
    await editor.pick('The Same Again');
    await run.end;
    expect(drafted()).toEqual(report);
    expect(user.messages.join()).toMatch(warning);
  });

  it('uses other images of its area, of the kind that its analytic supports', async () => {
    const { again, service, catalog } = await setUp([placed()]);
    const run = await again();
    await editor.pick('With Other Images');
    await step('Images of Quay');
    expect(service.searches.map(({ aoi }) => aoi)).toEqual([report.aoi]);
    expect(catalog.current.peek().aoi).toMatchObject({ name: 'Quay', path: ['geometry'] });
    expect(editor.question.placeholder).toMatch(
      /^Select one image\. · 3 images · not usable: 2 \(SPOT, PNEO\)$/,
    );
    expect(editor.question.canSelectMany).toBe(false);
    await editor.pick(labelOf(3));
    await step('Title of the report');
    expect(editor.question.value).toBe('Quay');
    await editor.press('Back');
    await step('Images of Quay');
    await editor.pick(labelOf(3));
    await step('Title of the report');
    await editor.enter('Quay later');
    await run.end;
    expect(run.error).toBeUndefined();
    expect(drafted()).toEqual({ ...report, title: 'Quay later', imageIds: ['c'] });
  });

  it('proposes the newest image that fits, and its date in the title', async () => {
    const title = 'Quay Cars 2025-03-01';
    const { again, service, catalog } = await setUp([placed({ title, payload: { ...report, title } })]);
    const covers = { footprint: report.aoi, cloudCover: 5 };
    service.images = [
      image('a', 1, covers),
      image('b', 3, covers),
      image('half', 4, { ...covers, footprint: polygon(box(5, 43, 5.5, 44)) }),
      image('cloudy', 8, { ...covers, cloudCover: 96 }),
      image('unknown', 9, { ...covers, cloudCover: undefined }),
      image('album', 5, { ...covers, processingLevel: 'ALBUM' }),
      image('other', 6, { ...covers, constellation: 'PNEO' }),
      image('own', 7, { ...covers, links: { download: [{ href: 'https://x.test' }] } }),
    ];
    const run = await again();
    await editor.pick('With Other Images');
    await step('Images of Quay');
    const labels = editor.question.lines();
    expect(labels).toHaveLength(6);
    expect(labels.join('\n')).not.toContain('PNEO');
    expect(labels.join('\n')).toContain('ALBUM: may never be delivered');
    expect(editor.question.activeItems.map(({ label }) => label)).toEqual([labelOf(3)]);
    // The map keeps its selection until the user has chosen.
    expect(catalog.current.peek().selected).toEqual([]);
    await editor.pick(labelOf(3));
    await step('Title of the report');
    expect(editor.question.value).toBe('Quay Cars 2025-03-03');
    await editor.enter('Quay Cars 2025-03-03');
    await run.end;
    expect(drafted()).toMatchObject({ imageIds: ['b'] });
  });

  it('proposes no image that is older than the ordered one', async () => {
    const { again, service } = await setUp([placed()]);
    const covers = { footprint: report.aoi, cloudCover: 5 };
    service.images = [
      image('b', 2, covers),
      image('a', 3, covers),
      image('cloudy', 8, { ...covers, cloudCover: 96 }),
    ];
    await again();
    await editor.pick('With Other Images');
    await step('Images of Quay');
    expect(editor.question.activeItems.map(({ label }) => label)).toEqual([labelOf(8)]);
  });

  it('proposes an image of the sensor that was ordered, not a newer one of another', async () => {
    const deliveries = [bareDelivery({ datas: product })];
    const order = placed({ kind: 'order.data.product', title: undefined, payload: undefined, deliveries });
    const { again, service } = await setUp([order]);
    const covers = { footprint: product.aoi, cloudCover: 5 };
    service.images = [
      image('a', 1, covers),
      image('b', 3, covers),
      image('spot', 6, { ...covers, constellation: 'SPOT', resolution: 1.5 }),
    ];
    await again();
    await editor.pick('With Other Images');
    await eventually(() => expect(editor.question.title).toMatch(/^Images of /));
    expect(editor.question.lines()).toHaveLength(3);
    expect(editor.question.selectedItems.map(({ label }) => label)).toEqual([labelOf(3)]);
  });

  it('opens no copy of its area if a document has it, under another name too', async () => {
    const { again } = await setUp([placed()]);
    const pier = { type: 'Feature', properties: { name: 'Pier' }, geometry: report.aoi };
    editor.open('untitled:/nowhere/piers.geojson', JSON.stringify(pier));
    const opened = [...editor.documents.open];
    await again();
    await editor.pick('With Other Images');
    await step('Images of Pier');
    expect(editor.documents.open).toEqual(opened);
  });

  it('finds its area in a file beside one that can not be read, and opens neither', async () => {
    const { again } = await setUp([placed()]);
    const folder = await tempFolder();
    editor.folders = [folder];
    await symlink(join(folder, 'removed'), join(folder, 'a.geojson'));
    const pier = { type: 'Feature', properties: { name: 'Pier' }, geometry: report.aoi };
    await writeFile(join(folder, 'b.geojson'), JSON.stringify(pier));
    const opened = [...editor.documents.open];
    const run = await again();
    await editor.pick('With Other Images');
    await step('Images of Pier');
    expect([run.error, editor.documents.open]).toEqual([undefined, opened]);
  });

  it('opens no copy of its area if that is the active area', async () => {
    const { again, catalog } = await setUp([placed()]);
    const harbour = {
      uri: 'file:///harbour.aoi.geojson',
      path: ['geometry'],
      name: 'harbour',
      polygon: report.aoi,
    };
    catalog.follow({ ...harbour, areaKm2: 30 });
    const opened = [...editor.documents.open];
    await again();
    await editor.pick('With Other Images');
    await step('Images of harbour');
    expect(editor.documents.open).toEqual(opened);
  });

  it('uses another area, with the previous images suggested if they show it', async () => {
    const deliveries = [bareDelivery({ datas: product })];
    const { again } = await setUp([
      placed({
        kind: 'order.data.product',
        title: undefined,
        customerRef: 'R',
        payload: undefined,
        deliveries,
      }),
    ]);
    const run = await again();
    await editor.pick('For Another Area');
    await step('Which area?');
    user.answers = [say('Airport')];
    await editor.pick('areas.geojson');
    await step('Images of Airport');
    expect(editor.question.selectedItems.map(({ label }) => label)).toEqual([labelOf(1)]);
    await editor.pick(labelOf(1));
    await run.end;
    const { products } = drafted() as { products: { aoi: { coordinates: number[][][] } }[] };
    const { aoi, ...form } = product;
    expect(aoi).not.toEqual(products[0]?.aoi);
    expect(products[0]).toMatchObject({
      ...form,
      crsCode: 'urn:ogc:def:crs:EPSG::32632',
    });
    expect(products[0]?.aoi.coordinates[0]?.[0]).toEqual([7, 43]);
    expect(editor.openedEditors.at(-1)?.document.uri.path).toBe('/nowhere/project/Airport.order.json');
  });
});
