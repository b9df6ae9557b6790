import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Signal } from '@preact/signals-core';
import Ajv from 'ajv';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { ApiError } from '../../../../src/service/wire/errors.ts';
import { listed } from '../../../../src/service/wire/listed.ts';
import { readValue } from '../../../../src/platform/host/reading.ts';
import { UserError } from '../../../../src/platform/host/userError.ts';
import { asSignedIn } from '../../../../src/session/session.ts';
import { airport, analytics, harbour } from '../orders/ui/draftSetup.ts';
import {
  readToolInput,
  toolInputs,
  type ToolName,
  toolSchema,
} from '../../../../src/features/agents/toolInputs.ts';
import { outputSchema } from '../../../../src/features/agents/toolOutputs.ts';
import { eventually } from '../../../eventually.ts';
import { editor } from '../../../fake/editor.ts';
import { newUser } from '../../../fake/user.ts';
import { formatted } from '../../../formatted.ts';
import { apiError, contract, profile } from '../../fakes.ts';
import { fitText, hostileText } from '../../hostileText.ts';
import { tempFolder } from '../../tempFolder.ts';
import { toolSetup } from './toolSetup.ts';

beforeEach(newUser);

describe('a search by a language model', () => {
  it('uses an area of an open document, is returned without links, and leaves the map as it is', async () => {
    const { call, service, catalog } = await toolSetup();
    const result = await call('searchImages', { file: 'areas.geojson', area: 'Airport', maxCloudCover: 30 });
    expect(service.searches).toEqual([{ maxCloudCover: 30, aoi: airport.geometry }]);
    expect(result).toMatchObject({ total: 5, area: 'Airport' });
    const images = result.images as Record<string, unknown>[];
    expect(images.map(({ id, shareOfAreaCovered }) => [id, shareOfAreaCovered])).toEqual(
      expect.arrayContaining([['c', expect.closeTo(0.25, 1)]]),
    );
    expect(JSON.stringify(result)).not.toContain('http');
    expect(catalog.current.peek().phase.kind).toBe('idle');
    expect(editor.ran).toEqual([]);
  });

  it('shows on the map only what is in a document, on request', async () => {
    const { call, catalog } = await toolSetup();
    await expect(call('searchImages', { polygon: harbour.geometry, showOnMap: true })).rejects.toThrow(
      'Write the polygon to a GeoJSON file',
    );
    const result = await call('searchImages', {
      file: 'areas.geojson',
      area: 'Harbour',
      showOnMap: true,
      limit: 2,
    });
    expect(result.images).toHaveLength(2);
    expect(catalog.current.peek().images).toHaveLength(5);
    expect(editor.ran).toEqual([['swath.openMap', { show: 'aoi' }]]);
  });

  it('returns no images of an earlier search if the user cancels the one on the map', async () => {
    const { call, catalog, service } = await toolSetup();
    const search = { file: 'areas.geojson', area: 'Harbour', showOnMap: true };
    await call('searchImages', search);
    service.wait = abort =>
      new Promise((_resolve, reject) =>
        abort?.addEventListener('abort', () => reject(new ApiError('aborted', { request: 'TEST' }))),
      );
    const searching = call('searchImages', { ...search, maxCloudCover: 10 });
    await eventually(() => expect(catalog.current.peek().phase.kind).toBe('searching'));
    catalog.cancel();
    await expect(searching).rejects.toThrow('canceled or replaced');
  });

  it.each<[string, object, RegExp]>([
    ['a file outside of the workspace', { file: '/etc/passwd' }, /not a file of the workspace/],
    ['a way out of it', { file: '../secret.geojson' }, /not a file of the workspace/],
    ['a file and a polygon', { file: 'areas.geojson', polygon: harbour.geometry }, /either as "file"/],
    ['two kinds of area', { polygon: harbour.geometry, bounds: [5, 43, 6, 44] }, /bounds/],
    ['an open ring', { polygon: { type: 'Polygon', coordinates: [[[5, 43], [6, 43], [6, 44]]] } }, /polygon/], // oxfmt-ignore
    ['a criterion that does not exist', { cloud: 20 }, /cloud/],
  ])('refuses %s, and sends nothing', async (_what, input, message) => {
    const { call, service } = await toolSetup();
    const folder = await tempFolder();
    await writeFile(join(folder, 'secret.geojson'), '{}');
    editor.folders = [join(folder, 'project')];
    await expect(call('searchImages', input)).rejects.toThrow(message);
    expect(service.searches).toEqual([]);
  });

  it('says in words that the user must sign in, and what the service answered', async () => {
    const { call, session, service, log } = await toolSetup();
    service.wait = () => Promise.reject(apiError('server', 500));
    await expect(call('searchImages', { polygon: harbour.geometry })).rejects.toThrow('status 500');
    const details = { request: 'TEST', serverMessage: hostileText };
    service.wait = () => Promise.reject(new ApiError('invalid', details));
    await expect(call('searchImages', { polygon: harbour.geometry })).rejects.toThrow(`"${fitText}"`);
    expect(log.error).toHaveBeenCalled();
    await session.signOut();
    await expect(call('searchImages', { polygon: harbour.geometry })).rejects.toThrow('Not signed in');
  });
});

