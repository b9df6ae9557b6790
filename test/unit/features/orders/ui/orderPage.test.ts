import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Order } from '../../../../../src/service/rules/order.ts';
import { createAccount } from '../../../../../src/session/account.ts';
import type { OrdersState } from '../../../../../src/features/orders/knownOrders.ts';
import { createOrderPage } from '../../../../../src/features/orders/ui/page/orderPage.ts';
import { Document } from '../../../../fake/documents.ts';
import { editor } from '../../../../fake/editor.ts';
import { clockAt, connection, fakeClient, settle, signedInSession } from '../../../fakes.ts';
import { bareDelivery, bareOrder } from '../../../fixtures.ts';

const payload = { analytic: 'cars', imageIds: ['img'], aoi: polygon(box(5.33, 43.29, 5.345, 43.3)) };
const placed = (rest: Partial<Order> = {}) =>
  bareOrder({
    kind: 'order.analytics-toolbox.archive',
    title: 'Quay',
    payload,
    fields: { id: 'o1' },
    ...rest,
  });

let ran: unknown[][] = [];
beforeEach(() => {
  ran = [];
  vi.spyOn(vscode.commands, 'executeCommand').mockImplementation((...args: unknown[]) => {
    ran.push(args);
    return Promise.resolve(undefined as never);
  });
});

async function setUp(listed: readonly Order[], byItself: (id: string) => Promise<Order>) {
  const current = signal<OrdersState>({ kind: 'ready', orders: listed });
  const session = await signedInSession(fakeClient({ order: byItself }));
  const seen: string[] = [];
  const none = signal({ kind: 'none' as const });
  const reader = { current: none, need: () => undefined, refresh: () => Promise.resolve() };
  const downloaded = signal<ReadonlySet<string>>(new Set());
  const inView = signal<readonly Order[]>([]);
  const page = createOrderPage({
    inView,
    session,
    account: createAccount(session),
    orders: {
      current,
      unlisted: signal(new Set<string>()),
      downloaded,
      refresh: () => Promise.resolve(),
      markSeen: id => void seen.push(id),
      placedAt: () => undefined,
    },
    journal: { known: signal([]) },
    contracts: { payments: reader },
    money: undefined,
    facts: { current: signal(0), context: () => ({}), analytics: reader, want: () => undefined },
    lateAfterMs: () => undefined,
    extensionUri: vscode.Uri.file('/extension'),
    clock: clockAt(),
    onError: () => undefined,
  });
  const panel = () => {
    const [open] = editor.panels;
    if (!open) throw new Error('No page is open.');
    return open;
  };
  const pageBody = () => (panel().webview.sent.at(-1) as { body: string }).body;
  return { page, current, session, seen, panel, pageBody, downloaded, inView };
}

const notRead = () => Promise.reject(new Error('The service is down.'));

