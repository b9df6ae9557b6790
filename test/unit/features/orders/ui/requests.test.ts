import { basename } from 'node:path';
import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { port, searchSetup } from '../../images/ui/searchSetup.ts';
import type { OrdersState } from '../../../../../src/features/orders/knownOrders.ts';
import {
  copyRequest,
  insertNotebookCell,
  openRequest,
} from '../../../../../src/features/orders/ui/document/requests.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { connection, order } from '../../../fakes.ts';

const body = { kind: 'order.data.product', title: 'Quay' };
const orderPath = '/nowhere/quay.order.json';
const searchPath = '/nowhere/port.search.json';

async function setUp() {
  const { session, catalog } = await searchSetup();
  const orders: OrdersState = { kind: 'ready', orders: [order('o1', 'ordered')] };
  const parts = { session, catalog, orders: { current: signal(orders) }, pageSize: () => 50 };
  return { parts, catalog };
}

beforeEach(() => {
  newUser();
  editor.open(orderPath, JSON.stringify(body));
  editor.open(searchPath, JSON.stringify({ maxCloudCover: 20, lastDays: 10 }));
});

describe('copying as curl', () => {
  it.each([
    ['as text', `file:${orderPath}`],
    ['as an address', vscode.Uri.file(orderPath)],
  ])('uses the order document given %s, also after a search', async (_how, argument) => {
    const { parts, catalog } = await setUp();
    await catalog.search({
      aoi: { uri: 'file:/nowhere/port.geojson', path: [], name: 'Port', polygon: port, areaKm2: 9000 },
    });
    await copyRequest(parts, 'curl', argument);
    expect(editor.clipboard).toContain("'https://base.test/api/v1/prices'");
    expect(editor.clipboard).toContain("'https://base.test/api/v1/orders'");
    expect(editor.clipboard).toContain('"title": "Quay"');
    expect(editor.clipboard).toContain('THIS SPENDS MONEY');
    expect(user.prompts).toEqual([]);
  });

  it('uses a saved search, as of today', async () => {
    const { parts } = await setUp();
    await copyRequest(parts, 'curl', vscode.Uri.file(searchPath));
    expect(editor.clipboard).toContain('https://search.test/api/v2/opensearch?acquisitionDate=');
    expect(editor.clipboard).toContain('cloudCover=%5B0%2C20%5D');
    expect(editor.clipboard).not.toContain('/orders');
  });

  it('names the filters of the list, which the service does not know', async () => {
    const { parts } = await setUp();
    const limited = { maxCloudCover: 20, maxIncidenceAngle: 15 };
    editor.documents.replace(editor.document(basename(searchPath)), JSON.stringify(limited));
    await copyRequest(parts, 'curl', vscode.Uri.file(searchPath));
    expect(editor.clipboard).toContain(
      '# 1. The first page of the search. Without the filters of the list: incidence angle up to 15°.',
    );
    await copyRequest(parts, 'python', vscode.Uri.file(searchPath));
    expect(editor.clipboard).toContain('# All pages of the search. Without the filters of the list: ');
  });

  it('uses the order of a row', async () => {
    const { parts } = await setUp();
    await copyRequest(parts, 'curl', { id: 'order/o1', label: 'Quay', subject: { orderId: 'o1' } });
    expect(editor.clipboard).toContain("'https://base.test/api/v1/orders/o1'");
    expect(editor.clipboard).not.toContain('SPENDS');
  });

  it('uses what the user chooses: here the search on the map', async () => {
    const { parts, catalog } = await setUp();
    await catalog.search({
      aoi: { uri: 'file:/nowhere/port.geojson', path: [], name: 'Port', polygon: port, areaKm2: 9000 },
    });
    editor.show(editor.document('quay.order.json'));
    user.answers.push(say('Search on the Map'));
    await copyRequest(parts, 'curl', undefined);
    expect(user.prompts[0]?.choices).toEqual([
      'quay.order.json',
      'Search on the Map',
      'Order File…',
      'Saved Search…',
      'o1',
    ]);
    expect(editor.clipboard).toContain('geometry=POLYGON');
  });

  it('is of the search on the map, unasked, from the menu of its list', async () => {
    const { parts, catalog } = await setUp();
    await catalog.search({
      aoi: { uri: 'file:/nowhere/port.geojson', path: [], name: 'Port', polygon: port, areaKm2: 9000 },
    });
    editor.show(editor.document('quay.order.json'));
    await copyRequest(parts, 'curl', { search: true });
    expect(editor.clipboard).toContain('geometry=POLYGON');
  });

  it.each<[string, string, string]>([
    [orderPath, '{', "doesn't contain a JSON object"],
    [searchPath, '{', 'is not complete JSON'],
    [searchPath, '{"maxCloudCover": 200}', 'port.search.json'],
  ])('reports what is wrong in %s: %s', async (path, text, message) => {
    const { parts } = await setUp();
    editor.documents.replace(editor.document(basename(path)), text);
    await expect(copyRequest(parts, 'curl', vscode.Uri.file(path))).rejects.toThrow(message);
  });
});

describe('opening a request', () => {
  it('opens an unsaved request file beside the order', async () => {
    const { parts } = await setUp();
    await openRequest(parts, `file:${orderPath}`);
    const opened = editor.openedEditors[0]?.document;
    expect(opened?.uri.toString()).toBe('untitled:/nowhere/Quay.http');
    expect(opened?.getText()).toContain('POST {{baseUrl}}/api/v1/prices');
    expect(opened?.getText()).toContain('@baseUrl = https://base.test');
  });
});

describe('inserting a notebook cell', () => {
  it('says so if the notebook takes no edits', async () => {
    const { parts } = await setUp();
    editor.notebook = { notebook: { uri: vscode.Uri.file('/nowhere/port.ipynb'), cellCount: 0 } };
    await expect(insertNotebookCell(parts, `file:${orderPath}`)).rejects.toThrow("Couldn't insert the cell.");
  });
});

it('never includes a key or a token', async () => {
  const { parts } = await setUp();
  const key = 'very-secret+key/1234==';
  await parts.session.signIn(connection, key);
  const texts: string[] = [];
  for (const uri of [`file:${orderPath}`, `file:${searchPath}`]) {
    await copyRequest(parts, 'curl', uri);
    texts.push(editor.clipboard);
    await openRequest(parts, uri);
  }
  texts.push(...editor.openedEditors.map(({ document }) => document.getText()));
  expect(texts).toHaveLength(4);
  for (const text of texts) {
    for (const secret of [key, encodeURIComponent(key)]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/Bearer (?!\$token|\{\{token)/);
  }
});