it.each<[string, unknown, string]>([
  [
    'an input that the service refuses',
    apiError('invalid', 400),
    'Correct the input and call the tool again.',
  ],
  ['something that is gone', apiError('notFound', 404), 'Search or list again'],
  ['a right that the user lacks', apiError('denied', 403), 'Tell the user instead of calling it again.'],
  ['an unreadable answer', apiError('shape', 200), 'Tell the user: the details are in the log'],
  ['a mistake of the program', new TypeError('x is undefined'), 'Tell the user: the details are in the log'],
])('tells the model what to do after %s', async (_what, error, next) => {
  const { call, service } = await toolSetup();
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- one of the errors above
  service.wait = () => Promise.reject(error);
  await expect(call('searchImages', { polygon: harbour.geometry })).rejects.toThrow(next);
});

it.each<[string, Record<string, unknown>]>([
  ['an unknown criterion', { cloud: 20 }],
  ['two kinds of area', { polygon: harbour.geometry, bounds: [5, 43, 6, 44] }],
  ['an open ring', { polygon: { type: 'Polygon', coordinates: [[[5, 43], [6, 43], [6, 44]]] } }], // oxfmt-ignore
])('tells the model to correct %s', async (_what, input) => {
  const { call } = await toolSetup();
  await expect(call('searchImages', input)).rejects.toThrow('Correct the input and call the tool again.');
});

describe('coverage', () => {
  it('is measured for images that were found before, without another request', async () => {
    const { call, service } = await toolSetup();
    await call('searchImages', { file: 'areas.geojson', area: 'Airport' });
    const result = await call('measureCoverage', { file: 'areas.geojson', area: 'Airport', imageIds: ['c'] });
    expect(service.searches).toHaveLength(1);
    const { shareCoveredTogether, leftKm2, areaKm2 } = await call('measureCoverage', {
      polygon: airport.geometry,
      imageIds: ['c', 'c'],
    }) as Record<string, number>; // oxfmt-ignore
    expect(result.shareCoveredTogether).toBe(shareCoveredTogether);
    expect(shareCoveredTogether).toBeCloseTo(0.25, 1);
    expect(leftKm2).toBeCloseTo((1 - (shareCoveredTogether ?? 0)) * (areaKm2 ?? 0), 0);
  });
});

const report = {
  kind: 'order.analytics-toolbox.archive',
  title: 'Cars at the harbour',
  analytic: 'cars',
  imageIds: ['a'],
  file: 'areas.geojson',
  area: 'Harbour',
};

