import { signal } from '@preact/signals-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setLocale } from '../../../../../src/base/words/displayLanguage.ts';
import { box, polygon } from '../../../geo/polygons.ts';
import type { AnalyticNames } from '../../../../../src/service/rules/kindText.ts';
import type { Order } from '../../../../../src/service/rules/order.ts';
import { type Arrangement, filterText } from '../../../../../src/platform/rows/arrangement.ts';
import { createArrangement } from '../../../../../src/platform/rows/arrangementOwner.ts';
import type { Row } from '../../../../../src/platform/rows/row.ts';
import { click, drawn, factsOf, rowAt } from '../../../platform/drawn.ts';
import type { OrdersState } from '../../../../../src/features/orders/knownOrders.ts';
import type { OrderAttempt } from '../../../../../src/features/orders/orderAttempts.ts';
import type { Orders } from '../../../../../src/features/orders/orders.ts';
import { goToOrder } from '../../../../../src/features/orders/ui/list/goToOrder.ts';
import { orderArrangements } from '../../../../../src/features/orders/ui/list/ordersArrangement.ts';
import { ordersRows } from '../../../../../src/features/orders/ui/list/ordersRows.ts';
import { ordersAtFirst, registerOrdersView } from '../../../../../src/features/orders/ui/list/ordersView.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { bundleFile, readTexts } from '../../../../l10n/german.ts';
import { apiError, clockAt } from '../../../fakes.ts';
import { bareDelivery, bareImage, bareOrder } from '../../../fixtures.ts';

const now = Date.parse('2026-03-20T12:00:00Z');
const report = 'order.analytics-toolbox.archive';
const product = 'order.data.product';

function credits(value: number) {
  return { value, unit: 'credits' };
}

const reported = (id: string, title: string, status: string, value: number, createdAt: string) =>
  bareOrder({ id, title, kind: report, status, price: credits(value), createdAt });
const all: Order[] = [
  reported('a', 'Quay', 'delivered', 12, '2026-03-18T12:00:00Z'),
  reported('b', 'Harbour', 'ordered', 40, '2026-03-20T09:00:00Z'),
  reported('c', 'Mole', 'delivered', 3, '2026-03-20T11:30:00Z'),
  bareOrder({ id: 'dddddddd-0000', kind: product, status: 'rejected', createdAt: '2026-03-01T00:00:00Z' }),
];

function setUp(state: OrdersState | readonly Order[] = all, arrangement: Partial<Arrangement> = {}) {
  const read = 'kind' in state ? state : ({ kind: 'ready', orders: state } as const);
  let readings = 0;
  const orders: Orders = {
    current: signal<OrdersState>(read),
    unseen: signal<ReadonlySet<string>>(new Set(['c'])),
    unlisted: signal<ReadonlySet<string>>(new Set(['lost'])),
    downloaded: signal<ReadonlySet<string>>(new Set(['here', 'here/1'])),
    refresh: () => Promise.resolve(void (readings += 1)),
    sent: signal(new Map()),
    readAt: () => undefined,
    refreshAnew: () => Promise.resolve(),
    add: () => undefined,
    markSeen: () => undefined,
    placedAt: id => {
      const known = read.kind === 'ready' ? read.orders.find(order => order.id === id) : undefined;
      if (known?.createdAt !== undefined) return Date.parse(known.createdAt);
      return known?.title === 'Known for long' ? now - 50 * 3_600_000 : now;
    },
    onEnded: () => undefined,
    onNews: () => undefined,
    dispose: () => undefined,
  };
  const initial = { ...ordersAtFirst, ...arrangement };
  const owner = createArrangement('orders', initial, { read: () => undefined, write: () => undefined });
  const imageById = (id: string) =>
    id === 'img' ? bareImage({ acquisitionDate: '2026-03-18', constellation: 'PHR' }) : undefined;
  const parts = {
    orders,
    arrangement: owner,
    lateAfterMs: () => 48 * 3_600_000,
    imageById,
    clock: clockAt(() => now),
    money: undefined,
    unconfirmed: signal<readonly OrderAttempt[]>([]),
  };
  return { parts, owner, rows: () => ordersRows(parts), readings: () => readings };
}

