import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { box, polygon } from '../../../geo/polygons.ts';
import type { OrderBody } from '../../../../../src/features/orders/rules/orderBody.ts';
import { createBatchPage } from '../../../../../src/features/orders/ui/page/batchPage.ts';
import { placeOrders } from '../../../../../src/features/orders/ui/place/placeOrders.ts';
import { priceOrders } from '../../../../../src/features/orders/ui/place/priceOrders.ts';
import { blockedText } from '../../../../../src/features/orders/ui/words/outcome.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { say, user } from '../../../../fake/user.ts';
import { apiError, deferred, price } from '../../../fakes.ts';
import { bareImage, bareOrder } from '../../../fixtures.ts';
import { orderSetup, reportOf, uriOf } from './orderSetup.ts';

const hostile = '<img src=x> & "quoted"';
let close: () => void = () => undefined;

async function setUp() {
  const made = await orderSetup();
  const { service, file, parts } = made;
  const uris = ['Quay', 'Pier'].map((name, index) => {
    file(name, reportOf(name, { aoi: polygon(box(5, 43, 5.0664, 43.05 - index * 0.00002)) }));
    return uriOf(name);
  });
  service.price = body => price((body as { title: string }).title === 'Pier' ? 20 : 10);
  const batchPage = createBatchPage(parts, vscode.Uri.file('/extension'), error => {
    throw error;
  });
  close = () => {
    for (const tab of [...editor.workbench.tabs]) if (tab.panel) editor.closeTab(tab);
  };
  const text = () => (editor.panels[0]?.webview.sent.at(-1) as { body: string } | undefined)?.body ?? '';
  /** Cells, rows and paragraphs as lines. */
  const lines = () =>
    text()
      .replaceAll(/<\/(?:tr|p|h1|h2|li)>/g, '\n')
      .replaceAll(/<\/t[dh]>\s*<t[dh][^>]*>/g, ' | ')
      .replaceAll(/<[^>]*>/g, ' ')
      .split('\n')
      .map(line => line.replaceAll(/[\s\u00a0]+/g, ' ').trim())
      .filter(Boolean);
  const files = uris.map((uri, index) => ({
    uri,
    cells: [['Title', ['Quay', 'Pier'][index]]] as [string, string][],
    estimate: 'about 12 credits',
  }));
  return {
    ...made,
    uris,
    batchPage,
    lines,
    text,
    show: (leftOut: { name: string; why: string }[] = []) =>
      batchPage.show({ title: 'Orders for areas', notes: ['Orders drafted: 2.'], files, leftOut }),
    price: (of = uris) => priceOrders({ ...parts, batchPage }, of[0], of),
    place: () => placeOrders({ ...parts, batchPage }, uris[0], uris),
    press: (action: string, index?: number) => editor.panels[0]?.webview.receive({ action, index }),
    offers: (action: string) => text().includes(`data-action="${action}"`),
  };
}

beforeEach(() => mkdirSync(vscode.Uri.joinPath(uriOf('Quay'), '..').fsPath, { recursive: true }));
afterEach(() => close());