describe('a draft by a language model', () => {
  it('finds images in the area where the service refuses a search by id, and names those that are not there', async () => {
    const { call } = await toolSetup(false);
    expect(await call('draftOrder', report)).toMatchObject({ opened: true });
    const unknown = call('draftOrder', { ...report, imageIds: ['nowhere'] });
    await expect(unknown).rejects.toThrow('The catalog lists no image nowhere.');
  });

  it('is an unsaved file next to the text of its area', async () => {
    const { call } = await toolSetup();
    const result = await call('draftOrder', report);
    expect(result).toMatchObject({ opened: true, file: 'Cars-at-the-harbour.order.json' });
    expect(JSON.parse(editor.openedEditors[0]?.document.getText() ?? '')).toEqual({
      kind: report.kind,
      title: report.title,
      analytic: 'cars',
      resolution: 0.5,
      imageIds: ['a'],
      aoi: harbour.geometry,
    });
    expect(editor.openedEditors[0]?.document.uri.scheme).toBe('untitled');
  });

  it('has the products that most people want, except for what is requested', async () => {
    const { call } = await toolSetup();
    const result = await call('draftOrder', {
      kind: 'order.data.product',
      title: 'Mosaic',
      imageIds: ['a', 'p'],
      polygon: harbour.geometry,
      product: { radiometricProcessing: 'DISPLAY' },
    });
    expect(result).toMatchObject({ opened: true });
    expect(JSON.parse(editor.openedEditors[0]?.document.getText() ?? '')).toMatchObject({
      kind: 'order.data.product',
      products: [
        { id: 'a', productType: 'pansharpened', radiometricProcessing: 'DISPLAY' },
        { id: 'p', productType: 'pansharpened-fs', radiometricProcessing: 'DISPLAY' },
      ],
    });
  });

  it('does not open with what the service would refuse, and returns the problems', async () => {
    const { call } = await toolSetup();
    const result = await call('draftOrder', {
      kind: 'order.data.product',
      title: 'Sharp',
      imageIds: ['p'],
      polygon: harbour.geometry,
      product: { radiometricProcessing: 'BASIC16' },
    });
    expect(result).toMatchObject({
      opened: false,
      problems: [{ severity: 'error', at: 'products.0.radiometricProcessing' }],
    });
    expect(editor.openedEditors).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['an analytic that there is not', { analytic: 'ships' }, /cars, change/],
    ['no analytic', { analytic: undefined }, /cars, change/],
    ['one image too few', { analytic: 'change' }, /images needed: 2/],
    ['images that analytics do not run on', { imageIds: ['p'] }, /supports PHR/],
    ['a product in a report', { product: {} }, /Leave it out/],
  ])('names the way out of %s', async (_what, change, message) => {
    const { call } = await toolSetup();
    await expect(call('draftOrder', { ...report, ...change })).rejects.toThrow(message);
    expect(editor.openedEditors).toEqual([]);
  });
});

describe('an answer to a language model', () => {
  it('has no long foreign text, and says what is cut', async () => {
    const { call, orders } = await toolSetup();
    orders.replace({ title: 'x'.repeat(200_000), message: 'y'.repeat(5000) });
    const answer = await call('listOrders', { id: 'o1' });
    expect(JSON.stringify(answer).length).toBeLessThan(5000);
    expect(answer).toMatchObject({
      message: `${'y'.repeat(1000)}… [5000 characters]`,
      cut: expect.stringContaining('message (5000 characters)') as string,
    });
    const short = await call('listOrders', { id: 'o2' });
    expect(short).not.toHaveProperty('cut');
    const name = 'z'.repeat(200_000);
    const failure = await call('searchImages', { [name]: 1 }).catch((error: unknown) => String(error));
    expect(JSON.stringify(failure).length).toBeLessThan(5000);
  });
});

it('agents open one draft after another, until ten are not saved', async () => {
  const { call } = await toolSetup();
  const drafts = Array.from({ length: 30 }, () => call('draftOrder', report));
  const outcomes = await Promise.allSettled(drafts);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(editor.openedEditors).toHaveLength(10);
  await expect(call('draftOrder', report)).rejects.toThrow('10 drafts by agents are open and not saved.');
});

