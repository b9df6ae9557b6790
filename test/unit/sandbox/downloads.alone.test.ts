import { decode as decodePng } from 'fast-png';
import { fromArrayBuffer, type GeoTIFFImage } from 'geotiff';
import { decode as decodeJpeg } from 'jpeg-js';
import proj4 from 'proj4';
import { describe, expect, test, vi } from 'vitest';
import { compareReports } from '../../../src/features/reports/rules/compareReports.ts';
import type { ReportFeature } from '../../../src/features/reports/rules/reportFeature.ts';
import { patient } from '../../runSpeed.ts';
import {
  analyticOrder,
  aoi,
  bytesOf,
  find,
  harbour,
  type Harness,
  harness,
  imageOf,
  type OrderBody,
  product,
  productOrder,
  sure,
} from './harness.ts';

// The page replaces the decoders of geotiff, which is one for all files of a process: here they are its own.
// Worlds are searched and pictures painted here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: patient(30_000) });

async function delivered(h: Harness, body: unknown): Promise<string> {
  const { body: order } = await h.call<OrderBody>('POST', '/api/v1/orders', body);
  h.clock.now += 20_000;
  const { body: done } = await h.call<OrderBody>('GET', order._links.self.href);
  return sure(sure(done.deliveries[0])._links).download.href;
}

interface Report {
  type: string;
  features: { geometry: { type: string; coordinates: unknown }; properties: Record<string, unknown> }[];
}

const [[west, south], , [east, north]] = harbour as [[number, number], [number, number], [number, number]];
const inHarbour = ([x, y]: [number, number]): boolean => x >= west && x <= east && y >= south && y <= north;

describe('reports', () => {
  test.each([
    ['cars', 1, {}, 'Point', 'car'],
    ['vessels', 1, { analytic: 'analytic.sandbox.vessels-detection' }, 'Point', 'vessel'],
    ['changes', 2, {}, 'Polygon', undefined],
  ] as const)(
    '%s: GeoJSON with findings inside the AOI, the same each time',
    async (_, count, more, type, kind) => {
      const h = harness();
      const images = [await imageOf(h, 'PHR'), await imageOf(h, 'PHR', 1)].slice(0, count);
      const href = await delivered(h, analyticOrder(images, more));
      const response = await bytesOf(h, href);
      expect(response.headers.get('content-type')).toBe('application/geo+json');
      const text = await response.text();
      const report = JSON.parse(text) as Report;
      expect(report.type).toBe('FeatureCollection');
      expect(report.features.length).toBeGreaterThan(10);
      for (const { geometry } of report.features) {
        expect(geometry.type).toBe(type);
        const positions = (
          type === 'Point' ? [geometry.coordinates] : (geometry.coordinates as unknown[][])[0]
        ) as [number, number][];
        expect(positions.every(inHarbour)).toBe(true);
      }
      // One feature a line for one image, a single line for two.
      expect(text.trimEnd().split('\n')).toHaveLength(count === 1 ? report.features.length + 2 : 1);
      const isSure = ({ properties }: Report['features'][0]) => Number(properties['score']) > 0.7;
      const sureOnes = report.features.filter(isSure);
      const doubtful = report.features.filter(feature => !isSure(feature));
      if (kind) expect(sureOnes.every(({ properties }) => properties['class'] === kind)).toBe(true);
      expect(doubtful.every(({ properties }) => Number(properties['score']) >= 0.3)).toBe(true);
      const names = (features: Report['features']) =>
        new Set(features.flatMap(feature => Object.keys(feature.properties)));
      if (doubtful.length > 0) expect(names(doubtful)).toEqual(names(sureOnes));
      expect(await (await bytesOf(h, href)).text()).toBe(text);
    },
  );
});