it('redraws an order when the name of its analytic becomes known', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const payload = { kind: report, analytic: 'cars' };
  const { parts } = setUp([bareOrder({ id: 'o1', kind: report, payload })], { groupBy: undefined });
  const named = signal<AnalyticNames | undefined>(undefined);
  const view = registerOrdersView({ ...parts, analytics: () => named.peek(), named });
  const provider = editor.trees.get('swath.orders')?.options.treeDataProvider;
  const [row] = (await provider?.getChildren()) ?? [];
  const redrawn: unknown[] = [];
  provider?.onDidChangeTreeData?.(rows => redrawn.push(rows));
  named.value = [{ code: 'cars', name: 'Car detection' }];
  await vi.advanceTimersByTimeAsync(1000);
  expect(redrawn).toEqual([[row]]);
  expect((row as Row).tooltip).toMatchObject({
    facts: expect.arrayContaining([['Analytic', 'Car detection']]) as unknown,
  });
  view.dispose();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

function rowOf(order: Partial<Order>) {
  const [row] = setUp([bareOrder({ id: 'o1', ...order })], { groupBy: undefined }).rows();
  if (!row) throw new Error('no row');
  return row;
}

describe('the Orders view', () => {
  it('shows orders by status, the most urgent first, each newest first', () => {
    expect(drawn(setUp().rows(), 1)).toEqual([
      'failed | 1',
      '  Image product dddddddd | 19 days ago',
      'ordered | 1',
      '  Harbour | 3 h ago · 40 credits',
      'delivered | 2',
      '  New: Mole | 30 min ago · 3 credits',
      '  Quay | 2 days ago · 12 credits',
    ]);
  });

  it.each([
    [5, true],
    [6, false],
  ])('%i failed orders are open: %s, because the results come after them', (count, isOpen) => {
    const failed = Array.from({ length: count }, (_none, at) => bareOrder({ id: `o${at}`, status: 'error' }));
    expect(setUp(failed).rows()).toMatchObject([{ label: 'failed', isOpen }]);
  });

  describe('in German', () => {
    beforeAll(async () => setLocale({ language: 'de', bundle: await readTexts(bundleFile) }));
    afterAll(() => setLocale({ language: 'en', bundle: undefined }));

    it('translates states and credits, except states that it does not know', () => {
      const odd = reported('e', 'Dock', 'Held', 1, '2026-03-20T11:00:00Z');
      expect(drawn(setUp([odd, ...all]).rows(), 1)).toEqual([
        'fehlgeschlagen | 1',
        '  Bildprodukt dddddddd | vor 19 Tagen',
        'Held | 1',
        '  Dock | vor 1 h · 1 Credit',
        'bestellt | 1',
        '  Harbour | vor 3 h · 40 Credits',
        'geliefert | 2',
        '  Neu: Mole | vor 30 min · 3 Credits',
        '  Quay | vorgestern · 12 Credits',
      ]);
    });

    it.each(['geliefert', 'DELIVERED'])('finds orders by the shown and the original state: %s', text => {
      expect(drawn(setUp(all, { text }).rows())).toEqual(['geliefert | 2']);
    });
  });

  it.each([
    ['2026-03-20', ['ordered | 1', 'delivered | 1']],
    ['3', []],
    ['field 3', ['ordered | 1']],
  ])('finds orders by what a person reads of them: %s', (text, lines) => {
    const field = reported('3f9', 'Field 3', 'ordered', 9, '2026-03-19T12:00:00Z');
    const other = reported('9a63', 'Field 5', 'ordered', 9, '2026-03-19T12:00:00Z');
    const orders = text.startsWith('field') ? [field, other] : text === '3' ? [other] : all;
    const found = drawn(setUp(orders, { text }).rows());
    expect(found.filter(line => / \| \d+$/.test(line))).toEqual(lines);
  });

  const late = reported('e', 'Dock', 'ordered', 9, '2026-03-10T12:00:00Z');

  it('shows late orders in a group of their own, after all others', () => {
    expect(drawn(setUp([late, ...all]).rows())).toEqual([
      'failed | 1',
      'ordered | 1',
      'delivered | 2',
      'may never finish | 1',
    ]);
  });

  describe('Go to Order…', () => {
    async function goTo(label: string | undefined, arrangement: Partial<Arrangement> = {}) {
      newUser();
      const { parts, owner } = setUp([late, ...all], arrangement);
      const revealed: string[] = [];
      user.answers = [say(label)];
      const reveal = (id: string) => Promise.resolve(revealed.push(id) > 0);
      await goToOrder({ ...parts, view: { reveal } });
      return { revealed, owner, lines: user.prompts[0]?.lines };
    }

    it('lists all orders with id and date, late ones last, and shows the chosen one', async () => {
      const { revealed, lines } = await goTo('Dock');
      expect(lines).toEqual([
        'failed',
        'Image product dddddddd | failed · 2026-03-01 00:00:00 UTC',
        'ordered',
        'Harbour | ordered · 2026-03-20 09:00:00 UTC',
        'delivered',
        'Mole | delivered · 2026-03-20 11:30:00 UTC',
        'Quay | delivered · 2026-03-18 12:00:00 UTC',
        'may never finish',
        'Dock | ordered · 2026-03-10 12:00:00 UTC',
      ]);
      expect(revealed).toEqual(['e']);
    });

    it('clears a filter only if it hides the order', async () => {
      const filters = { status: ['delivered'] };
      expect((await goTo('Mole', { filters })).owner.current.peek().filters).toEqual(filters);
      const hidden = await goTo('Harbour', { filters });
      expect([hidden.owner.current.peek().filters, hidden.revealed]).toEqual([{}, ['b']]);
      expect((await goTo(undefined)).revealed).toEqual([]);
    });
  });

  it.each<[string, Partial<Arrangement>, string[]]>([
    ['day', { groupBy: 'day' }, ['2026-03-20 | 2', '2026-03-18 | 1', '2026-03-01 | 1']],
    ['kind', { groupBy: 'kind' }, ['Analytic report | 3', 'Image product | 1']],
    [
      'nothing, with the status on each',
      { groupBy: undefined, sortBy: 'price' },
      [
        'Harbour | ordered · 3 h ago · 40 credits',
        'Quay | delivered · 2 days ago · 12 credits',
        'New: Mole | delivered · 30 min ago · 3 credits',
        'Image product dddddddd | failed · 19 days ago',
      ],
    ],
  ])('groups by %s', (_what, arrangement, lines) => {
    expect(drawn(setUp(all, arrangement).rows())).toEqual(lines);
  });

  it('shortens a long title, so that age and price stay in view, and keeps all of it in the tooltip', () => {
    const title = 'Cars, Marseille harbour, 2026-03-01, east';
    const row = rowOf({ title, kind: report, status: 'ordered', createdAt: '2026-03-20T11:00:00Z' });
    expect([row.label, row.tooltip?.heading]).toEqual(['Cars, Marseil…3-01, east', title]);
  });

  it("warns about an order that the service accepted but doesn't list, and says what to do", () => {
    const row = rowOf({ id: 'lost', title: 'Known for long', kind: report, status: 'ordered' });
    expect(row).toMatchObject({
      label: 'Known for long',
      description: 'ordered · not listed by the service',
      icon: 'warning',
      contextValue: 'order order.inProgress.report',
    });
    expect(row.tooltip?.notes).toEqual([expect.stringContaining('before you order it again')]);
  });

  it('shows an order without an answer first, also where no order is listed, and checks it with a click', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const { parts } = setUp([]);
    const view = registerOrdersView({ ...parts, named: signal(0) });
    expect(await editor.tree('swath.orders')).toBe('');
    let redrawn = 0;
    editor.trees.get('swath.orders')?.options.treeDataProvider.onDidChangeTreeData?.(() => redrawn++);
    const attempt: OrderAttempt = {
      id: 'e1',
      at: new Date().toISOString(),
      connection: 'Test',
      bodyHash: 'h',
      body: { kind: report },
      title: 'Quay',
      orderKind: report,
      price: { value: 88, unit: 'credits' },
      outcome: { event: 'unclear', message: 'No answer', at: '2026-03-20T14:05:00Z' },
    };
    parts.unconfirmed.value = [attempt];
    await vi.advanceTimersByTimeAsync(1000);
    expect(redrawn).toBe(1);
    expect(await editor.tree('swath.orders')).toBe('Quay · not confirmed · 88 credits · just now');
    view.dispose();
    vi.useRealTimers();
    const [row] = ordersRows(parts);
    expect(row?.command).toMatchObject({ id: 'swath.resolveOrder', arguments: [['e1']] });
  });

  it('says above the orders what the list lacks', () => {
    const lack = { total: 9, unreadable: 2, isWhole: false };
    expect(drawn(setUp({ kind: 'ready', orders: all, lack }).rows()).slice(0, 2)).toEqual([
      'The list may be incomplete | 4 of 9',
      "2 entries couldn't be read | Show Log",
    ]);
  });

  it('shows the filter, and how many orders match', () => {
    const { owner, rows } = setUp();
    const head = () => filterText(all, owner.current.peek(), orderArrangements(now));
    expect(head()).toBe('');
    owner.filter('status', ['delivered']);
    owner.change({ text: 'quay' });
    expect(head()).toBe('Status: delivered · Text: quay · 1 of 4');
    expect(drawn(rows())).toEqual(['delivered | 1']);
  });

  it('are filtered by when they were ordered, by the time of the service', () => {
    const { owner, rows } = setUp();
    owner.filter('date', ['last7']);
    expect(filterText(all, owner.current.peek(), orderArrangements(now))).toBe('Date: Last 7 days · 3 of 4');
    expect(drawn(rows(), 0)).toEqual(['ordered | 1', 'delivered | 2']);
    // The clock of this machine doesn't count.
    const later = now + 30 * 86_400_000;
    expect(filterText(all, owner.current.peek(), orderArrangements(later))).toBe(
      'Date: Last 7 days · 0 of 4',
    );
  });

  it('never hides everything silently, and shows it again with a click', () => {
    const { owner, rows } = setUp();
    owner.filter('status', ['from the past']);
    expect(drawn(rows())).toEqual(['Nothing matches the filter | Show all']);
    const [row] = rows();
    if (row) click(row);
    expect(rows()).toHaveLength(3);
  });

  it.each<[string, OrdersState, string[]]>([
    ['nothing is known', { kind: 'none' }, []],
    ['it reads', { kind: 'loading' }, ['Loading…']],
    ['there are no orders', { kind: 'ready', orders: [] }, []],
    ['reading failed', { kind: 'failed', error: apiError('network') }, ["Try Again | Can't load: Orders"]],
    [
      'reading again failed',
      { kind: 'ready', orders: all, stale: apiError('network') },
      ["Try Again | Can't load: Orders", 'failed | 1', 'ordered | 1', 'delivered | 2'],
    ],
    [
      'the first pages were read',
      { kind: 'ready', orders: all, unfinished: { total: 1801 } },
      ['Loading… | 4 of 1,801', 'failed | 1+', 'ordered | 1+', 'delivered | 2+'],
    ],
    [
      'a later page failed',
      { kind: 'ready', orders: [], unfinished: { total: undefined }, stale: apiError('network') },
      ['Not all orders are loaded | 0 of 0+', "Try Again | Can't load: Orders"],
    ],
  ])('shows the state when %s', (_what, state, lines) => {
    expect(drawn(setUp(state).rows())).toEqual(lines);
  });
});