it.each([
  [{}, /Changes nothing/],
  [{ showOnMap: true }, /replaces the search on the map/],
  [{ showOnMap: 'true' }, /replaces the search on the map/],
])('says before a search whether it replaces the one on the map: %j', async (input, message) => {
  await toolSetup();
  const tool = editor.tools.get('swath_searchImages');
  const prepared = await tool?.prepareInvocation?.({ input }, new vscode.CancellationTokenSource().token);
  expect(prepared?.confirmationMessages?.message).toMatch(message);
});

describe('a price for a language model', () => {
  const body = { kind: report.kind, title: 'Quay', analytic: 'cars', resolution: 0.5, imageIds: ['a'] };
  const open = (text: string) => editor.open('untitled:/nowhere/project/Quay.order.json', text);

  it('is that of the open file, with the balance', async () => {
    const { call, pricing } = await toolSetup();
    open(JSON.stringify({ ...body, aoi: harbour.geometry }));
    expect(await call('priceOrder', { file: 'Quay.order.json' })).toMatchObject({
      priced: true,
      price: '12 credits',
      balance: '4,900 credits',
      balanceReadAt: '2026-05-01T00:00:00.000Z',
      balanceAfter: '4,888 credits',
      isEnough: true,
    });
    expect(pricing.bodies).toEqual([{ ...body, aoi: harbour.geometry }]);
  });

  it('fails in words', async () => {
    const { call, pricing } = await toolSetup();
    open(JSON.stringify({ ...body, aoi: harbour.geometry }));
    pricing.price = () => Promise.reject(apiError('rateLimited', 429));
    await expect(call('priceOrder', { file: 'Quay.order.json' })).rejects.toThrow('is busy');
  });
});

const file = resolve(import.meta.dirname, '../../../../package.json');
const text = readFileSync(file, 'utf8');
const manifest = JSON.parse(text) as {
  contributes: { languageModelTools: { name: string; inputSchema: object; modelDescription: string }[] };
};
const declared = manifest.contributes.languageModelTools;
const names = Object.keys(toolInputs) as ToolName[];

describe('long answers', () => {
  it('come page by page, with the number of the next one', async () => {
    const { call } = await toolSetup();
    const page = (number: number) =>
      call('searchImages', { file: 'areas.geojson', area: 'Airport', limit: 2, page: number });
    expect(await page(1)).toMatchObject({
      total: 5,
      page: 1,
      nextPage: 2,
      images: [{ id: 'b' }, { id: 'c' }],
    });
    const last = await page(3);
    expect(last).toMatchObject({ total: 5, page: 3, images: [{ id: 'p' }] });
    expect(last).not.toHaveProperty('nextPage');
    const onMap = { file: 'areas.geojson', area: 'Airport', showOnMap: true, page: 2 };
    await expect(call('searchImages', onMap)).rejects.toThrow('The map shows all pages.');
  });
});

describe('long answers of a service that reports no total', () => {
  it('name the next page until one is empty', async () => {
    const { call, session } = await toolSetup();
    const client = await asSignedIn(session.current.peek())?.client();
    const search = client?.search.bind(client);
    if (!client || !search) throw new Error('Not signed in.');
    client.search = async (...args) => ({ ...(await search(...args)), total: undefined });
    const page = (number: number) =>
      call('searchImages', { file: 'areas.geojson', area: 'Airport', limit: 2, page: number });
    expect(await page(1)).toMatchObject({ total: 'not told', page: 1, nextPage: 2 });
    expect(await page(3)).toMatchObject({ page: 3, nextPage: 4, images: [{ id: 'p' }] });
    const last = await page(4);
    expect(last).toMatchObject({ page: 4, images: [] });
    expect(last).not.toHaveProperty('nextPage');
  });
});

