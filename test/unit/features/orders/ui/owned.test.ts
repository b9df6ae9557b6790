import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { signal } from '@preact/signals-core';
import type { Position } from 'geojson';
import { describe, expect, it, vi } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Order } from '../../../../../src/service/rules/order.ts';
import { deliveryItem } from '../../../../../src/features/images/rules/stacItem.ts';
import { isLoaded } from '../../../../../src/features/orders/knownOrders.ts';
import { createOrders } from '../../../../../src/features/orders/orders.ts';
import { createOwned } from '../../../../../src/features/orders/owned.ts';
import { createStacItems } from '../../../../../src/features/orders/ui/stacItems.ts';
import { editor } from '../../../../fake/editor.ts';
import { clockAt, fakeClient, otherConnection, ownOrders, signedInSession } from '../../../fakes.ts';
import { bareImage, bareOrder } from '../../../fixtures.ts';
import { shortestMs } from '../../../growth.ts';

const orderCount = 400;
const fileCount = 100;
const kind = 'order.data.product';
const imageOf = (id: string) =>
  bareImage({
    id,
    constellation: 'PHR',
    acquisitionDate: '2026-03-02T10:00:00Z',
    footprint: polygon(box(-5, 40, 20, 60)),
  });

/** A circle of 100 vertices, 0.1° wide. */
function areaAt(index: number) {
  const x = (index % 40) * 0.05;
  const y = 48 + Math.floor(index / 40) * 0.05;
  const ring = Array.from({ length: 100 }, (_none, at): Position => {
    const angle = (2 * Math.PI * at) / 100;
    return [x + 0.05 * Math.cos(angle), y + 0.05 * Math.sin(angle)];
  });
  return polygon([...ring, ...ring.slice(0, 1)]);
}

function productOf(index: number) {
  return {
    id: `image-${index}`,
    productType: 'pansharpened',
    imageFormat: 'image/geotiff',
    aoi: areaAt(index),
  };
}

function orderOf(index: number): Order {
  const payload = { kind, products: [productOf(index)] };
  const createdAt = new Date(Date.UTC(2026, 2, 1) + index).toISOString();
  // Every hundredth has no area.
  const isReadable = index % 100 !== 99;
  return bareOrder({
    id: `o${index}`,
    kind,
    status: 'delivered',
    createdAt,
    ...(isReadable ? { payload } : {}),
    fields: isReadable ? { payload } : {},
  });
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes. */
function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('with 400 orders and 100 deliveries in the workspace', () => {
  it('knows what is bought twice from one list of orders, as fast as that list is parsed', async () => {
    const listed = Array.from({ length: orderCount }, (_none, index) => orderOf(index));
    const folder = await mkdtemp(join(tmpdir(), 'swath-owned-'));
    const items = join(folder, 'stac', 'items');
    await mkdir(items, { recursive: true });
    for (let index = orderCount; index < orderCount + fileCount; index++) {
      const file = { name: `${index}.zip`, size: 1, sha256: '', writtenAt: 0, seenAt: undefined };
      const item = deliveryItem(orderOf(index), 0, productOf(index), file);
      await writeFile(join(items, `${index}.json`), JSON.stringify(item));
    }
    await writeFile(join(items, 'broken.json'), '{');
    editor.folders = [folder];
    const pages: number[] = [];
    const client = fakeClient({
      ordersPage: ({ page, itemsPerPage }) => {
        pages.push(page);
        const part = listed.slice((page - 1) * itemsPerPage, page * itemsPerPage);
        const isLast = page * itemsPerPage >= listed.length;
        return Promise.resolve({ items: part, total: listed.length, isLast, broken: [] } as never);
      },
    });
    const session = await signedInSession(client);
    const orders = createOrders(session, () => 1_000_000, ownOrders());
    await vi.waitFor(() => expect(isLoaded(orders.current.value)).toBe(true));
    const read = [...pages];
    const problems: unknown[] = [];
    const onError = (error: unknown) => problems.push(error);
    const text = JSON.stringify(listed);
    const heapBefore = heapInUse();
    const owned = createOwned(orders, createStacItems(onError), onError, clockAt());
    await owned.readFiles();
    expect(owned.items.value).toHaveLength(orderCount + fileCount);
    expect(problems).toEqual([]);

    const body = { kind, products: [productOf(5), productOf(450), { ...productOf(350), id: 'other' }] };
    const texts = owned.ownedTexts(body, imageOf);
    const parsingMs = shortestMs(() => JSON.parse(text) as unknown);
    const comparingMs = shortestMs(() => owned.ownedTexts(body, imageOf));

    expect(texts).toEqual([
      expect.stringMatching(/^You already have this image: 100 % .* order o5$/),
      expect.stringMatching(
        /^You already have this image: 100 % .* order o450 \(a file in the workspace, perhaps of another account\)$/,
      ),
      expect.stringMatching(/^Another image of the same week: 100 % /),
    ]);
    // Every image of a list gets its mark.
    const area = areaAt(5);
    const marked = () =>
      [...owned.byImage.value.keys()].flatMap(id => owned.imageMark(id, area, imageOf)?.meaning ?? []);
    expect(marked().every(line => line.startsWith('You already have this image'))).toBe(true);
    const markingMs = shortestMs(marked);
    expect(markingMs / parsingMs).toBeLessThan(10);
    // The areas of the orders are those of the list: only what lies in the workspace is kept in addition.
    const grownBytes = heapInUse() - heapBefore;
    expect(grownBytes).toBeLessThan(text.length);
    expect(owned.gapTexts()).toEqual(['Not compared with orders without a readable area: 4']);
    expect(comparingMs / parsingMs).toBeLessThan(2);
    // The list was read once, and nothing else was requested.
    expect(new Set(read).size).toBe(read.length);
    expect(pages).toEqual(read);
    await session.signIn(otherConnection, 'key');
    await vi.waitFor(() => expect(pages).toEqual([...read, ...read]));
    orders.dispose();
  });
});

it('leaves out what is too long in the workspace or could not be read, and says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'swath-owned-'));
  const items = join(folder, 'stac', 'items');
  await mkdir(items, { recursive: true });
  const file = { name: 'x.zip', size: 1, sha256: '', writtenAt: 0, seenAt: undefined };
  const item = deliveryItem(orderOf(1), 0, productOf(1), file);
  await writeFile(join(items, 'short.json'), JSON.stringify(item));
  await writeFile(join(items, 'long.json'), JSON.stringify(item).padEnd(1_000_000));
  await symlink('loop.json', join(items, 'loop.json'));
  editor.folders = [folder];
  const problems: unknown[] = [];
  const readItems = createStacItems(error => problems.push(error));
  let unread: readonly string[] = [];
  const onUnread = (paths: readonly string[]) => void (unread = paths);
  expect(await readItems(onUnread)).toMatchObject({ items: [{ orderId: 'o1' }] });
  expect(unread.map(path => basename(path)).sort()).toEqual(['long.json', 'loop.json']);
  expect(problems).toEqual([expect.objectContaining({ code: 'ELOOP' })]);
  await rm(join(items, 'loop.json'));
  await rm(join(items, 'long.json'));
  expect(await readItems(onUnread)).toMatchObject({ items: [{ orderId: 'o1' }], isWhole: true });
  expect(unread).toEqual([]);
});

