import { expect } from 'vitest';
import { memoryTarget } from '../memoryTarget.ts';
import { placeOrder } from '../placeOrder.ts';
import { type Check, clientOf, elsewhere, origin, testForms, wrappings } from './forms.ts';

const body = { kind: 'order.data.product', products: [{ id: 'i-1', productType: 'bundle' }] };
const order = {
  id: 'o-1',
  status: 'ordered',
  _links: { self: { href: `${origin}/api/v1/orders/o-1` } },
  payload: body,
  deliveries: [{}],
  price: 12,
};
const readOrder = (sent: unknown) => clientOf({ '/api/v1/orders/o-1': sent }).order('o-1');
const price = (sent: unknown) => clientOf({ 'POST /api/v1/prices': sent }).price(body);

const prices: [string, unknown, unit?: string][] = [
  ['a number', 12],
  ['text', '12'],
  ['credits', { credits: 12 }],
  ['amount and unit', { amount: 12, unit: 'credits' }],
  ['value and currency', { value: 12, currency: 'EUR' }, 'EUR'],
  ['amount and currency', { amount: 12, currency: 'EUR' }, 'EUR'],
  ['total', { total: 12 }],
  ['text with its unit', '12 credits'],
  ['a list of one', [12]],
  ['price in price', { price: 12 }],
];

testForms('a price', [
  ...prices.map(([form, sent, unit = 'credits']): Check => [
    'post.prices',
    form,
    async () =>
      expect((await price({ payload: body, deliveries: [], price: sent })).total).toEqual({
        value: 12,
        unit,
      }),
  ]),
  ...prices.map(([form, sent, unit = 'credits']): Check => [
    'order.price',
    form,
    async () => expect((await readOrder({ ...order, price: sent })).price).toEqual({ value: 12, unit }),
  ]),
  ['post.prices', 'zero', async () => expect((await price({ payload: body, price: 0 })).total.value).toBe(0)],
  [
    'post.prices',
    'below data',
    async () =>
      expect((await price({ data: { payload: body, deliveries: [], price: 12 } })).total.value).toBe(12),
  ],
]);

testForms('an order', [
  ...wrappings('order')
    .filter(([form]) => form !== 'in snake case')
    .map(([form, wrap]): Check => [
      'get.order',
      form,
      async () =>
        expect(await readOrder(wrap(order))).toMatchObject({
          id: 'o-1',
          status: 'ordered',
          kind: 'order.data.product',
        }),
    ]),
  ...wrappings('order')
    .slice(0, 4)
    .map(([form, wrap]): Check => [
      'post.orders',
      form,
      async () =>
        expect((await placeOrder(clientOf({ 'POST /api/v1/orders': wrap(order) }), body)).id).toBe('o-1'),
    ]),
  ...(
    [
      ['a number', 12],
      ['an object', { value: '12' }],
    ] as const
  ).map(([form, sent]): Check => [
    'order.id',
    form,
    async () => expect((await readOrder({ ...order, id: sent })).id).toBe('12'),
  ]),
  ...(
    [
      ['capitals', 'DELIVERED'],
      ['an object', { code: 'delivered' }],
      ['an object with a value', { value: 'delivered' }],
      ['a list of one', ['delivered']],
    ] as const
  ).map(([form, sent]): Check => [
    'order.status',
    form,
    async () => expect((await readOrder({ ...order, status: sent })).status.toLowerCase()).toBe('delivered'),
  ]),
  [
    'order.status',
    'none',
    async () => expect((await readOrder({ ...order, status: undefined })).status).not.toBe('ordered'),
  ],
  [
    'order.payload',
    'kind and title in the payload',
    async () =>
      expect(
        await readOrder({
          ...order,
          payload: { ...body, kind: 'order.analytics-toolbox.archive', title: 'T' },
        }),
      ).toMatchObject({ kind: 'order.analytics-toolbox.archive', title: 'T' }),
  ],
  [
    'order.payload',
    'as JSON text',
    async () =>
      expect((await readOrder({ ...order, payload: JSON.stringify(body) })).kind).toBe('order.data.product'),
  ],
]);

const item = 'items/11111111-2222-4333-8444-555555555555';
const path = `/api/v1/${item}/download`;

const downloadLinks: [string, unknown, leads?: string][] = [
  ['an object', { href: `${origin}${path}` }],
  ['a text', `${origin}${path}`],
  ['a list', [{ href: `${origin}${path}` }]],
  ['a list of texts', [`${origin}${path}`]],
  ['relative', { href: path }],
  ['relative without a slash', { href: `api/v1/${item}/download` }],
  ['only the item', { href: `${origin}/api/v1/${item}` }],
  ['relative, only the item', { href: `/api/v1/${item}` }],
  ['another host', { href: `${elsewhere}${path}` }],
  ['templated', { href: `${origin}${path}{?format}`, templated: true }],
  ['a slash at the end', { href: `${origin}${path}/` }],
  ['url for href', { url: `${origin}${path}` }],
];

testForms(
  'a download link',
  downloadLinks.map(([form, download]): Check => [
    'report.download',
    form,
    async () => {
      const client = clientOf({
        '/api/v1/orders/o-1': { ...order, status: 'delivered', deliveries: [{ _links: { download } }] },
        [path]: new Response('{"type":"FeatureCollection","features":[]}'),
      });
      const [delivery] = (await client.order('o-1')).deliveries;
      const { target, text } = memoryTarget();
      await client.download(delivery?.download ?? expect.fail('There is no link.'), target, () => undefined);
      expect(text()).toContain('FeatureCollection');
      for (const { url, authorization } of client.sent)
        expect([url.startsWith(`${origin}/`), authorization]).toEqual([true, 'Bearer tok']);
    },
  ]),
);