describe('lists of the service that lack entries', () => {
  const extent = { total: 9, unreadable: 1, isWhole: false };
  const incomplete = (count: number) => `The list may be incomplete: ${count} of 9`;
  const unread = "1 entry couldn't be read: See the log";

  it('are told: orders, and that one of them can be missing', async () => {
    const { call, orders } = await toolSetup();
    expect(await call('listOrders', {})).not.toHaveProperty('lacks');
    orders.lack(extent);
    expect(await call('listOrders', {})).toMatchObject({ total: 2, lacks: [incomplete(2), unread] });
    await expect(call('listOrders', { id: 'o9' })).rejects.toThrow(
      `Order o9 isn't in the list, which may lack it. ${incomplete(2)}. ${unread}.`,
    );
  });

  it('are told: analytics and images', async () => {
    const { call, service, session } = await toolSetup();
    service.analytics = () => Promise.resolve(listed(analytics, extent) as typeof analytics);
    expect(await call('listAnalytics', {})).toMatchObject({ lacks: [incomplete(2), unread] });
    const client = await asSignedIn(session.current.peek())?.client();
    const search = client?.search.bind(client);
    if (!client || !search) throw new Error('Not signed in.');
    client.search = async (...args) => ({ ...(await search(...args)), unreadable: ['#1'] });
    expect(await call('searchImages', { polygon: harbour.geometry })).toMatchObject({ lacks: [unread] });
  });

  it('are told: subscriptions', async () => {
    const { call, subscriptions } = await toolSetup();
    const value = listed(readValue(subscriptions.current.peek()) ?? [], extent);
    subscriptions.current.value = { kind: 'ready', value, at: 0 };
    expect(await call('readAccount', {})).toMatchObject({ lacks: [incomplete(value.length), unread] });
  });
});

describe('the shortlist', () => {
  it('is listed with the notes of the user, and what each image covers', async () => {
    const { call, service } = await toolSetup();
    const listed = await call('listShortlist', { file: 'areas.geojson', area: 'Airport', limit: 1 });
    expect(listed).toMatchObject({
      total: 2,
      page: 1,
      nextPage: 2,
      images: [{ id: 'c', note: 'Best', shareOfAreaCovered: 0 }],
    });
    expect(await call('listShortlist', {})).toMatchObject({ total: 2, images: [{ id: 'c' }, { id: 'p' }] });
    expect(service.searches).toEqual([]);
  });
});

