import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { box, polygon } from '../../../geo/polygons.ts';
import { analyticOrderKind } from '../../../../../src/service/rules/analyticOrder.ts';
import type { Order } from '../../../../../src/service/rules/order.ts';
import {
  deliveryStem,
  downloadedIds,
  findDelivered,
  roomAt,
} from '../../../../../src/features/deliveries/ui/deliveryFiles.ts';
import { editor } from '../../../../fake/editor.ts';
import { anyText } from '../../../anyText.ts';
import { bareDelivery, bareOrder } from '../../../fixtures.ts';
import { tempFolder } from '../../../tempFolder.ts';

describe('the path of a delivery', () => {
  const storage = Uri.file('/storage');
  const order = (id: string, title?: string): Order => bareOrder({ id, status: 'delivered', title });

  const stemOf = (of: Order, connectionName = 'Local', index = 0) =>
    deliveryStem({ order: of, index }, connectionName, storage);

  function placed(folder: string, workspace: string[] = []) {
    editor.settings = { 'swath.downloads.folder': folder };
    editor.folders = workspace;
    return dirname(stemOf(order('o1', 'Harbour')));
  }

  it('is in the folder from the settings', () => {
    expect(placed('/data/reports', ['/project'])).toBe('/data/reports');
    expect(placed('reports/new', ['/project', '/other'])).toBe(join('/project', 'reports/new'));
    expect(placed('~/reports', ['/project'])).toBe(join(homedir(), 'reports'));
    expect(placed('~', ['/project'])).toBe(homedir());
    expect(placed('~other', ['/project'])).toBe('/project/~other');
    expect(placed(' reports ', ['/project'])).toBe('/project/reports');
  });

  it("is in the extension's own storage if no local folder is open or the setting is empty", () => {
    expect(placed('reports')).toBe(join('/storage', 'reports'));
    expect(placed('reports', ['vscode-vfs://host/virtual'])).toBe(join('/storage', 'reports'));
    expect(placed('', ['/project'])).toBe(join('/storage', 'reports'));
  });

  it('is the same for the same order, and different for every other order', () => {
    placed('reports', ['/project']);
    const path = stemOf(order('o1', 'Harbour'));
    expect(basename(path)).toMatch(/^Harbour-[0-9a-f]{8}$/);
    expect(stemOf(order('o1', 'Harbour'))).toBe(path);
    expect(stemOf(order('o2', 'Harbour'))).not.toBe(path);
    expect(stemOf(order('o1', 'Harbour'), 'Sandbox')).not.toBe(path);
    expect(basename(stemOf(order('o1')))).toMatch(/^report-[0-9a-f]{8}$/);
  });

  it('stays inside its folder, whatever the service calls the order', () => {
    placed('reports', ['/project']);
    fc.assert(
      fc.property(fc.string(), anyText, (id, title) => {
        expect(dirname(stemOf(order(id, title)))).toBe('/project/reports');
      }),
    );
  });

  it('differs for the products of one order, and names their type', () => {
    placed('reports', ['/project']);
    const product = (id: string | undefined, productType?: string) =>
      bareDelivery({ id, datas: productType === undefined ? undefined : { productType } });
    const kind = 'order.data.product';
    const deliveries = [
      product('d1', 'pansharpened-fs'),
      product('d2', '../..'),
      product(undefined),
      product(undefined),
    ];
    const of = bareOrder({ kind, customerRef: 'Ref 7', deliveries });
    const names = deliveries.map((_one, index) => basename(stemOf(of, 'Local', index)));
    expect(names[0]).toMatch(/^Ref-7-pansharpened-fs-[0-9a-f]{8}$/);
    expect(names[1]).toMatch(/^Ref-7-[0-9a-f]{8}$/);
    expect(new Set(names).size).toBe(4);
    // If they are listed in a different order later, the names stay the same.
    expect(basename(stemOf({ ...of, deliveries: deliveries.toReversed() }, 'Local', 3))).toBe(names[0]);
    expect(basename(stemOf(bareOrder({ kind })))).toMatch(/^product-[0-9a-f]{8}$/);
  });

  it('takes the type from the order if the delivery has none', () => {
    const of = bareOrder({
      kind: 'order.data.product',
      payload: { products: [{ productType: 'bundle' }] },
      deliveries: [bareDelivery({ id: 'd1' })],
    });
    expect(basename(stemOf(of))).toMatch(/^product-bundle-[0-9a-f]{8}$/);
    expect(basename(stemOf({ ...of, payload: { products: [null] } }))).toMatch(/^product-[0-9a-f]{8}$/);
  });

  it.each<[string, Partial<Order>]>([
    [
      '2026-11-20-Quay-bundle-PNEO',
      {
        kind: 'order.data.product',
        createdAt: '2026-11-20T23:30:00Z',
        customerRef: 'Quay',
        payload: { products: [{ productType: 'bundle', constellation: 'PNEO' }] },
      },
    ],
    [
      '2026-11-20-report-N43E005-50cm',
      {
        kind: 'order.analytics-toolbox.archive',
        createdAt: '2026-11-20T10:00:00+00:00',
        title: ' ',
        payload: { resolution: 0.5, aoi: polygon(box(5.3, 43.2, 5.4, 43.3)) },
      },
    ],
    [
      'product-S17W180-bundle',
      {
        kind: 'order.data.product',
        createdAt: 'soon',
        deliveries: [
          bareDelivery({
            datas: {
              productType: 'bundle',
              constellation: '../x',
              aoi: polygon(box(-179.5, -16.5, -179, -16)),
            },
          }),
        ],
      },
    ],
  ])('names day, place and sensor: %s', (expected, rest) => {
    placed('reports', ['/project']);
    expect(basename(stemOf(bareOrder(rest))).replace(/-[0-9a-f]{8}$/, '')).toBe(expected);
  });

  it('leaves space in the name for what follows', () => {
    const title = '𠀀'.repeat(60);
    const datas = { productType: 'x'.repeat(16), constellation: 'y'.repeat(16) };
    const createdAt = '2026-11-20T10:00:00Z';
    const deliveries = [bareDelivery({ datas })];
    const of = bareOrder({ kind: 'order.data.product', createdAt, title, deliveries });
    const behind = '.zip.0123-1234567-01234567.part';
    expect(Buffer.byteLength(basename(stemOf(of)) + behind)).toBeLessThanOrEqual(255);
  });
});