describe('the page of an order', () => {
  it('shows the order, what the service adds when it is read by itself, and each change', async () => {
    const single = placed({ fields: { id: 'o1', tags: ['port'] } });
    const { page, current, seen, pageBody, panel } = await setUp([placed()], () => Promise.resolve(single));
    await page.open('o1');
    await settle();
    expect(panel().title).toBe('Order Quay');
    expect(pageBody()).toContain('port');
    expect(pageBody()).not.toContain('openReport');
    const deliveries = [bareDelivery({ status: 'delivered', download: 'https://x' })];
    current.value = { kind: 'ready', orders: [placed({ status: 'delivered', deliveries })] };
    expect(pageBody()).toContain('data-action="openReport"');
    expect(seen).toContain('o1');
    page.dispose();
    expect(editor.panels).toEqual([]);
  });

  it('offers to reveal what was downloaded, also of files that only the order read by itself names', async () => {
    const list = [placed({ status: 'delivered' })];
    const deliveries = ['d0', 'd1'].map(id => bareDelivery({ id, status: 'delivered', download: id }));
    const single = placed({ status: 'delivered', deliveries });
    const { page, pageBody, downloaded, inView } = await setUp(list, () => Promise.resolve(single));
    await page.open('o1');
    expect(inView.value).toBe(list);
    await settle();
    expect(inView.value.map(order => order.deliveries.length)).toEqual([0, 2]);
    expect(pageBody()).not.toContain('data-action="reveal"');
    downloaded.value = new Set(['o1', 'o1/1']);
    expect(pageBody().match(/data-action="reveal" *data-index="\d"/g)).toEqual([
      'data-action="reveal"  data-index="1"',
    ]);
    page.dispose();
  });

  it('shows another order in the same tab', async () => {
    const { page, pageBody } = await setUp([placed(), placed({ id: 'o2', title: 'Mole' })], notRead);
    await page.open('o1');
    await page.open('o2');
    expect(editor.panels).toHaveLength(1);
    expect(pageBody()).toContain('Mole');
    page.dispose();
  });

  it('shows no order of another account that has the same ID', async () => {
    const { page, panel, pageBody, session, seen } = await setUp([placed({ status: 'delivered' })], notRead);
    await page.open('o1');
    await session.signIn({ ...connection, name: 'Work' }, 'its key');
    seen.length = 0;
    expect(pageBody()).toContain('Order o1 belongs to Test. You&#39;re signed in to Work.');
    for (const action of ['ready', 'reorder', 'copyForSupport']) panel().webview.receive({ action });
    await settle();
    expect([ran, editor.clipboard, seen]).toEqual([[], '', []]);
    page.dispose();
  });

  it('copies of a failed order what its support needs, without a secret', async () => {
    const deliveries = [
      bareDelivery({ id: 'd1', status: 'error', errorCode: 'E7', message: 'token=abcdef' }),
    ];
    const failed = placed({ status: 'rejected', deliveries });
    const { page, panel, pageBody } = await setUp([failed], notRead);
    await page.open('o1');
    expect(pageBody()).toContain('data-action="copyForSupport"');
    panel().webview.receive({ action: 'copyForSupport' });
    await vi.waitFor(() => expect(editor.clipboard).toContain('ID: o1'));
    expect(editor.clipboard).toMatch(
      /^Quay\nConnection: Test \(https:\/\/base\.test\)\nStatus: rejected\n[^]*Delivery: d1\n[^]*Error code: E7\n/,
    );
    expect(editor.clipboard).not.toContain('abcdef');
    // Of what isn't known, such as payments, it says nothing.
    expect(editor.clipboard).not.toMatch(/: $/m);
    expect(ran).toEqual([]);
    page.dispose();
  });

  it('runs only the commands of its buttons, none of which orders anything', async () => {
    const earlier = { status: 'delivered', createdAt: '2026-03-01T09:00:00Z' };
    const later = { status: 'delivered', createdAt: '2026-03-20T09:00:00Z' };
    const { page, panel } = await setUp([placed(later), placed({ ...earlier, id: 'o0' })], notRead);
    await page.open('o1');
    const { webview } = panel();
    for (const message of [
      { action: 'swath.placeOrder' },
      { action: 'toString' },
      { action: ['reorder'] },
      'reorder',
      undefined,
    ])
      webview.receive(message);
    expect(ran).toEqual([]);
    for (const action of ['openReport', 'reorder', 'compare', 'copyId', 'showRaw'])
      webview.receive({ action, index: 0 });
    const row = expect.objectContaining({ subject: { orderId: 'o1', deliveryIndex: 0 } }) as unknown;
    expect(ran).toEqual([
      ['swath.openReport', row],
      ['swath.reorder', row],
      ['swath.compareReports', row, 'o0'],
      ['swath.copyId', 'o1'],
      [
        'swath.showDetails',
        expect.objectContaining({ details: { title: 'Order Quay', fields: { id: 'o1' } } }),
        'raw',
      ],
    ]);
    page.dispose();
  });

  it('comes back after a reload of the window, unless it has nothing to show', async () => {
    const { page, current, pageBody } = await setUp([], notRead);
    current.value = { kind: 'loading' };
    const restore = (state: unknown) =>
      page.restore(editor.newPanel('swath.order', 'Order Quay') as unknown as vscode.WebviewPanel, state);
    restore({ orderId: 7 });
    expect(editor.panels).toEqual([]);
    restore({ orderId: 'o1', scrolled: 0 });
    expect(pageBody()).toContain('Loading…');
    current.value = { kind: 'ready', orders: [placed()] };
    expect(pageBody()).toContain('<h1>Quay</h1>');
    page.dispose();
  });

  it('offers to sign in while signed out, and only then', async () => {
    const { page, current, session, pageBody, panel } = await setUp([placed()], notRead);
    await page.open('o1');
    panel().webview.receive({ action: 'signIn' });
    expect(ran).toEqual([]);
    await session.signOut();
    current.value = { kind: 'none' };
    expect(pageBody()).toContain('<button data-action="signIn">Sign In</button>');
    panel().webview.receive({ action: 'signIn' });
    expect(ran).toEqual([['swath.signIn']]);
    page.dispose();
  });

  it('says whose order it shows while another account is signed in, over a reload too', async () => {
    const { page, current, session, pageBody, panel } = await setUp([placed()], notRead);
    await page.open('o1');
    const { owner } = panel().webview.sent.at(-1) as { owner: unknown };
    current.value = { kind: 'ready', orders: [] };
    expect(pageBody()).toContain('Order o1 is not in the list.');
    await session.signIn({ ...connection, name: 'Office', baseUrl: 'https://office.test' }, 'key');
    expect(pageBody()).toContain('Order o1 belongs to Test. You&#39;re signed in to Office.');
    panel().webview.receive({ action: 'switchConnection' });
    expect(ran).toEqual([['swath.switchConnection']]);
    panel().dispose();
    const next = editor.newPanel('swath.order', 'Order Quay') as unknown as vscode.WebviewPanel;
    page.restore(next, { orderId: 'o1', owner, scrolled: 0 });
    panel().webview.receive({ action: 'ready' });
    expect(pageBody()).toContain('Order o1 belongs to Test.');
    page.dispose();
  });

  it('loads nothing but its own files', async () => {
    const { page, panel } = await setUp([placed()], notRead);
    await page.open('o1');
    const { html } = panel().webview;
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'nonce-[^']+'; style-src \S+; base-uri 'none'; form-/,
    );
    expect(html).not.toContain('Quay');
    page.dispose();
  });

  it('opens beside the map, even if the map has the focus', async () => {
    const { page } = await setUp([placed()], notRead);
    editor.workbench.showText(editor.documents.add(new Document(vscode.Uri.file('/quay.geojson'), '{}')), {
      takesFocus: true,
    });
    const map = vscode.window.createWebviewPanel('swath.map', 'Swath Map', vscode.ViewColumn.Beside, {});
    expect(editor.workbench.front?.viewColumn).toBe(2);
    await page.open('o1');
    expect(editor.workbench.groups.map(({ activeTab }) => activeTab?.label)).toEqual([
      'Order Quay',
      'Swath Map',
    ]);
    page.dispose();
    map.dispose();
  });
});