describe('a price', () => {
  it("doesn't say whether an old balance is enough", async () => {
    const { call, account } = await toolSetup();
    const { file } = await call('draftOrder', {
      kind: 'order.data.product',
      title: 'Mosaic',
      imageIds: ['a', 'p'],
      polygon: harbour.geometry,
    });
    account.readSince = () => {
      account.current.value = { kind: 'ready', value: profile(), at: 0, stale: apiError('network') };
      return Promise.resolve();
    };
    const priced = await call('priceOrder', { file });
    expect(priced).toMatchObject({
      price: '12 credits',
      readAt: expect.stringMatching(/Z$/) as string,
      balanceReadAt: '1970-01-01T00:00:00.000Z',
      balanceNotRefreshed: expect.stringMatching(/^Can't reach the service/) as string,
    });
    expect(priced).not.toHaveProperty('isEnough');
  });
});

describe('reading the account and its orders', () => {
  it('says what became of the money of a failed order, in the list and of it only', async () => {
    const { call, orders, moneyOf } = await toolSetup();
    orders.replace({ status: 'error' });
    const credits = (value: number) => [{ value, unit: 'credits' }];
    moneyOf.set('o1', { kind: 'returned', returned: credits(12), of: credits(12), isAll: true });
    const { orders: listed } = await call('listOrders', {});
    expect(listed).toMatchObject([{ id: 'o2' }, { id: 'o1', refund: 'Refunded in full: 12 credits.' }]);
    expect((listed as object[])[0]).not.toHaveProperty('refund');
    moneyOf.set('o1', { kind: 'unread', error: apiError('network') });
    expect(await call('listOrders', { id: 'o1' })).toMatchObject({
      refund: expect.stringMatching(/^Can't read the payments, which show whether it was refunded/) as string,
    });
  });

  it('lists orders by phase, and tells one with its deliveries', async () => {
    const { call, orders } = await toolSetup();
    expect(await call('listOrders', { phase: 'delivered' })).toEqual({
      total: 1,
      page: 1,
      readAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      orders: [
        {
          id: 'o1',
          title: 'o1',
          status: 'delivered',
          phase: 'delivered',
          price: '12 credits',
          deliveries: 1,
        },
      ],
    });
    expect(await call('listOrders', { id: 'o2' })).toMatchObject({ status: 'ordered', deliveries: [] });
    await expect(call('listOrders', { id: 'o9' })).rejects.toThrow(
      'There is no order o9. List the orders first.',
    );
    orders.breakDown();
    const old = await call('listOrders', { id: 'o2' });
    expect(old).toMatchObject({ status: 'ordered', notRefreshed: expect.any(String) as string });
    expect(old).not.toHaveProperty('readAt');
  });

  it('lists the orders on an area', async () => {
    const { call, orders } = await toolSetup();
    orders.replace({ payload: { kind: 'order.analytics-toolbox.archive', aoi: harbour.geometry } });
    const on = (area: string) => call('listOrders', { file: 'areas.geojson', area });
    expect(await on('Harbour')).toMatchObject({ total: 1, area: 'Harbour', orders: [{ id: 'o1' }] });
    expect(await on('Airport')).toMatchObject({ total: 0, area: 'Airport', orders: [] });
  });

  it('summarizes a report on this machine, and downloads none', async () => {
    const { call } = await toolSetup();
    expect(await call('reportSummary', { orderId: 'o1' })).toMatchObject({
      features: 3,
      acquired: '2026-03-01T00:00:00.000Z',
      deliveredAt: '2026-03-02T00:00:00Z',
      savedAt: '2026-03-04T00:00:00.000Z',
      readAt: expect.any(String) as string,
      properties: [
        { name: 'class', values: [['car', 2], ['truck', 1]] }, // oxfmt-ignore
        { name: 'score', least: 0.5, greatest: 0.9 },
      ],
    });
    await expect(call('reportSummary', { orderId: 'o2' })).rejects.toThrow("isn't downloaded");
  });

  it('lists no subscriptions while they are unknown', async () => {
    const { call, subscriptions } = await toolSetup();
    subscriptions.current.value = { kind: 'failed', error: apiError('network') };
    const result = await call('readAccount', {});
    expect(result).toMatchObject({
      notRefreshed: expect.stringMatching(/^Can't reach the service/) as string,
    });
    expect(result).not.toHaveProperty('subscriptions');
  });

  it('says when something was read by the clock of the service, where it is ahead', async () => {
    const { call, catalog } = await toolSetup();
    const read = async () => ({ ...(await call('readAccount', {})), ...(await call('listOrders', {})) });
    const timesOf = (answer: Record<string, unknown>) =>
      ['balanceReadAt', 'subscriptionsReadAt', 'readAt'].map(name => Date.parse(String(answer[name])));
    const before = timesOf(await read());
    const dayMs = 24 * 3600 * 1000;
    (catalog.clock.aheadMs as Signal<number>).value = 30 * dayMs;
    const after = timesOf(await read());
    for (const [index, time] of after.entries())
      expect(time - (before[index] ?? 0)).toBeGreaterThan(29 * dayMs);
  });

  it('reads the balance and the subscriptions', async () => {
    const { call } = await toolSetup();
    const result = await call('readAccount', {});
    expect(result).toMatchObject({
      balance: '4,900 credits',
      subscriptions: [{ id: 's1', title: 'Starter' }],
    });
  });

  it('asks for the balance at each call, and says how old it is while the service is away', async () => {
    const service = { balance: 4_850, isAway: false };
    // What was requested in the same millisecond is no older than the call, and isn't requested again.
    const laterThan = ({ balanceReadAt }: Record<string, unknown>) =>
      vi.waitUntil(() => Date.now() > Date.parse(String(balanceReadAt)), { interval: 1 });
    const { call } = await toolSetup(true, () =>
      service.isAway
        ? Promise.reject(apiError('network'))
        : Promise.resolve(profile({ contract: contract(service.balance) })),
    );
    const first = await call('readAccount', {});
    expect(first).toMatchObject({ balance: '4,850 credits' });
    await laterThan(first);
    service.balance = 10;
    const read = await call('readAccount', {});
    expect(read).toMatchObject({ balance: '10 credits', balanceReadAt: expect.any(String) as string });
    await laterThan(read);
    service.isAway = true;
    expect(await call('readAccount', {})).toMatchObject({
      balance: '10 credits',
      balanceReadAt: read.balanceReadAt,
      notRefreshed: expect.stringMatching(/^Can't reach the service/) as string,
    });
    Object.assign(service, { isAway: false, balance: 7 });
    const back = await call('readAccount', {});
    expect(back).toMatchObject({ balance: '7 credits' });
    expect(back).not.toHaveProperty('notRefreshed');
  });
});

describe('the tools of the manifest', () => {
  it('are exactly the existing ones', () => {
    expect(declared.map(({ name }) => name)).toEqual(names);
  });

  it('accept what the code accepts (fix with vitest -u)', async () => {
    for (const tool of declared) tool.inputSchema = toolSchema(tool.name as ToolName);
    const expected = await formatted(file, JSON.stringify(manifest, null, 2));
    await expect(expected).toMatchFileSnapshot(file);
  });

  it('state for everything that spends or drafts that it orders nothing', () => {
    for (const name of ['swath_draftOrder', 'swath_priceOrder']) {
      expect(declared.find(tool => tool.name === name)?.modelDescription).toMatch(/Orders nothing/);
    }
  });
});

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [5, 43],
      [6, 43],
      [6, 44],
      [5, 43],
    ],
  ],
};
const draft = { kind: 'order.data.product', title: 'Quay', imageIds: ['a'], file: 'quay.geojson' };

const table: [ToolName, string, unknown, boolean][] = [
  ['swath_searchImages', 'nothing', {}, true],
  ['swath_searchImages', 'a polygon', { polygon: square, maxCloudCover: 20, limit: 5 }, true],
  ['swath_searchImages', 'a box', { bounds: [5, 43, 6, 44], lastDays: 30 }, true],
  ['swath_searchImages', 'a circle', { circle: { longitude: 5, latitude: 43, radius: 500 } }, true],
  ['swath_searchImages', 'a misspelt criterion', { maxCloud: 20 }, false],
  ['swath_searchImages', 'more cloud than there is', { maxCloudCover: 120 }, false],
  ['swath_searchImages', 'a day of another form', { acquiredFrom: '01/02/2025' }, false],
  ['swath_searchImages', 'more than it tells of', { limit: 500 }, false],
  ['swath_searchImages', 'a constellation of others', { constellation: 'S2' }, false],
  ['swath_measureCoverage', 'images of a file', { file: 'quay.geojson', imageIds: ['a', 'b'] }, true],
  ['swath_measureCoverage', 'no image', { file: 'quay.geojson', imageIds: [] }, false],
  ['swath_measureCoverage', 'more images than one call takes', { imageIds: Array(26).fill('a') }, false],
  ['swath_listAnalytics', 'nothing', {}, true],
  ['swath_draftOrder', 'a product', { ...draft, product: { imageFormat: 'image/jp2' } }, true],
  ['swath_draftOrder', 'no title', { ...draft, title: '' }, false],
  ['swath_draftOrder', 'another kind', { ...draft, kind: 'order.tasking' }, false],
  ['swath_draftOrder', 'a wish to place it', { ...draft, place: true }, false],
  ['swath_listOrders', 'a phase', { phase: 'delivered', limit: 3 }, true],
  ['swath_listOrders', 'a state of other services', { phase: 'paid' }, false],
  ['swath_reportSummary', 'no order', {}, false],
  ['swath_priceOrder', 'a file', { file: 'quay.order.json' }, true],
  ['swath_priceOrder', 'no file', {}, false],
];

describe('the input of a tool', () => {
  it.each(table)('%s with %s', (name, _what, input, isTaken) => {
    const validate = new Ajv({ schemaId: 'auto' }).compile(toolSchema(name));
    expect(validate(input)).toBe(isTaken);
    if (isTaken) expect(readToolInput(name, input)).toEqual(input);
    else expect(() => readToolInput(name, input)).toThrow(UserError);
  });

  const polygon = { polygon: square };
  it.each<[ToolName, unknown, object]>([
    ['swath_searchImages', { polygon: JSON.stringify(square) }, polygon],
    [
      'swath_searchImages',
      { polygon: { type: 'Polygon', coordinates: JSON.stringify(square.coordinates) } },
      polygon,
    ],
    ['swath_searchImages', JSON.stringify(polygon), polygon],
    [
      'swath_searchImages',
      { ...polygon, acquiredFrom: null, lastDays: null, sortBy: '', cloud: '' },
      polygon,
    ],
    [
      'swath_searchImages',
      { lastDays: '30', maxCloudCover: ' 20 ', showOnMap: 'true' },
      { lastDays: 30, maxCloudCover: 20, showOnMap: true },
    ],
    ['swath_searchImages', { bounds: '[5, 43, 6, 44]' }, { bounds: [5, 43, 6, 44] }],
    ['swath_searchImages', { bounds: ['5', '43', '6', '44'] }, { bounds: [5, 43, 6, 44] }],
    [
      'swath_searchImages',
      { circle: { longitude: '5', latitude: 43, radius: '500' } },
      { circle: { longitude: 5, latitude: 43, radius: 500 } },
    ],
    [
      'swath_measureCoverage',
      { ...polygon, imageIds: '["a","b"]', area: 2 },
      { ...polygon, imageIds: ['a', 'b'], area: '2' },
    ],
    [
      'swath_draftOrder',
      { ...draft, product: { imageFormat: null }, analytic: '' },
      { ...draft, product: {} },
    ],
    [
      'swath_draftOrder',
      { ...draft, product: '{"productType": "bundle"}' },
      { ...draft, product: { productType: 'bundle' } },
    ],
    ['swath_listOrders', null, {}],
    ['swath_listOrders', [], {}],
    ['swath_listOrders', '', {}],
    ['swath_readAccount', { random_string: 'dummy' }, {}],
    ['swath_listAnalytics', undefined, {}],
  ])('of %s is read as it is meant: %j', (name, input, meant) => {
    expect(readToolInput(name, input)).toEqual(meant);
  });

  it.each<[ToolName, unknown]>([
    ['swath_searchImages', { polygon: 'the harbour' }],
    ['swath_searchImages', { lastDays: 'thirty' }],
    ['swath_searchImages', { lastDays: '30.5' }],
    ['swath_searchImages', { showOnMap: 1 }],
    ['swath_searchImages', { cloud: 20 }],
    ['swath_searchImages', [5, 43, 6, 44]],
    ['swath_draftOrder', { ...draft, title: ' ' }],
    ['swath_priceOrder', { file: null }],
    ['swath_listOrders', { place: 'true' }],
  ])('of %s is no guess: %j', (name, input) => {
    expect(() => readToolInput(name, input)).toThrow(UserError);
  });

  it.each(names)('of %s and its answer have schemas that every client takes', name => {
    const [input, output] = [toolSchema(name), outputSchema(name)].map(schema => JSON.stringify(schema));
    for (const schema of [input, output]) {
      expect(schema).not.toMatch(
        /"(\$schema|const|exclusiveM\w+|oneOf|allOf|not|\$ref|\$defs|propertyNames|patternProperties|format|default)":/,
      );
      expect(schema).not.toContain('"additionalProperties":{');
    }
  });

  it('is refused with the path', () => {
    expect(() => readToolInput('swath_draftOrder', { ...draft, imageIds: ['a', ''] })).toThrow(
      /imageIds\[1\]/,
    );
  });
});
