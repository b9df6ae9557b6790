import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { polygonAreaKm2 } from '../../../../../src/geo/polygonArea.ts';
import { box, polygon } from '../../../geo/polygons.ts';
import { accountBalance } from '../../../../../src/session/account.ts';
import type { Outcome } from '../../../../../src/features/orders/journal.ts';
import { settlingMs } from '../../../../../src/features/orders/orderAttempts.ts';
import {
  orderedImageText,
  orderedTwiceKm2,
} from '../../../../../src/features/orders/ui/place/orderDialog.ts';
import { placeOrder } from '../../../../../src/features/orders/ui/place/placeOrders.ts';
import { priceOrder } from '../../../../../src/features/orders/ui/place/priceOrders.ts';
import { reportOpenOrders, resolveOrder } from '../../../../../src/features/orders/ui/place/resolveOrder.ts';
import { sizeText } from '../../../../../src/features/orders/ui/words/contents.ts';
import { rejectionText } from '../../../../../src/features/orders/ui/words/outcome.ts';
import { quay } from '../../../../contract/places.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { type Answer, enter, read, refused, say, user } from '../../../../fake/user.ts';
import { apiError, connection, price, settle } from '../../../fakes.ts';
import { bareImage, bareOrder } from '../../../fixtures.ts';
import { context, pair, products } from '../rules/orderFixtures.ts';
import { orderSetup, reportOf, uriOf } from './orderSetup.ts';

/** Vitest's clock doesn't move this one. */
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, value: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      setTimeout(resolve, ms, value);
      signal.addEventListener('abort', reject);
    }),
}));

const answers = (...args: Answer[]) => void (user.answers = args);
/** For a window that stays open. */
const awake = () => new AbortController().signal;
const prompts = () => user.prompts.map(({ kind, text }) => `${kind}: ${text}`);

async function setUp(...args: Parameters<typeof orderSetup>) {
  const parts = await orderSetup(...args);
  const body = reportOf('Harbour');
  const uri = parts.file('harbour', body);
  await parts.parts.prices.ask(body);
  return { ...parts, body, place: () => placeOrder(parts.parts, uri) };
}