describe('the row of an order', () => {
  it.each<[string | undefined, string, string]>([
    [report, 'delivered', 'order order.delivered.report order.ready'],
    [product, 'delivered', 'order order.delivered.product order.ready'],
    ['order.data.gb.product', 'delivered', 'order order.delivered.product order.ready'],
    [undefined, 'delivered', 'order order.delivered.report order.ready'],
    [report, 'processing', 'order order.inProgress.report'],
    [product, 'failed', 'order order.failed.product'],
  ])('of kind %j that is %s has the menu context %s', (kind, status, contextValue) => {
    expect(rowOf({ kind, status }).contextValue).toBe(contextValue);
  });

  it('has what the menu asks for where a file of it is on this machine', () => {
    const deliveries = [bareDelivery({ download: 'd0' }), bareDelivery({ download: 'd1' })];
    const ofOrder = (id: string) => {
      const row = rowOf({ id, kind: product, status: 'delivered', deliveries });
      return [row, ...(row.children?.() ?? [])].map(({ contextValue = '' }) =>
        /\bhasFile\b/.test(contextValue),
      );
    };
    expect([ofOrder('here'), ofOrder('o1')]).toEqual([
      [true, false, true],
      [false, false, false],
    ]);
  });

  it('opens the page of the order with a click', () => {
    for (const order of [{ kind: report, status: 'delivered' }, { kind: product }])
      expect(rowOf(order).command).toMatchObject({ id: 'swath.openOrder', arguments: ['o1'] });
  });

  it('ends with the message of the service, which would take the room of age and price', () => {
    const deliveries = [bareDelivery({ status: 'error', errorCode: 'E1', message: 'Too cloudy' })];
    const createdAt = new Date(now - 3_600_000).toISOString();
    const { description } = rowOf({ status: 'error', deliveries, createdAt, price: credits(12) });
    expect(description).toBe('failed · 1 h ago · 12 credits · Too cloudy');
  });

  it('names area, image, analytic and price, and leaves the rest to its page', () => {
    const row = rowOf({
      kind: report,
      customerRef: 'R-1',
      price: credits(12),
      isEstimate: true,
      createdAt: '2026-03-20T09:00:00Z',
      payload: {
        analytic: 'analytic.new.parked-cars',
        imageIds: ['img', 'other'],
        aoi: polygon(box(5.33, -43.3, 5.345, -43.29)),
      },
      deliveries: [bareDelivery({ status: 'delivered' })],
    });
    const { Status: _status, ...facts } = factsOf(row);
    expect(facts).toEqual({
      Analytic: 'parked cars',
      Area: '1.35 km² at 43.295° S, 5.338° E',
      Images: '2026-03-18, PHR · other',
      Price: '≈ 12 credits',
      Placed: expect.stringMatching(/^2026-03-20 09:00:00 UTC/) as string,
    });
    expect(row).toMatchObject({ copyId: 'o1', subject: { orderId: 'o1' } });
    expect(row.description).toContain('≈ 12 credits');
  });

  it("shows the service's reason for a failure, and explains a rejection", () => {
    const deliveries = [bareDelivery({ status: 'error', errorCode: 'E1', message: 'Too cloudy' })];
    const failed = rowOf({ status: 'error', deliveries });
    expect(failed.description).toBe('failed · Too cloudy');
    expect(failed.tooltip?.notes).toEqual(['The service reported: "Too cloudy"']);
    expect(rowOf({ status: 'rejected' }).tooltip?.notes).toEqual([
      'The service rejects orders when the balance is insufficient.',
    ]);
    expect(rowOf({ status: 'delivered', deliveries }).tooltip?.notes).toEqual([]);
  });

  it('includes the status for screen readers if only the group shows it', () => {
    expect(rowAt(setUp().rows(), 'ordered', 'Harbour').spoken).toBe('Harbour, ordered, 3 h ago, 40 credits');
  });

  it('is expanded if there are several deliveries or a failed one', () => {
    const good = bareDelivery({
      id: 'd1',
      status: 'delivered',
      download: 'https://x',
      datas: { productType: 'bundle' },
    });
    const bad = bareDelivery({ id: 'd2', status: 'error', errorCode: 'E1', message: 'Too cloudy' });
    expect(rowOf({ deliveries: [good] }).children).toBeUndefined();
    expect(rowOf({ deliveries: [{ ...good, message: 'All bands' }] }).children).toBeUndefined();
    expect(drawn([rowOf({ deliveries: [bad] })], 1)).toEqual([
      'o1 | ordered',
      '  Delivery 1 | failed · E1 · Too cloudy',
    ]);
    const row = rowOf({ deliveries: [good, bad, bareDelivery()] });
    expect(drawn([row], 1)).toEqual([
      'o1 | ordered · 1 of 3 ready',
      '  Delivery 1: bundle | delivered',
      '  Delivery 2 | failed · E1 · Too cloudy',
      '  Delivery 3',
    ]);
    expect(row.children?.()[0]).toMatchObject({
      copyId: 'd1',
      contextValue: 'delivery delivery.delivered delivery.product',
      subject: { orderId: 'o1', deliveryIndex: 0 },
    });
    expect(row.children?.()[1]?.contextValue).toBe('delivery');
  });

  it.each<[string, Partial<Order>, string, string]>([
    ['72 hours', { createdAt: '2026-03-17T12:00:00Z' }, 'ordered · 3 days ago · may never finish', 'warning'],
    [
      '72 hours, delivered',
      { createdAt: '2026-03-17T12:00:00Z', status: 'delivered' },
      'delivered · 3 days ago',
      'graph',
    ],
    // The only known time is when it was first seen here.
    [
      'a time that the service does not tell',
      { title: 'Known for long' },
      'ordered · may never finish',
      'warning',
    ],
  ])('shows whether it is late after %s', (_what, order, description, icon) => {
    const row = rowOf(order);
    expect([row.description, row.icon]).toEqual([description, icon]);
    const isLate = icon === 'warning';
    expect(row.contextValue?.includes('order.late')).toBe(isLate);
    expect(row.tooltip?.notes?.some(note => note.includes('never delivered'))).toBe(isLate);
    expect(row.spoken).toBe([row.label, ...description.split(' · ')].join(', '));
  });

  it('says what to do about a late order', () => {
    const [note] = rowOf({ kind: product, createdAt: '2026-03-17T12:00:00Z' }).tooltip?.notes ?? [];
    expect(note).toMatch(/^Production takes minutes to 48 hours\..*never delivered\. Contact/);
  });
});