test('reports of several dates agree on most objects, and some findings are wrong', async () => {
  const h = harness();
  const at = async (nth: number): Promise<Report> => {
    const href = await delivered(h, analyticOrder([await imageOf(h, 'PHR', nth)]));
    return JSON.parse(await (await bytesOf(h, href)).text()) as Report;
  };
  const first = await at(0);
  const again = await at(0);
  const second = await at(1);
  expect(again).toEqual(first);
  const featuresOf = ({ features }: Report) => features as unknown as readonly ReportFeature[];
  const result = compareReports(featuresOf(first), featuresOf(second), { minOverlap: 0.5, farthest: 2 });
  if (result.kind !== 'compared') throw new Error(result.kind);
  const { same, gone, fresh } = result;
  expect(same.length).toBeGreaterThan(2 * Math.max(gone.length, fresh.length));
  expect(Math.min(gone.length, fresh.length)).toBeGreaterThan(0);
  const doubtful = first.features.filter(({ properties }) => Number(properties['score']) < 0.6);
  expect(doubtful.length / first.features.length).toBeGreaterThan(0.03);
  expect(new Set(doubtful.map(({ properties }) => properties['class']))).toEqual(new Set(['car', 'truck']));
});

describe('products', () => {
  const geoTiff = { imageFormat: 'image/geotiff' };

  test('are ZIP files with a GeoTIFF of the AOI', async () => {
    const h = harness();
    const href = await delivered(
      h,
      productOrder(product(await imageOf(h, 'SPOT', 0, { cloudCover: '[0,1]' }), geoTiff)),
    );
    const response = await bytesOf(h, href);
    expect(response.headers.get('content-type')).toBe('application/zip');
    const entries = unzip(Buffer.from(await response.arrayBuffer()));
    const names = [...entries.keys()].map(name => name.split('/').at(-1));
    expect(names).toEqual(['product.json', 'aoi.geojson', 'image.tif', 'preview.jpg']);
    const entry = (name: string): Buffer => sure([...entries].find(([path]) => path.endsWith(name)))[1];
    expect(JSON.parse(entry('aoi.geojson').toString())).toEqual(aoi);
    expect(decodeJpeg(entry('preview.jpg')).width).toBe(256);
    const tiff = await fromArrayBuffer(new Uint8Array(entry('image.tif')).buffer);
    const image = await tiff.getImage();
    expect(image.getGeoKeys()).toMatchObject({ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 32_631 });
    expect([image.getTileWidth(), image.getBitsPerSample(), image.getGDALNoData()]).toEqual([256, 16, 0]);
    const [left = 0, bottom = 0, right = 0, top = 0] = image.getBoundingBox();
    const utm = proj4('+proj=utm +zone=31 +datum=WGS84');
    const corners = harbour.map(place => utm.forward(place));
    const side = Math.max(right - left, top - bottom);
    expect(side / Math.max(image.getWidth(), image.getHeight())).toBeLessThan(side / 780);
    expect(Math.abs(left - Math.min(...corners.map(([x]) => x)))).toBeLessThan(10);
    expect(Math.abs(top - Math.max(...corners.map(([, y]) => y)))).toBeLessThan(10);
    const sizes: [number, number][] = [];
    for (let level = 0; level < (await tiff.getImageCount()); level++) {
      const overview = await tiff.getImage(level);
      sizes.push([overview.getWidth(), overview.getHeight()]);
      const { blue, green, red, infrared } = await bandsAt(overview, 0.5, 0.5);
      expect(Math.max(blue, green, red, infrared)).toBeLessThanOrEqual(10_000);
      expect(Math.min(blue, green, red, infrared)).toBeGreaterThan(0);
      // Its box leans a little in this projection.
      expect(await bandsAt(overview, 0, 0.5)).toEqual({ blue: 0, green: 0, red: 0, infrared: 0 });
    }
    const [[width, height] = [0, 0]] = sizes;
    const halved = [1, 2, 4].map(step => [Math.ceil(width / step), Math.ceil(height / step)]);
    expect(sizes).toEqual(halved);
  });
});