describe('placing an order', () => {
  it('asks once, with everything the user must know', async () => {
    const { place, service, body } = await setUp();
    answers(prompt => {
      expect(prompt.text).toBe('Order "Harbour"?');
      expect(prompt.detail.split('\n')).toEqual([
        'Analytic: cars',
        'Resolution: 0.5 m',
        'Image: img',
        'Area: 30 km²',
        'Center: 43.02500° N, 5.03320° E',
        'File: harbour.order.json',
        'Price: 12 credits',
        'Balance: 5,000 credits',
        'Balance after order: 4,988 credits',
        'Connection: Test · contract c1',
      ]);
      return 'Order for 12 credits';
    });
    await place();
    expect(service.sent).toEqual([body]);
    expect(prompts().at(-1)).toBe('message: Ordered "Harbour". You\'ll be notified on delivery.');
  });

  it('warns of a journal that could not be written, before anything that a notification cuts off', async () => {
    const { place, service, store } = await setUp();
    service.place = () => {
      store.append = () => Promise.reject(new Error('disk full'));
      return Promise.resolve(bareOrder({ id: 'o1', status: 'ordered', title: 'Harbour' }));
    };
    answers(say('Order for 12 credits'));
    await place();
    expect(prompts().at(-1)).toMatch(/^message: Ordered "Harbour"\. The order journal could not be written/);
  });

  it('says first that it was priced on another connection, and who pays now', async () => {
    const { place, body, parts, service } = await setUp();
    await parts.session.signIn({ ...connection, name: 'Other' }, 'key');
    await parts.account.refresh();
    await parts.prices.ask(body);
    answers(prompt => {
      const lines = prompt.detail.split('\n');
      expect(lines[0]).toBe('⚠ Priced on Test before. This order goes to Other');
      expect(lines.at(-1)).toBe('Connection: Other · contract c1');
      return undefined;
    });
    await place();
    await parts.session.signIn(connection, 'key');
    await parts.prices.ask(body);
    answers(prompt => {
      expect(prompt.detail).toMatch(/^⚠ Priced on Other before. This order goes to Test$/m);
      return undefined;
    });
    await place();
    expect(service.sent).toEqual([]);
    expect(user.prompts).toHaveLength(2);
  });

  it('shows each other member that is sent', async () => {
    const { file, parts, service } = await orderSetup();
    const body = { ...reportOf('Harbour'), customerRef: 'R-1', tags: ['quay', 'night'] };
    const uri = file('harbour', body);
    await parts.prices.ask(body);
    answers(prompt => {
      expect(prompt.detail.split('\n').slice(0, 5)).toEqual([
        'Analytic: cars',
        'Resolution: 0.5 m',
        'Reference: R-1',
        'Tags: quay, night',
        'Image: img',
      ]);
      return 'Order for 12 credits';
    });
    await placeOrder(parts, uri);
    expect(service.sent).toEqual([body]);
  });

  it('says first that the account already has the image, and what could not be compared', async () => {
    const { place, service, body, listed } = await setUp();
    const order = {
      status: 'delivered',
      createdAt: '2026-03-01T10:00:00Z',
      payload: { ...body, title: 'Old' },
    };
    listed.value = {
      kind: 'ready',
      orders: [
        bareOrder({ ...order, id: 'o1', kind: body.kind }),
        bareOrder({ ...order, id: 'o2', kind: body.kind, payload: undefined }),
      ],
    };
    answers(prompt => {
      const lines = prompt.detail.split('\n');
      expect(lines[0]).toBe(
        '⚠ You already have this report: 100 % of the area, delivered 2026-03-01, order o1',
      );
      expect(lines).toContain('Not compared with orders without a readable area: 1');
      return undefined;
    });
    await place();
    expect(service.sent).toEqual([]);
  });

  it('reads an old list again before it compares', async () => {
    const { place, service, body, listed, clock, parts } = await setUp();
    parts.orders = { ...parts.orders, current: listed };
    clock.now += 11 * 60_000;
    service.listAnew = () => {
      clock.listedAt = clock.now;
      const order = { status: 'ordered', createdAt: '2026-03-01T10:00:00Z', payload: body };
      listed.value = { kind: 'ready', orders: [bareOrder({ ...order, id: 'o1', kind: body.kind })] };
    };
    answers(prompt => {
      expect(prompt.detail).toMatch(/^⚠ You already ordered this report.*, order o1$/m);
      expect(prompt.detail).not.toContain('elsewhere');
      return undefined;
    });
    await place();
    expect(user.prompts).toHaveLength(1);
  });

  it.each([
    [
      'unreadable',
      () => Promise.reject(new Error('no folder')),
      "Not compared with deliveries in the workspace, which hasn't been searched",
      'no folder',
    ],
    [
      'too large',
      () => Promise.resolve({ items: [], isWhole: false }),
      'Not compared with all deliveries in the workspace: it has more than 2000',
      undefined,
    ],
  ])('goes on beside a workspace that is %s, and says so', async (_what, readItems, gap, problem) => {
    const { place, service, body, workspace } = await setUp();
    workspace.read = readItems;
    answers(prompt => {
      expect(prompt.detail.split('\n')).toContain(gap);
      return 'Order for 12 credits';
    });
    await place();
    expect(service.sent).toEqual([body]);
    expect(workspace.problems.map(String)).toEqual(
      problem === undefined ? [] : [expect.stringContaining(problem)],
    );
  });

  it('waits for the deliveries in the workspace with progress, and names them if the user does not', async () => {
    const { place, service, workspace } = await setUp();
    workspace.read = onUnread => {
      onUnread(['a.json', 'b.json', 'c.json', 'd.json', 'e.json']);
      return new Promise(() => undefined);
    };
    answers(prompt => {
      expect(prompt.detail.split('\n')).toContain(
        "Not compared with deliveries that haven't been read: a.json; b.json; c.json; d.json; and 1 more",
      );
      return undefined;
    });
    const placing = place();
    await eventually(() =>
      expect(editor.progress.map(({ title }) => title)).toEqual([
        'Comparing with your orders and deliveries',
      ]),
    );
    expect(user.prompts).toEqual([]);
    editor.progress[0]?.cancel();
    await placing;
    expect([user.prompts.length, service.sent]).toEqual([1, []]);
  });

  it('names the analytic, the images and the area', async () => {
    const { parts, file } = await orderSetup();
    const body = pair;
    await parts.prices.ask(body);
    const area = { name: 'Quay', polygon: body.aoi };
    answers(prompt => {
      expect(prompt.detail.split('\n').filter(line => !/balance|credits|connection/i.test(line))).toEqual([
        'Analytic: Change detection',
        'Resolution: 0.5 m',
        'Image 1: 2026-03-14, PHR 0.5 m · 5 % cloud · phr',
        'Image 2: 2025-06-01, PHR · 5 % cloud · phr2',
        'Area: "Quay" · 31.6 km² in the file, 30 km² by the service',
        'Center: 43.29500° N, 5.33500° E',
        'File: pair.order.json',
      ]);
      return undefined;
    });
    await placeOrder({ ...parts, context: () => ({ ...context, area }) }, file('pair', body));
    expect(user.prompts).toHaveLength(1);
  });

  it('leaves out that the service rounds the area', () => {
    const body = { kind: 'order.analytics-toolbox.archive', aoi: quay };
    expect(sizeText(body, { areaKm2: 0.13 })).toBe('0.13 km²');
    expect(sizeText(body, { areaKm2: 0.12 })).toBe('0.135 km² in the file, 0.12 km² by the service');
  });

  it('says how often an area is ordered, also beside what the service reports', () => {
    const body = { kind: 'order.data.product', products: [{ aoi: quay }, { aoi: quay }] };
    expect(sizeText(body, { areaKm2: 0.27 })).toBe('2 × 0.135 km²');
    expect(sizeText(body, { areaKm2: undefined })).toBe('2 × 0.135 km²');
    expect(sizeText(body, { areaKm2: 0.2 })).toBe('2 × 0.135 km² in the file, 0.2 km² by the service');
  });

  it('says how much of the area an image shows, if it is not all', () => {
    const image = bareImage({
      acquisitionDate: '2026-03-14T10:00:00Z',
      constellation: 'PNEO',
      resolution: 0.3,
      footprint: polygon(box(5, 43, 5.25, 44)),
    });
    expect(orderedImageText(image, polygon(box(5, 43, 6, 44)))).toBe('2026-03-14, PNEO 0.3 m · covers 25 %');
    expect(orderedImageText(image, polygon(box(5, 43, 5.25, 44)))).toBe('2026-03-14, PNEO 0.3 m');
  });

  it('says how cloudy an image is, and over how much of the area it is clear if that was estimated', () => {
    const image = bareImage({
      acquisitionDate: '2026-03-14T10:00:00Z',
      constellation: 'PHR',
      cloudCover: 30,
      footprint: polygon(box(5, 43, 5.5, 44)),
    });
    const area = polygon(box(5, 43, 6, 44));
    expect(orderedImageText(image, area)).toBe('2026-03-14, PHR · 30 % cloud · covers 50 %');
    const clearIn = () => 0.4;
    expect(orderedImageText(image, area, { clearIn })).toBe(
      '2026-03-14, PHR · 30 % cloud · clear over ≈ 20 % · covers 50 %',
    );
  });

  it('says how much of an area images that complete each other contain twice', () => {
    const aoi = polygon(box(5, 43, 6, 44));
    const wide = { west: 5, east: 6 };
    const twice = (...spans: { west: number; east: number }[]) =>
      orderedTwiceKm2({ products: spans.map((_span, index) => ({ id: `${index}`, aoi })) }, id => {
        const { west, east } = spans[Number(id)] ?? wide;
        return bareImage({ footprint: polygon(box(west, 42, east, 45)) });
      });
    const half = polygonAreaKm2(polygon(box(5.25, 43, 5.75, 44)));
    expect(twice({ west: 4, east: 5.75 }, { west: 5.25, east: 7 })).toBeCloseTo(half, 0);
    expect([twice(wide), twice(wide, wide), twice({ west: 4, east: 5.5 }, { west: 5.5, east: 7 })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('shows each product on one line with its image, options and area', async () => {
    const { parts, file } = await orderSetup();
    const [first] = products.products;
    const aoi = quay;
    const second = {
      ...first,
      id: 'phr2',
      radiometricProcessing: 'REFLECTANCE',
      imageFormat: 'image/geotiff',
      aoi,
    };
    for (const [ordered, lines] of [
      [
        [first],
        [
          'Product: 2026-03-14, PHR 0.5 m · 5 % cloud · phr · bundle · BASIC16 · JPEG 2000 · WGS 84 / UTM zone 31N',
        ],
      ],
      [
        [first, second],
        [
          'Product 1: 2026-03-14, PHR 0.5 m · 5 % cloud · phr · bundle · BASIC16 · JPEG 2000 · WGS 84 / UTM zone 31N · 31.6 km² · 43.29500° N, 5.33500° E',
          'Product 2: 2025-06-01, PHR · 5 % cloud · phr2 · bundle · REFLECTANCE · GeoTIFF · WGS 84 / UTM zone 31N · 0.135 km² · 43.29150° N, 5.33250° E',
        ],
      ],
    ] as const) {
      const body = { ...products, products: ordered };
      await parts.prices.ask(body);
      answers(prompt => {
        expect(prompt.detail.split('\n').filter(line => /^(Product|Image)/.test(line))).toEqual(lines);
        return undefined;
      });
      await placeOrder({ ...parts, context: () => context }, file(`products of ${ordered.length}`, body));
    }
    expect(user.prompts).toHaveLength(2);
  });

  it('shows what a document says of itself on one short line each, above a price that stays visible', async () => {
    const { parts, file, service } = await orderSetup();
    const title = `Quay\nPrice: 0 credits\u202e\u2067 ${'[Free](command:swath.placeOrder) $(check)\n'.repeat(300)}`;
    const strange = Array.from({ length: 200 }, (_, index) => [`member\n\u202ePrice: ${index} credits`, 1]);
    const body = reportOf(title, Object.fromEntries(strange) as object);
    service.price = () =>
      price(12, { total: { value: 12, unit: 'credits\u202e\n\nPrice: 0 credits' }, notOrderable: undefined });
    await parts.prices.ask(body);
    answers(({ text, detail, choices }) => {
      const lines = detail.split('\n');
      expect(lines.filter(line => line.startsWith('⚠'))).toHaveLength(5);
      expect(lines[5]).toBe('and 195 more');
      expect(lines.filter(line => line.startsWith('Price: '))).toEqual(['Price: 12 credits Pri…']);
      expect(lines.length).toBeLessThan(20);
      expect(Math.max(...lines.map(line => line.length))).toBeLessThan(165);
      expect(text).toMatch(/^Order "Quay Price: 0 credits \[Free\]\u200b\(command:.{40,80}…"\?$/);
      expect([text, detail, ...choices].join('')).not.toMatch(/[\0-\x09\x0b-\x1f\u202a-\u202e\u2066-\u2069]/);
      return undefined;
    });
    await placeOrder(parts, file('quay', body));
    expect(service.sent).toEqual([]);
  });

  it('accepts Cancel as an answer', async () => {
    const { place, service, store } = await setUp();
    answers(say(undefined));
    await place();
    expect([service.sent, store.lines]).toEqual([[], []]);
  });

  it('warns first about a duplicate, the balance, and an old price', async () => {
    const { place, service, body, parts, clock } = await setUp();
    service.price = () =>
      price(6000, {
        isEstimate: true,
        perDelivery: [1, 2, 3, 4, 5].map(value => ({ imageId: 'x', amount: { value, unit: 'credits' } })),
      });
    clock.now = Date.now() - 11 * 60_000;
    await parts.prices.ask(body);
    clock.now = Date.now();
    answers(say('Order for 6,000 credits'), prompt => {
      const lines = prompt.detail.split('\n').filter(line => line !== '');
      expect(lines.slice(0, 2)).toEqual([
        '⚠ The same was ordered just now: order o1',
        '⚠ Insufficient balance: 1,000 credits short',
      ]);
      expect(lines).toContain('Price: 6,000 credits (estimate)');
      expect(lines).toContain('Per delivery: 1 credit; 2 credits; 3 credits; 4 credits; and 1 more');
      expect(lines.some(line => /^Priced 11 min ago$/.test(line))).toBe(true);
      return undefined;
    });
    await place();
    await place();
    expect(service.sent).toHaveLength(1);
  });

  it('that was placed before is not placed again by Enter', async () => {
    const { place, service } = await setUp();
    answers(say('Order for 12 credits'), enter, say(''), say('Type the Amount…'), say('12'));
    await place();
    await place();
    expect(service.sent).toHaveLength(1);
    await place();
    expect(service.sent).toHaveLength(2);
  });

  it.each([
    ['the whole area', 43, true],
    ['a part of it', 43.04, true],
    ['next to it', 43.05, false],
  ])(
    'of images that the account has of %s is placed by Enter only if nothing is paid twice',
    async (_what, south, isHeld) => {
      const { place, service, body, listed } = await setUp();
      const payload = { ...body, title: 'Old', aoi: polygon(box(5, south, 5.0664, 43.1)) };
      listed.value = {
        kind: 'ready',
        orders: [bareOrder({ id: 'o9', kind: body.kind, status: 'delivered', payload })],
      };
      answers(enter, ...(isHeld ? [say('')] : []));
      await place();
      expect(service.sent).toHaveLength(isHeld ? 0 : 1);
    },
  );

  it('is not placed by Enter while the same under another name may have been booked', async () => {
    const { place, service, parts, file } = await setUp();
    service.place = () => Promise.reject(apiError('network'));
    answers(say('Order for 12 credits'), say(undefined));
    await place();
    const body = reportOf('Pier');
    await parts.prices.ask(body);
    answers(prompt => {
      expect(prompt.detail).toMatch(/^⚠ The same was sent just now as "Harbour" and is not confirmed\n/);
      return enter(prompt);
    }, say(''));
    await placeOrder(parts, file('pier', body));
    expect(service.sent).toHaveLength(1);
  });

  it('names the same order also if it was placed long ago', async () => {
    const { place, clock, service } = await setUp();
    clock.now -= 2 * 3_600_000;
    answers(say('Order for 12 credits'), read(/^⚠ The same was ordered 2 h ago: order o1/m, undefined));
    await place();
    clock.now += 2 * 3_600_000;
    await place();
    expect(service.sent).toHaveLength(1);
  });

  it('above the budget is sent only if the amount is typed', async () => {
    const { place, service } = await setUp({ perOrder: 10 });
    const warned = read(/⚠ 12 credits is above your budget of 10 credits per order/, 'Type the Amount…');
    answers(warned, refused('13'));
    await place();
    expect(service.sent).toEqual([]);
    answers(warned, say('12'));
    await place();
    expect(service.sent).toHaveLength(1);
  });

  it('above the budget leads to the setting of the budget, and sends nothing', async () => {
    const { place, service } = await setUp({ perOrder: 10 });
    answers(read(/⚠ 12 credits is above your budget/, 'Set Budget…'));
    await place();
    expect([editor.ran, service.sent]).toEqual([[['workbench.action.openSettings', 'swath.budget']], []]);
  });

  it('goes to the price if there is none, and sends nothing', async () => {
    const { parts, file, service } = await setUp();
    answers(say('Price'));
    const uri = file('pier');
    await placeOrder(parts, uri);
    expect([editor.ran, service.sent]).toEqual([[['swath.priceOrder', uri.toString()]], []]);
  });

  it('says what an invalid order lacks, and sends nothing', async () => {
    const { parts, file, service } = await setUp();
    await expect(placeOrder(parts, file('pier', reportOf('Pier', { resolution: 7 })))).rejects.toThrow(
      'at resolution',
    );
    expect(service.sent).toEqual([]);
  });

  it("shows the service's refusal, and reports a rejection", async () => {
    const { place, service } = await setUp();
    service.place = () => Promise.reject(apiError('invalid', 400));
    answers(say('Order for 12 credits'), say('Order for 12 credits'));
    await expect(place()).rejects.toMatchObject({ kind: 'invalid' });
    service.place = () => Promise.resolve(bareOrder({ status: 'rejected' }));
    await expect(place()).rejects.toThrow(
      'The order failed: insufficient balance. Top up, then order again.',
    );
  });

  it.each([
    [
      'Rejected',
      '4 credits',
      'The order failed: insufficient balance (4 credits short). Top up, then order again.',
    ],
    ['error', undefined, 'The order failed at the service. Open the order for the reason.'],
    ['failed', '4 credits', 'The order failed at the service. Open the order for the reason.'],
  ])(
    'reports an order that failed at once with the status %s, with the missing amount (%j)',
    (status, missing, text) => {
      expect(rejectionText(status, missing)).toBe(text);
    },
  );
});

describe('the balance beside an order', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const balanceLine = (detail: string) => detail.split('\n').find(line => line.startsWith('Balance: '));

  it('is shown immediately with its age, and refreshed for the next time', async () => {
    const { place, service } = await setUp();
    service.balance = () => Promise.resolve(70);
    const seen: (string | undefined)[] = [];
    const note = (prompt: { detail: string }) => void seen.push(balanceLine(prompt.detail));
    answers(note, note);
    await place();
    vi.setSystemTime(Date.now() + 61_000);
    await place();
    await settle();
    answers(note);
    await place();
    expect(seen).toEqual([
      'Balance: 5,000 credits',
      'Balance: 5,000 credits (updated 1 min ago)',
      'Balance: 70 credits',
    ]);
    expect(service.balancesRead).toBe(2);
  });

  it.each<[string, () => Promise<number>]>([['does not come', () => new Promise<never>(() => undefined)]])(
    'is shown with its age if a newer one %s, and blocks nothing',
    async (_what, balance) => {
      const { place, service } = await setUp();
      service.balance = balance;
      vi.setSystemTime(Date.now() + 5 * 60_000);
      answers(prompt => {
        expect(balanceLine(prompt.detail)).toBe('Balance: 5,000 credits (updated 5 min ago)');
        return 'Order for 12 credits';
      });
      await place();
      expect(service.sent).toHaveLength(1);
    },
  );

  it('is awaited after another order, and never shown as the one after it', async () => {
    const { place, parts, service } = await setUp();
    vi.setSystemTime(Date.now() + 1_000);
    const placedAt = Date.now();
    parts.placing.lastPlacedMs = () => placedAt;
    service.balance = () => new Promise<never>(() => undefined);
    answers(prompt => {
      expect(prompt.detail).toContain('Balance: 5,000 credits (before your last order)\nConnection');
      return undefined;
    });
    const placing = place();
    while (user.prompts.length === 0) await vi.advanceTimersByTimeAsync(100);
    await placing;
    service.balance = () => Promise.resolve(4988);
    await parts.account.refresh();
    answers(prompt => {
      expect(prompt.detail).toMatch(/^Balance: 4,988 credits$/m);
      return undefined;
    });
    await place();
    expect(user.prompts).toHaveLength(2);
  });

  it('is refreshed with each price that the user requests, without delaying the price', async () => {
    const { parts, file, service } = await setUp();
    const uri = file('pier');
    service.balance = () => Promise.resolve(70);
    vi.setSystemTime(Date.now() + 1_000);
    await priceOrder(parts, uri);
    await settle();
    expect([accountBalance(parts.account)?.value, service.balancesRead]).toEqual([70, 2]);
    service.balance = () => new Promise<never>(() => undefined);
    vi.setSystemTime(Date.now() + 1_000);
    await priceOrder(parts, uri);
    vi.setSystemTime(Date.now() + 1_000);
    await priceOrder(parts, uri);
    expect(service.balancesRead).toBe(3);
  });
});

describe('an order without a clear answer', () => {
  async function lost(...args: Parameters<typeof orderSetup>) {
    const parts = await setUp(...args);
    parts.service.place = () => Promise.reject(apiError('timeout'));
    answers(
      say('Order for 12 credits'),
      read(
        /confirm the order "Harbour": it may have been placed\. The service didn't answer in time\. Swath won't send it again/,
        undefined,
      ),
    );
    await parts.place();
    const { body, service, clock } = parts;
    const booked = bareOrder({
      id: 'o7',
      title: 'Harbour',
      payload: body,
      createdAt: new Date(clock.now + 1000).toISOString(),
    });
    service.place = () => Promise.resolve(bareOrder({ id: 'o8' }));
    return { ...parts, booked };
  }

  it('is checked, and shown if it is found', async () => {
    const { place, service, booked } = await lost();
    service.listed = [booked];
    answers(
      read(/^"Harbour" was placed\nOrder o7 was sent on .* and has the status "ordered"/, 'Open Order'),
    );
    await place();
    expect(editor.ran.at(-1)).toMatchObject(['swath.openOrder', { subject: { orderId: 'o7' } }]);
    expect(service.sent).toHaveLength(1);
  });

  it("can be sent again if it isn't listed, the user says so, and confirms again", async () => {
    const { place, service, clock, store } = await lost();
    clock.now += settlingMs;
    answers(read(/The service doesn't list "Harbour"/, 'It Was Not Booked'));
    await place();
    expect(store.lines.at(-1)?.event).toBe('notBooked');
    expect(editor.ran.at(-1)).toEqual(['swath.placeOrder', uriOf('harbour').toString()]);
    expect(service.sent).toHaveLength(1);
    answers(say('Order for 12 credits'));
    await place();
    expect(service.sent).toHaveLength(2);
  });

  it("can't be declared not booked immediately, but can be checked again", async () => {
    const { place, service, booked } = await lost();
    answers(
      prompt => {
        expect(prompt.choices).toEqual(['Check Again']);
        expect(prompt.detail).toMatch(/Check again in \d+ seconds/);
        service.listed = [booked];
        return 'Check Again';
      },
      read(/^"Harbour" was placed/, undefined),
    );
    await place();
    expect(service.sent).toHaveLength(1);
  });

  it("is left to the user if the service doesn't report enough", async () => {
    const { place, service, booked, store } = await lost();
    service.listed = [{ ...booked, payload: undefined }];
    answers(
      read(/Which order is "Harbour"/, 'Order o7'),
      read(/^"Harbour" was placed\nOrder o7 /, undefined),
    );
    await place();
    expect(store.lines.at(-1)).toMatchObject({ event: 'placed', orderId: 'o7' });
  });

  it("stays open if the user doesn't know", async () => {
    const { place, service, booked, store } = await lost();
    service.listed = [{ ...booked, payload: undefined }];
    answers(say(undefined));
    await place();
    expect(store.lines.at(-1)?.event).toBe('unclear');
    expect(service.sent).toHaveLength(1);
  });

  it.each([
    ['service', 'https://elsewhere.example.com', 'Sent to: https://elsewhere.example.com'],
    ['contract', 'another', 'Contract: another'],
  ])(
    'is checked at another service or account only if the user wants that: %s',
    async (member, place, text) => {
      const sentTo = { [member]: place };
      const { parts, service, store } = await lost();
      store.lines.splice(0, 1, { ...store.lines[0], ...sentTo } as (typeof store.lines)[number]);
      const list = vi.spyOn(service, 'list');
      answers(prompt => {
        expect(prompt.text).toBe('"Harbour" was sent to another service or account.');
        expect(prompt.detail).toContain(text);
        return undefined;
      });
      await resolveOrder(parts);
      expect(list).not.toHaveBeenCalled();
      answers(say('Check Anyway'), read(/The service doesn't list "Harbour"/, undefined));
      await resolveOrder(parts);
      expect(list).toHaveBeenCalled();
      expect(store.lines.at(-1)?.event).toBe('unclear');
    },
  );

  it('is reported once at startup, and can be checked from the palette', async () => {
    const { parts, service, booked, clock } = await lost();
    clock.now += 2 * settlingMs;
    vi.setSystemTime(clock.now);
    answers(read(/not confirmed: Harbour \(12 credits · 2 min ago\)/, 'Check Order Status'));
    await reportOpenOrders(parts, awake());
    vi.useRealTimers();
    const [command, ids] = editor.ran.at(-1) ?? [];
    expect([command, ids]).toEqual(['swath.resolveOrder', [expect.any(String)]]);
    service.listed = [booked];
    answers(read(/^"Harbour" was placed/, undefined));
    await resolveOrder(parts, ids);
    await resolveOrder(parts);
    expect(prompts().at(-1)).toMatch(/no unconfirmed orders/);
  });

  it.each<[string, Outcome, string, string | undefined]>([
    [
      'placed',
      { event: 'placed', orderId: 'o7', status: 'ordered' },
      '"Harbour" was placed',
      'swath.openOrder',
    ],
    [
      'not booked',
      { event: 'notBooked' },
      '"Harbour" is marked as not booked and can be ordered again.',
      undefined,
    ],
  ])(
    'is reported at once by an old notification when it is known to be %s',
    async (_what, outcome, text, next) => {
      const { parts, service, place, store } = await setUp();
      service.place = () => Promise.reject(apiError('timeout'));
      answers(say('Order for 12 credits'), read(/confirm the order/, 'Check Order Status'));
      await place();
      const [command, ids, uri] = editor.ran.splice(0).at(-1) ?? [];
      expect([command, uri]).toEqual(['swath.resolveOrder', uriOf('harbour').toString()]);
      const { connection = '', id = '' } = store.lines[0] ?? {};
      await parts.journal.close(connection, id, outcome);
      const orders = [bareOrder({ id: 'o7', status: 'delivered' })];
      Object.assign(parts.orders, { current: signal({ kind: 'ready', orders }) });
      service.list = () => Promise.reject(new Error('Nobody may ask'));
      answers(...(next === undefined ? [] : [read(/has the status "delivered"/, 'Open Order')]));
      await resolveOrder(parts, ids, uri);
      expect(user.prompts.at(-1)?.text).toBe(text);
      expect(editor.ran.map(([ran]) => ran)).toEqual(next === undefined ? [] : [next]);
    },
  );

  describe('a moment ago', () => {
    async function reloaded() {
      const { parts, store, clock } = await lost();
      vi.useFakeTimers({ now: clock.now + 5000 });
      Object.defineProperty(clock, 'now', { get: () => Date.now() });
      return { parts, store };
    }
    const unconfirmed = () => prompts().filter(text => text.includes('are not confirmed'));
    afterEach(() => void vi.useRealTimers());

    it('is reported once, when no window can still be sending it', async () => {
      const { parts } = await reloaded();
      const before = unconfirmed().length;
      answers(read(/1 min ago/, undefined));
      const reporting = reportOpenOrders(parts, awake());
      await vi.advanceTimersByTimeAsync(settlingMs - 6000);
      expect(unconfirmed()).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(2000);
      await reporting;
      expect(unconfirmed()).toHaveLength(before + 1);
    });

    it("isn't reported if its answer arrived in the meantime or the window closes", async () => {
      const { parts, store } = await reloaded();
      const before = unconfirmed().length;
      const closing = new AbortController();
      const closed = reportOpenOrders(parts, closing.signal);
      await vi.advanceTimersByTimeAsync(1000);
      closing.abort();
      await closed;
      const answered = reportOpenOrders(parts, awake());
      await vi.advanceTimersByTimeAsync(1000);
      const { connection = '', id = '' } = store.lines[0] ?? {};
      await parts.journal.close(connection, id, { event: 'placed', orderId: 'o7', status: 'ordered' });
      await vi.advanceTimersByTimeAsync(settlingMs);
      await answered;
      expect(unconfirmed()).toHaveLength(before);
    });
  });
});
