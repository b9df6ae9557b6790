import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Price } from '../../../../../src/service/rules/order.ts';
import { ApiError } from '../../../../../src/service/wire/errors.ts';
import type { Session, SignedIn } from '../../../../../src/session/session.ts';
import { bodyHash, type OrderBody } from '../../../../../src/features/orders/rules/orderBody.ts';
import { type OrderProblem, orderProblems } from '../../../../../src/features/orders/rules/orderProblems.ts';
import type { OrdersState } from '../../../../../src/features/orders/knownOrders.ts';
import type { PlacedBefore } from '../../../../../src/features/orders/orderAttempts.ts';
import type { PriceState } from '../../../../../src/features/orders/prices.ts';
import {
  type OrderLensParts,
  registerOrderLenses,
} from '../../../../../src/features/orders/ui/document/orderLenses.ts';
import type { Document } from '../../../../fake/documents.ts';
import { editor } from '../../../../fake/editor.ts';
import { apiError, connection, price, profile } from '../../../fakes.ts';
import { bareOrder } from '../../../fixtures.ts';
import { fitText, hostileText } from '../../../hostileText.ts';
import { context, products, report } from '../rules/orderFixtures.ts';
import { fakeFacts, orderDocument } from './orderFacts.ts';

const newSession = (): SignedIn => ({
  kind: 'signedIn',
  connection,
  client: () => Promise.reject(new Error('no call')),
});

function setUp() {
  const session = signal<Session>(newSession());
  const account = signal({ kind: 'ready', value: profile(), at: 0 });
  const prices = signal<ReadonlyMap<string, PriceState>>(new Map());
  const placed = signal<PlacedBefore | undefined>(undefined);
  const orders = signal<OrdersState>({ kind: 'none' });
  const later = new Set<string>();
  const unresolved: { current: { id: string; at: string } | undefined } = { current: undefined };
  const lastPlacedMs = { current: 0 };
  const problems = new Map<unknown, readonly OrderProblem[]>();
  let heardChecks: (() => void) | undefined;
  const parts = {
    session: { current: session },
    account: { current: account },
    orders: { current: orders },
    prices: {
      current: prices,
      of: (body: OrderBody) => prices.peek().get(bodyHash(body)),
    },
    placing: {
      changed: placed,
      placedOf: () => placed.peek(),
      unresolvedAttempt: () => unresolved.current,
      lastPlacedMs: () => lastPlacedMs.current,
    },
    facts: fakeFacts().facts,
    draftNames: { isLater: (path: string) => later.has(path) },
    estimates: { current: signal(undefined), need: () => undefined },
    diagnostics: {
      lastCheck: (document: unknown) => ({ problems: problems.get(document) }),
      onDidCheck: (listener: () => void) => {
        heardChecks = listener;
        return { dispose: () => undefined };
      },
    },
  } as unknown as OrderLensParts;
  const registered = registerOrderLenses(parts);
  const set = (body: OrderBody, state: PriceState) => {
    prices.value = new Map(prices.peek()).set(bodyHash(body), state);
  };
  return {
    session,
    placed,
    later,
    orders,
    unresolved,
    lastPlacedMs,
    registered,
    set,
    setPrice: (body: OrderBody, value: Price, at = 0) =>
      set(body, { kind: 'priced', price: value, signedIn: session.peek() as SignedIn, at }),
    check(document: Document) {
      problems.set(document, orderProblems(document.getText(), context));
      heardChecks?.();
    },
  };
}

async function lensesOf(document: Document): Promise<vscode.Command[]> {
  return (await editor.lenses(document)).flatMap(({ command }) => command ?? []);
}
/** Without icons. */
const titlesOf = async (document: Document) =>
  (await lensesOf(document)).map(({ title }) => title.replace(/\$\([\w~-]+\)\u00a0/, ''));

const others = ['Show on Map', 'Copy as curl'];