describe('a delivery on the disk', () => {
  it('is found by its name, with any extension', async () => {
    const stem = join(await tempFolder(), 'Harbour-01234567');
    expect(await findDelivered(stem)).toBeUndefined();
    await mkdir(`${stem}.0123-17-01234567.part`);
    await mkdir(stem);
    await writeFile(`${stem}8.zip`, 'of another');
    await writeFile(`${stem}.geojson.original`, 'what a report was made readable from');
    await writeFile(`${stem}.0123-17-76543210.part`, 'an interrupted attempt at that');
    for (const end of ['.review.json', '.Ada.review.json', '.reviewed.geojson'])
      await writeFile(stem + end, 'made from the delivery');
    expect(await findDelivered(stem)).toBeUndefined();
    await writeFile(`${stem}.tar.gz`, '');
    expect(await findDelivered(stem)).toBe(`${stem}.tar.gz`);
    expect(await findDelivered(join(stem, 'no', 'folder', 'x'))).toBeUndefined();
  });

  it('is found under the name of an earlier version, or of an order that was renamed', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'Harbour-01234567.zip'), '');
    expect(await findDelivered(join(folder, '2026-11-20-Harbour-PHR-01234567'))).toBe(
      join(folder, 'Harbour-01234567.zip'),
    );
  });

  it('is known of each order without reading it, but for what is unzipped or made from it', async () => {
    const folder = await tempFolder();
    editor.settings = { 'swath.downloads.folder': folder };
    const deliveries = [bareDelivery({ id: 'd0' }), bareDelivery({ id: 'd1' })];
    const product = bareOrder({ id: 'p1', kind: 'order.data.product', deliveries });
    const report = bareOrder({ id: 'r1', kind: analyticOrderKind });
    const orders = [product, report, bareOrder({ id: 'r2' })];
    const storage = Uri.file('/storage');
    const known = async () => [...(await downloadedIds(orders, 'Local', storage))];
    const stem = (of: Order, index: number) => deliveryStem({ order: of, index }, 'Local', storage);
    await mkdir(stem(product, 0));
    await writeFile(`${stem(report, 0)}.reviewed.geojson`, '');
    expect(await known()).toEqual([]);
    await writeFile(`${stem(product, 1)}.zip`, '');
    await writeFile(`${stem(report, 0)}.geojson`, '');
    expect(await known()).toEqual(['p1', 'p1/1', 'r1', 'r1/0']);
    editor.settings = { 'swath.downloads.folder': join(folder, 'no') };
    expect(await known()).toEqual([]);
  });

  it('has the free space that the system reports', async () => {
    expect(roomAt(join(await tempFolder(), 'file'))).toBeGreaterThan(0);
    expect(roomAt('/nowhere/at/all')).toBeUndefined();
  });
});
