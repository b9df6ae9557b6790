import { expect } from 'vitest';
import { type Check, clientOf, flagForms, id, testForms, textForms, wrappings } from './forms.ts';

const contractPath = `/api/v1/contracts/${id}`;
const subscription = {
  id: 's-1',
  status: 'active',
  startedAt: '2025-01-01T00:00:00Z',
  endedAt: '2025-07-01T00:00:00Z',
  service: 'data',
  isAmountEstimated: true,
  title: 'Plan',
  kind: 'subscription.data.premium',
  offers: ['order.data.gb.product'],
};
const subscriptionPath = `${contractPath}/subscriptions/s-1`;
const readSubscription = (body: unknown) => clientOf({ [subscriptionPath]: body }).subscription(id, 's-1');
const listSubscriptions = (body: unknown) =>
  clientOf({ [`${contractPath}/subscriptions`]: body }).subscriptions(id, {});

const offerForms: [string, unknown][] = [
  ['a list', ['order.data.gb.product']],
  ['a text', 'order.data.gb.product'],
  ['objects with a kind', [{ kind: 'order.data.gb.product' }]],
  ['objects with a name', [{ name: 'order.data.gb.product' }]],
  ['objects with an id', [{ id: 'order.data.gb.product' }]],
  ['objects with a code', [{ code: 'order.data.gb.product' }]],
  ['one object', { kind: 'order.data.gb.product' }],
  ['by name', { 'order.data.gb.product': {} }],
  ['by name, with flags', { 'order.data.gb.product': true }],
  ['items', { items: ['order.data.gb.product'] }],
];

testForms('a subscription', [
  ...wrappings('subscription').map(([form, wrap]): Check => [
    'get.subscription',
    form,
    async () =>
      expect(await readSubscription(wrap(subscription))).toMatchObject({
        id: 's-1',
        status: 'active',
        service: 'data',
        isAmountEstimated: true,
        title: 'Plan',
        kind: 'subscription.data.premium',
        offers: ['order.data.gb.product'],
      }),
  ]),
  ...wrappings('subscription')
    .slice(0, 4)
    .map(([form, wrap]): Check => [
      'get.revoke',
      form,
      async () => {
        const client = clientOf({
          '/api/v1/subscriptions/s-1/revoke': wrap({ ...subscription, endedAt: '2025-04-01' }),
        });
        expect((await client.revoke('s-1')).endedAt).toMatch(/^2025-04-01/);
        expect(client.sent).toHaveLength(1);
      },
    ]),
  ...(['status', 'title', 'kind', 'service'] as const).flatMap(field =>
    textForms(subscription[field]).map(([form, sent]): Check => [
      `subscription.${field}`,
      form,
      async () => {
        const [read] = await listSubscriptions({ items: [{ ...subscription, [field]: sent }] });
        expect(read?.[field]).toBe(subscription[field]);
      },
    ]),
  ),
  ...(['startedAt', 'endedAt'] as const).flatMap(field =>
    (
      [
        ['a day', '2025-07-01'],
        ['an offset', '2025-07-01T02:00:00+02:00'],
        ['milliseconds since 1970', Date.UTC(2025, 6, 1)],
        ['seconds since 1970', Date.UTC(2025, 6, 1) / 1000],
        ['an object', { date: '2025-07-01' }],
        ['an object with a value', { value: '2025-07-01' }],
      ] as [string, unknown][]
    ).map(([form, sent]): Check => [
      `subscription.${field}`,
      form,
      async () => {
        const [read] = await listSubscriptions({ items: [{ ...subscription, [field]: sent }] });
        expect(Date.parse(read?.[field] ?? '')).toBe(Date.UTC(2025, 6, 1));
      },
    ]),
  ),
  ...flagForms.map(([form, sent, expected]): Check => [
    'subscription.isAmountEstimated',
    form,
    async () =>
      expect(
        (await listSubscriptions([{ ...subscription, isAmountEstimated: sent }]))[0]?.isAmountEstimated,
      ).toBe(expected),
  ]),
  ...offerForms.map(([form, offers]): Check => [
    'subscription.offers',
    form,
    async () =>
      expect((await listSubscriptions([{ ...subscription, offers }]))[0]?.offers).toEqual([
        'order.data.gb.product',
      ]),
  ]),
  ...(
    [
      ['a number', 17],
      ['an object', { value: '17' }],
    ] as const
  ).map(([form, sent]): Check => [
    'subscription.id',
    form,
    async () => expect((await listSubscriptions([{ ...subscription, id: sent }]))[0]?.id).toBe('17'),
  ]),
  [
    'subscription.endedAt',
    'an empty text',
    async () =>
      expect(
        (await listSubscriptions([{ ...subscription, endedAt: '' }]))[0]?.endedAt ?? undefined,
      ).toBeFalsy(),
  ],
]);

const consumptionForms: [string, unknown][] = [
  ['remainingCredit', { remainingCredit: 700, streaming: 12, imagery: 30 }],
  ['creditRemaining', { creditRemaining: 700, streamingSpent: 12, imagerySpent: 30 }],
  ['remaining', { remaining: 700, streaming: { amount: 12 }, imageryOrdering: { amount: 30 } }],
  ['objects', { remaining: { credits: 700 }, spent: { streaming: { value: 12 }, ordering: { value: 30 } } }],
  [
    'below consumption',
    { consumption: { remainingCredits: '700', amountSpentOnStreaming: '12', amountSpentOnImagery: '30' } },
  ],
  [
    'a list of names',
    [
      { name: 'remaining', amount: 700 },
      { name: 'streaming', amount: 12 },
      { name: 'imagery', amount: 30 },
    ],
  ],
  ['snake case', { remaining_credit: 700, streaming_amount: 12, order_amount: 30 }],
  ['left', { creditsLeft: 700, streamed: 12, ordered: 30 }],
  ['a balance', { credit: { remaining: 700 }, streaming: { spent: 12 }, orders: { spent: 30 } }],
  ['items', { items: [{ service: 'data', remainingCredit: 700, streaming: 12, imagery: 30 }] }],
  ['available', { availableCredit: 700, spentOnStreaming: 12, spentOnImageryOrdering: 30 }],
];

testForms(
  'the consumption',
  consumptionForms.flatMap(([form, sent]): Check[] => {
    const read = () => clientOf({ '/api/v1/subscriptions': sent }).consumption();
    return [
      [
        'consumption.remaining',
        form,
        async () => expect((await read()).remaining).toMatchObject({ value: 700 }),
      ],
      [
        'consumption.streaming',
        form,
        async () =>
          expect((await read()).uses.map(({ consumed }) => consumed?.value)).toEqual(
            expect.arrayContaining([12, 30]),
          ),
      ],
    ];
  }),
);