it.each([
  ['Owned', 'delivered'],
  ['Ordered', 'ordered'],
  [undefined, 'error'],
  [undefined, 'rejected'],
])('marks images in the list as %s whose order has the status %s', async (mark, status) => {
  const orders = [{ ...orderOf(1), status }];
  const listed = { current: signal({ kind: 'ready' as const, orders }), sent: signal(new Map()) };
  const readItems = () => Promise.resolve({ items: [], isWhole: true });
  const onError = (error: unknown) => expect.unreachable(String(error));
  const owned = createOwned({ ...listed, readAt: () => undefined }, readItems, onError, clockAt());
  await owned.readFiles();
  expect(owned.imageMark('image-1', areaAt(1), imageOf)?.text).toBe(mark);
  // Reading them again leaves no gap, also while it goes on.
  void owned.readFiles();
  expect(owned.gapTexts()).toEqual([]);
});

it.each([
  ['Delivered', 'delivered'],
  ['Ordered', 'ordered'],
])('marks images in the list as %s whose report has the status %s', (mark, status) => {
  const payload = { analytic: 'cars', aoi: areaAt(1), imageIds: ['image-1'] };
  const report = bareOrder({ id: 'r1', kind: 'order.analytics-toolbox.archive', status, payload });
  const listed = { current: signal({ kind: 'ready' as const, orders: [report] }), sent: signal(new Map()) };
  const owned = createOwned(
    { ...listed, readAt: () => undefined },
    () => Promise.resolve({ items: [], isWhole: true }),
    error => expect.unreachable(String(error)),
    clockAt(),
  );
  expect(owned.imageMark('image-1', areaAt(1), imageOf)?.text).toBe(mark);
});

it.each([
  [540_000, []],
  [660_000, ['Not compared with orders placed elsewhere since the last refresh (11 min ago)']],
])('says that others may have ordered since, by the clock of the list: %i ms', async (age, gaps) => {
  const readAt = Date.parse('2040-01-01T00:00:00Z');
  const listed = {
    current: signal({ kind: 'ready' as const, orders: [{ ...orderOf(1), status: 'ordered' }] }),
    sent: signal(new Map()),
    readAt: () => readAt,
  };
  const readItems = () => Promise.resolve({ items: [], isWhole: true });
  const onError = (error: unknown) => expect.unreachable(String(error));
  const owned = createOwned(
    listed,
    readItems,
    onError,
    clockAt(() => readAt + age),
  );
  await owned.readFiles();
  expect([owned.gapTexts(), owned.isOld()]).toEqual([gaps, gaps.length > 0]);
  // What was ordered here may be younger than the list.
  const [text] = owned.ownedTexts({ kind, products: [productOf(1)] }, imageOf);
  expect(text).toMatch(/^You already ordered this image.*, order o1$/);
});
