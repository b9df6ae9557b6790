import { describe, expect, it } from 'vitest';
import { placeOrder } from '../../contract/placeOrder.ts';
import { json } from './fakeFetch.ts';
import { failure, requestLine, setUp } from './setup.ts';

const body = {
  kind: 'order.analytics-toolbox.archive',
  title: 'Harbour',
  analytic: 'analytic.cars',
  resolution: 0.5,
  imageIds: ['img1'],
  aoi: { type: 'Polygon', coordinates: [] },
};

describe('an order', () => {
  async function read(sent: object) {
    const { client, warnings } = setUp(json({ id: 'o1', status: 'delivered', ...sent }));
    return { order: await client.order('o1'), warnings };
  }

  it('needs no more than an id, and then is in the state of an order that was taken', async () => {
    const sent = { status: null, deliveries: null, price: null, title: 7, payload: 'lost', contractId: {} };
    expect((await read(sent)).order).toEqual({
      id: 'o1',
      status: 'ordered',
      isEstimate: false,
      deliveries: [],
      fields: { id: 'o1', ...sent },
    });
  });

  it('has no body and no delivered data that are nested too deep to be compared', async () => {
    const deep: unknown = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`);
    const { order } = await read({ payload: { ...body, tags: deep }, deliveries: [{ datas: { deep } }] });
    expect([order.payload, order.deliveries[0]?.datas]).toEqual([undefined, undefined]);
    expect(order.fields).toMatchObject({ payload: { title: 'Harbour' } });
  });

  it('has the title and the reference of the body that it repeats, unless it has its own', async () => {
    const payload = { ...body, customerRef: 'r-1' };
    expect((await read({ payload })).order).toMatchObject({ title: 'Harbour', customerRef: 'r-1' });
    const fields = { title: 'Quay', customerRef: 'r-2' };
    expect((await read({ payload, ...fields })).order).toMatchObject(fields);
    const broken = (await read({ payload: { title: 7, customerRef: null } })).order;
    expect([broken.title, broken.customerRef]).toEqual([undefined, undefined]);
  });

  it.each<[string, object, boolean]>([
    ['"false"', { isAmountEstimated: 'false' }, false],
    ['in its price', { price: { credits: 1, isAmountEstimated: 'true' } }, true],
    [
      'false, whatever its price says',
      { isAmountEstimated: false, price: { isAmountEstimated: true } },
      false,
    ],
    ['not at all', { price: 12 }, false],
  ])('calls its amount an estimate: %s', async (_what, sent, isEstimate) => {
    expect((await read(sent)).order.isEstimate).toBe(isEstimate);
  });

  it.each<[string, object, object | undefined]>([
    ['an amount alone', { amount: 40, amountUnit: 'EUR' }, { value: 40, unit: 'EUR' }],
    ['an amount beside a price that cannot be read', { price: {}, amount: 3 }, { value: 3, unit: 'credits' }],
    ['nothing', {}, undefined],
    [
      'an allowance: no credits, but kilobytes',
      { price: 0, amount: 1523, amountUnit: 'kB' },
      { value: 1523, unit: 'kB' },
    ],
  ])('shows its price from %s', async (_what, sent, price) => {
    expect((await read(sent)).order.price).toEqual(price);
  });

  const file = 'https://access.test/api/v1/items/x/download';
  it.each<[string, unknown]>([
    ['one link', { href: file }],
    ['a list of one', [{ href: file }]],
    [
      'one of several, by its name and type',
      [
        { href: 'https://access.test/buckets/x', name: 'download', type: 'S3' },
        { href: file, name: 'download', type: 'http' },
      ],
    ],
    ['one of several that can be read', [null, { href: 5 }, { href: file }]],
  ])('has the download of %s', async (_what, download) => {
    const { order } = await read({ deliveries: [{ _links: { download } }] });
    expect(order.deliveries[0]?.download).toBe(file);
  });

  it.each<[string, unknown]>([
    ['no links', undefined],
    ['no download', { self: { href: file } }],
  ])('has no download yet with %s', async (_what, _links) => {
    const { order } = await read({ deliveries: [{ _links }] });
    expect(order.deliveries.map(({ download }) => download)).toEqual([undefined]);
  });

  it('loses a broken delivery alone, and says so', async () => {
    const { order, warnings } = await read({ deliveries: [null, { id: 'd1', status: 'delivered' }] });
    expect(order.deliveries.map(({ id }) => id)).toEqual(['d1']);
    expect(warnings.join()).toContain('o1');
  });

  it('is asked for by its id, whatever letters that holds', async () => {
    const { client, service } = setUp(json({ id: 'o/1?', status: 'ordered' }));
    await client.order('o/1?');
    expect(service.calls().map(requestLine)).toEqual(['GET /api/v1/orders/o%2F1%3F']);
  });

  it.each([{}, { id: 7 }, [], null])('is not made up from %j', async sent => {
    const { client } = setUp(json(sent));
    expect((await failure(client.order('o1'))).kind).toBe('shape');
  });
});

describe('placing an order', () => {
  it('sends the body as it is, and no more', async () => {
    const { client, service } = setUp(json({ id: 'o1', status: 'ordered', payload: body }, 201));
    expect(await placeOrder(client, body)).toMatchObject({ id: 'o1', status: 'ordered', title: 'Harbour' });
    const [call] = service.calls();
    expect(call && [requestLine(call), JSON.parse(call.body ?? '')]).toEqual(['POST /api/v1/orders', body]);
    expect(call?.headers['Content-Type']).toBe('application/json');
  });
});

describe('a price', () => {
  async function read(sent: object) {
    const { client } = setUp(json(sent));
    return client.price(body);
  }

  it('is read as deployed services send it, with the price of each image', async () => {
    const price = { credits: 0, amount: 1523, amountUnit: 'kB', isAmountEstimated: 'true', areaKm2: 12.4 };
    const deliveries = [
      { id: 'img1', datas: {}, amount: 1500, amountUnit: 'kB', isAmountEstimated: 'true', areaKm2: 12.4 },
      { id: 'img2', amount: '23', amountUnit: 'kB' },
      null,
      { id: 'img3', amount: null },
    ];
    expect(await read({ payload: body, deliveries, price, feasibility: 'ok', orderable: 'ok' })).toEqual({
      total: { value: 1523, unit: 'kB' },
      isEstimate: true,
      areaKm2: 12.4,
      perDelivery: [
        { imageId: 'img1', amount: { value: 1500, unit: 'kB' } },
        { imageId: 'img2', amount: { value: 23, unit: 'kB' } },
      ],
    });
  });

  it.each<[string, object, object | undefined]>([
    ['a number', { price: 12.25 }, { value: 12.25, unit: 'credits' }],
    ['an amount with its unit', { price: { amount: 7, amountUnit: 'EUR' } }, { value: 7, unit: 'EUR' }],
    ['an amount beside a price of 0', { price: 0, amount: 7, amountUnit: 'kB' }, { value: 7, unit: 'kB' }],
    ['a price that cannot be read', { price: 'free' }, undefined],
  ])('of one delivery is read from %s', async (_what, sent, amount) => {
    const { perDelivery } = await read({ price: 12, deliveries: [{ id: 'img1', ...sent }] });
    expect(perDelivery).toEqual(amount ? [{ imageId: 'img1', amount }] : []);
  });

  it.each<[unknown, string | undefined]>([
    ['ok', undefined],
    [undefined, undefined],
    ['ko', 'ko'],
  ])('whose order is called orderable: %j says why it cannot be placed: %j', async (orderable, reason) => {
    expect((await read({ price: 12, orderable })).notOrderable).toBe(reason);
  });

  it.each<[string, object]>([
    ['no price', { payload: body }],
    ['a price that is a word', { price: 'free' }],
  ])('is not made up where the answer holds %s', async (_what, sent) => {
    const { client } = setUp(json(sent));
    const error = await failure(client.price(body));
    expect(error.kind).toBe('shape');
    expect(error.details.reason).toContain('"price');
  });

  it('may be asked for again after a passing failure: it costs nothing', async () => {
    const { client, service } = setUp(json({}, 503), json({ price: 12 }));
    expect((await client.price(body)).total.value).toBe(12);
    expect(service.calls().map(requestLine)).toEqual(['POST /api/v1/prices', 'POST /api/v1/prices']);
    expect(service.calls().map(call => JSON.parse(call.body ?? '') as unknown)).toEqual([body, body]);
  });
});