describe('the lenses above an order', () => {
  let window: ReturnType<typeof setUp>;
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-03-14T12:00:00Z') });
    window = setUp();
  });
  afterEach(() => {
    window.registered.dispose();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('offer to sign in while signed out', async () => {
    window.session.value = { kind: 'signedOut' };
    const document = orderDocument(report);
    expect(await titlesOf(document)).toEqual(['Sign in to see the price', ...others]);
    expect((await lensesOf(document))[0]?.command).toBe('swath.signIn');
  });

  it('offer nothing above the past of an order, with the price of the file', async () => {
    window.setPrice(report, price(12));
    editor.show(orderDocument(report));
    const past = editor.open('git:/a.order.json?{"ref":"HEAD"}', JSON.stringify(report));
    expect(await lensesOf(past)).toEqual([]);
  });

  it('offer the price, and no order before there is one', async () => {
    const document = orderDocument(report);
    expect(await titlesOf(document)).toEqual(['Price', ...others]);
    expect((await lensesOf(document))[0]).toMatchObject({
      command: 'swath.priceOrder',
      arguments: [document.uri.toString()],
    });
  });

  it('offer no price for a document that is nested too deep, but go to the place', async () => {
    const text = JSON.stringify({ ...report, tags: 0 });
    const document = orderDocument(text.replace('"tags":0', `"tags":${'['.repeat(5000)}${']'.repeat(5000)}`));
    window.check(document);
    expect(await titlesOf(document)).toEqual(['Problems to fix first']);
    expect((await lensesOf(document))[0]).toMatchObject({
      tooltip: expect.stringMatching(/nested more than 200 levels deep/) as string,
    });
  });

  it('show that the price is being requested, and can cancel that', async () => {
    window.set(report, { kind: 'pricing' });
    const document = orderDocument(report);
    expect(await titlesOf(document)).toEqual(['Pricing…', 'Cancel', ...others]);
    const [, cancel] = await lensesOf(document);
    expect(cancel).toMatchObject({
      command: 'swath.priceOrder',
      arguments: [document.uri.toString(), 'cancel'],
    });
  });

  it('show why there is no price', async () => {
    window.set(report, { kind: 'failed', error: apiError('network') });
    const document = orderDocument(report);
    const [why, again, ...rest] = await titlesOf(document);
    expect(why).toMatch(/^No price: .*Can't reach the service/);
    expect(again).toBe('Try Again');
    expect(rest).toEqual(others);
  });

  it.each<[string, Price, string]>([
    ['the price', price(12), '12 credits'],
    ['an estimate', price(12, { isEstimate: true }), '12 credits (estimate)'],
    ['another unit', price(12, { total: { value: 12, unit: 'kB' } }), '12 kB'],
  ])('show %s, how to order, and last the balance, which may be cut off', async (_what, value, expected) => {
    window.setPrice(report, value);
    const balance = 'balance 5,000 credits';
    expect(await titlesOf(orderDocument(report))).toEqual([expected, 'Order…', balance, ...others]);
  });

  it('leave out a balance of before the last order', async () => {
    window.lastPlacedMs.current = 1;
    window.setPrice(report, price(6000));
    expect(await titlesOf(orderDocument(report))).toEqual(['6,000 credits', 'Order…', ...others]);
  });

  it('show a balance that does not suffice', async () => {
    window.setPrice(report, price(6000));
    const document = orderDocument(report);
    expect(await titlesOf(document)).toEqual(['6,000 credits · 1,000 credits short', 'Order…', ...others]);
    const tooltip = expect.stringContaining('Insufficient balance: 1,000 credits short') as unknown;
    expect((await lensesOf(document))[0]).toMatchObject({ tooltip });
  });

  it('have the next step within the width of an editor beside the map, whatever the figures', async () => {
    const dear = price(12_345, { isEstimate: true });
    const cases: [string, () => unknown][] = [
      ['Order…', () => window.setPrice(report, dear)],
      [
        'Order Again…',
        () =>
          (window.placed.value = {
            id: 'e1',
            at: '2025-12-31T23:57:00Z',
            orderId: 'o1',
            price: { value: 12, unit: 'credits' },
          }),
      ],
      ['Check status', () => (window.unresolved.current = { id: 'a1', at: '2025-12-31T23:57:00Z' })],
    ];
    for (const [step, happen] of cases) {
      happen();
      const row = (await titlesOf(orderDocument(report))).join(' | ');
      expect(row).toContain(step);
      expect(row.indexOf(step) + step.length, row).toBeLessThan(60);
    }
  });

  it.each<[string, Price | undefined, boolean, string[]]>([
    ['a price', price(12), false, ['12 credits', 'Order…', 'balance 5,000 credits']],
    ['a price of an order that was placed', price(12), true, ['Ordered 3 min ago', 'Order Again…', 'Price']],
    ['no price', undefined, false, ['Price']],
  ])(
    'for %s have only the verdict and the next step in the first row',
    async (_what, value, isPlaced, first) => {
      if (value) window.setPrice(report, value);
      if (isPlaced)
        window.placed.value = {
          id: 'e1',
          at: '2026-03-14T11:57:00Z',
          orderId: 'o1',
          price: { value: 12, unit: 'credits' },
        };
      const document = orderDocument(JSON.stringify(report, undefined, 2));
      const rows = Map.groupBy(await editor.lenses(document), ({ range }) => range.start.line);
      const titles = [...rows].map(([, row]) => row.map(({ command }) => command?.title.split('\u00a0')[1]));
      expect(titles).toEqual([first, others]);
    },
  );

  it("show why the account can't place an order, and don't offer it", async () => {
    for (const [reason, text] of [
      ['ko', "can't be ordered, and the service gives no reason"],
      ['notEnoughCredits', 'Insufficient balance · balance 5,000 credits'],
      ['geofence', 'can\'t be ordered: "geofence"'],
    ] as const) {
      window.setPrice(report, price(12, { notOrderable: reason }));
      expect(await titlesOf(orderDocument(report))).toEqual([`12 credits · ${text}`, ...others]);
    }
    window.setPrice(report, price(6000, { notOrderable: 'notEnoughCredits' }));
    expect((await titlesOf(orderDocument(report)))[0]).toBe('6,000 credits · 1,000 credits short');
  });

  it("don't turn text from the service into icons, or reverse an amount", async () => {
    const document = orderDocument(report);
    const total = { value: 49, unit: '$(x)\u202e cr' };
    window.setPrice(report, price(49, { total, notOrderable: `${hostileText}\n${'x'.repeat(100_000)}` }));
    const [lens] = await lensesOf(document);
    expect(lens?.title).toMatch(/^\$\(warning\)\u00a0.{1,310}$/u);
    expect(lens?.title).toContain('49 $\u200b(x) cr');
    expect(lens?.title).not.toContain('$(trash)');
    expect(lens).toMatchObject({ tooltip: expect.stringContaining(`"${fitText}`) as string });
    const error = new ApiError('invalid', { request: 'TEST', status: 400, serverMessage: hostileText });
    window.set(report, { kind: 'failed', error });
    const [failed] = await lensesOf(document);
    expect(failed?.title).toMatch(/^\$\(warning\)\u00a0No price: "\[Repair\]\u200b\(command/);
    expect(failed).toMatchObject({ tooltip: expect.stringContaining(`"${fitText}"`) as string });
  });

  it('show the price of each delivery, the area and the remaining balance on hover', async () => {
    const perDelivery = [
      { imageId: 'phr', amount: { value: 5, unit: 'credits' } },
      { imageId: undefined, amount: { value: 7, unit: 'credits' } },
    ];
    window.setPrice(products, price(12, { perDelivery, isEstimate: true, notOrderable: 'ko' }));
    const [lens] = await lensesOf(orderDocument(products));
    const { tooltip } = lens as unknown as { tooltip: string };
    for (const line of [
      '5 credits · 2026-03-14 · phr',
      '7 credits',
      'Area: 31.6 km² in the file, 30 km² by the service',
      'Balance after order: 4,988 credits',
      'gives no reason',
    ]) {
      expect(tooltip).toContain(line);
    }
    const many = Array.from({ length: 20 }, () => ({
      imageId: 'phr',
      amount: { value: 1, unit: 'credits' },
    }));
    window.setPrice(products, price(20, { perDelivery: many }));
    expect((await lensesOf(orderDocument(products)))[0]).toMatchObject({
      tooltip: expect.stringContaining('and 8 more') as unknown,
    });
  });

  it('only use a price of exactly this order and session', async () => {
    const document = orderDocument(report);
    window.setPrice(report, price(12));
    expect((await titlesOf(document))[0]).toBe('12 credits');
    editor.documents.replace(document, JSON.stringify({ ...report, title: 'Quay' }));
    expect(await titlesOf(document)).toEqual(['Price', ...others]);
  });

  it('ask to fix problems first, and go there', async () => {
    window.setPrice({ ...report, resolution: 7 }, price(12));
    const document = orderDocument({ ...report, resolution: 7 });
    window.check(document);
    expect(await titlesOf(document)).toEqual(['Problems to fix first', ...others]);
    const [lens] = await lensesOf(document);
    expect(lens).toMatchObject({ command: 'vscode.open', tooltip: '"resolution" must be 0.5 / 1.5.' });
    const { selection } = lens?.arguments?.[1] as { selection: vscode.Range };
    expect(document.getText(selection)).toBe('7');
    editor.documents.replace(document, JSON.stringify({ ...report, resolution: 7, analytic: '' }));
    window.check(document);
    expect((await titlesOf(document))[0]).toBe('Problems to fix first');
    editor.documents.replace(document, `// x\n${JSON.stringify(report)}`);
    window.check(document);
    expect(await titlesOf(document)).toEqual(['Problems to fix first']);
  });

  it('show that the order was placed, how long ago, and go there', async () => {
    window.placed.value = {
      id: 'e1',
      at: '2026-03-14T11:57:00Z',
      orderId: 'o1',
      price: { value: 12, unit: 'credits' },
    };
    const document = orderDocument(report);
    expect((await titlesOf(document))[0]).toBe('Ordered 3 min ago');
    expect((await lensesOf(document))[0]).toMatchObject({
      command: 'swath.revealRelated',
      tooltip: 'Ordered 3 min ago: order o1',
      arguments: [{ id: 'o1', label: 'o1', subject: { orderId: 'o1' } }],
    });
    await vi.advanceTimersByTimeAsync(5000);
    const received = vi.fn();
    editor.lensProviders[0]?.onDidChangeCodeLenses?.(received);
    await vi.advanceTimersByTimeAsync(55_000);
    expect(received).toHaveBeenCalledTimes(1);
    expect((await titlesOf(document))[0]).toBe('Ordered 4 min ago');
  });

  it.each([
    ['ordered', 'Ordered 3 min ago', 'check'],
    ['delivered', 'Ordered 3 min ago, delivered', 'check'],
    ['error', 'Ordered 3 min ago, failed', 'error'],
  ])('show how an order with the status "%s" ended', async (status, title, icon) => {
    const document = orderDocument(report);
    const received = vi.fn();
    editor.lensProviders[0]?.onDidChangeCodeLenses?.(received);
    window.placed.value = {
      id: 'e1',
      at: '2026-03-14T11:57:00Z',
      orderId: 'o1',
      price: { value: 12, unit: 'credits' },
    };
    await vi.advanceTimersByTimeAsync(5000);
    received.mockClear();
    window.orders.value = { kind: 'ready', orders: [bareOrder({ id: 'o1', status })] };
    await vi.advanceTimersByTimeAsync(0);
    expect(received).toHaveBeenCalled();
    expect((await titlesOf(document))[0]).toBe(title);
    expect((await lensesOf(document))[0]?.title).toContain(`$(${icon})`);
  });

  it('offer an order that was placed again, and the file itself only at a price that was requested since', async () => {
    const document = orderDocument(report);
    window.setPrice(report, price(12));
    expect(await titlesOf(document)).toContain('Order…');
    window.placed.value = {
      id: 'e1',
      at: '2026-03-14T11:57:00Z',
      orderId: 'o1',
      price: { value: 12, unit: 'credits' },
    };
    expect(await titlesOf(document)).toEqual(['Ordered 3 min ago', 'Order Again…', 'Price', ...others]);
    expect((await lensesOf(document))[1]).toMatchObject({ command: 'swath.reorder', arguments: ['o1'] });
    window.set(report, { kind: 'pricing' });
    expect(await titlesOf(document)).toContain('Cancel');
    window.setPrice(report, price(12), Date.parse('2026-03-14T11:58:00Z'));
    expect(await titlesOf(document)).toEqual(['Ordered 3 min ago', '12 credits', 'Order…', ...others]);
  });

  it('say of a draft after an order with the same contents that there is one, and lead on with the price', async () => {
    const document = orderDocument(report);
    window.later.add(document.uri.path);
    window.placed.value = {
      id: 'e1',
      at: '2026-03-14T11:57:00Z',
      orderId: 'o1',
      price: { value: 12, unit: 'credits' },
    };
    expect(await titlesOf(document)).toEqual(['The same was ordered 3 min ago', 'Price', ...others]);
    expect((await lensesOf(document))[0]).toMatchObject({
      title: expect.stringContaining('$(warning)') as string,
      command: 'swath.revealRelated',
      tooltip: 'The same was ordered 3 min ago: order o1',
    });
    window.setPrice(report, price(12), Date.parse('2026-03-14T11:56:00Z'));
    expect(await titlesOf(document)).toEqual(['The same was ordered 3 min ago', 'Price', ...others]);
    window.setPrice(report, price(12), Date.parse('2026-03-14T11:58:00Z'));
    await titlesOf(document);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await titlesOf(document)).toEqual([
      'The same was ordered 3 min ago',
      '12 credits',
      'Order…',
      'balance 5,000 credits',
      ...others,
    ]);
  });

  it('offer to check an unconfirmed order instead of placing another one', async () => {
    window.unresolved.current = { id: 'a1', at: '2026-03-14T11:57:00Z' };
    window.setPrice(report, price(12));
    const document = orderDocument(report);
    const titles = await titlesOf(document);
    expect(titles[0]).toBe('Sent 3 min ago, not confirmed. Check status');
    expect((await lensesOf(document))[0]).toMatchObject({
      command: 'swath.resolveOrder',
      arguments: [['a1'], document.uri.toString()],
    });
    expect(titles).toEqual([titles[0], '12 credits', ...others]);
    window.unresolved.current = undefined;
    expect(await titlesOf(orderDocument(report))).toContain('Order…');
  });

  it('have the language status say the first of them, with a next step that never orders', () => {
    const document = orderDocument(report);
    editor.show(document);
    const status = () => {
      const { text, detail, severity, busy, command } = editor.languageStatus ?? { detail: 'none' };
      return `${busy ? '~' : severity ? '⚠' : ''}${text} · ${detail} → ${command?.title}, ${command?.command}`;
    };
    const replace = (body: object) => {
      editor.documents.replace(document, JSON.stringify(body));
      window.check(document);
    };
    const before = {
      id: 'e1',
      at: '2026-03-14T11:57:00Z',
      orderId: 'o1',
      price: { value: 12, unit: 'credits' },
    };
    const setPrice = (value: Price) => window.setPrice(report, value);
    const fail = () => window.set(report, { kind: 'failed', error: apiError('network') });
    const hostile = price(6000, { notOrderable: hostileText });
    const steps: [() => unknown, string][] = [
      [() => undefined, 'Not priced · Test → Price, swath.priceOrder'],
      [() => window.set(report, { kind: 'pricing' }), '~Pricing… · Test → Cancel, swath.priceOrder'],
      [fail, "⚠No price: Can't reach the service. Check … · Test → Try Again, swath.priceOrder"],
      [() => setPrice(price(12)), '12 credits · balance 5,000 credits · Test → Price, swath.priceOrder'],
      [
        () => setPrice(hostile),
        `⚠6,000 credits · can't be ordered: "${fitText.slice(0, 32)}…" · Test → Price`,
      ],
      [
        () => replace({ ...report, analytic: '' }),
        '⚠Problems to fix first · Test → Go to Problem, vscode.open',
      ],
      [() => replace({ ...report, title: 'Quay' }), 'Price out of date · Test → Price, swath.priceOrder'],
      [() => (window.session.value = newSession()), 'Not priced · Test'],
      [() => (window.placed.value = before), 'Ordered 3 min ago: order o1 · Test → Show Order, swath.reveal'],
      [() => (window.session.value = { kind: 'signedOut' }), 'Ordered 3 min ago: order o1 ·  → Show Order'],
      [() => (window.placed.value = undefined), 'Sign in to see the price ·  → Sign In…, swath.signIn'],
      // It is about this document, also while another text has the focus.
      [() => editor.show(editor.open('/notes.md', '')), 'Sign in to see the price'],
    ];
    for (const [happen, expected] of steps) {
      happen();
      expect(status()).toContain(expected);
      expect(editor.languageStatus?.selector).toEqual({ scheme: 'file', pattern: '/a.order.json' });
    }
    window.unresolved.current = before;
    editor.show(orderDocument(report, 'b.order.json'));
    expect(status()).toMatch(
      /^⚠Sent 3 min ago, not confirmed · .* → Check Order Status, swath\.resolveOrder/,
    );
    expect(editor.languageStatus?.selector).toMatchObject({ pattern: '/b.order.json' });
    // A name that would be a pattern, slow with other names.
    editor.show(orderDocument(report, '*a*{b}[c]?.order.json'));
    const pattern = '/[*]a[*][{]b[}][[]c[]][?].order.json';
    expect(editor.languageStatus?.selector).toMatchObject({ pattern });
  });
});
