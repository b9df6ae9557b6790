import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { downloadReady } from '../../src/features/deliveries/ui/downloadDelivery.ts';
import { openInQgis } from '../../src/features/deliveries/ui/openInQgis.ts';
import { resultsFolderOf } from '../editor/resultsFolder.ts';
import { editor } from '../fake/editor.ts';
import { deliverySetup, newFolder } from '../unit/features/deliveries/ui/deliverySetup.ts';
import { bareDelivery, bareOrder } from '../unit/fixtures.ts';
import {
  analyticOrder,
  aoi,
  bytesOf,
  harness,
  imageOf,
  type OrderBody,
  product,
  productOrder,
  sure,
} from '../unit/sandbox/harness.ts';
import { jsonOf, programs, python } from './programs.ts';

interface Project {
  isRead: boolean;
  crs: string;
  title: string;
  canvas: number[];
  view: number[];
  layers: {
    name: string;
    isValid: boolean;
    crs: string;
    own: string;
    extent: number[];
    count: number | null;
    drawn: { contrast: number; roughness: number } | null;
  }[];
}

const crsCode = 'urn:ogc:def:crs:EPSG::32631';

/** The bytes that the sandbox delivers. */
async function delivered(body: unknown): Promise<Uint8Array> {
  const { body: order } = await sandbox.call<OrderBody>('POST', '/api/v1/orders', body);
  sandbox.clock.now += 20_000;
  const { body: done } = await sandbox.call<OrderBody>('GET', order._links.self.href);
  const { href } = sure(sure(done.deliveries[0])._links).download;
  return new Uint8Array(await (await bytesOf(sandbox, href)).arrayBuffer());
}

const sandbox = harness();

function deliveredOrder(id: string, kind: string, title: string, datas: object) {
  return bareOrder({
    id,
    kind,
    title,
    status: 'delivered',
    createdAt: '2026-11-20T10:00:00Z',
    deliveries: [bareDelivery({ download: id, deliveredAt: '2026-11-21T08:00:00Z', datas: { ...datas } })],
  });
}

describe.skipIf(!programs.gdal.isThere())('GDAL', () => {
  it('reads the same from a product of the sandbox as JPEG 2000 and as GeoTIFF', async () => {
    const found = await imageOf(sandbox, 'PHR');
    const folder = await mkdtemp(join(tmpdir(), 'swath-products-'));
    const images: string[] = [];
    for (const [imageFormat, ending] of [
      ['image/jp2', 'jp2'],
      ['image/geotiff', 'tif'],
    ] as const) {
      const zip = await delivered(productOrder(product(found, { imageFormat, crsCode })));
      const [, bytes] = sure(Object.entries(unzipSync(zip)).find(([name]) => name.endsWith(ending)));
      images.push(join(folder, `image.${ending}`));
      await writeFile(images.at(-1) ?? '', bytes);
    }
    const [jp2, tiff] = jsonOf(python.system, 'read_image.py', ...images) as unknown[];
    await rm(folder, { recursive: true });
    expect(jp2).toMatchObject({ epsg: '32631', bands: 4 });
    expect(jp2).toEqual(tiff);
  });
});

