import { describe, expect, it } from 'vitest';
import { orderPhase } from '../../../../src/service/rules/order.ts';
import { orderImageIds } from '../../../../src/service/rules/orderContents.ts';
import { isReport } from '../../../../src/features/orders/rules/isReport.ts';
import { placeOrder } from '../../../contract/placeOrder.ts';
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

  it('needs no more than an id, and then its status is unknown', async () => {
    const sent = { status: null, deliveries: null, price: null, title: {}, payload: 'lost', contractId: {} };
    expect((await read(sent)).order).toEqual({
      id: 'o1',
      status: 'unknown',
      isEstimate: false,
      deliveries: [],
      fields: { id: 'o1', ...sent },
    });
  });

  it('has no body and no delivered data that are nested too deep to be compared', async () => {
    const deep: unknown = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`);
    const { order } = await read({ payload: { ...body, tags: deep }, deliveries: [{ datas: { deep } }] });
    expect([order.payload?.tags, order.deliveries[0]?.datas]).toEqual([undefined, undefined]);
    expect(order.fields).toMatchObject({ payload: { title: 'Harbour' } });
  });

  it('has the title and the reference of the body that it repeats, unless it has its own', async () => {
    const payload = { ...body, customerRef: 'r-1' };
    expect((await read({ payload })).order).toMatchObject({ title: 'Harbour', customerRef: 'r-1' });
    const fields = { title: 'Quay', customerRef: 'r-2' };
    expect((await read({ payload, ...fields })).order).toMatchObject(fields);
    const broken = (await read({ payload: { title: 7, customerRef: null } })).order;
    expect([broken.title, broken.customerRef]).toEqual(['7', undefined]);
  });

  const products = {
    kind: 'order.data.product',
    products: [{ id: 'img1', productType: 'bundle', aoi: body.aoi }],
  };
  const bare = (sent: object) => setUp(json(sent)).client.order('o1');

  it.each<[string, unknown]>([
    ['an object', products],
    ['a JSON text', JSON.stringify(products)],
    ['nested', { order: products }],
    [
      'of other names',
      { Kind: products.kind, products: [{ ID: 'img1', product_type: 'bundle', aoi: body.aoi }] },
    ],
    ['of one product without a list', { ...products, products: products.products[0] }],
    [
      'of an area as text',
      { ...products, products: [{ ...products.products[0], aoi: JSON.stringify(body.aoi) }] },
    ],
  ])('is of the kind that its payload says, and of its products: %s', async (_what, payload) => {
    const { order } = await read({ payload });
    expect(order.kind).toBe(products.kind);
    expect(isReport(order)).toBe(false);
    expect(order.payload).toMatchObject({ products: [{ id: 'img1', aoi: body.aoi }] });
    expect(orderImageIds(order)).toEqual(['img1']);
  });

  it('of products without any kind is not a report', async () => {
    const { order } = await read({ payload: { products: products.products } });
    expect([order.kind, isReport(order)]).toEqual([undefined, false]);
    const delivered = await read({ deliveries: [{ datas: { product_type: 'bundle' } }] });
    expect(isReport(delivered.order)).toBe(false);
    expect(isReport((await read({})).order)).toBe(true);
  });

  it('has what it is about also where that stands in the order itself', async () => {
    const { kind: _kind, title: _title, ...contents } = body;
    const { order } = await read({ ...contents, imageIds: 7, analytic: { code: 'cars' } });
    expect(order.payload).toEqual({ ...contents, imageIds: ['7'], analytic: 'cars' });
  });

  it('has the price, the status and the dates of its payload, if it has none', async () => {
    const payload = {
      ...body,
      price: 12,
      status: 'ordered',
      createdAt: '2026-01-01',
      isAmountEstimated: 'true',
    };
    expect(await bare({ id: 'o1', payload })).toMatchObject({
      price: { value: 12, unit: 'credits' },
      status: 'ordered',
      createdAt: '2026-01-01',
      isEstimate: true,
    });
  });

  it.each<[string, unknown, string]>([
    ['a number', { id: 7 }, '7'],
    ['another name', { orderId: 'o-1' }, 'o-1'],
    ['another case', { ORDER_ID: 8 }, '8'],
    ['an object', { id: { value: 'o-1' } }, 'o-1'],
    [
      'the link to itself',
      { _links: { self: { href: 'https://base.test/api/v1/orders/o%2F1?x=1' } } },
      'o/1',
    ],
    ['an order in the answer', { status: 'success', order: { id: 'o-1', status: 'ordered' } }, 'o-1'],
    ['data in the answer', { data: { id: 9 } }, '9'],
    ['data of the order in the answer', { data: { order: { id: 9 } } }, '9'],
    ['a list of one', [{ id: 'o-1' }], 'o-1'],
    ['the order as its id', { order: 'o-1' }, 'o-1'],
  ])('has the id of %s', async (_what, sent, id) => {
    expect((await setUp(json(sent)).client.order('o1')).id).toBe(id);
    const placed = await placeOrder(setUp(json(sent, 201)).client, body);
    expect(placed.id).toBe(id);
    expect(placed.status).not.toBe('success');
  });

  it.each<[unknown, string]>([
    [' DELIVERED ', 'DELIVERED'],
    [{ code: 'delivered', at: '2026-01-01' }, 'delivered'],
    [{ status: 'delivered' }, 'delivered'],
    [[{ status: 'ordered' }, { status: 'delivered' }], 'delivered'],
  ])('has the status of %j', async (status, word) => {
    const { order } = await read({ status });
    expect([order.status, orderPhase(order.status)]).toEqual([word, 'delivered']);
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
    ['a text', file],
    ['a text in a list', [file]],
    ['several without names, the first', [{ href: file }, { href: 'https://access.test/other' }]],
    ['one beside tiles', [{ href: 'https://access.test/wmts', type: 'WMTS' }, { href: file }]],
  ])('has the download of %s', async (_what, download) => {
    const { order } = await read({ deliveries: [{ _links: { download } }] });
    expect(order.deliveries[0]?.download).toBe(file);
  });

  it.each<[string, unknown, string]>([
    ['a relative text', [{ _links: { download: 'api/v1/items/x' } }], 'api/v1/items/x'],
    ['a link of its own', [{ id: 'd1', download: { href: file } }], file],
    ['only a link', [file], file],
    ['links in another case', [{ Links: { Download: { Href: file } } }], file],
    ['only a link in an object', [{ href: file }], file],
    ['one delivery without a list', { _links: { download: { href: file } } }, file],
    ['deliveries in an object', { items: [{ _links: { download: { href: file } } }] }, file],
    ['deliveries by their ids', { d1: { id: 'd1', _links: { download: { href: file } } } }, file],
  ])('has the download of deliveries in another form: %s', async (_what, deliveries, link) => {
    expect((await read({ deliveries })).order.deliveries).toMatchObject([{ download: link }]);
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
    expect(order.unreadDeliveries).toBe(1);
    expect(warnings.join()).toContain('o1');
  });

  it('is asked for by its id, whatever letters that holds', async () => {
    const { client, service } = setUp(json({ id: 'o/1?', status: 'ordered' }));
    await client.order('o/1?');
    expect(service.calls().map(requestLine)).toEqual(['GET /api/v1/orders/o%2F1%3F']);
  });

  it.each([
    {},
    { id: true },
    { _links: { self: { href: 'https://base.test/api/v1/orders' } } },
    [],
    null,
    'accepted',
  ])('is not made up from %j', async sent => {
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

describe('an order that was placed', () => {
  it.each([7, 'o-7'])('is known by nothing but its id: %j', async sent => {
    expect(await placeOrder(setUp(json(sent, 201)).client, body)).toMatchObject({
      id: String(sent),
      status: 'unknown',
    });
  });

  it.each(['accepted', 'Order 7 accepted.', true, { message: 'accepted' }])('has no id in %j', async sent => {
    expect((await failure(placeOrder(setUp(json(sent, 201)).client, body))).kind).toBe('shape');
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

  const credits = (value: number) => ({ value, unit: 'credits' });
  it.each<[string, object, object]>([
    ['a number', { price: 12 }, credits(12)],
    ['a number in quotes', { price: '12' }, credits(12)],
    ['a text with its unit', { price: '12.5 EUR' }, { value: 12.5, unit: 'EUR' }],
    ['nothing to pay', { price: 0 }, credits(0)],
    ['credits', { price: { credits: 12 } }, credits(12)],
    ['an amount in its unit', { price: { amount: 40, amountUnit: 'EUR' } }, { value: 40, unit: 'EUR' }],
    [
      'no credits, but kilobytes',
      { price: { credits: 0, amount: 1523, amountUnit: 'kB' } },
      { value: 1523, unit: 'kB' },
    ],
    ['credits beside the size', { price: { credits: 12, amount: 1523, amountUnit: 'kB' } }, credits(12)],
    ['credits with the size beside', { price: 12, amount: 1523, amountUnit: 'kB' }, credits(12)],
    ['no credits and no amount', { price: { credits: 0, amountUnit: 'kB' } }, credits(0)],
    ['a value and its currency', { price: { value: 12, currency: 'EUR' } }, { value: 12, unit: 'EUR' }],
    ['a total', { price: { total: '12' } }, credits(12)],
    [
      'a total that is an object',
      { price: { total: { value: 12, unit: 'EUR' } } },
      { value: 12, unit: 'EUR' },
    ],
    ['a number beside its currency', { price: 12, currency: 'EUR' }, { value: 12, unit: 'EUR' }],
    ['an amount beside its currency', { price: { amount: 12 }, currency: 'EUR' }, { value: 12, unit: 'EUR' }],
    [
      'an amount beside its own currency',
      { price: { amount: 12, currency: 'EUR' } },
      { value: 12, unit: 'EUR' },
    ],
    ['a list of one', { price: [{ credits: 12 }] }, credits(12)],
    ['another case', { Price: 12 }, credits(12)],
    ['another name', { total_price: 12 }, credits(12)],
    ['credits without a price', { credits: 12 }, credits(12)],
    ['credits in another spelling', { price: { amount: 12, amountUnit: 'CREDIT' } }, credits(12)],
    ['credits in a text', { price: '12 Credits' }, credits(12)],
    ['data of the answer', { data: { price: 12, payload: body } }, credits(12)],
  ])('is read from %s', async (_what, sent, total) => {
    expect((await read(sent)).total).toEqual(total);
  });

  it.each<[unknown, 'an estimate' | 'no estimate']>([
    [true, 'an estimate'],
    ['true', 'an estimate'],
    ['false', 'no estimate'],
    [undefined, 'no estimate'],
  ])('whose isAmountEstimated is %j is %s', async (flag, what) => {
    const isEstimate = what === 'an estimate';
    const price = { credits: 1, isAmountEstimated: flag, areaKm2: '12.4' };
    expect(await read({ price })).toMatchObject({ isEstimate, areaKm2: 12.4 });
    expect(await read({ price: 1, isAmountEstimated: flag })).toMatchObject({ isEstimate });
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

  it.each(['ok', undefined, true])(
    'is of an order that can be placed if "orderable" is %j',
    async orderable => {
      expect((await read({ price: 12, orderable })).notOrderable).toBeUndefined();
    },
  );

  it.each([
    [false, 'false'],
    ['ko', 'ko'],
  ])('is of an order that cannot be placed if "orderable" is %j, and says why', async (orderable, reason) => {
    expect((await read({ price: 12, orderable })).notOrderable).toBe(reason);
  });

  it.each<[unknown, string]>([
    [{ payload: body }, '{"payload":'],
    [{ price: 'free' }, 'Received: "free"'],
    [{ price: { plan: 'x'.repeat(500) } }, '…'],
    [{ price: true }, 'Received: true'],
    [null, 'Received: null'],
  ])('is not made up from %j: the error has what came', async (sent, words) => {
    const { client } = setUp(json(sent));
    const error = await failure(client.price(body));
    expect(error.kind).toBe('shape');
    expect(error.details.reason).toContain(words);
  });

  it('may be asked for again after a passing failure: it costs nothing', async () => {
    const { client, service } = setUp(json({}, 503), json({ price: 12 }));
    expect((await client.price(body)).total.value).toBe(12);
    expect(service.calls().map(requestLine)).toEqual(['POST /api/v1/prices', 'POST /api/v1/prices']);
    expect(service.calls().map(call => JSON.parse(call.body ?? '') as unknown)).toEqual([body, body]);
  });
});
