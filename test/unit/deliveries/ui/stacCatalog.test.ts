import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { downloadReady } from '../../../../src/deliveries/ui/downloadDelivery.ts';
import { catalogDownload, updateStacCatalog } from '../../../../src/deliveries/ui/stacCatalog.ts';
import { describeError } from '../../../../src/editor/presentError.ts';
import { editor } from '../../../fake/editor.ts';
import { bareDelivery, bareOrder } from '../../model/fixtures.ts';
import { box, polygon } from '../../model/geometry/polygons.ts';
import { stacFaults } from '../../model/stac/stacFaults.ts';
import { tempFolder } from '../../tempFolder.ts';
import { deliveryBench, newFolder } from './deliveryBench.ts';
import { madeZip } from './madeZip.ts';

interface Stac {
  type: string;
  id: string;
  links: { rel: string; href: string }[];
  properties: Record<string, unknown>;
  assets: Record<string, Record<string, string>>;
}

let folder: string;
beforeEach(async () => void (folder = await newFolder()));

const aoi = polygon(box(5, 43, 5.1, 43.1));
const ship = { type: 'Feature', geometry: { type: 'Point', coordinates: [5.05, 43.05] } };
const report = bareOrder({
  id: 'r1',
  kind: 'order.analytics-toolbox.archive',
  status: 'delivered',
  title: 'Häfen',
  createdAt: '2026-11-20T10:00:00Z',
  payload: { aoi, analytic: 'ships', imageIds: ['img1'] },
  deliveries: [bareDelivery({ download: 'report', deliveredAt: '2026-11-21T08:00:00Z' })],
});
const product = bareOrder({
  id: 'p1',
  kind: 'order.data.product',
  status: 'delivered',
  customerRef: 'Quay',
  deliveries: ['a', 'b'].map(id =>
    bareDelivery({ id, download: id, datas: { id, productType: 'bundle', aoi } }),
  ),
});
const served = {
  report: JSON.stringify({
    type: 'FeatureCollection',
    features: [{ ...ship, properties: { acquisitionDate: '2026-11-18T10:30:00Z' } }],
  }),
  a: madeZip([{ name: 'IMG.TIF', text: 'a' }]),
  b: madeZip([{ name: 'IMG.TIF', text: 'b' }]),
};

/** Everything downloaded, and the catalog written by the command. */
async function cataloged() {
  const bench = await deliveryBench([report, product], served);
  await downloadReady(bench.parts);
  const update = () => updateStacCatalog(bench.parts, vscode.Uri.file('/storage'));
  await update();
  return { ...bench, update };
}

const read = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Stac;
const root = () => join(folder, 'reports/stac/catalog.json');

/** As other programs read a catalog: from the root along its links. */
async function walked(): Promise<Stac[]> {
  const catalog = await read(root());
  const paths = catalog.links
    .filter(({ rel }) => rel === 'item')
    .map(({ href }) => join(dirname(root()), href));
  const items = await Promise.all(paths.map(read));
  for (const [index, item] of items.entries()) {
    for (const { href } of item.links) expect(join(dirname(paths[index] ?? ''), href)).toBe(root());
    const { delivery } = item.assets;
    const bytes = await readFile(join(dirname(paths[index] ?? ''), delivery?.href ?? ''));
    expect(delivery?.['file:size']).toBe(bytes.length);
    expect(delivery?.['file:checksum']).toBe(`1220${createHash('sha256').update(bytes).digest('hex')}`);
  }
  expect([catalog, ...items].map(stacFaults).flat()).toEqual([]);
  return items;
}

describe('the STAC catalog', () => {
  it('leads from its root to each delivery, with its order, area, time and checksum', async () => {
    await cataloged();
    const items = await walked();
    expect(items.map(({ assets }) => assets.delivery?.type).sort()).toEqual([
      'application/geo+json',
      'application/zip',
      'application/zip',
    ]);
    expect(items.find(({ properties }) => properties['order:id'] === 'r1')).toMatchObject({
      geometry: aoi,
      bbox: [5, 43, 5.1, 43.1],
      properties: {
        title: 'Häfen',
        datetime: '2026-11-18T10:30:00.000Z',
        created: '2026-11-21T08:00:00.000Z',
        'order:date': '2026-11-20T10:00:00.000Z',
        'order:status': 'succeeded',
        analytic: 'ships',
        imageIds: ['img1'],
      },
      assets: { delivery: { roles: ['data'] } },
    });
  });

  it('is written with the same bytes again, and without the item of a deleted file', async () => {
    const { update } = await cataloged();
    const names = (await readdir(dirname(root()), { recursive: true })).filter(name =>
      name.endsWith('.json'),
    );
    const texts = () => Promise.all(names.map(name => readFile(join(dirname(root()), name), 'utf8')));
    const before = await texts();
    await update();
    expect(await texts()).toEqual(before);
    expect(before).toHaveLength(4);
    const deliveries = await readdir(join(folder, 'reports'));
    await rm(join(folder, 'reports', deliveries.find(name => name.endsWith('.geojson')) ?? ''));
    await update();
    expect((await walked()).map(({ properties }) => properties['order:id'])).toEqual(['p1', 'p1']);
    expect(await readdir(join(dirname(root()), 'items'))).toHaveLength(2);
  });

  it('gets each download, also of windows that write at the same time, unless the setting is off', async () => {
    const { parts } = await cataloged();
    const signedIn = parts.session.current.peek();
    const all = [
      { order: report, index: 0 },
      { order: product, index: 0 },
      { order: product, index: 1 },
    ];
    const found = await Promise.all(
      all.map(async wanted => ({
        wanted,
        path: (await parts.downloads.find(signedIn as never, wanted)) ?? '',
      })),
    );
    await rm(dirname(root()), { recursive: true });
    editor.settings = { ...editor.settings, 'swath.downloads.stacCatalog': false };
    await Promise.all(found.map(catalogDownload));
    await expect(readFile(root())).rejects.toThrow('ENOENT');
    editor.settings = { 'swath.downloads.folder': 'reports' };
    await Promise.all(found.map(catalogDownload));
    expect(await walked()).toHaveLength(3);
  });

  it('is not written through a link out of the workspace', async () => {
    const { parts } = await deliveryBench([report], served);
    await mkdir(join(folder, 'reports'));
    const outside = await tempFolder();
    await symlink(outside, join(folder, 'reports/stac'));
    const error = await updateStacCatalog(parts, vscode.Uri.file('/storage')).catch(
      (fault: unknown) => fault,
    );
    expect(describeError(error)).toMatch(/links outside the workspace/);
    expect(await readdir(outside)).toEqual([]);
  });

  it('is shown in its folder, also if nothing is downloaded', async () => {
    const { parts } = await deliveryBench([], {});
    await updateStacCatalog(parts, vscode.Uri.file('/storage'));
    expect(editor.ran.map(([id, uri]) => [id, (uri as vscode.Uri).fsPath])).toEqual([
      ['revealFileInOS', root()],
    ]);
  });
});
