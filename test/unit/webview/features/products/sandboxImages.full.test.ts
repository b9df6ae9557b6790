import { isDeepStrictEqual } from 'node:util';
import { unzipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import {
  bytesOf,
  harness,
  imageOf,
  type OrderBody,
  product,
  productOrder,
  sure,
} from '../../../sandbox/harness.ts';
import { openGeoTiff } from '../../../../../webview/features/products/geoTiff.ts';
import { openJpeg2000 } from '../../../../../webview/features/products/jpeg2000.ts';
import { patient } from '../../../../runSpeed.ts';
import { loadOpenJpeg } from './gdalImages.ts';

// Pictures are painted here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: patient(30_000) });

async function deliveredImage(imageFormat: string): Promise<{ name: string; bytes: Uint8Array }> {
  const h = harness();
  const image = await imageOf(h, 'SPOT', 0, { cloudCover: '[0,1]' });
  const order = productOrder(product(image, { imageFormat }));
  const { body: placed } = await h.call<OrderBody>('POST', '/api/v1/orders', order);
  h.clock.now += 20_000;
  const { body: done } = await h.call<OrderBody>('GET', placed._links.self.href);
  const response = await bytesOf(h, sure(sure(done.deliveries[0])._links).download.href);
  const entries = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
  const [path, bytes] = sure(entries.find(([name]) => /\.(?:jp2|tif)$/.test(name)));
  return { name: path.replace(/.*\//, ''), bytes };
}

const reader = (bytes: Uint8Array) => (from: number, length: number) =>
  Promise.resolve(Uint8Array.from(bytes.subarray(from, from + length)));

it('of the sandbox have the same values as JPEG 2000 and as GeoTIFF, at the same place, each time', async () => {
  const coded = await deliveredImage('image/jp2');
  const plain = await deliveredImage('image/geotiff');
  expect([coded.name, plain.name]).toEqual(['image.jp2', 'image.tif']);
  expect(Buffer.compare((await deliveredImage('image/jp2')).bytes, coded.bytes)).toBe(0);
  const jpeg2000 = await openJpeg2000(reader(coded.bytes), coded.bytes.length, undefined, loadOpenJpeg);
  const geoTiff = await openGeoTiff(reader(plain.bytes), plain.bytes.length);
  expect(jpeg2000.facts.box).toEqual(geoTiff.facts.box);
  const { box, width } = geoTiff.facts;
  const [values, expected] = await Promise.all(
    [jpeg2000, geoTiff].map(({ sample }) => sample(box, width, [0, 1, 2, 3], false)),
  );
  if (typeof expected !== 'object') throw new Error(String(expected));
  expect(expected.values[3]?.some(value => value > 0)).toBe(true);
  // Millions of values: `toEqual` compares them one by one, for seconds.
  expect(isDeepStrictEqual(values, expected)).toBe(true);
});