describe.skipIf(!programs.qgis.isThere())('QGIS', () => {
  let folder: string;
  let report: Uint8Array;
  let image: Uint8Array;
  beforeAll(async () => {
    const found = await imageOf(sandbox, 'PHR');
    report = await delivered(analyticOrder([found]));
    image = await delivered(productOrder(product(found, { imageFormat: 'image/geotiff', crsCode })));
  });

  it('shows a report in degrees and an image in UTM in the same place', async () => {
    folder = join(await newFolder(), 'reports');
    const orders = [
      deliveredOrder('r1', 'order.analytics-toolbox.archive', 'Häfen <&"x"> 港 🛰️', {
        aoi,
        analytic: 'cars',
      }),
      deliveredOrder('p1', 'order.data.product', 'Image', { id: 'image', aoi, crsCode }),
    ];
    const { parts } = await deliverySetup(orders, { r1: report, p1: image });
    await downloadReady(parts);
    await openInQgis(parts, 'r1');
    const project = editor.openedOutside[0] ?? '';
    expect(await readdir(folder)).toHaveLength(4);
    const evidence = resultsFolderOf('interop');
    await mkdir(evidence, { recursive: true });
    const found = jsonOf(python.system, 'read_project.py', project, join(evidence, 'qgis.png')) as Project;
    const { layers, view, canvas } = found;
    expect(found).toMatchObject({ isRead: true, crs: 'EPSG:4326', title: project.split('/').at(-1) });
    expect(layers.map(({ isValid }) => isValid)).toEqual([true, true, true]);
    // The top one first, so that the image hides nothing.
    expect(layers.map(({ name }) => name)).toEqual([
      expect.stringContaining('Häfen <&"x"> 港'),
      'Area',
      expect.stringMatching(/\.tiff?$/i),
    ]);
    expect(layers.map(({ crs }) => crs)).toEqual(['EPSG:4326', 'EPSG:4326', 'EPSG:32631']);
    expect(layers[2]?.own).toBe('EPSG:32631');
    const features = (JSON.parse(Buffer.from(report).toString()) as { features: unknown[] }).features.length;
    expect(layers.map(({ count }) => count)).toEqual([features, 1, null]);
    const west = 5.3;
    const south = 43.27;
    const east = 5.37;
    const north = 43.32;
    expect(layers[1]?.extent.map(side => side.toFixed(6))).toEqual(
      [west, south, east, north].map(side => side.toFixed(6)),
    );
    // The box of the image in UTM is a little larger than that of the area in degrees.
    const [imageWest = NaN, imageSouth = NaN, imageEast = NaN, imageNorth = NaN] = layers[2]?.extent ?? [];
    const sides = [west - imageWest, south - imageSouth, imageEast - east, imageNorth - north];
    for (const side of sides) {
      expect(side).toBeGreaterThan(-0.0001);
      expect(side).toBeLessThan(0.003);
    }
    const isAround = ([left = NaN, bottom = NaN, right = NaN, top = NaN]: readonly number[]) =>
      left < west && bottom < south && right > east && top > north && right - left < 0.2;
    expect([isAround(view), isAround(canvas)]).toEqual([true, true]);
  });

  it.skipIf(!programs.gdal.isThere())(
    'shows images of 16 bits where they are, whatever was ordered',
    async () => {
      folder = join(await newFolder(), 'reports');
      const written = await mkdtemp(join(tmpdir(), 'swath-gradients-'));
      execFileSync(python.system, [join(import.meta.dirname, 'writeGradients.py'), written]);
      const names = (await readdir(written)).filter(name => /\.(?:tif|jp2)$/.test(name)).sort();
      const contents = await Promise.all(names.map(name => readFile(join(written, name))));
      await rm(written, { recursive: true });
      const products = names.map((name, at) => zipSync({ [name]: contents[at] ?? new Uint8Array() }));
      // The first two name no projection, the others another one.
      const crsCodes = [undefined, undefined, 'urn:ogc:def:crs:EPSG::32632', 'urn:ogc:def:crs:EPSG::4326'];
      const orders = [
        deliveredOrder('r1', 'order.analytics-toolbox.archive', 'Harbour', { aoi, analytic: 'cars' }),
        ...names.map((name, at) => {
          const crsCode = crsCodes[at];
          return deliveredOrder(name, 'order.data.product', name, {
            id: name,
            aoi,
            ...(crsCode && { crsCode }),
          });
        }),
      ];
      const files = Object.fromEntries(names.map((name, at) => [name, products[at] ?? new Uint8Array()]));
      const { parts } = await deliverySetup(orders, { r1: report, ...files });
      await downloadReady(parts);
      await openInQgis(parts, 'r1');
      const project = editor.openedOutside.at(-1) ?? '';
      const evidence = resultsFolderOf('interop');
      const found = jsonOf(
        python.system,
        'read_project.py',
        project,
        join(evidence, 'qgis16.png'),
      ) as Project;
      const images = found.layers.filter(({ drawn }) => drawn !== null);
      expect(images.map(({ name, crs }) => [name, crs]).sort()).toEqual([
        ['degrees.jp2', 'EPSG:4326'],
        ['degrees.tif', 'EPSG:4326'],
        ['utm-gml.jp2', 'EPSG:32631'],
        ['utm.tif', 'EPSG:32631'],
      ]);
      for (const { extent, drawn, name } of images) {
        [5.3, 43.27, 5.37, 43.32].forEach((side, at) =>
          expect(Math.abs((extent[at] ?? NaN) - side), name).toBeLessThan(0.003),
        );
        expect(drawn?.contrast, name).toBeGreaterThan(80);
        expect(drawn?.roughness, name).toBeLessThan(5);
      }
    },
  );
});
