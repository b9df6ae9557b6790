import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrdersState } from '../../../src/state/orders.ts';
import { connection, order } from '../state/fakes.ts';
import { desk, fakeDocument, FakeUri } from './areaWindow.ts';
import { say, scripted } from './scriptedWindow.ts';
import { port, searchBench } from './searchBench.ts';
import { resetSearchWindow } from './searchWindow.ts';

vi.mock('vscode', async () => (await import('./searchWindow.ts')).searchVscode);

const { copyAsCurl } = await import('../../../src/commands/copyAsCurl.ts');
const { openRequest } = await import('../../../src/commands/openRequest.ts');

const body = { kind: 'order.data.product', title: 'Quay' };
const orderPath = '/nowhere/quay.order.json';
const searchPath = '/nowhere/port.search.json';

async function bench() {
  const { session, catalog } = await searchBench();
  const orders: OrdersState = { kind: 'ready', orders: [order('o1', 'ordered')] };
  const parts = { session, catalog, orders: { current: signal(orders) }, pageSize: () => 50 };
  return { parts, catalog };
}

beforeEach(() => {
  resetSearchWindow();
  desk.documents.push(
    fakeDocument(orderPath, JSON.stringify(body), 'file'),
    fakeDocument(searchPath, JSON.stringify({ maxCloudCover: 20, lastDays: 10 }), 'file'),
  );
});

describe('copying as curl', () => {
  it.each([
    ['as text', `file:${orderPath}`],
    ['as an address', new FakeUri('file', orderPath)],
  ])('is of the order document given %s', async (_how, given) => {
    const { parts } = await bench();
    await copyAsCurl(parts, given);
    expect(scripted.clipboard).toContain("'https://base.test/api/v1/prices'");
    expect(scripted.clipboard).toContain("'https://base.test/api/v1/orders'");
    expect(scripted.clipboard).toContain('"title": "Quay"');
    expect(scripted.clipboard).toContain('THIS SPENDS MONEY');
    expect(scripted.shown).toEqual([]);
  });

  it('is of a saved search, for today', async () => {
    const { parts } = await bench();
    await copyAsCurl(parts, new FakeUri('file', searchPath));
    expect(scripted.clipboard).toContain('https://search.test/api/v2/opensearch?acquisitionDate=');
    expect(scripted.clipboard).toContain('cloudCover=%5B0%2C20%5D');
    expect(scripted.clipboard).not.toContain('/orders');
  });

  it('is of the order of a row', async () => {
    const { parts } = await bench();
    await copyAsCurl(parts, { id: 'order/o1', label: 'Quay', subject: { orderId: 'o1' } });
    expect(scripted.clipboard).toContain("'https://base.test/api/v1/orders/o1'");
    expect(scripted.clipboard).not.toContain('SPENDS');
  });

  it('is of what the user chooses: here the search on the map', async () => {
    const { parts, catalog } = await bench();
    await catalog.search({
      aoi: { uri: 'file:/nowhere/port.geojson', path: [], name: 'Port', polygon: port, areaKm2: 9000 },
    });
    desk.active = desk.documents[0];
    scripted.answers.push(say('Search on the Map'));
    await copyAsCurl(parts, undefined);
    expect(scripted.shown[0]?.choices).toEqual([
      'quay.order.json',
      'Search on the Map',
      'Order File…',
      'Saved Search…',
      'o1',
    ]);
    expect(scripted.clipboard).toContain('geometry=POLYGON');
  });

  it('does not offer a search that nobody has made', async () => {
    const { parts } = await bench();
    scripted.answers.push(say(undefined));
    await copyAsCurl(parts, undefined);
    expect(scripted.shown[0]?.choices).toEqual(['Order File…', 'Saved Search…', 'o1']);
    expect(scripted.clipboard).toBe('');
  });

  it.each<[string, string, string]>([
    [orderPath, '{', 'does not hold a JSON object'],
    [searchPath, '{', 'is not complete JSON'],
    [searchPath, '{"maxCloudCover": 200}', 'port.search.json'],
  ])('tells what is wrong in %s: %s', async (path, text, message) => {
    const { parts } = await bench();
    const document = desk.documents.find(({ uri }) => uri.path === path);
    if (document) document.text = text;
    await expect(copyAsCurl(parts, new FakeUri('file', path))).rejects.toThrow(message);
  });

  it('tells that an order is nested too deep to be sent', async () => {
    const { parts } = await bench();
    const document = desk.documents.find(({ uri }) => uri.path === orderPath);
    if (document) document.text = `{"tags": ${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const copied = copyAsCurl(parts, new FakeUri('file', orderPath));
    await expect(copied).rejects.toThrow('quay.order.json is nested more than 200 levels deep');
  });

  it('tells that other documents are no requests', async () => {
    const { parts } = await bench();
    desk.documents.push(fakeDocument('/nowhere/notes.txt', '', 'file'));
    const given = new FakeUri('file', '/nowhere/notes.txt');
    await expect(copyAsCurl(parts, given)).rejects.toThrow('neither an order file');
  });
});

describe('opening a request', () => {
  it('opens an unsaved request file beside the order', async () => {
    const { parts } = await bench();
    await openRequest(parts, `file:${orderPath}`);
    const [shown] = desk.shown;
    expect(shown?.uri.toString()).toBe('untitled:/nowhere/Quay.http');
    expect(shown?.text).toContain('POST {{baseUrl}}/api/v1/prices');
    expect(shown?.text).toContain('@baseUrl = https://base.test');
  });
});

it('no key and no token gets anywhere', async () => {
  const { parts } = await bench();
  const key = 'very-secret+key/1234==';
  await parts.session.signIn(connection, key);
  const texts: string[] = [];
  for (const given of [`file:${orderPath}`, `file:${searchPath}`]) {
    await copyAsCurl(parts, given);
    texts.push(scripted.clipboard);
    await openRequest(parts, given);
  }
  texts.push(...desk.shown.map(({ text }) => text));
  expect(texts).toHaveLength(4);
  for (const text of texts) {
    for (const secret of [key, encodeURIComponent(key)]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/Bearer (?!\$token|\{\{token)/);
  }
});