describe('transfer', () => {
  test('ranges', async () => {
    const h = harness();
    const href = await delivered(h, analyticOrder([await imageOf(h, 'PHR')]));
    const whole = await bytesOf(h, href);
    const etag = sure(whole.headers.get('etag'));
    const text = await whole.text();
    const length = text.length;
    const part = async (
      range: string,
      more: Record<string, string> = {},
    ): Promise<[number, string | null, string]> => {
      const response = await bytesOf(h, href, { Range: range, ...more });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    expect(await part('bytes=0-9')).toEqual([206, `bytes 0-9/${length}`, text.slice(0, 10)]);
    expect(await part('bytes=100-')).toEqual([206, `bytes 100-${length - 1}/${length}`, text.slice(100)]);
    expect(await part('bytes=-7')).toEqual([
      206,
      `bytes ${length - 7}-${length - 1}/${length}`,
      text.slice(-7),
    ]);
    expect(await part(`bytes=5-${length * 2}`)).toEqual([
      206,
      `bytes 5-${length - 1}/${length}`,
      text.slice(5),
    ]);
    expect(await part(`bytes=${length}-`)).toEqual([416, `bytes */${length}`, '']);
    expect(await part('bytes=0-9', { 'If-Range': etag })).toEqual([
      206,
      `bytes 0-9/${length}`,
      text.slice(0, 10),
    ]);
    expect((await part('bytes=0-9', { 'If-Range': '"old"' }))[0]).toBe(200);
    expect((await part('bytes=0-1,4-5'))[0]).toBe(200);
    expect((await part('lines=0-1'))[0]).toBe(200);
  });

  test('what was not delivered cannot be downloaded', async () => {
    const h = harness();
    const image = await imageOf(h, 'PHR');
    const base = 'https://sandbox.swath.invalid/api/v1/items';
    const open = await bytesOf(h, `${base}/${image.properties.id}/download`);
    expect([open.status, Object.keys((await open.json()) as object)]).toEqual([403, ['code', 'message']]);
    expect((await bytesOf(h, `${base}/none/download`)).status).toBe(404);
    const { body } = await h.call<OrderBody>('POST', '/api/v1/orders', analyticOrder([image]));
    const [delivery] = sure(
      sure(h.sandbox.snapshot().accounts[0]).orders.find(({ id }) => id === body.id),
    ).deliveries;
    expect((await bytesOf(h, `${base}/${sure(delivery).itemId}/download`)).status).toBe(404);
    h.clock.now += 8000;
    expect((await bytesOf(h, `${base}/${sure(delivery).itemId}/download`)).status).toBe(200);
    const stranger = harness({ snapshot: h.sandbox.snapshot() }, sandbox => sandbox.evaluationKey);
    expect((await bytesOf(stranger, `${base}/${sure(delivery).itemId}/download`)).status).toBe(404);
  });
});

describe('pictures', () => {
  test('thumbnail and quicklook are JPEGs in the shape of the footprint', async () => {
    const h = harness();
    const image = await imageOf(h, 'PHR');
    const sizes: [number, number][] = [];
    for (const href of [
      sure(image._links['thumbnail']).href,
      `${sure(image._links['thumbnail']).href}?width=256`,
      sure(image._links['quicklook']).href,
    ]) {
      const response = await bytesOf(h, href);
      expect(response.headers.get('content-type')).toBe('image/jpeg');
      const { width, height, data } = decodeJpeg(Buffer.from(await response.arrayBuffer()));
      sizes.push([width, height]);
      // A picture, not one color.
      expect(
        new Set(Array.from({ length: 500 }, (_, at) => sure(data[at * 4 * 41]) >> 3)).size,
      ).toBeGreaterThan(5);
    }
    expect(sizes.map(([width]) => width)).toEqual([150, 256, 512]);
    const shapes = sizes.map(([width, height]) => height / width);
    expect(Math.max(...shapes) - Math.min(...shapes)).toBeLessThan(0.03);
    for (const width of ['100', '5000', 'x', '200.5']) {
      expect((await bytesOf(h, `${sure(image._links['thumbnail']).href}?width=${width}`)).status).toBe(400);
    }
    expect((await bytesOf(h, 'https://sandbox.swath.invalid/api/v1/items/none/thumbnail')).status).toBe(404);
  });

  test('show the sea blue, the desert sandy, and clouds white', async () => {
    const h = harness();
    const mean = async (bbox: string, cloudCover: string): Promise<[number, number, number]> => {
      const { features } = await find(h, { bbox, cloudCover, constellation: 'PHR' });
      const response = await bytesOf(h, sure(sure(features[0])._links['thumbnail']).href);
      const { data } = decodeJpeg(Buffer.from(await response.arrayBuffer()));
      const band = (offset: number): number =>
        data.reduce((sum, value, at) => (at % 4 === offset ? sum + value : sum), 0) / (data.length / 4);
      return [band(0), band(1), band(2)];
    };
    const sea = await mean('-41,29,-38,32', '[0,1]');
    expect(sea[2]).toBeGreaterThan(sea[0] * 2);
    const desert = await mean('9,23,11,25', '[0,1]');
    expect(desert[0]).toBeGreaterThan(desert[2] * 1.2);
    const cloudy = await mean('-41,29,-38,32', '[60,100]');
    expect(Math.min(...cloudy)).toBeGreaterThan(130);
  });

  test('tiles are PNGs, transparent outside the image, and spend the allowance', async () => {
    const h = harness();
    const image = await imageOf(h, 'PHR');
    const template = sure(image._links['wmts']).href;
    const tile = (z: number, x: number, y: number): Promise<Response> =>
      bytesOf(h, template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y)));
    const at = (z: number, [x, y]: [number, number]): [number, number, number] => {
      const count = 2 ** z;
      const row = ((1 - Math.asinh(Math.tan((y * Math.PI) / 180)) / Math.PI) / 2) * count;
      return [z, Math.floor(((x + 180) / 360) * count), Math.floor(row)];
    };
    const alphas = async (response: Response): Promise<Set<number>> => {
      const { width, height, data, channels } = decodePng(new Uint8Array(await response.arrayBuffer()));
      expect([width, height, channels]).toEqual([256, 256, 4]);
      return new Set(Array.from({ length: 256 * 256 }, (_, pixel) => sure(data[pixel * 4 + 3])));
    };
    const inside = await tile(...at(15, [5.33, 43.29]));
    expect(inside.headers.get('content-type')).toBe('image/png');
    expect(await alphas(inside)).toEqual(new Set([255]));
    expect(await alphas(await tile(...at(9, [5.33, 43.29])))).toEqual(new Set([0, 255]));
    expect((await tile(...at(15, [8, 43.29]))).status).toBe(404);
    expect((await tile(2, 9, 0)).status).toBe(400);
    expect((await tile(-1, 0, 0)).status).toBe(400);
    const [, data] = sure(h.sandbox.snapshot().accounts[0]).subscriptions;
    expect(sure(data).streamed).toBeGreaterThan(1_240_000);
  });
});

/** The samples at a place, by shares of the width and height. */
async function bandsAt(image: GeoTIFFImage, right: number, down: number) {
  const x = Math.floor(right * image.getWidth());
  const y = Math.floor(down * image.getHeight());
  const samples = await image.readRasters({ interleave: true, window: [x, y, x + 1, y + 1] });
  const [blue = 0, green = 0, red = 0, infrared = 0] = samples as unknown as number[];
  return { blue, green, red, infrared };
}

/** Entries of a ZIP file by its central directory. */
function unzip(bytes: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>();
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    const size = bytes.readUInt32LE(at + 24);
    const name = bytes.readUInt16LE(at + 28);
    const offset = bytes.readUInt32LE(at + 42);
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    entries.set(bytes.toString('utf8', at + 46, at + 46 + name), bytes.subarray(start, start + size));
    at += 46 + name;
  }
  return entries;
}