describe('the page of several orders', () => {
  it('keeps a day in its titles on one line, which its hyphens would break', async () => {
    const { batchPage, uris, text } = await setUp();
    const cells = [['Title', 'Quay 2026-03-01 to 2026-09-05']] as [string, string][];
    batchPage.show({
      title: 'Orders',
      notes: [],
      files: [{ uri: uris[0] as vscode.Uri, cells }],
      leftOut: [],
    });
    await eventually(() =>
      expect(text()).toContain(
        '<td>Quay <span class="day">2026-03-01</span> to <span class="day">2026-09-05</span></td>',
      ),
    );
  });

  it('says of a file that was changed that the cells are of its draft', async () => {
    const { batchPage, uris, lines } = await setUp();
    const [uri] = uris as [vscode.Uri];
    const document = await vscode.workspace.openTextDocument(uri);
    const drafted = JSON.parse(document.getText()) as OrderBody;
    const cells = [['Title', 'Quay']] as [string, string][];
    batchPage.show({ title: 'Orders', notes: [], files: [{ uri, cells, drafted }], leftOut: [] });
    await eventually(() => expect(lines()).toContain('Quay | Not priced'));
    editor.documents.replace(
      editor.document('Quay.order.json'),
      JSON.stringify({ ...drafted, resolution: 1.5 }),
    );
    await eventually(() =>
      expect(lines()).toContain(
        'Quay | Not priced | The file was changed: the other columns are of its draft.',
      ),
    );
  });

  it('shows estimates, prices as they arrive, and the total with what places them, for as long as it is open', async () => {
    const { show, lines, offers, price: priceAll, uris, press, service } = await setUp();
    show();
    await eventually(() =>
      expect(lines()).toEqual([
        'Orders for areas',
        'Orders drafted: 2.',
        'Price Orders',
        'Title | Price',
        'Quay | about 12 credits',
        'Pier | about 12 credits',
      ]),
    );
    press('price');
    expect(editor.ran.at(-1)).toEqual(['swath.priceOrders', uris[0], uris]);
    const second = deferred<ReturnType<typeof price>>();
    service.price = body => ((body as { title: string }).title === 'Pier' ? second.promise : price(10));
    const priced = priceAll();
    await eventually(() => expect(lines()).toContain('Total: 10 credits for 1 of 2 orders'));
    expect(lines()).toContain('Pier | Pricing…');
    second.resolve(price(20));
    await priced;
    await eventually(() => expect(lines()).toContain('Total: 30 credits'));
    expect(lines()).toContain('Balance after order: 4,970 credits');
    expect(lines()).toEqual(expect.arrayContaining(['Quay | 10 credits', 'Pier | 20 credits']));
    expect([offers('price'), offers('place')]).toEqual([false, true]);
    expect([editor.panels.length, user.messages]).toEqual([1, ['Priced 2 of 2 orders. Total: 30 credits.']]);
    press('place');
    expect(editor.ran.at(-1)).toEqual(['swath.placeOrders', uris[0], uris]);
    expect(service.sent).toEqual([]);
  });

  it('opens for files that were selected, and says why one has no price', async () => {
    const { price: priceAll, lines, service, offers } = await setUp();
    service.price = body =>
      (body as { title: string }).title === 'Pier' ? Promise.reject(apiError('server', 500)) : price(10);
    await priceAll();
    await eventually(() => expect(lines()).toContain('Total: 10 credits for 1 of 2 orders'));
    expect(lines()).toContain('Quay.order.json | 10 credits');
    expect(lines().find(line => line.startsWith('Pier.order.json'))).toMatch(/500/);
    expect([offers('price'), offers('place')]).toEqual([true, true]);
  });

  it('says the price of what the service does not allow, and that its image may never be delivered', () => {
    const refused = { ...price(143), notOrderable: 'KO' };
    const text = (processingLevel: string, productType?: string) =>
      blockedText(refused, { products: [{ id: 'a' }] }, () => bareImage({ processingLevel, productType }));
    const reason = "can't be ordered, and the service gives no reason";
    expect(text('ALBUM')).toBe(`143 credits · ALBUM: may never be delivered · ${reason}`);
    expect(text('SENSOR', 'stereo')).toBe(`143 credits · stereo: never delivered · ${reason}`);
    expect(text('SENSOR')).toBe(`143 credits · ${reason}`);
  });

  it('shows what was ordered, counts it no longer, and offers nothing for it', async () => {
    const { show, place, lines, offers, press, service } = await setUp();
    show();
    const placed = place();
    await eventually(() => editor.question, { interval: 1 });
    user.answers = [say('Order for 30 credits')];
    editor.question.accept();
    await placed;
    expect(service.sent).toHaveLength(2);
    await eventually(() => expect(lines().filter(line => line.includes('· Ordered'))).toHaveLength(2));
    expect(lines()).toContain('Ordered: 30 credits');
    expect(lines().some(line => line.startsWith('Total'))).toBe(false);
    expect([offers('price'), offers('place')]).toEqual([false, false]);
    await eventually(() => expect(lines()).toContain('Orders: 2 placed'));
    expect(lines()[0]).toBe('Orders for areas');
    expect([editor.panels.length, user.messages]).toEqual([1, []]);
    const ran = editor.ran.length;
    press('place');
    for (const index of [2, -1, 0.5, undefined]) press('openOrder', index);
    expect(editor.ran).toHaveLength(ran);
    press('openOrder', 1);
    expect(editor.ran.slice(ran)).toEqual([['swath.openOrder', 'o2']]);
  });

  it('shows the results of files that no page lists, and opens also what failed at the service', async () => {
    const { place, lines, press, service } = await setUp();
    const isPier = (body: unknown) => (body as { title: string }).title === 'Pier';
    service.place = (body, count) =>
      Promise.resolve(bareOrder({ id: `o${count}`, status: isPier(body) ? 'rejected' : 'ordered' }));
    const placed = place();
    await eventually(() => editor.question, { interval: 1 });
    user.answers = [say('Order for 30 credits')];
    editor.question.accept();
    await placed;
    await eventually(() =>
      expect(lines().find(line => line.startsWith('Pier | '))).toMatch(
        /^Pier .* The order failed: .* Open Order$/,
      ),
    );
    expect(lines()[0]).toBe('Order Results');
    expect(lines()).toContain('Orders: 1 placed · 1 refused');
    press('openOrder', 1);
    expect(editor.ran.at(-1)).toEqual(['swath.openOrder', 'o2']);
  });

  it('offers to place a draft whose contents were ordered before it was drafted, and says so', async () => {
    const { batchPage, uris, parts, lines, offers, clock } = await setUp();
    clock.now -= 1000;
    const body = reportOf('Quay', { aoi: polygon(box(5, 43, 5.0664, 43.05)) });
    await parts.prices.ask(body);
    const ready = await parts.placing.readiness(body);
    if (ready.kind === 'ready') await parts.placing.place(body, { ...ready, isTyped: false });
    parts.draftNames.remember((uris[0] as vscode.Uri).path, 'Quay');
    batchPage.show({
      title: 'Orders',
      notes: [],
      files: [{ uri: uris[0] as vscode.Uri, cells: [] }],
      leftOut: [],
    });
    await eventually(() =>
      expect(lines().at(-1)).toBe('10 credits · The same was ordered just now: order o1'),
    );
    expect(offers('place')).toBe(true);
  });

  it('shows names as text, and files that are gone with the reason', async () => {
    const { batchPage, text, lines } = await setUp();
    batchPage.show({
      title: hostile,
      notes: [hostile],
      files: [{ uri: uriOf('Gone'), cells: [['Title', hostile]], note: hostile }],
      leftOut: [{ name: hostile, why: hostile }],
    });
    await eventually(() => expect(text()).toContain('<table>'));
    expect(text()).not.toContain('<img');
    expect(lines().some(line => line.includes('Gone'))).toBe(true);
  });
});
